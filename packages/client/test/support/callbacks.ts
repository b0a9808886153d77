/** The types of the callbacks, for the mocks that stand in for them. */
import type { Callbacks } from '@mrtr/client';

export type OnElicit = NonNullable<Callbacks['onElicit']>;
export type OnElicitUrl = NonNullable<Callbacks['onElicitUrl']>;
export type OnSample = NonNullable<Callbacks['onSample']>;

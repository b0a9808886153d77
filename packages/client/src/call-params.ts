/** The parameters of a method as its caller gives them: without what belongs to a single leg. */
import type { MethodName, ParamsOf } from '@mrtr/types';

/** The parameters of a method as its caller gives them; what each leg carries beside them is the client's to write. */
export type CallParams<M extends MethodName> = Omit<ParamsOf<M>, '_meta' | 'inputResponses' | 'requestState'>;

/** The person at the client: answers forms, agrees to open pages, and lets the model answer (or not). */
import type { Ask } from '@mrtr/client';
import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  ElicitRequestFormParams,
  ElicitRequestURLParams,
  ElicitResult,
} from '@mrtr/types';

/** What a person is told of a question. */
export type Asked = Pick<Ask, 'server' | 'target' | 'key' | 'signal'>;

/** Somebody, or something that stands in for them. */
export interface Person {
  form(form: ElicitRequestFormParams, ask: Asked): Promise<ElicitResult>;
  page(page: ElicitRequestURLParams, ask: Asked): Promise<ElicitResult>;
  model(prompt: CreateMessageRequestParams, ask: Asked): Promise<CreateMessageResult>;
  /** The call can't go on yet; it is tried again in a moment. */
  waiting(): void;
}

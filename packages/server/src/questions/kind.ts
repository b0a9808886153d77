/** The four kinds of question, told apart the same way when they go out and when their answers come in. */
import type { InputRequest } from '@mrtr/types';

/** A form or a page for the person, a prompt for the client's model, or the client's roots. */
export type QuestionKind = 'form' | 'url' | 'sampling' | 'roots';

/** The kind of an input request (Specification 2026-07-28, client/elicitation: no `mode` means form). */
export function questionKind(request: InputRequest): QuestionKind {
  switch (request.method) {
    case 'elicitation/create':
      return request.params.mode === 'url' ? 'url' : 'form';
    case 'sampling/createMessage':
      return 'sampling';
    case 'roots/list':
      return 'roots';
  }
}

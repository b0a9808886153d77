/** A form with a choice in each of the five forms that there are. Specification 2026-07-28, client/elicitation "Requested Schema". */
import type { InputRequest } from '@mrtr/types';

const TITLED = [
  { const: 'value1', title: 'First Option' },
  { const: 'value2', title: 'Second Option' },
  { const: 'value3', title: 'Third Option' },
];
const UNTITLED = ['option1', 'option2', 'option3'];

export const CHOICES: InputRequest = {
  method: 'elicitation/create',
  params: {
    mode: 'form',
    message: 'Please choose',
    requestedSchema: {
      type: 'object',
      properties: {
        untitledSingle: { type: 'string', enum: UNTITLED },
        titledSingle: { type: 'string', oneOf: TITLED },
        legacyEnum: { type: 'string', enum: UNTITLED, enumNames: ['Option One', 'Option Two', 'Option Three'] },
        untitledMulti: { type: 'array', items: { type: 'string', enum: UNTITLED } },
        titledMulti: { type: 'array', items: { anyOf: TITLED } },
      },
    },
  },
};

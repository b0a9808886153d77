/** One field of a form as a prompt, by its kind: text, number, yes or no, a choice, or several (client/elicitation "Requested Schema"). */
import { log, multiselect, select, text } from '@clack/prompts';
import type {
  ElicitValue,
  MultiSelectEnumSchema,
  NumberSchema,
  PrimitiveSchemaDefinition,
  StringSchema,
} from '@mrtr/types';
import { type Choice, choicesOf } from './choices.js';
import { printable } from './printable.js';
import { checkChoices, expectation, readTyped } from './read-value.js';
import { answered, onScreen, type Prompting } from './terminal.js';

/** A field, and what is known of it. */
export interface Field {
  readonly name: string;
  readonly field: PrimitiveSchemaDefinition;
  readonly required: boolean;
  /** What the person answered before. */
  readonly before?: ElicitValue | undefined;
}

/**
 * The answer; `undefined` for a field that is left out.
 * @throws {PersonLeft}
 */
export async function askField(asked: Field, options: Prompting): Promise<ElicitValue | undefined> {
  const { field } = asked;
  if (field.type === 'boolean') return askOne<boolean>(asked, YES_OR_NO, options);
  const choices = choicesOf(field);
  if (field.type === 'array') return askSeveral(asked, field, choices ?? [], options);
  return choices ? askOne(asked, choices, options) : askText(asked, field, options);
}

/** What a person calls it. */
export function titleOf(name: string, { title }: PrimitiveSchemaDefinition): string {
  return printable(title ?? name);
}

const YES_OR_NO = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
] as const;

async function askOne<T extends string | boolean>(
  asked: Field,
  choices: readonly Choice<T>[],
  options: Prompting,
): Promise<T | undefined> {
  const leave = mustAnswer(asked) ? [] : [{ value: null, label: '(leave it out)' }];
  const chosen = await answered(
    select<T | null>({
      message: messageOf(asked),
      options: [...choices, ...leave] as never,
      initialValue: (initialOf(asked) ?? choices[0]?.value) as T,
      ...onScreen(options),
    }),
  );
  return chosen ?? undefined;
}

async function askSeveral(
  asked: Field,
  field: MultiSelectEnumSchema,
  choices: readonly Choice<string>[],
  options: Prompting,
): Promise<string[] | undefined> {
  let initial = initialOf(asked) as string[] | undefined;
  for (;;) {
    const chosen = await answered(
      multiselect<string>({
        message: messageOf(asked),
        options: [...choices],
        required: false,
        ...(initial && { initialValues: initial }),
        ...onScreen(options),
      }),
    );
    if (chosen.length === 0 && !asked.required) return undefined;
    const problem = checkChoices(field, chosen.length);
    if (problem === undefined) return chosen;
    log.warn(problem, options.output && { output: options.output });
    initial = chosen;
  }
}

async function askText(
  asked: Field,
  field: StringSchema | NumberSchema,
  options: Prompting,
): Promise<ElicitValue | undefined> {
  const initial = initialOf(asked);
  const typed = await answered(
    text({
      message: messageOf(asked),
      ...(initial !== undefined && { initialValue: String(initial) }),
      validate: (value = '') => (value === '' && !asked.required ? undefined : readTyped(field, value).problem),
      ...onScreen(options),
    }),
  );
  // Nothing typed is nothing said, unless the empty text is an answer that has to be there.
  return typed === '' && !asked.required ? undefined : readTyped(field, typed).value;
}

/** What is left out takes its default, so there is nothing to leave out where there is one. */
function mustAnswer({ required, field }: Field): boolean {
  return required || field.default !== undefined;
}

function initialOf({ field, before }: Field): ElicitValue | undefined {
  return before ?? field.default;
}

function messageOf(asked: Field): string {
  const { name, field } = asked;
  const description = field.description === undefined ? [] : [printable(field.description)];
  const notes = [...description, ...expectation(field), ...(mustAnswer(asked) ? [] : ['optional'])];
  return notes.length === 0 ? titleOf(name, field) : `${titleOf(name, field)} (${notes.join('; ')})`;
}

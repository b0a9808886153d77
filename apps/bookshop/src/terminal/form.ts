/** A form, filled in field by field, looked over, and only then sent (Specification 2026-07-28, client/elicitation). */
import { note, select } from '@clack/prompts';
import type { ElicitRequestFormParams, ElicitResult, ElicitValue } from '@mrtr/types';
import { announce, react } from './consent.js';
import { askField, titleOf } from './field.js';
import type { Asked } from '../person.js';
import { answered, onScreen, type Terminal } from './terminal.js';

type Schema = ElicitRequestFormParams['requestedSchema'];
type Content = Map<string, ElicitValue>;

/** @throws {PersonLeft} where the person leaves. */
export async function fillIn(
  { message, requestedSchema }: ElicitRequestFormParams,
  ask: Asked,
  terminal: Terminal,
): Promise<ElicitResult> {
  announce(ask, message, terminal);
  const count = Object.keys(requestedSchema.properties).length;
  const action = await react(count === 0 ? 'Yes' : 'Yes, I fill it in', ask, terminal);
  if (action !== 'accept') return { action };
  let content: Content = new Map();
  for (;;) {
    content = await askAll(requestedSchema, content, ask, terminal);
    const verdict = count > 1 ? await lookOver(requestedSchema, content, ask, terminal) : 'accept';
    // `fromEntries` defines what it is given, so that a field called `__proto__` is one.
    if (verdict === 'accept') return { action: verdict, content: Object.fromEntries(content) };
    if (verdict !== 'change') return { action: verdict };
  }
}

/** Each field in turn. What was answered before is there to be kept. */
async function askAll(schema: Schema, before: Content, { signal }: Asked, terminal: Terminal): Promise<Content> {
  const content: Content = new Map();
  for (const [name, field] of Object.entries(schema.properties)) {
    const required = schema.required?.includes(name) === true;
    const value = await askField({ name, field, required, before: before.get(name) }, { signal, ...terminal });
    if (value !== undefined) content.set(name, value);
  }
  return content;
}

async function lookOver(
  { properties }: Schema,
  content: Content,
  { signal }: Asked,
  terminal: Terminal,
): Promise<ElicitResult['action'] | 'change'> {
  const lines = Object.entries(properties).map(([name, field]) => {
    const value = content.get(name);
    return `${titleOf(name, field)}: ${value === undefined ? '(left out)' : String(value)}`;
  });
  note(lines.join('\n'), 'Your answers', terminal.output && { output: terminal.output });
  return answered(
    select<ElicitResult['action'] | 'change'>({
      message: 'Send them?',
      options: [
        { value: 'accept', label: 'Send' },
        { value: 'change', label: 'Change something' },
        { value: 'decline', label: 'No, send nothing', hint: 'the server is told so' },
        { value: 'cancel', label: 'Not now', hint: 'you decide nothing' },
      ],
      ...onScreen({ signal, ...terminal }),
    }),
  );
}

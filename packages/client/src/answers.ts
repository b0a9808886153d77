/**
 * Answers, checked and copied before they are sent: what leaves this process is plain JSON that fits its question.
 *
 * Specification 2026-07-28, client/elicitation "Response Actions", client/sampling, client/roots.
 */
import { CreateMessageResultSchema } from '@mrtr/types';
import type { CreateMessageResult, ElicitResult, InputResponse, ListRootsResult, Root } from '@mrtr/types';
import { ClientError, quote } from './client-error.js';
import type { FieldValue, Form } from './form.js';
import { isRecord, isStringArray, own } from './json-guards.js';
import type { Question } from './questions.js';

/**
 * Checks one answer and returns the copy to send. Defaults are filled in, and content that goes with anything but an
 * accepted form is left out.
 * @throws {ClientError} `invalid_answer`, naming the key and the field.
 */
export function checkAnswer(question: Question, answer: unknown): InputResponse {
  switch (question.kind) {
    case 'form':
      return checkElicitation(question.key, answer, question.form);
    case 'url':
      return checkElicitation(question.key, answer, undefined);
    case 'sampling':
      return checkSample(question.key, answer);
    case 'roots':
      return checkRoots(question.key, answer);
  }
}

function checkElicitation(key: string, answer: unknown, form: Form | undefined): ElicitResult {
  if (!isRecord(answer)) throw unfit(key, 'it must be an object like { action: "accept", content: { … } }');
  const action = own(answer, 'action');
  if (action !== 'accept' && action !== 'decline' && action !== 'cancel') {
    throw unfit(key, 'its action must be accept, decline or cancel');
  }
  if (action !== 'accept' || form === undefined) return { action };
  return { action, content: checkContent(key, own(answer, 'content') ?? {}, form) };
}

function checkContent(key: string, content: unknown, form: Form): NonNullable<ElicitResult['content']> {
  if (!isRecord(content)) throw unfit(key, 'its content must be an object');
  const given: [string, string | number | boolean | string[]][] = [];
  for (const name of Object.keys(content)) {
    if (content[name] === undefined || form.fields.has(name)) continue;
    if (form.closed) throw unfit(key, 'the form has no such field', name);
    if (!isFieldValue(content[name]))
      throw unfit(key, 'it must be a string, a number, true, false or a list of strings', name);
    given.push([name, copy(content[name])]);
  }
  for (const [name, field] of form.fields) {
    const answered = own(content, name);
    const value = answered === undefined ? field.fallback : answered;
    if (value === undefined) continue;
    const problem = field.problem(value);
    if (problem !== undefined) throw unfit(key, `${answered === undefined ? 'its default' : 'it'} ${problem}`, name);
    given.push([name, copy(value as FieldValue)]);
  }
  // Entries rather than assignments: a field may be called `__proto__`.
  const checked = Object.fromEntries(given);
  for (const name of form.required) {
    if (!Object.hasOwn(checked, name)) throw unfit(key, 'it is required', name);
  }
  return checked;
}

function isFieldValue(value: unknown): value is FieldValue {
  return (
    typeof value === 'string' ||
    typeof value === 'boolean' ||
    (typeof value === 'number' && Number.isFinite(value)) ||
    isStringArray(value)
  );
}

function copy(value: FieldValue): string | number | boolean | string[] {
  return typeof value === 'object' ? [...value] : value;
}

function checkSample(key: string, answer: unknown): CreateMessageResult {
  const json = toJson(key, answer);
  const parsed = CreateMessageResultSchema.safeParse(json);
  if (parsed.success) return json as CreateMessageResult;
  const path = parsed.error.issues[0]?.path.map(String).join('.');
  throw unfit(key, path ? `its ${path} does not fit` : 'it must be an object like { role, content, model }');
}

function checkRoots(key: string, answer: unknown): ListRootsResult {
  const roots = Array.isArray(answer) ? answer : isRecord(answer) ? own(answer, 'roots') : undefined;
  if (!Array.isArray(roots)) throw unfit(key, 'it must be a list of roots like { uri, name }');
  return {
    roots: (roots as unknown[]).map((root): Root => {
      const json = toJson(key, root);
      const uri = isRecord(json) ? own(json, 'uri') : undefined;
      if (typeof uri !== 'string' || !uri.startsWith('file://'))
        throw unfit(key, 'each root needs a uri that starts with file://');
      return json as Root;
    }),
  };
}

/** A copy by way of JSON, as the wire would make it. */
function toJson(key: string, value: unknown): unknown {
  let text: string | undefined;
  try {
    text = JSON.stringify(value);
  } catch (cause) {
    throw unfit(key, 'it holds something that JSON has no form for, such as a cycle or a BigInt', undefined, cause);
  }
  if (text === undefined) throw unfit(key, 'it must be an object');
  return JSON.parse(text);
}

function unfit(key: string, problem: string, field?: string, cause?: unknown): ClientError {
  const where = field === undefined ? '' : `, field ${quote(field)}`;
  return new ClientError('invalid_answer', `The answer to ${quote(key)}${where} does not fit: ${problem}`, {
    key,
    field,
    cause,
  });
}

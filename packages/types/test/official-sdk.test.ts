/**
 * Every schema gives the verdict of the official SDK's, but for the listed differences.
 *
 * The SDK's public schemas describe 2025-11-25 with what 2026-07-28 added, and are lenient where the revisions part.
 */
import * as official from '@modelcontextprotocol/core';
import * as types from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { $ZodIssue, $ZodType } from 'zod/v4/core';
import { safeParse } from 'zod/v4/core';
import { someMutations } from './support/mutations.js';
import { type Difference, differences, type Name, type Objection } from './support/sdk-differences.js';
import { values } from './support/values.js';

/** Theirs, where the name isn't ours with JSON-RPC written in capitals. */
const counterparts: Partial<Record<Name, string>> = {
  CreateMessageResult: 'CreateMessageResultWithToolsSchema',
  RequestMetaObject: 'RequestMetaSchema',
  SubscriptionsListenResultMetaObject: 'SubscriptionsListenResultMetaSchema',
};

/** What begins the names of those of theirs for which this revision has nothing. */
const withoutCounterpart: Readonly<Record<string, string>> = {
  ClientResult: 'a client of this revision sends no results',
  CompatibilityCallToolResult: 'the results of 2024-10-07',
  CreateMessageResultSchema: 'the answer of a client without sampling.tools; compared is the other one',
  ElicitationComplete: 'gone since 2026-07-28',
  EmptyResult: 'the result of ping and the like, closed where those of this revision are open',
  Initialize: 'the handshake of legacy revisions',
  OAuth: 'authorization',
  OpenId: 'authorization',
  IdJag: 'authorization',
  Ping: 'gone since 2026-07-28',
  ProgressSchema: 'the parameters of a progress notification without their token',
  RootsListChanged: 'gone since 2026-07-28',
  SamplingContentSchema: 'the content of a client without sampling.tools',
  ServerRequest: 'a server of this revision sends no requests',
  ServerResult: 'theirs ends in a result of any shape',
  SetLevel: 'gone since 2026-07-28',
  SubscribeRequest: 'gone since 2026-07-28',
  UnsubscribeRequest: 'gone since 2026-07-28',
  Task: 'tasks are an extension since 2026-07-28',
  CancelTask: 'tasks are an extension since 2026-07-28',
  CreateTask: 'tasks are an extension since 2026-07-28',
  GetTask: 'tasks are an extension since 2026-07-28',
  ListTasks: 'tasks are an extension since 2026-07-28',
  RelatedTask: 'tasks are an extension since 2026-07-28',
  ToolExecution: 'tasks are an extension since 2026-07-28',
};

const ours = types as unknown as Readonly<Record<string, $ZodType>>;
const theirs = official as unknown as Readonly<Record<string, $ZodType>>;

const pairs = (Object.keys(values) as Name[]).flatMap((name) => {
  const theirName = counterparts[name] ?? `${name.replace(/^Json(Rpc)?/, (word) => word.toUpperCase())}Schema`;
  const [mine, other] = [ours[`${name}Schema`], theirs[theirName]];
  return mine === undefined || other === undefined ? [] : [{ name, theirName, mine, other }];
});

describe('every schema, beside the official SDK', () => {
  it.each(pairs)('$name', ({ name, mine, other }) => {
    fc.assert(
      fc.property(values[name] as fc.Arbitrary<unknown>, fc.nat(), (value, start) => {
        expect(safeParse(mine, value).error?.issues, 'ours').toBeUndefined();
        expect(safeParse(other, value).error?.issues, 'theirs').toBeUndefined();
        for (const { what, value: mutated } of someMutations(value, start, 60)) {
          const [refusal, unexplained] = difference(mine, other, mutated, name);
          if (unexplained.length > 0) expect.fail(`only ${refusal}: ${what}\n${JSON.stringify(unexplained, null, 2)}`);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('leaves out none of theirs without a reason', () => {
    const compared = new Set(pairs.map(({ theirName }) => theirName));
    const reasons = Object.keys(withoutCounterpart);
    const left = Object.keys(theirs).filter((name) => !compared.has(name));
    expect(left.filter((name) => !reasons.some((start) => name.startsWith(start)))).toEqual([]);
    expect(reasons.filter((start) => !left.some((name) => name.startsWith(start)))).toEqual([]);
  });

  it.each(differences)('differs: $name', ({ because, stricter, explains, witness: [of, value] }) => {
    expect(because).not.toBe('');
    const pair = pairs.find(({ name }) => name === of);
    if (pair === undefined) throw new Error(`${of} is not compared`);
    const [strict, lenient] = stricter === 'ours' ? [pair.mine, pair.other] : [pair.other, pair.mine];
    expect(safeParse(lenient, value).error?.issues).toBeUndefined();
    const issues = safeParse(strict, value).error?.issues ?? [];
    expect(issues).not.toEqual([]);
    expect(objections(issues, of, '', [explains])).toEqual([]);
  });
});

/** Who alone refuses a value, and for what that no difference explains. */
function difference(mine: $ZodType, other: $ZodType, value: unknown, of: Name): [Difference['stricter'], Objection[]] {
  const [ourIssues, theirIssues] = [safeParse(mine, value).error?.issues, safeParse(other, value).error?.issues];
  const stricter = ourIssues === undefined ? 'theirs' : 'ours';
  if ((ourIssues === undefined) === (theirIssues === undefined)) return [stricter, []];
  const listed = differences.filter((item) => item.stricter === stricter).map(({ explains }) => explains);
  return [stricter, objections(ourIssues ?? theirIssues ?? [], of, '', listed)];
}

/** What remains of the issues; a union's is explained where all that speaks against one of its branches is. */
function objections(
  issues: readonly $ZodIssue[],
  of: Name,
  at: string,
  explanations: readonly Difference['explains'][],
): Objection[] {
  return issues.flatMap((issue) => {
    const path = [at, ...issue.path.map(String)].filter((part, index) => index > 0 || part !== '').join('.');
    const objection = { of, path, issue };
    if (explanations.some((explains) => explains(objection))) return [];
    const branches = issue.code === 'invalid_union' ? issue.errors : [];
    return branches.some((branch) => objections(branch, of, path, explanations).length === 0) ? [] : [objection];
  });
}

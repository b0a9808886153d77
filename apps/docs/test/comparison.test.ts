/**
 * What the README says of the official SDK 2.4.0 beside this one, claim by claim, on both sides. A claim that stops being
 * true, because either side got better, fails here and has to be taken back there.
 */
import { describe, expect, it } from 'vitest';
import { bound, codec, official } from './comparison/official.js';
import { ours } from './comparison/ours.js';
import { callOn, consent, refused, saidBy, small, stateOn } from './comparison/side.js';

const large = { ...small.arguments, amount: 1000 };
const decoded = (token: string): string =>
  token
    .split('.')
    .map((part) => Buffer.from(part, 'base64url').toString('latin1'))
    .join('.');

describe('out of the box', () => {
  it('the official SDK sends the state as it was written, and believes what comes back', async () => {
    const post = official();
    expect(await stateOn(post)).toBe('{"amount":10}');
    const forged = { ...small, inputResponses: consent, requestState: '{"amount":9999}' };
    expect(saidBy(await callOn(post, forged))).toBe('pay 9999 to ada');
  });

  it('ours seals it, and refuses what it did not seal', async () => {
    const post = ours();
    expect(await stateOn(post)).toMatch(/^v1\.[\w-]{100,}$/u);
    const forged = { ...small, inputResponses: consent, requestState: '{"amount":9999}' };
    expect(saidBy(await callOn(post, forged))).toEqual(refused);
  });
});

describe('what the client can read of the state', () => {
  it('is all of it, with the official codec', async () => {
    expect(decoded(await stateOn(official(codec)))).toContain('{"amount":10}');
    expect(decoded(await stateOn(official(bound)))).toContain('{"amount":10}');
  });

  it('is nothing, with ours', async () => {
    expect(decoded(await stateOn(ours()))).not.toContain('amount');
  });
});

describe('a state that comes back as it was', () => {
  const sides = {
    'the official codec': official(codec),
    'the official codec with bind': official(bound),
    ours: ours(),
  };

  it.each(Object.entries(sides))('with its own call is accepted: %s', async (_name, post) => {
    const requestState = await stateOn(post);
    expect(saidBy(await callOn(post, { ...small, inputResponses: consent, requestState }))).toBe('pay 10 to ada');
  });

  it.each([
    ['the official codec', sides['the official codec'], 'pay 10 to ada'],
    ['the official codec with bind', sides['the official codec with bind'], 'pay 10 to ada'],
    ['ours', sides.ours, refused],
  ])('with other arguments: %s', async (_name, post, expected) => {
    const requestState = await stateOn(post);
    const other = { ...small, arguments: large, inputResponses: consent, requestState };
    expect(saidBy(await callOn(post, other))).toEqual(expected);
  });

  it.each([
    ['the official codec', sides['the official codec'], 'refund 10 to ada'],
    ['the official codec with bind', sides['the official codec with bind'], 'refund 10 to ada'],
    ['ours', sides.ours, refused],
  ])('on another tool: %s', async (_name, post, expected) => {
    const requestState = await stateOn(post);
    const other = { ...small, name: 'refund' as const, inputResponses: consent, requestState };
    expect(saidBy(await callOn(post, other))).toEqual(expected);
  });

  it.each(Object.entries(sides))('a second time is accepted by all, also ours: %s', async (_name, post) => {
    const again = { ...small, inputResponses: consent, requestState: await stateOn(post) };
    expect(saidBy(await callOn(post, again))).toBe('pay 10 to ada');
    expect(saidBy(await callOn(post, again))).toBe('pay 10 to ada');
  });
});

describe('an answer to a question that nobody asked', () => {
  it.each([
    ['the official SDK', official(codec), 'pay 10 to ada'],
    ['ours', ours(), 'input_required'],
  ])('%s', async (_name, post, expected) => {
    expect(saidBy(await callOn(post, { ...small, inputResponses: consent }))).toBe(expected);
  });
});

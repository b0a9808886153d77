/**
 * The floors in memory: the bare dispatch behind a copy through JSON in both directions, as isolation asks for, and
 * the same with objects handed over by reference. The flow is sealed with XChaCha20-Poly1305 from `@noble/ciphers`.
 */
import type { Looped } from '../../harness/subject.js';
import { GREET } from '../../work/greet.js';
import { REQUEST_META } from '../../work/names.js';
import { ORDER } from '../../work/order.js';
import { textOf } from '../../work/results.js';
import { SURVEY, SURVEY_ROUNDS, surveyed, surveyKey, surveyMessage } from '../../work/survey.js';
import { dispatch, type BareCodec, type BareRequest, type BareResult } from './dispatch.js';
import { xchachaCodec } from './xchacha-codec.js';

type Exchange = (request: BareRequest) => Promise<BareResult>;

export function callByJson(): Looped {
  const exchange = byJson(xchachaCodec());
  return { operation: () => call(exchange), expected: GREET.expected };
}

export function callByReference(): Looped {
  const codec = xchachaCodec();
  return { operation: () => call(async (request) => dispatch(request, codec)), expected: GREET.expected };
}

export function flow(): Looped {
  const exchange = byJson(xchachaCodec());
  return { operation: () => twoRounds(exchange), expected: ORDER.expected };
}

export function longFlow(): Looped {
  const codec = xchachaCodec();
  const operation = async () => {
    let answers: string[] = [];
    let requestState: string | undefined;
    for (;;) {
      const given = requestState === undefined ? undefined : { [surveyKey(answers.length)]: SURVEY.answer };
      const request = copy({
        id: 1,
        params: { _meta: REQUEST_META, arguments: SURVEY.arguments, given, requestState },
      });
      answers =
        request.params.requestState === undefined
          ? []
          : (JSON.parse(codec.open(request.params.requestState)) as string[]);
      const answer = request.params.given?.[surveyKey(answers.length)];
      if (answer !== undefined) answers.push(answer.answer);
      if (answers.length === SURVEY_ROUNDS) return copy(surveyed(answers));
      const message = surveyMessage(SURVEY.arguments.topic, answers.length);
      requestState = copy({ message, requestState: codec.seal(JSON.stringify(answers)) }).requestState;
    }
  };
  return { operation, expected: SURVEY.expected };
}

function byJson(codec: BareCodec): Exchange {
  return async (request) => copy(dispatch(copy(request), codec));
}

function copy<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

async function call(exchange: Exchange): Promise<string> {
  return textOf(await exchange(requestWith({ name: GREET.tool, arguments: GREET.arguments })));
}

async function twoRounds(exchange: Exchange): Promise<string> {
  const params = { name: ORDER.tool, arguments: ORDER.arguments };
  const interim = await exchange(requestWith(params));
  const inputResponses = { [ORDER.key]: { action: 'accept', content: ORDER.answer } };
  return textOf(await exchange(requestWith({ ...params, inputResponses, requestState: interim.requestState })));
}

function requestWith(params: BareRequest['params']): BareRequest {
  const request = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta: REQUEST_META } };
  return request;
}

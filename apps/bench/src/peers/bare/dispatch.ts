/** The two tools with nothing around them: no schema, no envelope check, no context. */
import { GREET, greeting } from '../../work/greet.js';
import { ORDER, orderMessage, ordered, type OrderState } from '../../work/order.js';

export interface BareRequest {
  readonly id: number;
  readonly params: {
    readonly name: string;
    readonly arguments: Readonly<Record<string, string>>;
    readonly inputResponses?: Readonly<Record<string, { content: { copies: number } }>> | undefined;
    readonly requestState?: string | undefined;
  };
}

/** Protects the state of a flow, in the least code that does. */
export interface BareCodec {
  seal(state: string): string;
  open(token: string): string;
}

export interface BareResult {
  readonly resultType: 'complete' | 'input_required';
  readonly content?: readonly [{ readonly type: 'text'; readonly text: string }];
  readonly inputRequests?: Readonly<Record<string, unknown>>;
  readonly requestState?: string;
}

type Tool = (params: BareRequest['params'], codec: BareCodec) => BareResult;

const FORM = {
  type: 'object',
  properties: { confirm: { type: 'boolean' }, copies: { type: 'integer', minimum: 1, maximum: 9 } },
  required: ['confirm', 'copies'],
};

const tools = new Map<string, Tool>([
  [GREET.tool, (params) => text(greeting(params.arguments['name'] ?? ''))],
  [ORDER.tool, order],
]);

export function dispatch(request: BareRequest, codec: BareCodec): BareResult {
  const tool = tools.get(request.params.name);
  if (tool === undefined) throw new Error('no such tool');
  return tool(request.params, codec);
}

function order(params: BareRequest['params'], codec: BareCodec): BareResult {
  const title = params.arguments['title'] ?? '';
  const answer = params.inputResponses?.[ORDER.key];
  if (answer === undefined || params.requestState === undefined) {
    const ask = { mode: 'form', message: orderMessage(title), requestedSchema: FORM };
    return {
      resultType: 'input_required',
      inputRequests: { [ORDER.key]: { method: 'elicitation/create', params: ask } },
      requestState: codec.seal(JSON.stringify(ORDER.state)),
    };
  }
  return text(ordered(title, answer.content.copies, JSON.parse(codec.open(params.requestState)) as OrderState));
}

function text(line: string): BareResult {
  return { resultType: 'complete', content: [{ type: 'text', text: line }] };
}

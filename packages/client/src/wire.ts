/**
 * One leg in the words of the protocol: a request with its `_meta` goes out, a checked result comes back. Each leg has
 * an id of its own, which is also its progress token.
 *
 * Specification 2026-07-28, basic/index "_meta" and "ResultType", basic/patterns/mrtr "Client Requirements".
 */
import {
  type ClientCapabilities,
  ErrorCode,
  type Implementation,
  type InputResponses,
  isImplementation,
  type JsonRpcResponse,
  MetaKey,
  ProtocolError,
  type ProtocolVersion,
  type RequestId,
} from '@mrtr/types';
import { type Call, isInterimMethod } from './call.js';
import { type Answerable, answerable } from './capabilities.js';
import type { Asker, Channel } from './channel.js';
import { ClientError, quote } from './client-error.js';
import { readDuration } from './clock.js';
import type { FlowScope } from './flow-scope.js';
import { type Interim, readInterim } from './interim.js';
import { isRecord, type JsonRecord } from './json-guards.js';
import { sendLeg } from './leg.js';
import { speaks } from './negotiation.js';
import { routeNotifications } from './notifications.js';
import type { LegOptions, Settings } from './options.js';
import { checkMeta, checkResult } from './results.js';
import type { Continuation } from './round-loop.js';

/** What every request of this client says of it. */
export interface Identity {
  readonly version: ProtocolVersion;
  readonly info: Implementation;
  readonly capabilities: ClientCapabilities;
}

/** The client's side of a channel. */
export class Wire {
  /** The server as it last named itself. */
  serverInfo: Implementation | undefined;
  readonly #channel: Channel;
  readonly #settings: Settings;
  readonly #version: ProtocolVersion;
  readonly #can: Answerable;
  /** One frozen object for all requests that add nothing to it. */
  readonly #meta: JsonRecord;
  #lastId = 0;

  constructor(channel: Channel, identity: Identity, settings: Settings) {
    this.#channel = channel;
    this.#settings = settings;
    this.#version = identity.version;
    this.#can = answerable(identity.capabilities);
    this.#meta = Object.freeze({
      [MetaKey.protocolVersion]: identity.version,
      [MetaKey.clientInfo]: identity.info,
      [MetaKey.clientCapabilities]: identity.capabilities,
    });
  }

  /** What this client declared that it answers. */
  get can(): Answerable {
    return this.#can;
  }

  /**
   * Sends one leg, and tells a final result from an interim one.
   * @throws {ProtocolError} what the server answered with, where that is an error.
   * @throws {ClientError} `timeout`, or one of those about the server's result.
   * @throws {TransportError} when there is no response.
   */
  leg(
    call: Call,
    continuation: Continuation<InputResponses> | undefined,
    options: LegOptions,
    scope: FlowScope,
    onAsk?: Asker,
  ): Promise<JsonRecord | Interim> {
    const leg = this.#send(call, continuation, options, scope, onAsk);
    // A server may refuse a version before it has looked at it: once more, if it says that it speaks that very one.
    return leg.catch((error: unknown) => {
      if (!this.#wasRefusedInVain(error)) throw error;
      return this.#send(call, continuation, options, scope, onAsk);
    });
  }

  #wasRefusedInVain(error: unknown): boolean {
    return (
      error instanceof ProtocolError &&
      error.code === ErrorCode.UnsupportedProtocolVersion &&
      speaks(this.#version, error.data)
    );
  }

  #send(
    { method, params }: Call,
    continuation: Continuation<InputResponses> | undefined,
    options: LegOptions,
    scope: FlowScope,
    onAsk: Asker | undefined,
  ): Promise<JsonRecord | Interim> {
    const { clock, logger, timeoutMs } = this.#settings;
    const id = ++this.#lastId;
    const _meta = this.#metaOf(options, id);
    return sendLeg(
      {
        jsonrpc: '2.0',
        id,
        method,
        params: legParams(_meta, params, continuation),
      },
      {
        channel: this.#channel,
        clock,
        scope,
        timeoutMs: readDuration('timeoutMs', options.timeoutMs, timeoutMs),
        headers: options.headers,
        onNotification: routeNotifications(options, id, logger),
        onAsk,
        read: (response) => this.#read(method, response),
      },
    );
  }

  /** Whether the server may ask in the middle of a call. */
  get mayAsk(): boolean {
    return this.#channel.mayAsk;
  }

  /**
   * Reads what a server asks in the middle of a call, as if an interim result had asked it.
   * @throws {ClientError} as for an interim result.
   */
  readAsk(key: string, request: JsonRecord): Interim {
    const interim = { inputRequests: { [key]: request } };
    return readInterim(interim, this.#can, this.#settings.interim, this.serverInfo);
  }

  close(): Promise<void> {
    return this.#channel.close();
  }

  /** The protocol's own members win over the caller's. */
  #metaOf({ meta, onProgress, onLog, logLevel }: LegOptions, token: RequestId): JsonRecord {
    if (meta === undefined && onProgress === undefined && onLog === undefined && logLevel === undefined) {
      return this.#meta;
    }
    const level = logLevel ?? (onLog === undefined ? undefined : 'info');
    const { progressToken: _, ...own } = meta ?? {};
    return {
      ...own,
      ...this.#meta,
      ...(onProgress !== undefined && { [MetaKey.progressToken]: token }),
      ...(level !== undefined && { [MetaKey.logLevel]: level }),
    };
  }

  #read(method: string, response: JsonRpcResponse): JsonRecord | Interim {
    if ('error' in response && response.error !== undefined) throw toProtocolError(response.error);
    const result: unknown = 'result' in response ? response.result : undefined;
    if (!isRecord(result)) throw invalidResult(method, 'it is not an object');
    switch (result['resultType']) {
      case 'complete':
        return this.#final(method, result);
      case undefined:
        // An older server says nothing, and means that this is all.
        return this.#final(method, { ...result, resultType: 'complete' });
      case 'input_required':
        return this.#interim(method, result);
      default:
        throw invalidResult(method, unknownType(result['resultType']));
    }
  }

  #final(method: string, result: JsonRecord): JsonRecord {
    const checked = checkResult(method, result);
    this.serverInfo ??= serverOf(checked);
    return checked;
  }

  #interim(method: string, result: JsonRecord): Interim {
    if (!isInterimMethod(method)) {
      throw invalidResult(method, 'only tools/call, prompts/get and resources/read may ask for input');
    }
    checkMeta(method, result['_meta']);
    const server = serverOf(result) ?? this.serverInfo;
    this.serverInfo ??= server;
    return readInterim(result, this.#can, this.#settings.interim, server);
  }
}

/** The spreads stand last: V8 copies into a literal six times as fast as it adds to a copy. */
function legParams(
  _meta: JsonRecord,
  params: JsonRecord,
  continuation: Continuation<InputResponses> | undefined,
): JsonRecord {
  if (continuation === undefined) return { _meta, ...params };
  const { inputResponses, requestState } = continuation;
  if (inputResponses === undefined) {
    return requestState === undefined ? { _meta, ...params } : { _meta, requestState, ...params };
  }
  return requestState === undefined
    ? { _meta, inputResponses, ...params }
    : { _meta, inputResponses, requestState, ...params };
}

function serverOf({ _meta: meta }: JsonRecord): Implementation | undefined {
  const server = isRecord(meta) ? meta[MetaKey.serverInfo] : undefined;
  return isImplementation(server) ? server : undefined;
}

function toProtocolError({ code, message, data }: { code: number; message: string; data?: unknown }): Error {
  if (Number.isInteger(code) && typeof message === 'string') return new ProtocolError(code, message, { data });
  return new ClientError('invalid_result', 'The server answered with an error that has no integer code or no message');
}

function unknownType(type: unknown): string {
  return typeof type === 'string' ? `its resultType ${quote(type)} is unknown` : 'its resultType is not a string';
}

function invalidResult(method: string, problem: string): ClientError {
  return new ClientError('invalid_result', `The server's result of ${method} is invalid: ${problem}`);
}

/** True for the answer to headers that don't agree with the body. */
export function isHeaderMismatch(error: unknown): boolean {
  return error instanceof ProtocolError && error.code === ErrorCode.HeaderMismatch;
}

/**
 * What this client declares it can answer: each registered callback declares its capability, and options add what a
 * caller answers by hand.
 *
 * Specification 2026-07-28, client/elicitation, client/sampling and client/roots "Capabilities".
 */
import type { ClientCapabilities } from '@mrtr/types';
import { deepFreeze } from './deep-freeze.js';
import type { Callbacks } from './callbacks.js';

/** The capabilities as every request carries them: frozen, since one object serves all requests. */
export function declareCapabilities(callbacks: Callbacks, extra: ClientCapabilities = {}): ClientCapabilities {
  const declared: ClientCapabilities = { ...extra };
  const elicitation = declareElicitation(callbacks, extra.elicitation);
  if (elicitation !== undefined) declared.elicitation = elicitation;
  if (callbacks.onSample !== undefined) declared.sampling = { ...extra.sampling };
  if (callbacks.onListRoots !== undefined) declared.roots = { ...extra.roots };
  return deepFreeze(structuredClone(declared));
}

function declareElicitation(
  callbacks: Callbacks,
  extra: ClientCapabilities['elicitation'],
): ClientCapabilities['elicitation'] {
  const form = callbacks.onElicit !== undefined;
  const url = callbacks.onElicitUrl !== undefined;
  if (extra === undefined && !form && !url) return undefined;
  const modes = { ...extra };
  // An empty object means forms; it must keep meaning that when another mode joins it.
  if (form || (extra !== undefined && supportsForms(extra))) modes.form ??= {};
  if (url) modes.url ??= {};
  return modes;
}

/** Which input requests a server may send. */
export interface Answerable {
  readonly form: boolean;
  readonly url: boolean;
  readonly sampling: boolean;
  readonly samplingTools: boolean;
  readonly roots: boolean;
}

/** Reads the declared capabilities as a server has to. */
export function answerable({ elicitation, sampling, roots }: ClientCapabilities): Answerable {
  return {
    form: elicitation !== undefined && supportsForms(elicitation),
    url: elicitation?.url !== undefined,
    sampling: sampling !== undefined,
    samplingTools: sampling?.tools !== undefined,
    roots: roots !== undefined,
  };
}

function supportsForms(elicitation: NonNullable<ClientCapabilities['elicitation']>): boolean {
  return elicitation.form !== undefined || elicitation.url === undefined;
}

/**
 * Which capabilities of the client an input request needs, and which of them it did not declare.
 *
 * Specification 2026-07-28, basic/patterns/mrtr "Server Requirements (Basic Workflow)" and basic/index "Per-request
 * protocol fields". A server must not ask for what it can't be given, and a client must not be made to answer it.
 */
import type { ClientCapabilities } from './capabilities.js';
import type { InputRequest } from './input-required.js';

/** What the client must have declared to be sent this request. Fresh objects in every call. */
export function requiredCapabilities(request: InputRequest): ClientCapabilities {
  switch (request.method) {
    case 'elicitation/create':
      return { elicitation: request.params.mode === 'url' ? { url: {} } : { form: {} } };
    case 'sampling/createMessage': {
      const { tools, toolChoice, includeContext = 'none' } = request.params;
      const needsTools = tools !== undefined || toolChoice !== undefined;
      return {
        sampling: { ...(needsTools && { tools: {} }), ...(includeContext !== 'none' && { context: {} }) },
      };
    }
    case 'roots/list':
      return { roots: {} };
  }
}

/**
 * What `requests` need and `declared` lacks, merged into one set; `undefined` where nothing is missing. It is what a
 * -32021 error carries as `data.requiredCapabilities`. A client that wants to add it to an `elicitation: {}` has to
 * spell out the `form` which that stands for.
 */
export function missingCapabilities(
  requests: Iterable<InputRequest>,
  declared: ClientCapabilities,
): ClientCapabilities | undefined {
  const missing: ClientCapabilities = {};
  for (const request of requests) {
    const { elicitation, sampling, roots } = requiredCapabilities(request);
    if (elicitation?.form && !hasForm(declared)) missing.elicitation = { ...missing.elicitation, form: {} };
    if (elicitation?.url && !declared.elicitation?.url) missing.elicitation = { ...missing.elicitation, url: {} };
    if (sampling && !declared.sampling) missing.sampling = { ...missing.sampling };
    if (sampling?.tools && !declared.sampling?.tools) missing.sampling = { ...missing.sampling, tools: {} };
    if (sampling?.context && !declared.sampling?.context) missing.sampling = { ...missing.sampling, context: {} };
    if (roots && !declared.roots) missing.roots = {};
  }
  return Object.keys(missing).length > 0 ? missing : undefined;
}

/** `elicitation: {}` is an older way to say form; with only `url` there is none (client/elicitation "Capabilities"). */
function hasForm({ elicitation }: ClientCapabilities): boolean {
  return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
}

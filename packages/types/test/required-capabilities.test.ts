import {
  type ClientCapabilities,
  ClientCapabilitiesSchema,
  type InputRequest,
  missingCapabilities,
  requiredCapabilities,
} from '@mrtr/types';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeParse } from 'zod/v4/core';
import { values } from './support/values.js';

const form: InputRequest = {
  method: 'elicitation/create',
  params: { message: 'Which region?', requestedSchema: { type: 'object', properties: {} } },
};
const page: InputRequest = {
  method: 'elicitation/create',
  params: { mode: 'url', message: 'Log in', url: 'https://example.com/' },
};
const roots: InputRequest = { method: 'roots/list' };
const sample = (more: object = {}): InputRequest => ({
  method: 'sampling/createMessage',
  params: { messages: [], maxTokens: 1, ...more },
});

describe('what an input request needs of the client', () => {
  it.each([
    ['a form', form, { elicitation: { form: {} } }],
    [
      'a form by name',
      { ...form, params: { ...form.params, mode: 'form' } } as InputRequest,
      { elicitation: { form: {} } },
    ],
    ['a page', page, { elicitation: { url: {} } }],
    ['roots', roots, { roots: {} }],
    ['a completion', sample(), { sampling: {} }],
    ['a completion with tools', sample({ tools: [] }), { sampling: { tools: {} } }],
    ['a completion with a choice of tools', sample({ toolChoice: {} }), { sampling: { tools: {} } }],
    ['a completion without context', sample({ includeContext: 'none' }), { sampling: {} }],
    ['a completion with context', sample({ includeContext: 'allServers' }), { sampling: { context: {} } }],
    [
      'a completion with both',
      sample({ tools: [], includeContext: 'thisServer' }),
      { sampling: { tools: {}, context: {} } },
    ],
  ] as const)('%s', (_, request, needed) => {
    expect(requiredCapabilities(request)).toEqual(needed);
  });
});

describe('what the client did not declare of it', () => {
  it.each<[string, InputRequest[], ClientCapabilities, ClientCapabilities | undefined]>([
    ['nothing asked', [], {}, undefined],
    ['a form, of a client without any', [form], {}, { elicitation: { form: {} } }],
    ['a form, of a client that says {}', [form], { elicitation: {} }, undefined],
    ['a form, of a client that says form', [form], { elicitation: { form: {} } }, undefined],
    ['a form, of a client that says url alone', [form], { elicitation: { url: {} } }, { elicitation: { form: {} } }],
    ['a page, of a client that says {}', [page], { elicitation: {} }, { elicitation: { url: {} } }],
    ['a page, of a client that says url', [page], { elicitation: { url: {} } }, undefined],
    ['both, of a client without any', [form, page], {}, { elicitation: { form: {}, url: {} } }],
    ['roots', [roots], { sampling: {} }, { roots: {} }],
    ['a completion, of a client without any', [sample()], {}, { sampling: {} }],
    ['tools, of a client without sampling', [sample({ tools: [] })], {}, { sampling: { tools: {} } }],
    ['tools, of a client without tools', [sample({ tools: [] })], { sampling: {} }, { sampling: { tools: {} } }],
    ['tools, of a client with tools', [sample({ tools: [] })], { sampling: { tools: {} } }, undefined],
    ['tools in one and none in the other', [sample({ tools: [] }), sample()], {}, { sampling: { tools: {} } }],
    [
      'everything, of a client with half of it',
      [form, page, roots, sample({ toolChoice: {}, includeContext: 'thisServer' })],
      { elicitation: {}, sampling: { context: {} } },
      { elicitation: { url: {} }, roots: {}, sampling: { tools: {} } },
    ],
  ])('%s', (_, requests, declared, missing) => {
    expect(missingCapabilities(requests, declared)).toEqual(missing);
  });

  const requests = fc.array(values.InputRequest, { maxLength: 4 });

  it('is nothing once it is declared, too', () => {
    fc.assert(
      fc.property(requests, values.ClientCapabilities, (asked, declared) => {
        const missing = missingCapabilities(asked, declared);
        if (missing === undefined) return;
        expect(missingCapabilities(asked, merged(declared, missing))).toBeUndefined();
      }),
    );
  });

  it('is nothing that could be left out', () => {
    fc.assert(
      fc.property(requests, values.ClientCapabilities, (asked, declared) => {
        const missing = missingCapabilities(asked, declared);
        for (const less of withoutOne(missing ?? {})) {
          expect(missingCapabilities(asked, merged(declared, less))).toBeDefined();
        }
      }),
    );
  });

  it('is what is missing for each request, together', () => {
    fc.assert(
      fc.property(requests, values.ClientCapabilities, (asked, declared) => {
        const each = asked.map((request) => missingCapabilities([request], declared) ?? {});
        expect(missingCapabilities(asked, declared) ?? {}).toEqual(each.reduce(merged, {}));
      }),
    );
  });

  it('is a valid set of capabilities', () => {
    fc.assert(
      fc.property(requests, values.ClientCapabilities, (asked, declared) => {
        const missing = missingCapabilities(asked, declared) ?? {};
        expect(safeParse(ClientCapabilitiesSchema, missing).success).toBe(true);
      }),
    );
  });

  it('changes nothing of what it was given', () => {
    fc.assert(
      fc.property(requests, values.ClientCapabilities, (asked, declared) => {
        const before = structuredClone({ asked, declared });
        missingCapabilities(asked, declared);
        expect({ asked, declared }).toEqual(before);
      }),
    );
  });
});

/** Both together; an `elicitation: {}` has to say that it means forms before a `url` joins it. */
function merged(one: ClientCapabilities, other: ClientCapabilities): ClientCapabilities {
  const elicitation = one.elicitation ?? other.elicitation;
  const implied = one.elicitation && !one.elicitation.form && !one.elicitation.url ? { form: {} } : {};
  return {
    ...one,
    ...other,
    ...(elicitation && { elicitation: { ...implied, ...one.elicitation, ...other.elicitation } }),
    ...((one.sampling ?? other.sampling) && { sampling: { ...one.sampling, ...other.sampling } }),
  };
}

/** The set with one capability less, in every way. */
function withoutOne(capabilities: ClientCapabilities): ClientCapabilities[] {
  return Object.entries(capabilities).flatMap(([name, value]) => {
    const { [name as keyof ClientCapabilities]: _, ...rest } = capabilities;
    const parts = Object.keys(value as object);
    if (parts.length === 0) return [rest];
    return parts.map((part) => {
      const kept = Object.entries(value as object).filter(([key]) => key !== part);
      return kept.length === 0 ? rest : { ...rest, [name]: Object.fromEntries(kept) };
    });
  });
}

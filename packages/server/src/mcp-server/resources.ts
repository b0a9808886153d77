/**
 * The resources and templates of a server, and the three methods through which a client sees them.
 *
 * Specification 2026-07-28, server/resources. A fixed URI goes before every template, and templates are tried in the
 * order in which they were registered.
 */
import { ProtocolError, type Resource, type ResourceTemplate } from '@mrtr/types';
import type { MethodHandlers } from '../handlers.js';
import { type Registration, Registry } from './registry.js';
import type { RegisteredResource, RegisteredTemplate } from './resource.js';

export class Resources<Lifespan> {
  readonly #resources: Registry<Resource, RegisteredResource>;
  readonly #templates: Registry<ResourceTemplate, RegisteredTemplate<Lifespan>>;

  /** @param onChange told whenever either list has become another one. */
  constructor(pageSize: number, onChange: () => void) {
    this.#resources = new Registry('resource', pageSize, onChange);
    this.#templates = new Registry('resource template', pageSize, onChange);
  }

  add(resource: RegisteredResource): Registration {
    return this.#resources.add(resource.listing.uri, resource);
  }

  addTemplate(template: RegisteredTemplate<Lifespan>): Registration {
    return this.#templates.add(template.listing.uriTemplate, template);
  }

  /** Whether there is a template, or a resource, of this very URI. */
  has(uri: string): boolean {
    return this.#templates.has(uri) || this.#resources.has(uri);
  }

  readonly handlers: MethodHandlers<'resources/list' | 'resources/templates/list' | 'resources/read', Lifespan> = {
    'resources/list': (_ctx, { cursor }) => {
      const { items: resources, ...page } = this.#resources.page(cursor);
      return { resources, ...page };
    },
    'resources/templates/list': (_ctx, { cursor }) => {
      const { items: resourceTemplates, ...page } = this.#templates.page(cursor);
      return { resourceTemplates, ...page };
    },
    'resources/read': (ctx, params) => {
      const resource = this.#resources.get(params.uri);
      if (resource) return resource.read();
      for (const template of this.#templates.entries()) {
        const variables = template.match(params.uri);
        if (variables) return template.read(variables, ctx, params);
      }
      throw ProtocolError.resourceNotFound(params.uri);
    },
  };
}

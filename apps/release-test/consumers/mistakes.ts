/** Mistakes with resolvers, each on a line of its own. The comment above says what every compiler has to say of it. */
import { elicit, inputRequired, listRoots, McpServer, resolver } from '@mrtr/server';
import { z } from 'zod';

const server = new McpServer({ name: 'mistaken', version: '1.0.0' });
const input = z.object({ title: z.string() });
const stock = resolver({ args: { title: z.string() } }, ({ title }) => title.length);
const sure = elicit('Sure?', z.object({ sure: z.boolean() }));

// says: this resolver reads the argument \"title\", which the input does not have
server.tool('t', { input: z.object({ name: z.string() }), resolve: { stock } }, () => '');

// says: this resolver reads the argument \"title\" with another type than the input gives it
server.tool('t', { input: z.object({ title: z.number() }), resolve: { stock } }, () => '');

// says: \"title\" is an argument of the input already: give the parameter another name
server.tool('t', { input, resolve: { title: stock } }, () => '');

// says: \"title\" is among the args already
export const twice = resolver({ args: { title: z.string() }, needs: { title: stock } }, () => 1);

// says: a body beside `resolve` can't return an interim result: ask in a resolver
server.tool('t', { input, resolve: { stock } }, () => inputRequired({ sure }));

// says: a body beside `resolve` can't return an interim result: ask in a resolver
server.prompt('p', { input, resolve: { stock } }, async () => inputRequired({ sure }));

// says: a resource under a fixed URI can't ask: give its URI a {variable}
server.resource('shop://hours', { resolve: { roots: listRoots() } }, () => '');

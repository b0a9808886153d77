/**
 * The floor for HTTP: `node:http` and nothing else. It reads the body, parses it, finds the tool in a map and writes
 * the result with its length; the state of the flow is sealed with AES-256-GCM from `node:crypto`. It checks nothing
 * that the specification asks to be checked, so no implementation can be this fast.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Served } from '../../harness/subject.js';
import { ENDPOINT } from '../../work/names.js';
import { gcmCodec } from './gcm-codec.js';
import { dispatch, type BareRequest } from './dispatch.js';

export async function start(): Promise<Served> {
  const codec = gcmCodec();
  const server = createServer((req, res) => {
    collect(req, (body) => {
      const request = JSON.parse(body) as BareRequest;
      send(res, JSON.stringify({ jsonrpc: '2.0', id: request.id, result: dispatch(request, codec) }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}${ENDPOINT}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function collect(req: IncomingMessage, done: (body: string) => void): void {
  const parts: Buffer[] = [];
  req.on('data', (part: Buffer) => parts.push(part));
  req.on('end', () => done((parts.length === 1 ? parts[0]! : Buffer.concat(parts)).toString('utf8')));
}

function send(res: ServerResponse, json: string): void {
  res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) });
  res.end(json);
}

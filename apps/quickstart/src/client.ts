/** The client of the demonstration: it connects by URL, shows its traffic, and has every question answered by a person. */
import { Client } from '@mrtr/client';
import { httpTransport } from '@mrtr/http/client';
import type { Person } from './terminal.js';
import { printed } from './wire-printer.js';

/** Connects to the server at the URL. */
export function connect(url: string, person: Person): Promise<Client> {
  return Client.connect(printed(httpTransport(url)), {
    info: { name: 'quickstart', version: '1.0.0' },
    onElicit: (form, ask) => person(form, ask),
  });
}

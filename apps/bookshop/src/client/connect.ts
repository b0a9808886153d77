/** The client: it connects by URL, and has every question answered by a person. */
import { Client } from '@mrtr/client';
import { httpTransport } from '@mrtr/http/client';
import type { Transport } from '@mrtr/transport';
import type { Person } from '../person.js';

/** How it connects. */
export interface ConnectOptions {
  /** What stands around the transport, such as one that shows what goes through. */
  readonly around?: ((transport: Transport) => Transport) | undefined;
}

/** How long a call may last, with all that the person has to do: as long as the shop keeps a flow. */
const DEADLINE_MS = 60 * 60_000;

/** Connects to the server at the URL. */
export function connect(url: string, person: Person, { around = (it) => it }: ConnectOptions = {}): Promise<Client> {
  return Client.connect(around(httpTransport(url)), {
    info: { name: 'bookshop-terminal', title: 'The terminal of the bookshop', version: '1.0.0' },
    onElicit: (form, ask) => person.form(form, ask),
    onElicitUrl: (page, ask) => person.page(page, ask),
    onSample: (prompt, ask) => person.model(prompt, ask),
    onRound: ({ requests }) => {
      if (Object.keys(requests).length === 0) person.waiting();
    },
    // Somebody types a password on a page: that takes its time, and is asked after once in a second.
    waiting: { pauseMs: 100, maxPauseMs: 1000, maxRounds: Infinity },
    deadlineMs: DEADLINE_MS,
  });
}

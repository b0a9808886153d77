/** The three things that a person can say to any question: yes, no, and nothing (client/elicitation "Response Actions"). */
import { log, select } from '@clack/prompts';
import type { ElicitResult } from '@mrtr/types';
import { styleText } from 'node:util';
import type { Asked } from '../person.js';
import { printable } from './printable.js';
import { answered, onScreen, type Terminal } from './terminal.js';

/** Shows who asks, and what for: always, so that no server can pass for another, or for the client. */
export function announce({ server, target }: Asked, words: string, { output }: Terminal): void {
  const who = printable(server?.title ?? server?.name ?? 'A server without a name');
  const head = `${styleText('bold', who)} asks, for ${printable(target)}:`;
  log.info(`${head}\n${printable(words)}`, output && { output });
}

/** How the person reacts, with words of the question's own for yes. */
export function react(yes: string, { signal }: Asked, terminal: Terminal): Promise<ElicitResult['action']> {
  return answered(
    select<ElicitResult['action']>({
      message: 'What do you say?',
      options: [
        { value: 'accept', label: yes },
        { value: 'decline', label: 'No', hint: 'the server is told so' },
        { value: 'cancel', label: 'Not now', hint: 'you decide nothing' },
      ],
      ...onScreen({ signal, ...terminal }),
    }),
  );
}

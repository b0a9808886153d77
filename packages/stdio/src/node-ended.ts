/** Why a server's process is there no more, in words. */
import { stripVTControlCharacters } from 'node:util';
import { TransportError } from '@mrtr/transport';

/** How a process ended, as far as that is known. */
export interface Exit {
  readonly code?: number | null;
  readonly signal?: string | null;
  /** It had closed its end of the channel and went on running. */
  readonly hadToBeEnded?: boolean;
}

export function closedError(): TransportError {
  return new TransportError('closed', 'The channel is closed; open another one');
}

/** It never ran. */
export function cannotStart(command: string, cause: unknown): TransportError {
  const code = (cause as NodeJS.ErrnoException | undefined)?.code;
  const said = code === undefined ? '' : ` (${code})`;
  return new TransportError(
    'unreachable',
    `The server ${JSON.stringify(command)} could not be started${said}: check the command, its PATH and the working directory`,
    { cause },
  );
}

/**
 * It ended by itself, or was ended.
 * @param tail the last it said on stderr.
 */
export function endedError({ code, signal, hadToBeEnded }: Exit, tail: string): TransportError {
  const ways = [
    ...(hadToBeEnded ? ['closed its end of the channel'] : []),
    ...(typeof code === 'number' ? [`exited with code ${code}`] : []),
    ...(typeof signal === 'string' ? [`was ended by ${signal}`] : []),
  ];
  const said = printable(tail);
  return new TransportError(
    'unreachable',
    `The server ${ways.join(' and ')}${said === '' ? '' : `. Its last words on stderr:\n${said}`}`,
  );
}

/** Text for somebody's terminal or log: without what moves cursors and rings bells. */
function printable(text: string): string {
  return stripVTControlCharacters(text)
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .trim();
}

/** The person who sits at the terminal: one question after the other, on one screen. */
import type { Person } from '../person.js';
import { fillIn } from './form.js';
import { askForModel } from './model-consent.js';
import { agreeToOpen } from './page-consent.js';
import type { Terminal } from './terminal.js';

/** Whoever sits at the terminal. */
export function atTheTerminal(terminal: Terminal = {}): Person {
  const inTurn = queue();
  return {
    form: (form, ask) => inTurn(() => fillIn(form, ask, terminal)),
    page: (page, ask) => inTurn(() => agreeToOpen(page, ask, terminal)),
    model: (prompt, ask) => inTurn(() => askForModel(prompt, ask, terminal)),
    waiting() {},
  };
}

/** A client asks all questions of a round at once, and there is one screen. */
function queue(): <T>(run: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (run) => {
    const turn = last.then(run);
    last = turn.catch(() => undefined);
    return turn;
  };
}

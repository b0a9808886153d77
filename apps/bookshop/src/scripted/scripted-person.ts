/** Stands in for the person where nobody is at a terminal: answers by the key of the question, and says so. */
import { log } from '@clack/prompts';
import type { ElicitResult } from '@mrtr/types';
import type { Person } from '../person.js';
import { standIn } from '../terminal/model-consent.js';
import { type Credentials, logInOnPage } from './browser.js';

/** What the person would say. */
export interface Script {
  /** To forms, by key; to others nothing is known, and the call ends. */
  readonly forms: Readonly<Record<string, ElicitResult>>;
  /** On the page. */
  readonly credentials: Credentials;
}

export function scriptedPerson({ forms, credentials }: Script): Person {
  let page: string | undefined;
  let failure: Error | undefined;
  return {
    async form(_form, { key }) {
      const answer = Object.hasOwn(forms, key) ? forms[key] : undefined;
      if (!answer) throw new Error(`The script has no answer to ${JSON.stringify(key)}.`);
      return answer;
    },
    async page({ url }) {
      page = url;
      return { action: 'accept' };
    },
    async model(prompt) {
      return standIn(prompt);
    },
    // The person takes a while to get there, and the call waits meanwhile. What goes wrong there ends it.
    waiting() {
      if (failure !== undefined) throw failure;
      if (page === undefined) return;
      log.step(`In the browser: ${credentials.email} opens the page and logs in.`);
      void logInOnPage(page, credentials).then(
        ({ status }) => {
          if (status !== 200) failure = new Error(`The login page answered ${status}.`);
        },
        (cause: unknown) => (failure = new Error('The login page could not be opened.', { cause })),
      );
      page = undefined;
    },
  };
}

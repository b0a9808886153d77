/** A person who answers by the key of the question, and logs in on the page. */
import type { ClientOptions } from '@mrtr/client';
import type { ElicitRequestFormParams, ElicitResult } from '@mrtr/types';
import { type Credentials, logInOnPage } from '../../src/scripted/browser.js';

type Content = NonNullable<ElicitResult['content']>;

/** What is said to a form: its content for yes, or another action, or a function that makes up its mind. */
export type Said =
  | Content
  | 'decline'
  | 'cancel'
  | ((form: ElicitRequestFormParams) => Content | 'decline' | Promise<Content | 'decline'>);

/** The callbacks of such a person, and the questions they were asked. */
export interface Person extends ClientOptions {
  /** The keys of the questions, in order. */
  readonly asked: readonly string[];
  /** Their words, in the same order. */
  readonly words: readonly string[];
}

/** @param credentials for the page; without them the person declines to open it. */
export function person(says: Readonly<Record<string, Said>>, credentials?: Credentials): Person {
  const asked: string[] = [];
  const words: string[] = [];
  return {
    asked,
    words,
    async onElicit(form, { key }) {
      asked.push(key);
      words.push(form.message);
      const say = says[key] ?? 'cancel';
      const said = typeof say === 'function' ? await say(form) : say;
      return typeof said === 'string' ? { action: said } : { action: 'accept', content: said };
    },
    async onElicitUrl({ url, message }, { key }) {
      asked.push(key);
      words.push(message);
      if (!credentials) return { action: 'decline' };
      await logInOnPage(url, credentials);
      return { action: 'accept' };
    },
  };
}

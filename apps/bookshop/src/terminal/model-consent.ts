/** What a server wants of the client's model: the person sees it first. There is no model here, and what answers says so. */
import { confirm } from '@clack/prompts';
import type { CreateMessageRequestParams, CreateMessageResult } from '@mrtr/types';
import { announce } from './consent.js';
import type { Asked } from '../person.js';
import { answered, onScreen, type Terminal } from './terminal.js';

/** The person keeps the model for themselves. */
class ModelRefused extends Error {
  override readonly name = 'ModelRefused';
}

/** Rejects where the person says no: sampling has no way to decline. */
export async function askForModel(
  prompt: CreateMessageRequestParams,
  ask: Asked,
  terminal: Terminal,
): Promise<CreateMessageResult> {
  announce(ask, `an answer of your model to\n${wordsOf(prompt)}`, terminal);
  const yes = await answered(
    confirm({ message: 'Let the model answer?', ...onScreen({ signal: ask.signal, ...terminal }) }),
  );
  if (!yes) throw new ModelRefused('The model was not allowed to answer.');
  return standIn(prompt);
}

/** Stands in for a model. */
export function standIn(prompt: CreateMessageRequestParams): CreateMessageResult {
  const text = `(No model is connected, this is a stand-in. It was asked: ${wordsOf(prompt).split('. ', 1)[0]}.)`;
  return { role: 'assistant', model: 'stand-in', stopReason: 'endTurn', content: { type: 'text', text } };
}

function wordsOf({ messages }: CreateMessageRequestParams): string {
  return messages
    .flatMap(({ content }) => content)
    .map((block) => (block.type === 'text' ? block.text : `[${block.type}]`))
    .join('\n');
}

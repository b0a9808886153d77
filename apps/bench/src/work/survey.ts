/**
 * The long flow: twenty questions, one a round, every answer kept in the state until the last. What it shows is how
 * the state grows and what carrying it costs.
 */
import * as z from 'zod';

export const SURVEY_ROUNDS = 20;

export const SURVEY = {
  tool: 'survey',
  description: 'Asks twenty questions, one after the other',
  input: z.object({ topic: z.string() }),
  arguments: { topic: 'books' },
  question: z.object({ answer: z.string() }),
  answer: { answer: 'An answer of forty characters, no more..' },
  expected: `${SURVEY_ROUNDS} answers, ${SURVEY_ROUNDS * 40} characters`,
} as const;

/** The key of the question that follows `answered` answers. */
export function surveyKey(answered: number): string {
  return `q${answered + 1}`;
}

export function surveyMessage(topic: string, answered: number): string {
  return `Question ${answered + 1} about ${topic}?`;
}

export function surveyed(answers: readonly string[]): string {
  return `${answers.length} answers, ${answers.join('').length} characters`;
}

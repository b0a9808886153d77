/** For tests of MCP servers that ask, with any test framework. Every public name stands here. */
export {
  accept,
  cancel,
  decline,
  roots,
  sampled,
  type Sample,
  type ScriptedAsk,
  type ScriptedModel,
  type ScriptedPerson,
} from './answers.js';
export { type QuestionKind } from './questions.js';
export { recordRounds, type RecordedRound, type RoundRecord, type ShownRound } from './record-rounds.js';
export { type ScriptedAnswer, type ScriptEntries } from './script.js';
export { scripted, type Script, type ScriptOptions } from './scripted.js';
export { settle } from './settle.js';
export { tamper, type Tampered, type TamperOptions } from './tamper.js';
export { TestingError, type TestingErrorCode } from './testing-error.js';
export { virtualClock, type VirtualClock } from './virtual-clock.js';

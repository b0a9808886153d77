/** A logger that remembers, for tests of what an operator is told. */
import type { LogEntry, Logger } from '@mrtr/server';

/** One entry with its severity. */
export interface RecordedEntry extends LogEntry {
  readonly severity: 'warn' | 'error';
}

export interface RecordingLogger extends Logger {
  readonly entries: RecordedEntry[];
}

export function recordingLogger(): RecordingLogger {
  const entries: RecordedEntry[] = [];
  return {
    entries,
    warn: (entry) => void entries.push({ severity: 'warn', ...entry }),
    error: (entry) => void entries.push({ severity: 'error', ...entry }),
  };
}

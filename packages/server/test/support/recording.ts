/** A logger and a rejection hook that remember, for tests of what an operator is told. */
import type { Rejection } from '@mrtr/seal';
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

export interface RecordedRejections {
  readonly rejections: Rejection[];
  readonly onReject: (rejection: Rejection) => void;
}

export function recordRejections(): RecordedRejections {
  const rejections: Rejection[] = [];
  return { rejections, onReject: (rejection) => void rejections.push(rejection) };
}

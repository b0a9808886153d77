/**
 * Keeps standard output for messages: what anybody else writes there goes to stderr.
 *
 * Specification 2026-07-28, basic/transports/stdio: a server must not write anything to its stdout that is not a message.
 */
import process from 'node:process';

/**
 * Replaces `process.stdout.write`, by which `console.log` writes, too. Whoever holds the one before still writes to stdout.
 * @returns what puts things back as they were.
 */
export function claimStdout(): () => void {
  const { stdout, stderr } = process;
  const before = Object.getOwnPropertyDescriptor(stdout, 'write');
  const redirected: typeof stdout.write = stderr.write.bind(stderr);
  stdout.write = redirected;
  return () => {
    // Somebody has replaced it since, and may call what they found: it is theirs to undo.
    if (stdout.write !== redirected) return;
    if (before === undefined) delete (stdout as { write?: unknown }).write;
    else Object.defineProperty(stdout, 'write', before);
  };
}

/**
 * Compares what a program printed with what the page says. `…` in the page stands for whatever differs in each run, up to
 * the end of the line at most.
 */

/** Whether the page tells the truth. Blank lines at the end don't count. */
export function matchesOutput(expected: string, printed: string): boolean {
  const pattern = expected
    .trimEnd()
    .split('…')
    .map((literal) => literal.replaceAll(/[\\^$.*+?()[\]{}|]/gu, String.raw`\$&`))
    .join('[^\\n]*');
  return new RegExp(`^${pattern}$`, 'u').test(printed.trimEnd());
}

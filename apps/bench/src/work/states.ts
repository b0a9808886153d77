/**
 * States of a given size for the sealing rows: plain JSON text of printable characters, as a handler would write it,
 * the same for every side.
 */
export function stateOf(bytes: number): string {
  const frame = JSON.stringify({ step: 'confirmed', note: '' });
  return JSON.stringify({
    step: 'confirmed',
    note: 'reserved for the buyer; '.repeat(bytes).slice(0, bytes - frame.length),
  });
}

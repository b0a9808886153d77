/**
 * Which published package may import which: the arrows of the design, written down once.
 * Nothing points back up, `client` and `server` never meet, and `seal` knows nothing of the protocol.
 */

/** Each package with those it may import. A package that isn't listed may not exist: add its arrows first. */
export const arrows: ReadonlyMap<string, readonly string[]> = new Map([
  ['@mrtr/types', []],
  ['@mrtr/seal', []],
  ['@mrtr/testing', ['@mrtr/types']],
  ['@mrtr/transport', ['@mrtr/types']],
  ['@mrtr/http', ['@mrtr/types', '@mrtr/transport']],
  ['@mrtr/stdio', ['@mrtr/types', '@mrtr/transport']],
  ['@mrtr/server', ['@mrtr/types', '@mrtr/transport', '@mrtr/seal']],
  ['@mrtr/client', ['@mrtr/types', '@mrtr/transport', '@mrtr/http']],
]);

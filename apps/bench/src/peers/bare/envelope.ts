/** The least that a token holds beside the state: when it ends. Without it a token would be good for ever. */
const TTL_MS = 600_000;

export function writeEnvelope(state: string): string {
  return JSON.stringify({ state, expires: Date.now() + TTL_MS });
}

export function readEnvelope(text: string): string {
  const { state, expires } = JSON.parse(text) as { state: string; expires: number };
  if (expires <= Date.now()) throw new Error('expired');
  return state;
}

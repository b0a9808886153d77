/** Money: whole cents wherever it is kept or added up, and euros only where a person reads or types them. */

/** As a person reads it: `12.50 €`. */
export function euros(cents: number): string {
  return `${(cents / 100).toFixed(2)} €`;
}

/** Whether a number of euros is one of whole cents. */
export function isWholeCents(amount: number): boolean {
  return Math.abs(amount * 100 - toCents(amount)) < 1e-6;
}

/** The cents in a number of euros. */
export function toCents(amount: number): number {
  return Math.round(amount * 100);
}

/** Passwords as they are kept: scrypt with a salt for each, and the cost beside it so that it can be raised later. */
import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';

/** The cost of a new hash: 32 MiB of memory for about 0.1 s. */
const COST = { N: 2 ** 15, r: 8, p: 1 };
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const MAX_MEMORY = 2 ** 28;

/** The text that is kept. */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await derive(password, salt, COST);
  return ['scrypt', COST.N, COST.r, COST.p, salt.toString('base64url'), hash.toString('base64url')].join('$');
}

/** Whether it is the password. Takes as long where there is none to compare with, so that nobody learns who has one. */
export async function isPassword(password: string, kept: string | null | undefined): Promise<boolean> {
  const [, N, r, p, salt = '', hash = ''] = (kept ?? NOBODYS).split('$');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const derived = await derive(password, Buffer.from(salt, 'base64url'), cost);
  return timingSafeEqual(derived, Buffer.from(hash, 'base64url')) && kept !== null && kept !== undefined;
}

const zeros = (bytes: number): string => Buffer.alloc(bytes).toString('base64url');
const NOBODYS = ['scrypt', COST.N, COST.r, COST.p, zeros(SALT_BYTES), zeros(HASH_BYTES)].join('$');

function derive(password: string, salt: Buffer, cost: typeof COST): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // One spelling for one password, however the keyboard composes its accents.
    scrypt(password.normalize('NFKC'), salt, HASH_BYTES, { ...cost, maxmem: MAX_MEMORY }, (error, key) =>
      error ? reject(error) : resolve(key),
    );
  });
}

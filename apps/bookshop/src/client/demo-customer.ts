/** The customer of the demonstration, for a shop that runs on one's own machine. `--serve` makes no such account. */
import type { Shop } from '../shop/shop.js';
import { ShopError } from '../shop/shop-error.js';

/** How to log in as them. It opens nothing but a demonstration. */
export const demoCustomer = { email: 'ada@example.com', password: 'notes on the engine' } as const;

/** Gives them their account, where they have none yet. */
export async function addDemoCustomer({ customers }: Shop): Promise<void> {
  try {
    await customers.register(demoCustomer.email, demoCustomer.password);
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
  }
}

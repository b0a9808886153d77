/** What the shop refuses, in words that a customer may read. */

/** Why it was refused. */
export type ShopErrorCode =
  | 'unknown_book'
  | 'out_of_stock'
  | 'unknown_order'
  | 'refund_too_large'
  | 'wrong_login'
  | 'wrong_person'
  | 'page_used'
  | 'customer_exists';

/** A refusal. Anything else that the shop throws is a fault of the shop. */
export class ShopError extends Error {
  override readonly name = 'ShopError';
  readonly code: ShopErrorCode;

  constructor(code: ShopErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

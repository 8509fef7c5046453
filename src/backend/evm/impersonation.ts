/** Manages accounts for which the node sends transactions without their keys. */
import type { Bytes } from '../../kernel/bytes.js';

export interface EvmImpersonation {
  /**
   * Makes `signsFor` return true for the account, which may be a contract. Throws HalleyError when the chain accepts no
   * dev transactions.
   */
  impersonate(account: Bytes): Promise<void>;
  /** Resolves to false when the account was not impersonated. Transactions sent until then stay valid. */
  stopImpersonating(account: Bytes): Promise<boolean>;
  /** Impersonates every account, or only the listed ones again. Throws HalleyError like `impersonate`. */
  impersonateAll(all: boolean): Promise<void>;
}

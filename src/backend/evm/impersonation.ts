/** Accounts that the node acts for without their keys. */
import type { Bytes } from '../../kernel/bytes.js';

export interface EvmImpersonation {
  /** From now on `signsFor` holds for it, contracts too. Throws HalleyError when the chain cannot be steered. */
  impersonate(account: Bytes): Promise<void>;
  /** False when nobody acted for it so. What was sent until then stays good. */
  stopImpersonating(account: Bytes): Promise<boolean>;
  /** For every account, or again only for those that were named. Throws HalleyError as `impersonate` does. */
  impersonateAll(all: boolean): Promise<void>;
}

/** What steers a development chain. */
import type { Bytes } from '../../../kernel/bytes.js';

export interface EvmDevelopment {
  /**
   * Another voting power for a validator, by its index among the network's or by its consensus address; resolves when a
   * block holds the change, which counts two heights later. Throws HalleyError when it cannot be.
   */
  setValidatorPower(validator: number | Bytes, power: bigint): Promise<void>;
}

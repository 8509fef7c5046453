/** Finds the keys of validators by their addresses. */
import type { ValidatorKey } from '../consensus/env.js';
import { type Bytes, equalBytes } from '../kernel/bytes.js';
import { toUpperHex } from '../kernel/hex.js';

/** Returns the index of the key with an address; -1 when none of the keys has it. */
export const keyIndex = (keys: readonly ValidatorKey[], address: Bytes): number =>
  keys.findIndex((key) => equalBytes(key.address, address));

/** Returns the name of the validator with an address; the address in hex when none of the keys has it. */
export const validatorName = (keys: readonly ValidatorKey[], address: Bytes): string =>
  keys[keyIndex(keys, address)]?.name ?? toUpperHex(address);

/** Where Ethereum's own precompiles are (Osaka: EIPs 152, 196, 197, 198, 2537, 4844, 7951). The chain's are elsewhere. */
import type { Bytes } from '../kernel/bytes.js';

const ADDRESS_BYTES = 20;
/** From 1 on without a gap. */
const LAST = 0x11;
const P256_VERIFY = 0x100;

export function isPrecompile(address: Bytes): boolean {
  for (let i = 0; i < ADDRESS_BYTES - 2; i++) if (address[i] !== 0) return false;
  const number = ((address[ADDRESS_BYTES - 2] ?? 0) << 8) | (address[ADDRESS_BYTES - 1] ?? 0);
  return (number >= 1 && number <= LAST) || number === P256_VERIFY;
}

/** Reports whether the chain's blocks have the members for blobs that Cancun added (EIP-4844). No block has blobs. */
import type { EvmInstance } from '../../../backend/evm/node.js';

export const hasBlobGas = ({ hardfork }: EvmInstance): boolean => hardfork !== 'shanghai';

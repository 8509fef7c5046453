/** Says whether the chain's blocks have the members that Cancun brought for blobs (EIP-4844). No block holds blobs. */
import type { EvmInstance } from '../../../backend/evm/instance.js';

export const hasBlobGas = ({ hardfork }: Pick<EvmInstance, 'hardfork'>): boolean => hardfork !== 'shanghai';

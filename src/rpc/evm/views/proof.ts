/** Writes an account proof (EIP-1186): the nodes of Merkle Patricia tries, from the block's state root downwards. */

import type { EvmAccountProof } from '../../../backend/evm/accounts.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { bytesToBigint } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import { quantity } from '../quantity.js';
import type { Json } from './json.js';

/** Writes the proof. `keys` are the storage keys as the caller wrote them. */
export function proofView(address: Bytes, keys: readonly string[], proof: EvmAccountProof): Json {
  return {
    address: to0x(address),
    accountProof: proof.accountProof.map(to0x),
    balance: quantity(proof.balance),
    codeHash: to0x(proof.codeHash),
    nonce: quantity(proof.nonce),
    storageHash: to0x(proof.storageHash),
    storageProof: proof.storageProof.map((slot, i) => ({
      key: keys[i] ?? to0x(slot.slot),
      value: quantity(bytesToBigint(slot.value)),
      proof: slot.proof.map(to0x),
    })),
  };
}

/** Implements `eth_getProof` (EIP-1186). The proofs verify against the block's `stateRoot`. */
import type { EvmAccountProof } from '../../../backend/evm/accounts.js';
import { type Bytes, bytesToBigint } from '../../../kernel/bytes.js';
import { to0x } from '../../../kernel/hex.js';
import type { Json } from '../../../kernel/json.js';
import { CONTRACT } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { provenBlock } from '../params/block.js';
import { decodeStorageKey } from '../params/data.js';
import { decodeList, decodeString } from '../params/go_json.js';
import { address } from '../params/values.js';
import { quantity } from '../quantity.js';

/** Storage key of `eth_getProof`. The proof returns each key as the caller wrote it. */
interface StorageKey {
  readonly text: string;
  /** Key as 32 bytes. */
  readonly slot: Bytes;
}

function decodeStorageKeys(value: unknown): readonly StorageKey[] {
  return decodeList(value, '[]string').map((item) => ({ text: decodeString(item), slot: decodeStorageKey(item) }));
}

export const storageKeys: Param<readonly StorageKey[]> = required(
  'storageKeys',
  'array of storage slots',
  decodeStorageKeys,
);

/**
 * Writes an account proof (EIP-1186): the nodes of Merkle Patricia tries, from the block's state root downwards. `keys`
 * are the storage keys as the caller wrote them.
 */
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

export const eth_getProof = evmMethod({
  name: 'eth_getProof',
  summary: 'Returns an account and storage slots with their Merkle Patricia proofs.',
  params: [address, storageKeys, provenBlock],
  result: 'account proof',
  handler: ({ evm, limits }, account, keys, block) => {
    if (keys.length > limits.proofKeys) throw refusal(`too many slots (max ${limits.proofKeys})`);
    const slots = keys.map((key) => key.slot);
    const spelled = keys.map((key) => key.text);
    return proofView(account, spelled, evm.proof(account, slots, stateAt(evm, block)));
  },
  example: {
    params: [CONTRACT, ['0x0'], 'latest'],
    result: { address: CONTRACT, nonce: '0x1', storageProof: [{ key: '0x0', value: '0x2' }] },
  },
});

/** Implements `eth_getProof` (EIP-1186). The proofs verify against the block's `stateRoot`. */
import { CONTRACT } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { provenBlock } from '../params/block.js';
import { storageKeys } from '../params/storage_keys.js';
import { address } from '../params/values.js';
import { proofView } from '../views/proof.js';

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

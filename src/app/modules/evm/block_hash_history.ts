/**
 * Implements EIP-2935: the storage of a system contract contains the hashes of the last 8191 blocks. Each block begins
 * by writing its parent's hash, which is the consensus header hash. BLOCKHASH reads the same ring, or the record of the
 * last block for a call on top of it. The contract's code is the EIP's; it exists from genesis on. A chain with the
 * rules of a fork before Prague has no such contract: its ring is in the module's own store.
 */
import { isFrom } from '../../../evm/hardfork.js';
import { EMPTY_ACCOUNT } from '../../../evm/state.js';
import { withoutLeadingZeros } from '../../../evm/word.js';
import { type Bytes, bigintToBytes, concatBytes, EMPTY_BYTES } from '../../../kernel/bytes.js';
import { fromHex } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';
import { readBlockRecord } from '../../sdk/block_record.js';
import { hardforkOf, readChainParams } from '../../sdk/chain_params.js';
import type { StateReader, WorkingState } from '../../state/types.js';

export const HISTORY_ADDRESS = fromHex('0000f90827f1c53a10cb7a02335b175320002935');
export const HISTORY_CODE = fromHex(
  '3373fffffffffffffffffffffffffffffffffffffffe14604657602036036042575f35600143038111604257611fff81430311604257611fff900654' +
    '5f5260205ff35b5f5ffd5b5f35611fff60014303065500',
);
/** Number of past blocks whose hashes the contract has. */
export const SERVE_WINDOW = 8191n;

const OWN_RING = utf8('blockhash/');

/** Returns true if the chain stores its block hashes in the contract. */
const hasContract = (state: StateReader): boolean => isFrom(hardforkOf(readChainParams(state)), 'prague');

const slotOf = (height: bigint): Bytes => bigintToBytes(height % SERVE_WINDOW, 32);

const ownKeyOf = (height: bigint): Bytes => concatBytes(OWN_RING, slotOf(height));

export function deployHistory(state: WorkingState): void {
  if (!hasContract(state)) return;
  const codeHash = state.setCode(HISTORY_CODE);
  state.setAccount(HISTORY_ADDRESS, { ...(state.account(HISTORY_ADDRESS) ?? EMPTY_ACCOUNT), nonce: 1n, codeHash });
}

export function recordBlockHash(state: WorkingState, height: bigint, hash: Bytes): void {
  if (hasContract(state)) state.setStorage(HISTORY_ADDRESS, slotOf(height), withoutLeadingZeros(hash));
  else state.set('vm', ownKeyOf(height), hash);
}

/** Returns the hash of a block at or below the last one. The caller must stay within the window. */
export function blockHashAt(state: StateReader, height: bigint): Bytes {
  const last = readBlockRecord(state);
  if (last.height === height) return last.hash;
  const foreign = height < readChainParams(state).initialHeight - 1n ? state.foreignBlockHash(height) : undefined;
  if (foreign !== undefined) return foreign;
  if (hasContract(state)) return state.storage(HISTORY_ADDRESS, slotOf(height));
  return state.get('vm', ownKeyOf(height)) ?? EMPTY_BYTES;
}

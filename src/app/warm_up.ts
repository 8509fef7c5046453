/**
 * Runs what a client's first calls and transactions run, so that their code is loaded before. Nothing of it lasts: the
 * contracts exist in a call and in a block that nobody decides.
 */

import type { ExecTxResult } from '../abci/application.js';
import type { EvmCallOutcome } from '../backend/evm/execution.js';
import { encodeEthereumTx, signingHash, type UnsignedEthereumTx } from '../codec/ethereum/tx.js';
import { addressOfPrivateKey, secp256k1Sign, splitSignature } from '../crypto/secp256k1/index.js';
import { EMPTY_ACCOUNT } from '../evm/state.js';
import type { Bytes } from '../kernel/bytes.js';
import { fromHex, to0x } from '../kernel/hex.js';
import type { ForkedRuns } from './block/block_run.js';
import { PendingRun } from './block/pending_run.js';
import type { EvmQueries } from './evm_queries.js';
import { readBlockRecord } from './sdk/block_record.js';
import { readChainParams } from './sdk/chain_params.js';
import type { WrapOutcome } from './tx/tx_reader.js';

/** Sender and contract. Every chain reads this account soon, also a fork. */
const ZERO_ADDRESS = new Uint8Array(20);
/** Adds the first word of the input to slot 0, stores the hash of the sum there, and returns the sum. */
const CODE = fromHex('60003560005401600052602060002060005560206000f3');

/** Runs the contract at a height, with the input 1. Nothing changes. */
export function callOfWarmUp(evm: EvmQueries, height: bigint): Promise<EvmCallOutcome> {
  const input = new Uint8Array(32);
  input[31] = 1;
  return evm.call(
    { to: ZERO_ADDRESS, input },
    height,
    new Map([[to0x(ZERO_ADDRESS), { code: CODE, state: new Map() }]]),
  );
}

/** Emits an empty log, stores a slot, and creates an empty contract. */
const INITCODE = fromHex('5f5fa060015f555f5ff3');
/** Key of a sender that has funds in the pending block alone. */
const PRIVATE_KEY = new Uint8Array(32).fill(7);

/** Runs a creation in a block on top of the head, up to its state root. Nobody decides the block, so nothing changes. */
export async function creationOfWarmUp(
  runs: ForkedRuns,
  wrap: (raw: Bytes) => WrapOutcome,
): Promise<readonly ExecTxResult[]> {
  const { state } = runs;
  const unsigned: UnsignedEthereumTx = {
    type: 2,
    chainId: readChainParams(state.latest).evmChainId,
    nonce: 0n,
    gasPrice: undefined,
    maxFeePerGas: 10n ** 15n,
    maxPriorityFeePerGas: 1n,
    gas: 200_000n,
    to: undefined,
    value: 0n,
    input: INITCODE,
    accessList: [],
    authorizationList: undefined,
  };
  const { r, s, yParity } = splitSignature(secp256k1Sign(signingHash(unsigned), PRIVATE_KEY));
  const wrapped = wrap(encodeEthereumTx({ ...unsigned, r, s, v: BigInt(yParity) }));
  const base = state.fork();
  base.setAccount(addressOfPrivateKey(PRIVATE_KEY), { ...EMPTY_ACCOUNT, balance: 10n ** 24n });
  const { time, coinbase } = readBlockRecord(state.latest);
  const block = await PendingRun.begin(runs, { base, time, coinbase });
  if (wrapped.type === 'wrapped') await block.add([wrapped.tx]);
  void block.stateRoot;
  return block.txResults;
}

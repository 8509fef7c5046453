/** Makes blocks whose Ethereum transactions a test chooses, with results as the application encodes them. */
import type { Event, ExecTxResult, FinalizeBlockResponse } from '../../../src/abci/application.js';
import type { StoredBlock } from '../../../src/chain/block_store/block_store.js';
import type { EvmRecord } from '../../../src/chain/block_store/records.js';
import { decodeMsgEthereumTxResult, encodeMsgEthereumTxResult } from '../../../src/codec/cosmos/msg_ethereum_tx.js';
import { wrapEthereumTx } from '../../../src/codec/cosmos/tx.js';
import { bloomOf, type EthereumLog } from '../../../src/codec/ethereum/receipt.js';

import { type DecodedEthereumTx, encodeEthereumTx, ethereumTxHash } from '../../../src/codec/ethereum/tx.js';
import { encodeBlock, makeBlock } from '../../../src/consensus/types/block.js';
import { type BlockId, NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { EMPTY_COMMIT } from '../../../src/consensus/types/commit.js';
import { headerHash } from '../../../src/consensus/types/header.js';
import { partSetOf } from '../../../src/consensus/types/part_set.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { to0x } from '../../../src/kernel/hex.js';
import { fourValidators, GENESIS_TIME } from '../../consensus/chain_kit.js';
import { anEvent } from '../search/block_store_kit.js';

/** Transaction of a block, with its result. */
export interface Mined {
  readonly tx: Bytes;
  readonly result: ExecTxResult;
}

export const aWord = (byte: number): Bytes => new Uint8Array(32).fill(byte);
export const anAddress = (byte: number): Bytes => new Uint8Array(20).fill(byte);
export const aLog = (byte: number, topics = 1): EthereumLog => ({
  address: anAddress(byte),
  topics: Array.from({ length: topics }, (_, i) => aWord(byte + i)),
  data: Uint8Array.of(byte, 0, byte),
});

export function aResult(fields: Partial<ExecTxResult> = {}): ExecTxResult {
  return {
    code: 0,
    data: EMPTY_BYTES,
    log: '',
    info: '',
    gasWanted: 0n,
    gasUsed: 0n,
    events: [],
    codespace: '',
    ...fields,
  };
}

export interface Outcome {
  readonly gasUsed?: bigint;
  readonly vmError?: string;
  readonly logs?: readonly EthereumLog[];
}

export const GWEI = 1_000_000_000n;

/** Makes a transaction of `from` that was executed with this outcome. Its signature is not checked. */
export function mined(from: Bytes, tx: Partial<DecodedEthereumTx>, outcome: Outcome = {}): Mined {
  const raw = encodeEthereumTx({ ...A_TX, ...tx });
  const { gasUsed = 21_000n, vmError = '', logs = [] } = outcome;
  const hash = ethereumTxHash(raw);
  const response = { hash, logs, ret: EMPTY_BYTES, vmError, gasUsed, maxUsedGas: gasUsed, blockHash: EMPTY_BYTES };
  const context = { blockNumber: 7n, txIndex: 0, firstLogIndex: 0 };
  return {
    tx: wrapEthereumTx(raw, from, 'aatom'),
    result: aResult({
      gasUsed,
      data: encodeMsgEthereumTxResult({ ...response, blockTimestamp: 0n }, context),
      events: [anEvent('tx', [['fee', '1']]), anEvent('ethereum_tx', [['ethereumTxHash', to0x(hash)]])],
    }),
  };
}

/** Makes the record that the application stores of a block with these transactions. */
export const aRecord = (of: readonly Mined[] = [], fields: Partial<EvmRecord> = {}): EvmRecord => {
  const logs = of.flatMap(({ result: { code, data } }) =>
    code === 0 && data.length > 0 ? decodeMsgEthereumTxResult(data).logs : [],
  );
  return {
    stateRoot: aWord(0x55),
    miner: anAddress(0x66),
    gasLimit: 30_000_000n,
    baseFeePerGas: 2n * GWEI,
    logsBloom: logs.length === 0 ? EMPTY_BYTES : bloomOf(logs),
    ...fields,
  };
};

/** Returns the result as the application reports it in this block: its data include the block's hash and time. */
export function inBlock(result: ExecTxResult, blockHash: Bytes, blockNumber: bigint, blockTimestamp: bigint) {
  if (result.data.length === 0) return result;
  const response = { ...decodeMsgEthereumTxResult(result.data), blockHash, blockTimestamp };
  const context = { blockNumber, txIndex: 0, firstLogIndex: 0 };
  return { ...result, data: encodeMsgEthereumTxResult(response, context) };
}

const to = anAddress(0x77);
const A_TX: DecodedEthereumTx = {
  type: 2,
  chainId: 31337n,
  nonce: 0n,
  gasPrice: undefined,
  maxFeePerGas: 10n * GWEI,
  maxPriorityFeePerGas: GWEI,
  gas: 100_000n,
  to,
  value: 5n,
  input: EMPTY_BYTES,
  accessList: [],
  authorizationList: undefined,
  v: 1n,
  r: 11n,
  s: 12n,
};

/**
 * Makes a transaction of each type and outcome, from senders 1 to 5: legacy, access list, a creation, a failed one,
 * code set.
 */
export function everyKind(): Mined[] {
  const accessList = [{ address: to, storageKeys: [aWord(1)] }];
  const authorization = { chainId: 31337n, address: to, nonce: 0n, yParity: 0, r: 13n, s: 14n };
  const legacy = { type: 0, v: 62_710n, nonce: 3n, gasPrice: 7n * GWEI } as const;
  return [
    mined(anAddress(1), legacy, { logs: [aLog(1, 0), aLog(2, 4)] }),
    mined(anAddress(2), { type: 1, gasPrice: 9n * GWEI, accessList }, { gasUsed: 30_000n }),
    mined(anAddress(3), { nonce: 4n, to: undefined, input: Uint8Array.of(0x60, 1) }, { gasUsed: 60_000n }),
    mined(anAddress(4), { maxFeePerGas: 2n * GWEI + 1n }, { vmError: 'execution reverted' }),
    mined(anAddress(5), { type: 4, authorizationList: [authorization] }, { gasUsed: 46_000n, logs: [aLog(3)] }),
  ];
}

const { chain, keys } = fourValidators();

/** Makes block 7 with these transactions, on top of `parent`. */
export function aBlock(of: readonly Mined[], events: readonly Event[] = [], parent: BlockId = NIL_BLOCK_ID) {
  const state = { ...chain, lastBlockId: parent };
  const proposer = keys[0]?.address ?? EMPTY_BYTES;
  const time = GENESIS_TIME + 1_999_999_999n;
  const block = makeBlock(
    state,
    7n,
    of.map(({ tx }) => tx),
    [],
    EMPTY_COMMIT,
    time,
    proposer,
  );
  const parts = partSetOf(encodeBlock(block));
  const stored: StoredBlock = {
    blockId: { hash: headerHash(block.header), parts: parts.header },
    block,
    size: parts.byteSize,
  };
  const results: FinalizeBlockResponse = {
    events,
    txResults: of.map(({ result }) => result),
    validatorUpdates: [],
    appHash: EMPTY_BYTES,
  };
  return { stored, results };
}

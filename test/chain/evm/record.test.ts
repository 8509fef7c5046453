/** What a height keeps for EVM clients, and which of its transactions are theirs. */
import { Bloom } from '@ethereumjs/vm';
import { describe, expect, it } from 'vitest';
import type { ExecTxResult, FinalizeBlockResponse } from '../../../src/abci/application.js';
import { ethereumHashOf } from '../../../src/chain/evm/ethereum_hash.js';
import { effectiveGasPrice, receiptsOf } from '../../../src/chain/evm/receipts.js';
import { evmRecordOf, UNLIMITED_GAS } from '../../../src/chain/evm/record.js';
import { wrapEthereumTx } from '../../../src/codec/cosmos_tx.js';
import { decodeEthereumTx } from '../../../src/codec/ethereum_tx.js';
import { encodeMsgEthereumTxResult } from '../../../src/codec/msg_ethereum_tx.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { aTransaction, GWEI } from '../../rpc/evm/little_block.js';
import { BOB, CONTRACT, EVENT_TOPIC, word } from '../../rpc/evm/little_names.js';

const ROOT = fromHex(word(1));
const MINER = fromHex(BOB);
const BLOCK_HASH = fromHex(word(2));
const tx = aTransaction({ to: CONTRACT }, 0n);

/** Result of the transaction with one log of each address. */
function result(addresses: readonly string[], change: Partial<ExecTxResult> = {}): ExecTxResult {
  const logs = addresses.map((address) => ({
    address: fromHex(address),
    topics: [fromHex(EVENT_TOPIC)],
    data: EMPTY_BYTES,
  }));
  const response = {
    hash: tx.hash,
    logs,
    ret: EMPTY_BYTES,
    vmError: '',
    gasUsed: 30_000n,
    maxUsedGas: 30_000n,
    blockHash: BLOCK_HASH,
    blockTimestamp: 1n,
  };
  const attributes = [
    { key: 'amount', value: '1', index: true },
    { key: 'ethereumTxHash', value: to0x(tx.hash), index: true },
  ];
  return {
    code: 0,
    data: encodeMsgEthereumTxResult(response, { blockNumber: 1n, txIndex: 0, firstLogIndex: 0 }),
    log: '',
    info: '',
    gasWanted: 100_000n,
    gasUsed: 30_000n,
    events: [
      { type: 'coin_spent', attributes: [] },
      { type: 'ethereum_tx', attributes: [] },
      { type: 'ethereum_tx', attributes },
    ],
    codespace: '',
    ...change,
  };
}

const response = (txResults: readonly ExecTxResult[], baseFee?: string): FinalizeBlockResponse => ({
  events:
    baseFee === undefined
      ? []
      : [{ type: 'evm_fee_market', attributes: [{ key: 'base_fee', value: baseFee, index: true }] }],
  txResults,
  validatorUpdates: [],
  appHash: ROOT,
});

describe('the record of a height', () => {
  it('has the bloom of all logs, as @ethereumjs computes it', () => {
    const { logsBloom } = evmRecordOf(ROOT, MINER, 1n, response([result([CONTRACT]), result([]), result([BOB])]));
    const bloom = new Bloom();
    for (const item of [CONTRACT, BOB, EVENT_TOPIC]) bloom.add(fromHex(item));
    expect(to0x(logsBloom)).toBe(to0x(bloom.bitvector));
  });

  it('keeps no bloom without logs, nor logs of a transaction that failed', () => {
    for (const results of [[], [result([])], [result([CONTRACT], { code: 11 })]])
      expect(evmRecordOf(ROOT, MINER, 1n, response(results)).logsBloom).toEqual(EMPTY_BYTES);
  });

  it('takes the base fee from the fee market, and zero without one', () => {
    expect(evmRecordOf(ROOT, MINER, 1n, response([], '765625000')).baseFeePerGas).toBe(765_625_000n);
    expect(evmRecordOf(ROOT, MINER, 1n, response([])).baseFeePerGas).toBe(0n);
  });

  it('shows a limit where there is none, and keeps the rest as it is', () => {
    expect(evmRecordOf(ROOT, MINER, -1n, response([])).gasLimit).toBe(UNLIMITED_GAS);
    expect(evmRecordOf(ROOT, MINER, 0n, response([])).gasLimit).toBe(0n);
    expect(evmRecordOf(ROOT, MINER, 5n, response([]))).toMatchObject({ stateRoot: ROOT, miner: MINER, gasLimit: 5n });
  });
});

describe('an Ethereum transaction', () => {
  it('is one whose result names its hash', () => {
    expect(ethereumHashOf(result([]))).toEqual(tx.hash);
    expect(ethereumHashOf(result([], { code: 5 }))).toBeUndefined();
    expect(ethereumHashOf(result([], { events: [] }))).toBeUndefined();
    expect(ethereumHashOf(result([], { events: [{ type: 'ethereum_tx', attributes: [] }] }))).toBeUndefined();
  });

  it('counts among its own kind', () => {
    const other = result([], { events: [], gasUsed: 77n });
    const wrapped = wrapEthereumTx(tx.raw, tx.from, 'ahalley');
    const context = { blockHash: BLOCK_HASH, blockNumber: 1n, timestamp: 1n, baseFeePerGas: GWEI };
    const receipts = receiptsOf(
      [EMPTY_BYTES, wrapped, EMPTY_BYTES, wrapped],
      [other, result([CONTRACT]), other, result([BOB])],
      context,
    );
    expect(receipts.map(({ inclusion }) => inclusion.transactionIndex)).toEqual([0, 1]);
    expect(receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed)).toEqual([30_000n, 60_000n]);
    expect(receipts.flatMap(({ logs }) => logs.map(({ logIndex }) => logIndex))).toEqual([0, 1]);
    expect(receipts[0]?.transaction).toMatchObject({ hash: tx.hash, from: tx.from, raw: tx.raw });
  });

  it('pays its price, or tip and base fee up to its cap', () => {
    const priceOf = (type: 0 | 2, tip: bigint, baseFee: bigint) =>
      effectiveGasPrice(decodeEthereumTx(aTransaction({ to: BOB, type, tip }, 0n).raw), baseFee);
    expect(priceOf(0, 0n, GWEI)).toBe(2n * GWEI);
    expect(priceOf(2, GWEI, GWEI)).toBe(2n * GWEI);
    expect(priceOf(2, GWEI, 5n * GWEI)).toBe(3n * GWEI);
    expect(priceOf(2, 0n, 1n)).toBe(1n);
  });
});

/** Tests which transactions of a block are Ethereum transactions, and what they pay. */
import { describe, expect, it } from 'vitest';
import type { ExecTxResult } from '../../src/abci/application.js';
import { ethereumHashOf } from '../../src/chain/ethereum_hash.js';
import { effectiveGasPrice, receiptsOf } from '../../src/chain/evm/receipts.js';
import { executedIn } from '../../src/chain/executed_txs.js';
import { encodeMsgEthereumTxResult } from '../../src/codec/cosmos/msg_ethereum_tx.js';
import { wrapEthereumTx } from '../../src/codec/cosmos/tx.js';
import { decodeEthereumTx } from '../../src/codec/ethereum/tx.js';
import { EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../src/kernel/hex.js';
import { aTransaction, GWEI } from '../rpc/evm/little_block.js';
import { BOB, CONTRACT, EVENT_TOPIC, word } from '../rpc/evm/little_names.js';

const BLOCK_HASH = fromHex(word(2));
const tx = aTransaction({ to: CONTRACT }, 0n);

/** Returns the transaction's result, with one log of each address. */
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

describe('an Ethereum transaction', () => {
  it('is one whose result has its hash', () => {
    expect(ethereumHashOf(result([]))).toEqual(tx.hash);
    expect(ethereumHashOf(result([], { code: 5 }))).toBeUndefined();
    expect(ethereumHashOf(result([], { events: [] }))).toBeUndefined();
    expect(ethereumHashOf(result([], { events: [{ type: 'ethereum_tx', attributes: [] }] }))).toBeUndefined();
  });

  it('is numbered among Ethereum transactions', () => {
    const other = result([], { events: [], gasUsed: 77n });
    const wrapped = wrapEthereumTx(tx.raw, tx.from, 'ahalley');
    const context = { blockHash: BLOCK_HASH, blockNumber: 1n, timestamp: 1n, baseFeePerGas: GWEI };
    const executed = executedIn(
      [EMPTY_BYTES, wrapped, EMPTY_BYTES, wrapped],
      [other, result([CONTRACT]), other, result([BOB])],
    );
    expect(executed.map(({ index }) => index)).toEqual([1, 3]);
    const receipts = receiptsOf(executed, context);
    expect(receipts.map(({ inclusion }) => inclusion.transactionIndex)).toEqual([0, 1]);
    expect(receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed)).toEqual([30_000n, 60_000n]);
    expect(receipts.flatMap(({ logs }) => logs.map(({ logIndex }) => logIndex))).toEqual([0, 1]);
    expect(receipts[0]?.transaction).toMatchObject({ hash: tx.hash, from: tx.from, raw: tx.raw });
  });

  it('pays its gas price, or tip and base fee up to its cap', () => {
    const priceOf = (type: 0 | 2, tip: bigint, baseFee: bigint) =>
      effectiveGasPrice(decodeEthereumTx(aTransaction({ to: BOB, type, tip }, 0n).raw), baseFee);
    expect(priceOf(0, 0n, GWEI)).toBe(2n * GWEI);
    expect(priceOf(2, GWEI, GWEI)).toBe(2n * GWEI);
    expect(priceOf(2, GWEI, 5n * GWEI)).toBe(3n * GWEI);
    expect(priceOf(2, 0n, 1n)).toBe(1n);
  });
});

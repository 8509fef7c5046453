/** Compares a block as EVM clients see it with what @ethereumjs computes from the same transactions. */
import { createBlockHeader, genTransactionsTrieRoot } from '@ethereumjs/block';
import { Common, Hardfork, Mainnet } from '@ethereumjs/common';
import { createMPT } from '@ethereumjs/mpt';
import { encode as encodeRlp } from '@ethereumjs/rlp';
import { createTxFromRLP } from '@ethereumjs/tx';
import { KECCAK256_RLP, SHA256_NULL } from '@ethereumjs/util';
import { Bloom, encodeReceipt as referenceReceipt } from '@ethereumjs/vm';
import { describe, expect, it } from 'vitest';
import type { EvmReceipt } from '../../../src/backend/evm/block.js';
import { ethereumHashOf } from '../../../src/chain/ethereum_hash.js';
import { blockView, genesisView } from '../../../src/chain/evm/block_view.js';
import { encodeReceipt } from '../../../src/chain/evm/receipts.js';
import { EMPTY_BLOOM } from '../../../src/codec/ethereum/receipt.js';
import { createAddress, type EthereumTxType } from '../../../src/codec/ethereum/tx.js';
import { toHex } from '../../../src/kernel/hex.js';
import { unixSeconds } from '../../../src/kernel/time.js';
import { GENESIS_TIME } from '../../consensus/chain_kit.js';
import { anEvent } from '../search/block_store_kit.js';
import { aBlock, anAddress, aRecord, aResult, aWord, everyKind, GWEI, type Mined } from './block_kit.js';

const common = new Common({ chain: { ...Mainnet, chainId: 31337 }, hardfork: Hardfork.Prague });
const GENESIS_HASH = aWord(0xaa);
const BASE_FEE = 2n * GWEI;
const mixHashOf = (height: bigint) => aWord(Number(height));

function viewOf(of: readonly Mined[], parent?: Parameters<typeof aBlock>[2]) {
  const { stored, results } = aBlock(of, [], parent);
  const view = blockView(stored, results, aRecord(of), { genesisHash: GENESIS_HASH, prevRandao: mixHashOf });
  return { stored, view };
}

const all = everyKind();
/** The block has a transaction that is not Ethereum's, and one that it did not start. The view has neither. */
const plain: Mined = { tx: Uint8Array.of(1), result: aResult({ gasUsed: 500n }) };
const refused: Mined = { tx: all[0]?.tx ?? new Uint8Array(), result: { ...aResult(), ...all[0]?.result, code: 5 } };
const mixed = [plain, ...all.slice(0, 2), refused, ...all.slice(2)];

const referenceBloom = (receipts: readonly EvmReceipt[]) => {
  const bloom = new Bloom(undefined, common);
  for (const { address, topics } of receipts.flatMap(({ logs }) => logs))
    for (const item of [address, ...topics]) bloom.add(item);
  return bloom.bitvector;
};

describe('a block with every kind of transaction', () => {
  // Each test makes its own view: mutation testing misses code that runs while tests are collected.
  const aView = () => viewOf(mixed);

  it('has the values of the consensus header, with times in seconds', () => {
    const { stored, view } = aView();
    expect(view).toMatchObject({
      number: 7n,
      hash: stored.blockId.hash,
      timestamp: unixSeconds(GENESIS_TIME) + 1n,
      miner: anAddress(0x66),
      gasLimit: 30_000_000n,
      baseFeePerGas: BASE_FEE,
      stateRoot: aWord(0x55),
      mixHash: mixHashOf(7n),
    });
  });

  it('has the hash of the block before it, and of the genesis before the first', () => {
    expect(aView().view.parentHash).toEqual(GENESIS_HASH);
    const parent = { hash: aWord(0x33), parts: { total: 1, hash: aWord(0x34) } };
    expect(viewOf([], parent).view.parentHash).toEqual(aWord(0x33));
  });

  it('counts the gas of all its transactions', () => {
    const { view } = aView();
    expect(view.gasUsed).toBe(500n + 21_000n + 30_000n + 21_000n + 60_000n + 21_000n + 46_000n);
  });

  it('shows its Ethereum transactions, with their own indexes', () => {
    const { view } = aView();
    expect(view.transactions.map(({ type }) => type)).toEqual([0, 1, 2, 2, 4]);
    expect(view.transactions.map(({ inclusion }) => inclusion?.transactionIndex)).toEqual([0, 1, 2, 3, 4]);
    expect(view.transactions.map(({ from }) => from)).toEqual([1, 2, 3, 4, 5].map(anAddress));
    for (const { raw, hash, inclusion } of view.transactions) {
      expect(hash).toEqual(createTxFromRLP(raw, { common }).hash());
      expect(inclusion).toMatchObject({
        blockHash: view.hash,
        blockNumber: 7n,
        timestamp: view.timestamp,
        baseFeePerGas: BASE_FEE,
      });
    }
  });

  it('adds up gas and log indexes over its transactions', () => {
    const { view } = aView();
    expect(view.receipts.map(({ gasUsed }) => gasUsed)).toEqual([21_000n, 30_000n, 60_000n, 21_000n, 46_000n]);
    expect(view.receipts.map(({ cumulativeGasUsed }) => cumulativeGasUsed)).toEqual([
      21_000n,
      51_000n,
      111_000n,
      132_000n,
      178_000n,
    ]);
    const logs = view.receipts.flatMap((receipt) => receipt.logs);
    expect(logs.map(({ logIndex, transactionIndex }) => [logIndex, transactionIndex])).toEqual([
      [0, 0],
      [1, 0],
      [2, 4],
    ]);
    expect(logs.map(({ data }) => data[0])).toEqual([1, 2, 3]);
    for (const log of logs)
      expect(log).toMatchObject({
        blockNumber: 7n,
        blockHash: view.hash,
        blockTimestamp: view.timestamp,
        transactionHash: view.transactions[log.transactionIndex]?.hash,
      });
  });

  it('shows for each transaction its status, its price and the contract that it created', () => {
    const { view } = aView();
    expect(view.receipts.map(({ success }) => success)).toEqual([true, true, true, false, true]);
    expect(view.receipts.map(({ effectiveGasPrice }) => effectiveGasPrice)).toEqual([
      7n * GWEI,
      9n * GWEI,
      3n * GWEI,
      2n * GWEI + 1n,
      3n * GWEI,
    ]);
    expect(view.receipts.map(({ contractAddress }) => contractAddress)).toEqual([
      undefined,
      undefined,
      createAddress(anAddress(3), 4n),
      undefined,
      undefined,
    ]);
  });

  it('has the roots, the blooms and the size that another implementation computes', async () => {
    const { view } = aView();
    const transactions = view.transactions.map(({ raw }) => createTxFromRLP(raw, { common }));
    expect(view.transactionsRoot).toEqual(await genTransactionsTrieRoot(transactions));
    const receipts = await createMPT({ common });
    for (const [i, receipt] of view.receipts.entries()) {
      const { success, cumulativeGasUsed, logs, logsBloom, transaction } = receipt;
      expect(logsBloom).toEqual(referenceBloom([receipt]));
      const theirs = {
        status: success ? (1 as const) : (0 as const),
        cumulativeBlockGasUsed: cumulativeGasUsed,
        bitvector: logsBloom,
        logs: logs.map(
          ({ address, topics, data }) => [address, [...topics], data] as [Uint8Array, Uint8Array[], Uint8Array],
        ),
      };
      const encoded = referenceReceipt(theirs, transaction.type as EthereumTxType);
      expect(toHex(encodeReceipt(receipt))).toBe(toHex(encoded));
      await receipts.put(encodeRlp(i), encoded);
    }
    expect(view.receiptsRoot).toEqual(receipts.root());
    expect(view.logsBloom).toEqual(referenceBloom(view.receipts));
    const { number, gasLimit, gasUsed, timestamp, miner, parentHash, stateRoot, mixHash, baseFeePerGas } = view;
    const header = { number, gasLimit, gasUsed, timestamp, parentHash, stateRoot, mixHash, baseFeePerGas };
    const { transactionsRoot: transactionsTrie, receiptsRoot: receiptTrie, logsBloom } = view;
    const theirs = createBlockHeader(
      {
        ...{ ...header, coinbase: `0x${toHex(miner)}`, transactionsTrie, receiptTrie, logsBloom },
        ...{ withdrawalsRoot: KECCAK256_RLP, blobGasUsed: 0n, excessBlobGas: 0n, requestsHash: SHA256_NULL },
      },
      { common, skipConsensusFormatValidation: true },
    );
    const body = transactions.map((tx) => (tx.type === 0 ? tx.raw() : tx.serialize()));
    expect(view.size).toBe(encodeRlp([theirs.raw(), body, [], []]).length);
  });
});

describe('a block without Ethereum transactions', () => {
  it('still counts the gas, and has empty roots and bloom', async () => {
    const { view } = viewOf([plain]);
    const empty = await genTransactionsTrieRoot([]);
    expect(view).toMatchObject({ gasUsed: 500n, transactions: [], receipts: [], logsBloom: EMPTY_BLOOM });
    expect([view.transactionsRoot, view.receiptsRoot]).toEqual([empty, empty]);
  });

  it('is the genesis below the first block', () => {
    const record = aRecord([], { gasLimit: 0xffff_ffffn, baseFeePerGas: 0n });
    expect(genesisView(0n, GENESIS_HASH, 99n, record)).toMatchObject({
      number: 0n,
      hash: GENESIS_HASH,
      parentHash: aWord(0),
      timestamp: 99n,
      gasUsed: 0n,
      gasLimit: 0xffff_ffffn,
      baseFeePerGas: 0n,
      mixHash: aWord(0),
      receipts: [],
    });
  });
});

describe('an Ethereum hash', () => {
  const named = (type: string, key: string) =>
    anEvent(type, [
      ['other', '1'],
      [key, `0x${'ab'.repeat(32)}`],
    ]);
  const hashIn = (...events: ReturnType<typeof anEvent>[]) => ethereumHashOf(aResult({ events }));

  it('is that of the first ethereum_tx event that has one', () => {
    const sound = named('ethereum_tx', 'ethereumTxHash');
    expect(hashIn(named('message', 'ethereumTxHash'), named('ethereum_tx', 'amount'), sound)).toEqual(aWord(0xab));
    expect(hashIn(named('message', 'ethereumTxHash'), named('ethereum_tx', 'amount'))).toBeUndefined();
    expect(ethereumHashOf(aResult({ events: [sound], code: 1 }))).toBeUndefined();
  });

  it('in the result of another transaction is a bug of ours', () => {
    const [first] = all as [Mined];
    expect(() => viewOf([{ ...first, tx: plain.tx }])).toThrow(
      'transaction 0 of a block holds an Ethereum transaction',
    );
  });
});

/**
 * Shows the Cosmos transactions of a block to EVM clients (cosmos/evm issue 482): receipts made from the results' events,
 * with an ERC-20 Transfer log for each move of a coin. They follow the block's Ethereum transactions, whose indexes thus
 * stay as they are. Nothing of it is stored or hashed.
 */
import type { Event, ExecTxResult } from '../../abci/application.js';
import {
  COSMOS_TX_TYPE,
  type EvmInclusion,
  type EvmLog,
  type EvmReceipt,
  type EvmTransaction,
} from '../../backend/evm/block.js';
import { decodeBech32 } from '../../codec/bech32.js';
import { isPricesTx, unwrapEthereumTx } from '../../codec/cosmos/tx.js';
import { isDevTx } from '../../codec/dev/dev_tx.js';
import { bloomOf, EMPTY_BLOOM, type EthereumLog, TRANSFER_TOPIC } from '../../codec/ethereum/receipt.js';
import { txHash } from '../../codec/tx_hash.js';
import { headerHash } from '../../consensus/types/header.js';
import { type Bytes, bigintToBytes, EMPTY_BYTES, leftPadded } from '../../kernel/bytes.js';
import { evmTimestamp } from '../../kernel/time.js';
import type { BlockStore } from '../block_store/block_store.js';
import { ethereumHashOf } from '../ethereum_hash.js';
import { type BlockFacts, logsOf } from './receipts.js';

const NOBODY: Bytes = new Uint8Array(20);
const WORD_BYTES = 32;
const COIN = /^(\d+)([a-zA-Z].*)$/;

/** Facts about the chain at the height of a block. */
export interface CosmosTxSource {
  readonly evmChainId: bigint;
  /** Denom of fees. */
  readonly baseDenom: string;
  /** Returns the address of a denom's token for the logs; undefined where no contract shows the coin. */
  readonly tokenOf: (denom: string) => Bytes | undefined;
}

type Coins = Map<string, bigint>;

const attributeOf = ({ attributes }: Event, key: string): string =>
  attributes.find((attribute) => attribute.key === key)?.value ?? '';

function coinsOf(text: string): Coins {
  const coins: Coins = new Map();
  for (const coin of text.split(',')) {
    const [, amount, denom] = COIN.exec(coin) ?? [];
    if (amount !== undefined && denom !== undefined) coins.set(denom, BigInt(amount));
  }
  return coins;
}

/** Returns the last 20 bytes of an account's address, as cosmos/evm does for longer ones; zeros for no address. */
function addressOf(bech32: string): Bytes {
  return bech32 === '' ? NOBODY : leftPadded(decodeBech32(bech32).bytes.slice(-NOBODY.length), NOBODY.length);
}

/**
 * Returns the Transfer logs of a transaction. Spent coins go to those who receive them next. Coins that nobody spent
 * come from the zero address, and coins that nobody receives go there, so the logs add up to the changes of balances.
 */
function transfersOf(events: readonly Event[], { tokenOf }: CosmosTxSource): readonly EthereumLog[] {
  const logs: EthereumLog[] = [];
  let spender: Bytes = NOBODY;
  let spent: Coins = new Map();
  const add = (from: Bytes, to: Bytes, denom: string, amount: bigint): void => {
    const address = amount === 0n ? undefined : tokenOf(denom);
    if (address === undefined) return;
    const topics = [TRANSFER_TOPIC, leftPadded(from, WORD_BYTES), leftPadded(to, WORD_BYTES)];
    logs.push({ address, topics, data: bigintToBytes(amount, WORD_BYTES) });
  };
  const burn = (): void => {
    for (const [denom, amount] of spent) add(spender, NOBODY, denom, amount);
    spent = new Map();
  };
  for (const event of events) {
    const amount = (): Coins => coinsOf(attributeOf(event, 'amount'));
    if (event.type === 'coin_spent') {
      burn();
      spender = addressOf(attributeOf(event, 'spender'));
      spent = amount();
    } else if (event.type === 'coin_received') {
      const receiver = addressOf(attributeOf(event, 'receiver'));
      for (const [denom, received] of amount()) {
        const left = spent.get(denom) ?? 0n;
        if (left >= received) spent.set(denom, left - received);
        add(left >= received ? spender : NOBODY, receiver, denom, received);
      }
    }
  }
  burn();
  return logs;
}

/**
 * Returns whether a transaction of a block is one that EVM clients do not see otherwise. Dev transactions and an oracle's
 * prices are not shown.
 */
const isCosmosTx = (tx: Bytes, result: ExecTxResult): boolean =>
  ethereumHashOf(result) === undefined && !isDevTx(tx) && !isPricesTx(tx) && unwrapEthereumTx(tx) === undefined;

/** Number of Ethereum transactions in the block, which precede, and the totals of their receipts. */
interface Before {
  readonly count: number;
  readonly logCount: number;
  readonly gasUsed: bigint;
}

/** Cosmos transactions of a chain in the form of Ethereum transactions. */
export class CosmosTxs {
  constructor(
    private readonly blockStore: BlockStore,
    private readonly sourceAt: (height: bigint) => CosmosTxSource,
  ) {}

  /** Makes the receipts of a block's Cosmos transactions, in block order. */
  receipts(
    txs: readonly Bytes[],
    results: readonly ExecTxResult[],
    context: BlockFacts,
    { count, logCount, gasUsed: gasUsedBefore }: Before,
  ): readonly EvmReceipt[] {
    const receipts: EvmReceipt[] = [];
    const source = this.sourceAt(context.blockNumber);
    let logIndex = logCount;
    let cumulativeGasUsed = gasUsedBefore;
    results.forEach((result, index) => {
      const raw = txs[index] ?? EMPTY_BYTES;
      if (!isCosmosTx(raw, result)) return;
      cumulativeGasUsed += result.gasUsed;
      const place = { transactionIndex: count + receipts.length, ...context };
      const receipt = receiptOf(raw, result, place, source, logIndex, cumulativeGasUsed);
      logIndex += receipt.logs.length;
      receipts.push(receipt);
    });
    return receipts;
  }

  /** Returns the logs of a height's Cosmos transactions without caching the block. `logCount` logs precede them. */
  logs(height: bigint, logCount: number): readonly EvmLog[] {
    const block = this.blockStore.scanBlock(height);
    const results = block && block.txs.length > 0 ? this.blockStore.scanResults(height)?.txResults : undefined;
    if (block === undefined || results === undefined) return [];
    const { header, txs } = block;
    if (!results.some((result, index) => isCosmosTx(txs[index] ?? EMPTY_BYTES, result))) return [];
    const facts = { blockHash: headerHash(header), blockNumber: height, timestamp: evmTimestamp(header.time) };
    const count = results.filter((result) => ethereumHashOf(result) !== undefined).length;
    const before = { count, logCount, gasUsed: 0n };
    return this.receipts(txs, results, { ...facts, baseFeePerGas: 0n }, before).flatMap(({ logs }) => logs);
  }
}

function receiptOf(
  raw: Bytes,
  { code, events, gasUsed, gasWanted, log }: ExecTxResult,
  inclusion: EvmInclusion,
  source: CosmosTxSource,
  firstLog: number,
  cumulativeGasUsed: bigint,
): EvmReceipt {
  const hash = txHash(raw);
  const { from, nonce, fee } = checksOf(events, source);
  const gasPrice = gasWanted === 0n ? 0n : fee / gasWanted;
  const logs = logsOf(transfersOf(events, source), firstLog, hash, inclusion);
  const transaction: EvmTransaction = {
    ...{ hash, type: COSMOS_TX_TYPE, from, nonce, gas: gasWanted, gasPrice, raw, inclusion },
    // The logs say who gets what.
    ...{ to: from, value: 0n, input: EMPTY_BYTES, chainId: source.evmChainId, v: 0n, r: 0n, s: 0n },
    ...{ maxFeePerGas: undefined, maxPriorityFeePerGas: undefined },
    ...{ accessList: undefined, authorizationList: undefined },
  };
  return {
    ...{ transaction, inclusion, success: code === 0, vmError: code === 0 ? '' : log, returnData: EMPTY_BYTES },
    ...{ gasUsed, cumulativeGasUsed, effectiveGasPrice: gasPrice, contractAddress: undefined },
    ...{ logs, logsBloom: logs.length === 0 ? EMPTY_BLOOM : bloomOf(logs) },
  };
}

/** Reads first signer, its sequence, and the fee from the events of the checks that precede all messages. */
function checksOf(events: readonly Event[], { baseDenom }: CosmosTxSource) {
  const read = (key: string): string => {
    for (const event of events)
      if (event.type === 'tx' && attributeOf(event, key) !== '') return attributeOf(event, key);
    return '';
  };
  const [signer = '', sequence = ''] = read('acc_seq').split('/');
  return { from: addressOf(signer), nonce: BigInt(sequence), fee: coinsOf(read('fee')).get(baseDenom) ?? 0n };
}

/** Implements the roles of blocks. */
import type { HalleyApplication } from '../../../app/application.js';
import type { EvmQueries } from '../../../app/evm_queries.js';
import type { PastAccounts } from '../../../app/state/past_reader.js';
import type { PlacedTransaction } from '../../../app/traces/trace_block.js';
import type { EvmBlock } from '../../../backend/evm/block.js';
import type {
  EarlierHistory,
  EarlierState,
  EvmBlocks,
  EvmEarlier,
  EvmEvents,
  EvmFees,
} from '../../../backend/evm/blocks.js';
import type { EvmForked } from '../../../backend/evm/snapshots.js';
import type { BlockStore } from '../../../chain/block_store/block_store.js';
import { evmTransaction } from '../../../chain/evm/receipts.js';
import type { EvmChain } from '../../../chain/evm_chain.js';
import type { Account } from '../../../evm/state.js';
import { withoutLeadingZeros } from '../../../evm/word.js';
import { EMPTY_BYTES, leftPadded } from '../../../kernel/bytes.js';
import { HalleyError, invariant } from '../../../kernel/errors.js';
import { fromHex } from '../../../kernel/hex.js';
import { NANOS_PER_SECOND } from '../../../kernel/time.js';
import type { Chain } from '../../chain/chain.js';
import { fileHistory, unanswered } from '../../history/file_history.js';
import type { EarlierBlock, StoredHistory } from '../../history/stored_history.js';
import { uint } from '../../history/views.js';
import type { RunningChain } from '../../running_chain.js';

export const evmBlocks = (
  { chain: { app, pool }, blocks: own, shownBlocks: blocks }: RunningChain,
  slotsInAnEpoch: number,
): EvmBlocks => ({
  head: () => blocks.head,
  safeDistance: BigInt(slotsInAnEpoch),
  firstHeight: blocks.firstNumber,
  isPruned: blocks.isPruned,
  reverts: () => blocks.reverts,
  block: (height) => blocks.block(height),
  fees: (height) => own.fees(height),
  heightOfHash: (hash) => blocks.heightOfHash(hash),
  transaction: (hash) => {
    const mined = blocks.receipt(hash)?.transaction;
    if (mined !== undefined) return mined;
    const pooled = pool.byEthereumHash(hash);
    const known = pooled && app.transaction(pooled.tx);
    return known && evmTransaction(known.raw, known.from, hash);
  },
  receipt: (hash) => blocks.receipt(hash),
  bloom: (height) => blocks.bloom(height),
  logs: (height) => blocks.logs(height),
});

/** Returns the Ethereum transactions of a block, in order. */
export const transactionsOf = (
  blockStore: BlockStore,
  blocks: EvmChain,
  height: bigint,
): readonly PlacedTransaction[] =>
  (blocks.block(height)?.receipts ?? []).map((receipt) => {
    const { hash } = receipt.transaction;
    const position = blockStore.ethereumPosition(hash);
    invariant(position?.height === height, 'a transaction of a block is found at its height');
    return { hash, index: position.index, receipt };
  });

/** Makes the role. The forked chain may be another one after a reset. */
export function evmEarlier(chain: Chain, role: EvmForked): EvmEarlier {
  const own = earlierOf(chain);
  return {
    get earlier() {
      return role.forked ?? own;
    },
  };
}

const WORD_BYTES = 32;

/** Returns the state after block `number`. Throws HalleyError `unavailable` for one that the file does not have. */
function pastState(app: HalleyApplication, history: StoredHistory, number: number): EarlierState {
  const block = history.block(number);
  if (block === undefined || !history.hasState(number)) throw noState(history, number);
  const accounts = accountsAfter(history, number);
  const queries = app.evm.past(accounts, blockOf(block));
  const { state } = queries;
  const height = BigInt(number);
  return {
    balance: (address) => state.account(address)?.balance ?? 0n,
    nonce: (address) => state.account(address)?.nonce ?? 0n,
    code: (address) => codeOf(accounts, address),
    storage: (address, slot) => leftPadded(state.storage(address, slot), WORD_BYTES),
    call: (request, _, overrides, of) => queries.call(request, height, overrides, of),
    estimateGas: (request, _, overrides, of) => queries.estimateGas(request, height, overrides, of),
    createAccessList: (request, _, overrides) => queries.createAccessList(request, height, overrides),
    simulate: async () => {
      throw unanswered('eth_simulateV1', history);
    },
    traceCall: (request, _, options, overrides, of) => queries.traceCall(request, height, options, overrides, of),
  };
}

function codeOf(accounts: PastAccounts, address: Uint8Array): Uint8Array {
  const account = accounts.account(address);
  return account === undefined ? EMPTY_BYTES : (accounts.code(account.codeHash) ?? EMPTY_BYTES);
}

function noState(history: StoredHistory, number: number): HalleyError {
  const { first, last, states } = history.facts;
  const [oldest, newest] = [states[0], states.at(-1)];
  const known = oldest === undefined ? 'none' : `those of ${states.length} blocks from ${oldest} to ${newest}`;
  const why =
    number < first || number > last
      ? `the state file begins with block ${first}`
      : `of the states before block ${last} the state file has ${known}; write it with --preserve-historical-states`;
  return new HalleyError('unavailable', `the state after block ${number} is not known: ${why}`, { number });
}

function accountsAfter(history: StoredHistory, number: number): PastAccounts {
  return {
    account(address): Account | undefined {
      const account = history.account(address, number);
      if (account === null) return undefined;
      const [nonce, balance, codeHash] = account;
      return { nonce: BigInt(nonce), balance: BigInt(balance), codeHash: fromHex(codeHash) };
    },
    code: (codeHash) => history.code(codeHash),
    slot(address, slot) {
      const value = history.slot(address, slot, number);
      return value === undefined ? EMPTY_BYTES : withoutLeadingZeros(fromHex(value));
    },
    blockHash: (of) => hashOf(history.block(Number(of))),
  };
}

const hashOf = (block: EarlierBlock | undefined): Uint8Array =>
  block === undefined ? EMPTY_BYTES : fromHex(block.hash);

function blockOf({ number, hash, header }: EarlierBlock) {
  return {
    record: {
      height: BigInt(number),
      time: uint(header['timestamp']) * NANOS_PER_SECOND,
      hash: fromHex(hash),
      parentHash: fromHex(String(header['parentHash'])),
      coinbase: fromHex(String(header['miner'])),
    },
    gasLimit: uint(header['gasLimit']),
    baseFeePerGas: uint(header['baseFeePerGas']),
    prevRandao: fromHex(String(header['mixHash'])),
  };
}

function earlierOf({ app, history, scheduler }: Chain): EarlierHistory | undefined {
  if (history === undefined) return undefined;
  return {
    ...fileHistory(history, scheduler),
    stateAfter: (number) => pastState(app, history, Number(number)),
  };
}

/** Makes the events of the EVM JSON-RPC from heights, reverts, and transactions that became executable. */
export const evmEvents = ({ chain, shownBlocks: blocks }: RunningChain): EvmEvents => ({
  listen: (listener) => {
    const { publishedHeights, beforeRevert, afterRevert, executable } = chain;
    const stopPending = executable.listen((hash) => listener({ type: 'pendingTransaction', hash }));
    const stopBlocks = publishedHeights.listen((height) => listener(new BlockEvent('block', blocks, height)));
    const stopHeads = afterRevert.listen((height) => listener(new BlockEvent('reverted', blocks, height)));
    const stopListening = beforeRevert.listen(({ to, from }) => {
      if (to < from) listener({ type: 'undoing', first: to + 1n, last: from });
    });
    return () => {
      stopPending();
      stopListening();
      stopHeads();
      stopBlocks();
    };
  },
});

/** Event of a new head. Most blocks are not looked at, so the view is made on demand. */
class BlockEvent {
  constructor(
    readonly type: 'block' | 'reverted',
    private readonly blocks: EvmChain,
    private readonly height: bigint,
  ) {}

  get block(): EvmBlock {
    const block = this.blocks.block(this.height);
    invariant(block !== undefined, `block ${this.height} is published`);
    return block;
  }
}

/** Makes the fees of the chain. `least` is the lowest price that `eth_gasPrice` may return. */
export const evmFees = (queries: EvmQueries, blocks: EvmChain, least: bigint): EvmFees => ({
  nextBaseFee: (height) => queries.nextBaseFee(height),
  minGasPrice: () => {
    const price = queries.minGasPrice();
    return price > least ? price : least;
  },
  suggestedTip: () => queries.suggestedTip(blocks.head),
});

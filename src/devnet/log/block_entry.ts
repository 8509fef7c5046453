/** Makes the log entry of a block from its view and its results. */

import type { HalleyApplication } from '../../app/application.js';
import type { EvmBlock, EvmReceipt } from '../../backend/evm/block.js';
import type { BlockStore } from '../../chain/block_store/block_store.js';
import type { EventBus } from '../../chain/event_bus.js';
import type { EvmChain } from '../../chain/evm_chain.js';
import type { Bytes } from '../../kernel/bytes.js';
import { to0x } from '../../kernel/hex.js';
import { isBeyondHeaders, NANOS_PER_SECOND } from '../../kernel/time.js';
import { consoleLines } from './console/lines.js';
import { cosmosEntries } from './cosmos_entry.js';
import type { BlockEntry, FunctionCall, LogEntry, TransactionEntry } from './entry.js';
import { failureWords } from './failure_words.js';
import { signatureOf } from './function_names.js';
import type { NodeLog } from './node_log.js';

const SELECTOR_BYTES = 4;

/** Names the parts of a chain whose blocks are logged. */
interface LoggedChain {
  readonly app: Pick<HalleyApplication, 'consoleCalls'>;
  readonly blockStore: BlockStore;
  /** Publishes each new height. */
  readonly heights: EventBus<bigint>;
}

/**
 * Logs every new block, after the entries that `before` returns for its height, from now on until the returned function
 * is called.
 */
export function logBlocks(
  chain: LoggedChain,
  blocks: EvmChain,
  log: NodeLog,
  before: (height: bigint) => readonly LogEntry[] = () => [],
): () => void {
  return chain.heights.listen((height) => {
    if (log.quiet) return;
    const block = blockEntry(chain, blocks, height);
    for (const entry of before(height)) log.write(entry);
    if (block !== undefined) log.write(block);
  });
}

function blockEntry({ app, blockStore }: LoggedChain, blocks: EvmChain, height: bigint): BlockEntry | undefined {
  const view = blocks.block(height);
  const results = blockStore.results(height)?.txResults;
  if (view === undefined || results === undefined) return undefined;
  const { receipts } = view;
  const others = results.length - receipts.length;
  const consoleCalls = new Map(app.consoleCalls(height).map(({ index, calls }) => [index, consoleLines(calls)]));
  return {
    type: 'block',
    number: Number(height),
    hash: to0x(view.hash),
    timestamp: Number(view.timestamp),
    ...(isBeyond(view) && !isBeyond(blocks.block(height - 1n)) && { leavesHeaderTime: true }),
    baseFeePerGas: `${view.baseFeePerGas}`,
    gasUsed: `${view.gasUsed}`,
    gasLimit: `${view.gasLimit}`,
    transactions: receipts.map((receipt, i) => transactionEntry(receipt, consoleCalls.get(i))),
    others,
    ...(others > 0 && { cosmos: cosmosEntries(blockStore.block(height)?.block.txs ?? [], results) }),
  };
}

const isBeyond = (view: EvmBlock | undefined): boolean =>
  view !== undefined && isBeyondHeaders(view.timestamp * NANOS_PER_SECOND);

function transactionEntry(receipt: EvmReceipt, consoleCalls: readonly string[] = []): TransactionEntry {
  const { transaction, contractAddress, gasUsed, success, vmError, returnData } = receipt;
  const { hash, from, to, input, value, gas } = transaction;
  const call = to === undefined ? undefined : functionCall(to, input);
  return {
    hash: to0x(hash),
    from: to0x(from),
    ...(to && { to: to0x(to) }),
    ...(contractAddress && success && { created: to0x(contractAddress) }),
    ...(call && { call }),
    value: `${value}`,
    gasUsed: `${gasUsed}`,
    gasLimit: `${gas}`,
    ...(!success && { error: failureWords(vmError, returnData) }),
    console: consoleCalls,
  };
}

function functionCall(to: Bytes, input: Bytes): FunctionCall | undefined {
  if (input.length < SELECTOR_BYTES) return undefined;
  const selector = to0x(input.subarray(0, SELECTOR_BYTES));
  const signature = signatureOf(to, selector);
  return { selector, ...(signature !== undefined && { signature }) };
}

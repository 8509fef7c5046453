/** Reads the newest Ethereum transactions, with their receipts and the artifacts of what they call. */
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { type BatchCall, callBatch, callEvm, callOptionalBatch } from '../../feed/http.js';
import { decodeRevert, revertText } from '../abi/decode.js';
import { anyAbi } from '../abi/registry.js';
import { artifactsOf } from './contracts.js';
import { toNumber, toQuantity } from './format.js';
import type { EvmBlock, EvmReceipt, EvmTx } from './rpc.js';
import type { CallFrame } from './traces.js';

export interface ShownTx {
  readonly tx: EvmTx;
  readonly receipt?: EvmReceipt;
  /** Time of its block, in Unix seconds; absent while it is pending. */
  readonly time?: number;
  /** Reason of a failure, such as `TooLittle(50, 100)`. */
  readonly reason?: string;
}

export interface ShownTxs {
  readonly txs: readonly ShownTx[];
  readonly artifacts: ReadonlyMap<string, ArtifactFile>;
}

/** Heights of one request. */
const PAGE = 25;

/** Adds receipts and artifacts to transactions. */
export async function withReceipts(chain: string, txs: readonly ShownTx[]): Promise<ShownTxs> {
  const receipts = await callBatch(
    chain,
    'evm',
    txs.map(({ tx }): BatchCall => ['eth_getTransactionReceipt', [tx.hash]]),
  );
  const found = txs.map((one, i) => {
    const receipt = receipts[i];
    return receipt === null || receipt instanceof Error ? one : { ...one, receipt: receipt as EvmReceipt };
  });
  return withNames(chain, found);
}

/** Adds reasons of failures, and the artifacts of what the transactions call or create. */
export async function withNames(chain: string, txs: readonly ShownTx[]): Promise<ShownTxs> {
  const called = txs.flatMap(({ tx, receipt }) => tx.to ?? receipt?.contractAddress ?? []);
  const artifacts = await artifactsOf(chain, called);
  const failed = txs.filter(({ receipt }) => receipt?.status === '0x0').slice(0, MAX_REASONS);
  const traces = await callOptionalBatch(
    chain,
    'evm',
    failed.map(({ tx }): BatchCall => ['halley_traceTransaction', [tx.hash]]),
  );
  const reasons = new Map(failed.map(({ tx }, i) => [tx.hash, reasonOf(traces[i])]));
  return {
    artifacts,
    txs: txs.map((one) => {
      const reason = reasons.get(one.tx.hash);
      return reason === undefined ? one : { ...one, reason };
    }),
  };
}

/** Most failures of a list whose reasons are read: their transactions run again. */
const MAX_REASONS = 25;

/** Returns the error by the devnet's artifacts, or by an ABI of the page, or as geth names it. */
function reasonOf(trace: unknown): string | undefined {
  if (trace instanceof Error || typeof trace !== 'object' || trace === null) return undefined;
  const { revert, output = '0x', error } = trace as CallFrame & { readonly revert?: string };
  const decoded = revert === undefined ? decodeRevert(output, anyAbi.value) : undefined;
  return revert ?? (decoded === undefined ? error : revertText(decoded));
}

/** Returns at most `count` transactions, newest first, of the last `heights` blocks up to `from` or the newest. */
export async function readRecentTxs(
  chain: string,
  { count, heights, from }: { readonly count: number; readonly heights: number; readonly from?: number | undefined },
): Promise<ShownTxs & { readonly oldest: number }> {
  const newest = toNumber(await callEvm<string>(chain, 'eth_blockNumber'));
  const top = Math.min(from ?? newest, newest);
  const txs: ShownTx[] = [];
  let oldest = top;
  for (let height = top; height >= 0 && height > top - heights && txs.length < count; height -= PAGE) {
    oldest = Math.max(0, height - PAGE + 1);
    const blocks = await callBatch(
      chain,
      'evm',
      Array.from(
        { length: height - oldest + 1 },
        (_, i): BatchCall => ['eth_getBlockByNumber', [toQuantity(height - i), true]],
      ),
    );
    for (const block of blocks) if (block !== null && !(block instanceof Error)) txs.push(...txsOf(block as EvmBlock));
  }
  const shown = txs.slice(0, count);
  const last = shown.at(-1)?.tx.blockNumber;
  if (txs.length > count && last) oldest = toNumber(last);
  return { ...(await withReceipts(chain, shown)), oldest };
}

/** Returns the transactions of a block, last first. */
export const txsOf = ({ transactions, timestamp }: EvmBlock): readonly ShownTx[] =>
  transactions.flatMap((tx) => (typeof tx === 'string' ? [] : [{ tx, time: toNumber(timestamp) }])).reverse();

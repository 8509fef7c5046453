/** Reads the newest Ethereum transactions, with their receipts and the artifacts of what they call. */
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { type BatchCall, callBatch } from '../../feed/batch.js';
import { callEvm } from '../../feed/http.js';
import { artifactsOf } from './contracts.js';
import { toNumber, toQuantity } from './format.js';
import type { EvmBlock, EvmReceipt, EvmTx } from './rpc.js';

export interface ShownTx {
  readonly tx: EvmTx;
  readonly receipt?: EvmReceipt;
  /** Time of its block, in Unix seconds; absent while it is pending. */
  readonly time?: number;
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
  const called = found.flatMap(({ tx, receipt }) => tx.to ?? receipt?.contractAddress ?? []);
  return { txs: found, artifacts: await artifactsOf(chain, called) };
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

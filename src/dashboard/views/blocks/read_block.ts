/** Reads one block from both RPCs. */
import { toQuantity } from '../../explorer/read/format.js';
import type { NetworkNode } from '../../explorer/read/network.js';
import type {
  CometBlock,
  CometCommit,
  CometTxResult,
  CometValidators,
  EvmBlock,
  EvmReceipt,
} from '../../explorer/read/rpc.js';
import { callBatch, callOptionalBatch } from '../../feed/http.js';
import { hasEvm } from '../../shell/store.js';

export interface WholeBlock {
  /** Absent where another program's application runs. */
  readonly evm: EvmBlock | undefined;
  readonly receipts: readonly EvmReceipt[];
  readonly comet: CometBlock | undefined;
  readonly results: readonly CometTxResult[];
  readonly commit: CometCommit | undefined;
  readonly validators: CometValidators | undefined;
  readonly nodes: readonly NetworkNode[];
  /** Vote extensions in the order of the set; undefined where votes have none. */
  readonly extensions: readonly { readonly validator: string; readonly extension: string | null }[] | undefined;
}

/** Returns a result; undefined for a failed call. */
const found = <T>(result: unknown): T | undefined =>
  result instanceof Error || result === null || result === undefined ? undefined : (result as T);

/** Returns the block at a height; null when the chain has none. Throws RequestError. */
export async function readBlock(chain: string, height: number): Promise<WholeBlock | null> {
  const at = toQuantity(height);
  const args = { height: String(height) };
  const [[block, receipts, network, extensions], [comet, results, commit, validators]] = await Promise.all([
    callBatch(chain, 'evm', [
      ['eth_getBlockByNumber', [at, true]],
      ['eth_getBlockReceipts', [at]],
      ['halley_network', []],
      ['halley_voteExtensions', [at]],
    ]),
    callOptionalBatch(chain, 'comet', [
      ['block', args],
      ['block_results', args],
      ['commit', args],
      ['validators', { ...args, per_page: '100' }],
    ]),
  ]);
  if (block instanceof Error && hasEvm.value) throw block;
  if (block === null || (block instanceof Error && comet instanceof Error)) return null;
  return {
    evm: found(block),
    receipts: found<readonly EvmReceipt[]>(receipts) ?? [],
    comet: found(comet),
    results: found<{ txs_results: readonly CometTxResult[] | null }>(results)?.txs_results ?? [],
    commit: found(commit),
    validators: found(validators),
    nodes: found<{ nodes: readonly NetworkNode[] }>(network)?.nodes ?? [],
    extensions: found(extensions),
  };
}

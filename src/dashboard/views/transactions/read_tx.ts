/** Reads one transaction by its Ethereum hash or its Cosmos hash. */
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { hashToBase64 } from '../../explorer/codec/cosmos_tx.js';
import { artifactsOf } from '../../explorer/read/contracts.js';
import type { CometTx, EvmReceipt, EvmTx } from '../../explorer/read/rpc.js';
import { type BatchCall, callBatch, callOptionalBatch } from '../../feed/http.js';
import { hasEvm } from '../../shell/store.js';

export interface WholeTx {
  readonly evm?: EvmTx;
  /** Absent while the transaction is pending. */
  readonly receipt?: EvmReceipt;
  /** Transaction of CometBFT that contains it. */
  readonly cosmos?: CometTx;
  /** Artifacts of what it calls or creates. */
  readonly artifacts: ReadonlyMap<string, ArtifactFile>;
}

const HASH = /^0x[0-9a-f]{64}$/;

/** Returns the text of a hash in the form that the pages use; undefined for another text. */
export function normalizedHash(text: string): string | undefined {
  const lower = text.toLowerCase();
  const hash = lower.startsWith('0x') ? lower : `0x${lower}`;
  return HASH.test(hash) ? hash : undefined;
}

/** Returns the transaction; null when the chain has none with this hash. Throws RequestError. */
export async function readTx(chain: string, hash: string): Promise<WholeTx | null> {
  const search: BatchCall = [
    'tx_search',
    { query: `ethereum_tx.ethereumTxHash='${hash}'`, prove: false, page: '1', per_page: '1' },
  ];
  const [[found, answer], [searchedTxs, byHash]] = await Promise.all([
    callBatch(chain, 'evm', [
      ['eth_getTransactionByHash', [hash]],
      ['eth_getTransactionReceipt', [hash]],
    ]),
    callOptionalBatch(chain, 'comet', [search, ['tx', { hash: hashToBase64(hash), prove: false }]]),
  ]);
  if (found instanceof Error && hasEvm.value) throw found;
  const evm = found instanceof Error ? null : found;
  const searched =
    searchedTxs instanceof Error ? undefined : (searchedTxs as { readonly txs: readonly CometTx[] }).txs[0];
  const cosmos = searched ?? (byHash instanceof Error ? undefined : (byHash as CometTx));
  if (evm === null && cosmos === undefined) return null;
  const receipt = answer instanceof Error ? null : (answer as EvmReceipt | null);
  const target = (evm as EvmTx | null)?.to ?? receipt?.contractAddress;
  return {
    artifacts: await artifactsOf(chain, target ? [target] : []),
    ...(evm !== null && { evm: evm as EvmTx }),
    ...(receipt !== null && { receipt }),
    ...(cosmos !== undefined && { cosmos }),
  };
}

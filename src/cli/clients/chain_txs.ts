/** Reads which transactions of a client the chain has executed, without the servers on which faults act. */
import type { Devnet } from '../../devnet/index.js';

/** Blocks that are made after a run, so that whatever the client has sent is in one of them. */
const LAST_BLOCKS = 3;

/** Number of transactions by what they do: sender, receiver, amount and method, but neither nonce, fee nor arguments. */
export type ChainTxs = ReadonlyMap<string, number>;

interface EvmTx {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly input: string;
}

interface CosmosResult {
  readonly code: number;
  readonly events: readonly {
    readonly type: string;
    readonly attributes: readonly { readonly key: string; readonly value: string }[];
  }[];
}

/** Ends all faults, puts what is pending into blocks, and returns the transactions that succeeded. */
export async function settledTxs(devnet: Devnet): Promise<ChainTxs> {
  for (const { id } of devnet.network.faults) await devnet.network.removeFault(id);
  await devnet.mine({ blocks: LAST_BLOCKS });
  const counts = new Map<string, number>();
  const last = devnet.height;
  for (let height = 1n; height <= last; height++)
    for (const key of [...(await evmTxs(devnet, height)), ...(await cosmosTxs(devnet, height))])
      counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

async function evmTxs({ provider }: Devnet, height: bigint): Promise<readonly string[]> {
  const block = `0x${height.toString(16)}`;
  const { transactions } = (await provider.request({ method: 'eth_getBlockByNumber', params: [block, true] })) as {
    readonly transactions: readonly EvmTx[];
  };
  if (transactions.length === 0) return [];
  const receipts = (await provider.request({ method: 'eth_getBlockReceipts', params: [block] })) as readonly {
    readonly transactionHash: string;
    readonly status: string;
  }[];
  const succeeded = new Set(receipts.flatMap((one) => (one.status === '0x1' ? [one.transactionHash] : [])));
  return transactions
    .filter(({ hash }) => succeeded.has(hash))
    .map(
      ({ from, to, value, input }) => `${from} to ${to ?? 'a new contract'}: ${BigInt(value)} ${input.slice(0, 10)}`,
    );
}

/** Returns the Cosmos transactions of a block. The results of Ethereum transactions have an event of their own. */
async function cosmosTxs({ urls }: Devnet, height: bigint): Promise<readonly string[]> {
  const answer = await fetch(`${urls.cometRpc}/block_results?height=${height}`);
  const { result } = (await answer.json()) as { readonly result: { readonly txs_results: CosmosResult[] | null } };
  return (result.txs_results ?? [])
    .filter(({ code, events }) => code === 0 && events.every(({ type }) => type !== 'ethereum_tx'))
    .map(({ events }) =>
      events
        .filter(({ type }) => type === 'message')
        .flatMap(({ attributes }) => attributes.map(({ key, value }) => (key === 'msg_index' ? '' : value)))
        .join(' '),
    );
}

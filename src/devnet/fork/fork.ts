/** Opens a fork: finds the block of another chain after which it begins, and reads that chain's state and history. */
import type { RemoteAccount, RemoteEntry, RemoteSource } from '../../app/state/remote_source.js';
import { RemoteNode } from '../../client/remote_node.js';
import type { RemoteKey } from '../../evm/absent_remote.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import type { ForkOptions } from '../options/fork_option.js';
import { readForkUrl } from '../options/fork_url.js';

/** Describes the block of the other chain after which the fork begins. */
export interface ForkPoint {
  /** Is the EIP-155 chain id of the other chain. */
  readonly chainId: bigint;
  readonly number: bigint;
  readonly hash: Bytes;
  readonly parentHash: Bytes;
  readonly miner: Bytes;
  /** Is the block's time in Unix seconds. */
  readonly timestamp: bigint;
  /** Is undefined before EIP-1559. */
  readonly baseFeePerGas: bigint | undefined;
  readonly gasLimit: bigint;
  readonly gasUsed: bigint;
  /** Is `prevrandao` since the Merge. */
  readonly mixHash: Bytes;
  /** Are undefined before EIP-4844. */
  readonly excessBlobGas: bigint | undefined;
  readonly blobGasUsed: bigint | undefined;
}

/** Is another chain up to a block. */
export interface Fork {
  readonly point: ForkPoint;
  readonly options: ForkOptions;
  /** Names the node without any secret of its URL. */
  readonly label: string;
  /** Reads the state at the block. */
  readonly source: RemoteSource;
  /** Lists the transactions to repeat after the block, as the node describes them; empty without `transactionHash`. */
  readonly transactions: readonly unknown[];
  /** Calls a method of the node. Rejects with HalleyError `remote-error` or `unavailable`. */
  request(method: string, params: readonly unknown[]): Promise<unknown>;
  setUrl(url: string): void;
  close(): Promise<void>;
}

type Block = Readonly<Record<string, string>>;

const quantity = (value: bigint): string => `0x${value.toString(16)}`;
const optional = (text: string | undefined): bigint | undefined => (text === undefined ? undefined : BigInt(text));

function pointOf(chainId: bigint, block: Block): ForkPoint {
  return {
    chainId,
    number: BigInt(block['number'] as string),
    hash: fromHex(block['hash'] as string),
    parentHash: fromHex(block['parentHash'] as string),
    miner: fromHex(block['miner'] as string),
    timestamp: BigInt(block['timestamp'] as string),
    baseFeePerGas: optional(block['baseFeePerGas']),
    gasLimit: BigInt(block['gasLimit'] as string),
    gasUsed: BigInt(block['gasUsed'] as string),
    mixHash: fromHex(block['mixHash'] as string),
    excessBlobGas: optional(block['excessBlobGas']),
    blobGasUsed: optional(block['blobGasUsed']),
  };
}

/** Opens a fork. Rejects with HalleyError `unavailable`, `remote-error` or `height-too-high`. */
export async function openFork(options: ForkOptions): Promise<Fork> {
  const at = readForkUrl(options.url);
  const node = new RemoteNode({ ...options, url: at.url });
  const [id, head] = (await node.calls([
    { method: 'eth_chainId', params: [] },
    { method: 'eth_blockNumber', params: [] },
  ])) as [string, string];
  const newest = BigInt(head);
  const given = options.blockNumber ?? at.blockNumber ?? newest;
  const number = given < 0n ? newest + given : given;
  if (number > newest)
    throw new HalleyError(
      'height-too-high',
      `block ${number} does not exist: ${node.label} has blocks up to ${newest}`,
    );
  const block = (await node.call('eth_getBlockByNumber', [quantity(number), false])) as Block | null;
  if (block === null) throw new HalleyError('not-found', `${node.label} has no block ${number}`);
  return {
    point: pointOf(BigInt(id), block),
    options,
    get label() {
      return node.label;
    },
    source: { fetch: (keys) => fetchState(node, keys, quantity(number)) },
    transactions: [],
    request: (method, params) => node.call(method, params),
    setUrl: (url) => node.setUrl(url),
    close: async () => node.close(),
  };
}

async function fetchState(node: RemoteNode, keys: readonly RemoteKey[], at: string): Promise<readonly RemoteEntry[]> {
  const results = (await node.calls(
    keys.flatMap((key) => {
      if (key.type === 'blockHash') return [{ method: 'eth_getBlockByNumber', params: [quantity(key.number), false] }];
      const address = to0x(key.address);
      if (key.type === 'slot') return [{ method: 'eth_getStorageAt', params: [address, to0x(key.slot), at] }];
      return ['eth_getBalance', 'eth_getTransactionCount', 'eth_getCode'].map((method) => ({
        method,
        params: [address, at],
      }));
    }),
  )) as readonly (string | Block | null)[];
  let next = 0;
  return keys.map((key) => {
    if (key.type === 'blockHash') {
      const hash = (results[next++] as Block | null)?.['hash'];
      return { ...key, hash: hash === undefined ? EMPTY_BYTES : fromHex(hash) };
    }
    if (key.type === 'slot') return { ...key, value: fromHex(results[next++] as string) };
    const account: RemoteAccount = {
      balance: BigInt(results[next++] as string),
      nonce: BigInt(results[next++] as string),
      code: fromHex(results[next++] as string),
    };
    return { ...key, account };
  });
}

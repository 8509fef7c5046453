/** Calls the RPC of the CometBFT node that drives this application. */
import type { NodeInfo } from '../../app/sdk/query/node_facts.js';
import { parseEndpoint } from '../../client/endpoint.js';
import { JsonRpcClient } from '../../client/json_rpc_client.js';
import { toBase64 } from '../../codec/base64.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex, tryFromHex } from '../../kernel/hex.js';
import { quoted } from '../../kernel/printable.js';
import { type ReceivedBlock, readBlock } from '../../rpc/comet/responses/block.js';
import { responseProblem } from '../../rpc/comet/responses/problem.js';

/** Is the port of CometBFT's RPC. */
const RPC_PORT = 26_657;

/** Is the answer of CometBFT's mempool to a transaction that it holds or held. */
const KNOWN = 'tx already exists in cache';

/** Describes a node of the network. */
export interface EngineNode {
  readonly nodeId: Bytes;
  readonly moniker: string;
  readonly listenAddress: string;
  readonly isOutbound: boolean;
}

export interface EngineDetails {
  readonly info: NodeInfo;
  readonly isCatchingUp: boolean;
}

/** Limits a response with a whole block. A block of 100 MiB has 140 MB in base64. */
const BLOCK_LIMITS = { maxResponseBytes: 300_000_000 };

type Json = Readonly<Record<string, unknown>>;

export class EngineRpc {
  readonly #client: JsonRpcClient;

  /** Throws HalleyError `invalid-argument` for a URL that is none. */
  constructor(url: string) {
    this.#client = new JsonRpcClient(parseEndpoint(url, RPC_PORT));
  }

  /** Names the node in messages. */
  get label(): string {
    return this.#client.endpoint.label;
  }

  /**
   * Passes transactions to the engine's mempool, in one request and in order. Resolves to whether the mempool holds each
   * or held it before. Throws HalleyError `unavailable` when the node cannot be reached.
   */
  async broadcast(txs: readonly Bytes[]): Promise<readonly boolean[]> {
    const calls = txs.map((tx) => ({ method: 'broadcast_tx_sync', params: { tx: toBase64(tx) } }));
    const outcomes = await this.#client.callAll(calls);
    return outcomes.map((outcome) => {
      if (!(outcome instanceof HalleyError)) return (outcome as Json)['code'] === 0;
      const { data } = outcome.facts;
      return typeof data === 'string' && data.includes(KNOWN);
    });
  }

  /** Returns the node itself. */
  async node(): Promise<EngineNode> {
    const { node_info: info } = (await this.#client.call('status', {})) as { readonly node_info: Json };
    return nodeOf(info, false);
  }

  /** Returns what the node says about itself, and whether it still fetches blocks that others have decided. */
  async details(): Promise<EngineDetails> {
    const { node_info: info, sync_info: sync } = objectOf(await this.#client.call('status', {}));
    return { info: nodeInfoOf(objectOf(info)), isCatchingUp: objectOf(sync)['catching_up'] === true };
  }

  /**
   * Returns the block of a height; undefined for one that the engine does not have. Throws HalleyError when the node
   * does not answer with a block.
   */
  async block(height: bigint): Promise<ReceivedBlock | undefined> {
    const result = await this.#client.call('block', { height: `${height}` }, BLOCK_LIMITS);
    try {
      return readBlock(result);
    } catch (error) {
      const problem = responseProblem(error);
      if (problem === undefined) throw error;
      throw new HalleyError('remote-error', `the block of height ${height} cannot be read: ${quoted(problem)}`);
    }
  }

  /** Returns the nodes to which it is connected. */
  async peers(): Promise<readonly EngineNode[]> {
    const { peers } = (await this.#client.call('net_info', {})) as { readonly peers: readonly Json[] };
    return peers.map((peer) => nodeOf(peer['node_info'] as Json, peer['is_outbound'] === true));
  }
}

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const wholeOf = (value: unknown): bigint => (/^\d{1,19}$/.test(textOf(value)) ? BigInt(textOf(value)) : 0n);

function nodeInfoOf(info: Json): NodeInfo {
  const protocol = objectOf(info['protocol_version']);
  const other = objectOf(info['other']);
  return {
    protocol: { p2p: wholeOf(protocol['p2p']), block: wholeOf(protocol['block']), app: wholeOf(protocol['app']) },
    nodeId: textOf(info['id']),
    listenAddress: textOf(info['listen_addr']),
    network: textOf(info['network']),
    version: textOf(info['version']),
    channels: tryFromHex(textOf(info['channels'])) ?? EMPTY_BYTES,
    moniker: textOf(info['moniker']),
    txIndex: other['tx_index'] === 'on' ? 'on' : 'off',
    rpcAddress: textOf(other['rpc_address']),
  };
}

const nodeOf = (info: Json, isOutbound: boolean): EngineNode => ({
  nodeId: fromHex(String(info['id'])),
  moniker: String(info['moniker']),
  listenAddress: String(info['listen_addr']),
  isOutbound,
});

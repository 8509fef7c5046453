/** Calls the RPC of the CometBFT node that drives this application. */

import { parseEndpoint } from '../../client/endpoint.js';
import { JsonRpcClient } from '../../client/json_rpc_client.js';
import { toBase64 } from '../../codec/base64.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex } from '../../kernel/hex.js';

/** Is the port of CometBFT's RPC. */
const RPC_PORT = 26_657;

/** Is the answer of CometBFT's mempool to a transaction that it holds or held. */
const KNOWN = 'tx already exists in cache';

/** Limits the transactions of a request to an engine with the default of max_request_batch_size. */
const TXS_OF_DEFAULT_BATCH = 10;

/** Describes a node of the network. */
export interface EngineNode {
  readonly nodeId: Bytes;
  readonly moniker: string;
  readonly listenAddress: string;
  readonly isOutbound: boolean;
}

type Json = Readonly<Record<string, unknown>>;

export class EngineRpc {
  readonly client: JsonRpcClient;
  /** Limits the transactions of a request. */
  #batchSize = Number.POSITIVE_INFINITY;

  /** Throws HalleyError `invalid-argument` for a URL that is none. */
  constructor(url: string) {
    this.client = new JsonRpcClient(parseEndpoint(url, RPC_PORT));
  }

  /** Names the node in messages. */
  get label(): string {
    return this.client.endpoint.label;
  }

  /**
   * Passes transactions to the engine's mempool, in order: in one request, or in smaller ones if the engine allows no
   * such batch. Resolves to whether it has begun to check each, or has seen it before. It does not wait for the check,
   * because the engine waits up to 20 ms for further transactions before it sends one to the application. Throws
   * HalleyError `unavailable` when the node cannot be reached.
   */
  async broadcast(txs: readonly Bytes[]): Promise<readonly boolean[]> {
    const accepted: boolean[] = [];
    while (accepted.length < txs.length) {
      const next = txs.slice(accepted.length, accepted.length + this.#batchSize);
      try {
        accepted.push(...(await this.#broadcastAtOnce(next)));
      } catch (error) {
        const isRefused = error instanceof HalleyError && error.code === 'remote-error';
        if (!isRefused || next.length <= TXS_OF_DEFAULT_BATCH) throw error;
        this.#batchSize = TXS_OF_DEFAULT_BATCH;
      }
    }
    return accepted;
  }

  async #broadcastAtOnce(txs: readonly Bytes[]): Promise<readonly boolean[]> {
    const calls = txs.map((tx) => ({ method: 'broadcast_tx_async', params: { tx: toBase64(tx) } }));
    const outcomes = await this.client.callAll(calls);
    return outcomes.map((outcome) => {
      if (!(outcome instanceof HalleyError)) return (outcome as Json)['code'] === 0;
      const { data } = outcome.facts;
      return typeof data === 'string' && data.includes(KNOWN);
    });
  }

  /** Returns the node itself. */
  async node(): Promise<EngineNode> {
    const { node_info: info } = (await this.client.call('status', {})) as { readonly node_info: Json };
    return nodeOf(info, false);
  }

  /** Returns the nodes to which it is connected. */
  async peers(): Promise<readonly EngineNode[]> {
    const { peers } = (await this.client.call('net_info', {})) as { readonly peers: readonly Json[] };
    return peers.map((peer) => nodeOf(peer['node_info'] as Json, peer['is_outbound'] === true));
  }
}

const nodeOf = (info: Json, isOutbound: boolean): EngineNode => ({
  nodeId: fromHex(String(info['id'])),
  moniker: String(info['moniker']),
  listenAddress: String(info['listen_addr']),
  isOutbound,
});

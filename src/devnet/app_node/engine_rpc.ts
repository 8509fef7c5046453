/** Calls the RPC of the CometBFT node that drives this application. */
import type { NodeInfo } from '../../app/sdk/query/node_facts.js';
import { parseEndpoint } from '../../client/endpoint.js';
import { JsonRpcClient } from '../../client/json_rpc_client.js';
import { arrayOf, objectAt } from '../../client/json_values.js';
import { toBase64 } from '../../codec/base64.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { quoted } from '../../kernel/text.js';
import { type ReceivedBlock, readBlock } from '../../rpc/comet/responses/block.js';
import { responseProblem } from '../../rpc/comet/responses/problem.js';
import { METHOD_NOT_FOUND } from '../../rpc/jsonrpc/errors.js';
import { COMET_RPC_PORT } from '../../settings/default_ports.js';
import { type EngineNode, readEngineNode, readNodeInfo } from './engine_answers.js';

/** Most bytes of a response. The data about a peer takes about 2 KB. */
const MAX_RESPONSE_BYTES = 10_000_000;

/** Error of CometBFT's mempool for a transaction that it has or had. */
const KNOWN = 'tx already exists in cache';

/** Most transactions of a request to an engine with the default of max_request_batch_size. */
const TXS_OF_DEFAULT_BATCH = 10;

/** Size limit of a response with a whole block. A block of 100 MiB has 140 MB in base64. */
const BLOCK_LIMITS = { maxResponseBytes: 300_000_000 };

/** Description of a node by itself, and whether it still fetches blocks that others have decided. */
export interface EngineDetails {
  readonly info: NodeInfo;
  readonly isCatchingUp: boolean;
}

/** Calls the RPC. Each call throws HalleyError when the node does not answer. */
export class EngineRpc {
  /** Reads responses that may be long, such as a dump of the consensus state with blocks in it. */
  readonly client: JsonRpcClient;
  /** Reads short responses. */
  readonly #client: JsonRpcClient;
  /** Most transactions of a request. It becomes smaller when the engine refuses a batch. */
  #batchSize = Number.POSITIVE_INFINITY;

  /** Throws HalleyError `invalid-argument` for an invalid URL. */
  constructor(url: string) {
    const endpoint = parseEndpoint(url, COMET_RPC_PORT);
    this.client = new JsonRpcClient(endpoint);
    this.#client = new JsonRpcClient(endpoint, { maxResponseBytes: MAX_RESPONSE_BYTES });
  }

  /** Name of the node in messages. */
  get label(): string {
    return this.client.endpoint.label;
  }

  /**
   * Sends transactions to the engine's mempool, in order: in one request, or in smaller ones if the engine refuses such
   * a batch. Resolves to whether the engine has begun to check each, or has seen it before. It does not wait for the
   * check, because the engine waits up to 20 ms for further transactions before it sends one to the application. Throws
   * HalleyError when the node cannot be reached, or is not a CometBFT node.
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
    const outcomes = await this.#client.callAll(calls);
    return outcomes.map((outcome) => {
      if (!(outcome instanceof HalleyError)) return objectAt(outcome)['code'] === 0;
      const { code, data } = outcome.facts;
      if (code === METHOD_NOT_FOUND) throw outcome;
      return typeof data === 'string' && data.includes(KNOWN);
    });
  }

  /** Returns the node itself. Throws HalleyError when the server cannot be reached, or is not a CometBFT node. */
  async node(): Promise<EngineNode> {
    const { node_info: info } = objectAt(await this.#client.call('status', {}));
    return this.#nodeOf(info, false);
  }

  /** Returns the node's description of itself, and whether it still fetches blocks that others have decided. */
  async details(): Promise<EngineDetails> {
    const { node_info: info, sync_info: sync } = objectAt(await this.#client.call('status', {}));
    return { info: readNodeInfo(info), isCatchingUp: objectAt(sync)['catching_up'] === true };
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

  /** Returns the nodes to which it is connected. Throws as `node` does. */
  async peers(): Promise<readonly EngineNode[]> {
    const { peers } = objectAt(await this.#client.call('net_info', {}));
    return arrayOf(peers)
      .map((peer) => objectAt(peer))
      .map((peer) => this.#nodeOf(peer['node_info'], peer['is_outbound'] === true));
  }

  #nodeOf(info: unknown, isOutbound: boolean): EngineNode {
    const node = readEngineNode(info, isOutbound);
    if (node !== undefined) return node;
    throw new HalleyError(
      'remote-error',
      `${this.label} answered without the id of a node: expected the RPC of a CometBFT node`,
    );
  }
}

/** Shortest time between two reads of the engine's status, in milliseconds. */
const STATUS_INTERVAL_MS = 1_000;

/** Last description by the engine of its node and its peers, for responses that cannot wait for it. */
export class EngineStatus {
  #node: EngineNode | undefined;
  #peers: readonly EngineNode[] = [];
  #readAt: number | undefined;

  constructor(
    private readonly rpc: EngineRpc,
    private readonly nowMs: () => number,
  ) {}

  /** Throws HalleyError `unavailable` until the engine's RPC has answered once. */
  get node(): EngineNode {
    if (this.#node !== undefined) return this.#node;
    throw new HalleyError('unavailable', `the RPC of the engine at ${this.rpc.label} has not answered yet`);
  }

  /** Moniker of the node; `undefined` until the engine's RPC has answered once. */
  get moniker(): string | undefined {
    return this.#node?.moniker;
  }

  /** Peers of the last response. */
  get peers(): readonly EngineNode[] {
    return this.#peers;
  }

  /** Reads again, unless it has read within the last second. If the node does not answer, the last responses remain. */
  async refresh(): Promise<void> {
    const now = this.nowMs();
    if (this.#readAt !== undefined && now - this.#readAt < STATUS_INTERVAL_MS) return;
    this.#readAt = now;
    try {
      [this.#node, this.#peers] = await Promise.all([this.rpc.node(), this.rpc.peers()]);
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
    }
  }
}

/** Reads the blocks of a chain, and what belongs to them, from the RPC of a CometBFT node. */
import type { Endpoint } from '../../../client/endpoint.js';
import { JsonRpcClient } from '../../../client/json_rpc_client.js';
import { PatientClient } from '../../../client/patient_client.js';
import { tryFromBase64 } from '../../../codec/base64.js';
import type { Commit } from '../../../consensus/types/commit.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { HalleyError } from '../../../kernel/errors.js';
import { fromUtf8, quoted } from '../../../kernel/text.js';
import { type ReceivedBlock, readBlock, readCommit } from '../../../rpc/comet/responses/block.js';
import { type ReceivedResults, readBlockResults } from '../../../rpc/comet/responses/block_results.js';
import { responseProblem } from '../../../rpc/comet/responses/problem.js';
import { type ReceivedValidator, readValidators } from '../../../rpc/comet/responses/validators.js';
import { COMET_RPC_URL } from '../../../settings/default_ports.js';

/** Time and size limits of responses that may have a whole block or its results. A block of 100 MiB has 140 MB in base64. */
const BLOCK_LIMITS = { timeoutMs: 30_000, maxResponseBytes: 300_000_000 };
/** Most chunks of a genesis document, which have 16 MiB each. */
const MAX_GENESIS_CHUNKS = 16;
/** Most validators of a page, as in CometBFT. */
const PAGE_SIZE = 100;
const MAX_PAGES = 100;

export interface NodeStatus {
  readonly chainId: string;
  readonly earliestHeight: bigint;
  readonly latestHeight: bigint;
}

type Json = Readonly<Record<string, unknown>>;

const objectOf = (value: unknown): Json => (typeof value === 'object' && value !== null ? (value as Json) : {});

export class NodeRpc {
  readonly #first: JsonRpcClient;
  readonly #client: PatientClient;

  constructor(endpoint: Endpoint) {
    this.#first = new JsonRpcClient(endpoint);
    this.#client = new PatientClient(this.#first);
  }

  /** Name of the node in messages. */
  get label(): string {
    return this.#client.label;
  }

  /** Returns the chain and its heights. It fails at once when the node cannot be reached, because the URL may be wrong. */
  async status(): Promise<NodeStatus> {
    const { node_info: node, sync_info: sync } = objectOf(await this.#first.call('status'));
    const { network } = objectOf(node);
    const { earliest_block_height: earliest, latest_block_height: latest } = objectOf(sync);
    if (typeof network !== 'string' || !isHeight(earliest) || !isHeight(latest))
      throw new HalleyError(
        'remote-error',
        `this is not a CometBFT RPC: ${this.label} answered status without network and heights; expected the CometBFT RPC of a node, such as ${COMET_RPC_URL}`,
      );
    return { chainId: network, earliestHeight: BigInt(earliest), latestHeight: BigInt(latest) };
  }

  /** Returns the genesis document as parsed JSON. */
  async genesis(): Promise<unknown> {
    const parts: Bytes[] = [];
    for (let chunk = 0, total = 1; chunk < total; chunk++) {
      const result = objectOf(await this.#client.call('genesis_chunked', { chunk: `${chunk}` }));
      total = Number(result['total']);
      const data = typeof result['data'] === 'string' ? tryFromBase64(result['data']) : undefined;
      if (data === undefined || !(total <= MAX_GENESIS_CHUNKS))
        throw this.#invalid('genesis_chunked', 'the chunk has no data, or there are too many');
      parts.push(data);
    }
    try {
      return JSON.parse(fromUtf8(concatBytes(...parts)));
    } catch (error) {
      throw this.#invalid('genesis_chunked', (error as Error).message);
    }
  }

  /** Returns the block of a height, which is of that height and of the chain. */
  async block(height: bigint, chainId: string): Promise<ReceivedBlock> {
    const received = await this.#read('block', height, readBlock);
    if (received === undefined) throw this.#invalid('block', `there is no block of height ${height}`);
    const { header } = received.block;
    if (header.chainId !== chainId || header.height !== height)
      throw this.#invalid(
        'block',
        `the block is of height ${header.height} of the chain "${quoted(header.chainId)}", expected ${height} of "${chainId}"`,
      );
    return received;
  }

  async commit(height: bigint): Promise<Commit> {
    const commit = await this.#read('commit', height, readCommit);
    if (commit === undefined) throw this.#invalid('commit', `there is no commit of height ${height}`);
    return commit;
  }

  async blockResults(height: bigint): Promise<ReceivedResults> {
    const results = await this.#read('block_results', height, readBlockResults);
    if (results.height === height) return results;
    throw this.#invalid('block_results', `the results are of height ${results.height}, expected ${height}`);
  }

  /** Returns the validators of a height in the order of the set, from all pages. */
  async validators(height: bigint): Promise<readonly ReceivedValidator[]> {
    const all: ReceivedValidator[] = [];
    for (let page = 1; page <= MAX_PAGES; page++) {
      const params = { page: `${page}`, per_page: `${PAGE_SIZE}` };
      const { validators, total } = await this.#read('validators', height, readValidators, params);
      all.push(...validators);
      if (all.length >= total || validators.length === 0) return all;
    }
    throw this.#invalid('validators', `there are more than ${all.length} validators at height ${height}`);
  }

  async #read<T>(method: string, height: bigint, read: (result: unknown) => T, more: Json = {}): Promise<T> {
    const result = await this.#client.call(method, { height: `${height}`, ...more }, BLOCK_LIMITS);
    try {
      return read(result);
    } catch (error) {
      const problem = responseProblem(error);
      if (problem === undefined) throw error;
      throw this.#invalid(method, `of height ${height}, ${problem}`);
    }
  }

  #invalid(method: string, why: string): HalleyError {
    return new HalleyError('remote-error', `${this.label} answered ${method} with something else: ${quoted(why)}`, {
      method,
    });
  }
}

const isHeight = (value: unknown): value is string => typeof value === 'string' && /^\d{1,19}$/.test(value);

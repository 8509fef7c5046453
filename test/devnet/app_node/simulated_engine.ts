/**
 * Runs the application of a node under a devnet, which is its engine: ABCI over a socket brings the blocks, and the
 * devnet's CometBFT RPC answers as an engine's does.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FinalizeBlockRequest } from '../../../src/abci/application.js';
import type { AbciResponse } from '../../../src/abci/wire/response.js';
import { type AppNode, type AppNodeOptions, startAppNode } from '../../../src/devnet/app_node/app_node.js';
import type { ChainNode } from '../../../src/devnet/chain_node.js';
import { startDevnet } from '../../../src/devnet/devnet.js';
import type { Devnet, DevnetOptions } from '../../../src/devnet/index.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { utf8 } from '../../../src/kernel/text.js';
import { COMMIT, EngineClient, FLUSH } from '../../server/abci/engine_client.js';
import { requestOf } from './driven_kit.js';

const MAX_TX_BYTES = 1_000_000n;

export class SimulatedEngine {
  #connection: EngineClient | undefined;
  #executed = 0n;

  private constructor(
    readonly devnet: Devnet,
    private readonly runtime: ChainNode,
    readonly node: AppNode,
    private readonly folder: string,
  ) {}

  /** Starts both. When it resolves, the application has the devnet's blocks and serves the dashboard. */
  static async start(options: DevnetOptions = {}, nodeOptions: Partial<AppNodeOptions> = {}): Promise<SimulatedEngine> {
    const folder = mkdtempSync(join(tmpdir(), 'halley-engine-'));
    const runtimes: ChainNode[] = [];
    const devnet = await startDevnet(
      { seed: 'engine', miningMode: 'manual', ...options, rpc: true },
      { onRuntime: (opened) => runtimes.push(opened) },
    );
    let [onServing, onFatal] = [() => {}, (_: unknown) => {}];
    const serving = new Promise<void>((resolve, reject) => {
      [onServing, onFatal] = [resolve, reject];
    });
    const node = await startAppNode({
      home: folder,
      abci: 'tcp://127.0.0.1:0',
      node: `${devnet.urls.cometRpc}`,
      dashboard: { address: '127.0.0.1:0' },
      ...nodeOptions,
      onServing: () => onServing(),
      onFatal: (error) => onFatal(error),
    });
    const engine = new SimulatedEngine(devnet, runtimes[0] as ChainNode, node, folder);
    await engine.connect();
    await engine.advance();
    await serving;
    return engine;
  }

  get dashboard(): string {
    return `${this.node.urls?.dashboard}`;
  }

  /** Connects as an engine does; a new application gets the genesis document first. */
  async connect(): Promise<void> {
    const client = await EngineClient.connect(this.node.abci);
    this.#connection = client;
    if (this.#executed > 0n) return;
    const {
      genesisTime: time,
      chainId,
      consensusParams,
      validators,
      initialHeight,
      appState,
    } = this.runtime.chain.genesis;
    const appStateBytes = utf8(JSON.stringify(appState));
    const value = { time, chainId, consensusParams, validators, initialHeight, appStateBytes };
    client.send({ type: 'initChain', value }, { type: 'flush', value: {} });
    await this.#responses(client, 2);
  }

  /** Breaks the ABCI connection, as an engine that ends does. */
  async disconnect(): Promise<void> {
    await this.#connection?.close();
    this.#connection = undefined;
  }

  /** Decides blocks, and has the application execute them. */
  async advance(blocks = 1): Promise<void> {
    await this.devnet.mine({ blocks });
    for (let height = this.#executed + 1n; height <= this.runtime.chain.blockStore.height; height++)
      await this.#execute(requestOf(this.runtime, height));
  }

  /** Checks an Ethereum transaction, as an engine does when another node sends it, and returns the code. */
  async checkTx(raw: Bytes): Promise<number> {
    const wrapped = this.runtime.chain.app.normalize(raw);
    if (wrapped.type === 'refused') throw new Error(wrapped.log);
    const client = this.#connected;
    client.send({ type: 'checkTx', value: { tx: wrapped.tx, type: 'new' } }, FLUSH);
    const [checked] = await this.#responses(client, 2);
    return checked?.type === 'checkTx' ? checked.value.code : Number.NaN;
  }

  /** Decides a block with the transactions that the application proposes, and returns them. */
  async propose(): Promise<readonly Bytes[]> {
    await this.devnet.mine();
    const client = this.#connected;
    const { hash: _, decidedLastCommit, ...block } = requestOf(this.runtime, this.#executed + 1n);
    const localLastCommit = { round: 0, votes: [] };
    client.send(
      { type: 'prepareProposal', value: { ...block, txs: [], maxTxBytes: MAX_TX_BYTES, localLastCommit } },
      FLUSH,
    );
    const [prepared] = await this.#responses(client, 2);
    const txs = prepared?.type === 'prepareProposal' ? prepared.value.txs : [];
    await this.#execute({ ...requestOf(this.runtime, block.height), txs });
    return txs;
  }

  async close(): Promise<void> {
    await this.disconnect();
    await this.node.close();
    await this.devnet.close();
    rmSync(this.folder, { recursive: true, force: true });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }

  get #connected(): EngineClient {
    if (this.#connection === undefined) throw new Error('the engine is not connected');
    return this.#connection;
  }

  async #execute(value: FinalizeBlockRequest): Promise<void> {
    const client = this.#connected;
    client.send({ type: 'finalizeBlock', value }, COMMIT, FLUSH);
    await this.#responses(client, 3);
    this.#executed = value.height;
  }

  async #responses(client: EngineClient, count: number): Promise<readonly AbciResponse[]> {
    const responses = await client.take(count);
    for (const response of responses)
      if (response.type === 'exception') throw new Error(`the application refused: ${JSON.stringify(response)}`);
    return responses;
  }
}

/** Caches the engine's last description of its node and its peers, for responses that cannot wait for it. */
import { HalleyError } from '../../kernel/errors.js';
import type { EngineNode } from './engine_answers.js';
import type { EngineRpc } from './engine_rpc.js';

/** Is the shortest time between two reads, in milliseconds. */
const INTERVAL_MS = 1_000;

export class EngineStatus {
  #node: EngineNode | undefined;
  #peers: readonly EngineNode[] = [];
  #readAt: number | undefined;

  constructor(
    private readonly rpc: Pick<EngineRpc, 'label' | 'node' | 'peers'>,
    private readonly nowMs: () => number,
  ) {}

  /** Throws HalleyError `unavailable` until the engine's RPC has answered once. */
  get node(): EngineNode {
    if (this.#node !== undefined) return this.#node;
    throw new HalleyError('unavailable', `the RPC of the engine at ${this.rpc.label} has not answered yet`);
  }

  /** Is the moniker of the node; undefined until the engine's RPC has answered once. */
  get moniker(): string | undefined {
    return this.#node?.moniker;
  }

  /** Lists the peers of the last response. */
  get peers(): readonly EngineNode[] {
    return this.#peers;
  }

  /** Reads again, unless it has read within the last second. If the node does not answer, the last responses remain. */
  async refresh(): Promise<void> {
    const now = this.nowMs();
    if (this.#readAt !== undefined && now - this.#readAt < INTERVAL_MS) return;
    this.#readAt = now;
    try {
      [this.#node, this.#peers] = await Promise.all([this.rpc.node(), this.rpc.peers()]);
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
    }
  }
}

/** Runs the nodes of a network on this machine, and reports what happens to them. */
import { join } from 'node:path';
import { timers } from '../../client/backoff.js';
import { parseEndpoint } from '../../client/endpoint.js';
import { JsonRpcClient } from '../../client/json_rpc_client.js';
import { COMET_RPC_PORT } from '../../settings/default_ports.js';
import {
  appAnswers,
  currentPowers,
  engineAnswers,
  type LocalNode,
  type NetworkCommands,
  type Powers,
  quorumWithout,
  RunningNetwork,
  type UnexpectedEnd,
  untilHolds,
} from '../../testnet/index.js';
import { BlockFollower } from './block_follower.js';
import type { NetworkEvent } from './network_event.js';
import type { NodeLocks } from './node_locks.js';
import { restartCommand } from './restart_command.js';

/** Time after which the engine of a node starts even if its application does not listen yet. */
const APP_HEAD_START_MS = 10_000;
/** Time after which nodes that do not respond yet are reported, and the others are shown without them. */
const SLOW_MS = 15_000;
/** Time between two checks of a node that this process no longer runs. */
const WATCH_MS = 1_000;

export interface SessionDeps {
  readonly folder: string;
  /** Program of CometBFT. */
  readonly cometbft: string;
  readonly all: readonly LocalNode[];
  readonly nodes: readonly LocalNode[];
  /** Powers of the genesis document. */
  readonly powers: Powers;
  readonly commands: NetworkCommands;
  readonly locks: NodeLocks;
  readonly report: (event: NetworkEvent) => void;
}

export class NetworkSession {
  readonly #network: RunningNetwork;
  readonly #names: ReadonlyMap<string, string>;
  /** Nodes that are down, because one of their programs has ended. */
  readonly #down = new Set<LocalNode>();
  /** Nodes that have answered, and of which no program has ended since. */
  readonly #answering = new Set<LocalNode>();
  #onFirstAnswer = (): void => undefined;
  /** Resolves when a node answers. */
  readonly #firstAnswer = new Promise<void>((resolve) => {
    this.#onFirstAnswer = resolve;
  });
  /** Powers that an engine reported last. */
  #powers: Powers['byAddress'];
  #isStalled = false;
  #isCheckDue = false;
  #checking: Promise<void> | undefined;
  #follower: BlockFollower | undefined;
  #followed: LocalNode | undefined;
  #isClosed = false;
  #hasBanner = false;

  constructor(private readonly deps: SessionDeps) {
    this.#names = new Map(deps.all.map(({ address, name }) => [address, name]));
    this.#powers = deps.powers.byAddress;
    this.#network = new RunningNetwork(deps.commands, (end) => void this.#ended(end));
  }

  /** Starts the nodes. Resolves when all that run answer, or some do and the others are named. */
  async start(): Promise<void> {
    const { nodes, report } = this.deps;
    report({ type: 'starting', nodes, logs: join(nodes[0]?.home ?? '', 'logs') });
    let onLate = (): void => undefined;
    const late = new Promise<void>((resolve) => {
      onLate = resolve;
    });
    const timer = setTimeout(onLate, SLOW_MS);
    await Promise.race([
      Promise.all(nodes.map((node) => this.#startNode(node))),
      late.then(() => this.#nameLate()).then(() => this.#firstAnswer),
    ]);
    clearTimeout(timer);
    if (!this.#isClosed && this.#answering.size > 0) this.#showAll();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#follower?.close();
    this.deps.report({ type: 'stopping' });
    await this.#network.stop();
  }

  async #startNode(node: LocalNode): Promise<void> {
    this.#network.startApp(node);
    await this.#headStart(node);
    if (!this.#network.isRunning(node, 'app')) return;
    this.#network.startEngine(node);
    const isReady = await untilHolds(
      () => this.#isReady(node),
      () => this.#isOver(node),
    );
    if (!isReady || this.#isOver(node)) return;
    this.#answering.add(node);
    this.#onFirstAnswer();
    if (!this.#hasBanner) return;
    this.deps.report({ type: 'joined', node });
    if (this.#followed === undefined || !this.#network.isUp(this.#followed)) this.#follow();
  }

  /** Reports the nodes with those that do not answer yet, and shows blocks from now on. */
  #showAll(): void {
    const { nodes, powers, report } = this.deps;
    const late = nodes.filter((node) => !this.#answering.has(node) && !this.#down.has(node));
    report({ type: 'ready', chainId: powers.chainId, validators: powers.byAddress.size, nodes, late });
    this.#hasBanner = true;
    this.#follow();
  }

  /** Waits until the application listens, because an engine that finds none tries again only after three seconds. */
  async #headStart(node: LocalNode): Promise<void> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
    }, APP_HEAD_START_MS);
    await untilHolds(
      async () => this.#network.isServing(node),
      () => isLate || this.#isOver(node),
    );
    clearTimeout(timer);
  }

  #isOver = (node: LocalNode): boolean => this.#isClosed || this.#down.has(node);

  async #isReady({ rpcUrl, evmHttpUrl }: LocalNode): Promise<boolean> {
    return (await engineAnswers(rpcUrl)) && (evmHttpUrl === undefined || (await appAnswers(evmHttpUrl)));
  }

  async #nameLate(): Promise<void> {
    const late = await Promise.all(
      this.deps.nodes.map(async (node) => (this.#isOver(node) || (await this.#isReady(node)) ? [] : [node])),
    );
    const nodes = late.flat();
    if (nodes.length > 0 && !this.#isClosed) this.deps.report({ type: 'waiting', nodes });
  }

  /** Shows the blocks of the first node that runs and has answered. */
  #follow(): void {
    const node = this.deps.nodes.find((each) => this.#answering.has(each) && this.#network.isUp(each));
    if (node === undefined || this.#isClosed) return;
    const height = this.#follower?.height;
    this.#follower?.close();
    this.#followed = node;
    this.#follower = new BlockFollower(
      new JsonRpcClient(parseEndpoint(node.rpcUrl, COMET_RPC_PORT)),
      this.#names,
      (event) => this.#decided(event),
      height,
    );
  }

  /** Reports a block. While a node is down, a block may change the powers so that no further block is possible. */
  #decided(event: NetworkEvent): void {
    this.deps.report(event);
    if (event.type === 'block' && this.#down.size > 0) void this.#checkQuorum();
  }

  /** Reports the end of a program, and stops the other one of its node, which needs both. */
  async #ended({ node, ...end }: UnexpectedEnd): Promise<void> {
    const { folder, cometbft, locks, nodes, report } = this.deps;
    report({ type: 'ended', node, ...end });
    if (this.#down.has(node)) return;
    this.#down.add(node);
    this.#answering.delete(node);
    await Promise.all([this.#network.stopNode(node), this.#checkQuorum()]);
    await locks.release(node.home);
    if (this.#isClosed) return;
    if (nodes.every((each) => !this.#network.isRunning(each, 'engine') && !this.#network.isRunning(each, 'app'))) {
      report({ type: 'empty' });
      process.exit(1);
    }
    report({ type: 'down', node, command: restartCommand({ folder, node: node.name, cometbft }) });
    if (this.#hasBanner && node === this.#followed) this.#follow();
    await this.#watch(node);
  }

  /** Reports when the node responds again because it was started elsewhere, and when it no longer does. */
  async #watch(node: LocalNode): Promise<void> {
    const { report } = this.deps;
    const isOver = (): boolean => this.#isClosed;
    while (await untilHolds(() => this.#isReady(node), isOver, timers, WATCH_MS)) {
      this.#down.delete(node);
      report({ type: 'returned', node });
      await this.#checkQuorum();
      if (!(await untilHolds(async () => !(await engineAnswers(node.rpcUrl)), isOver, timers, WATCH_MS))) return;
      this.#down.add(node);
      report({ type: 'left', node });
      await this.#checkQuorum();
    }
  }

  /** Reports when the running voting power is no longer enough for a block, and when it is again. */
  #checkQuorum(): Promise<void> {
    this.#isCheckDue = true;
    this.#checking ??= this.#checkWhileDue();
    return this.#checking;
  }

  /** Runs one check after another, so that older powers never replace newer ones. */
  async #checkWhileDue(): Promise<void> {
    while (this.#isCheckDue) {
      this.#isCheckDue = false;
      await this.#checkNow();
    }
    this.#checking = undefined;
  }

  async #checkNow(): Promise<void> {
    const { nodes, report } = this.deps;
    const running = nodes.filter((node) => !this.#down.has(node));
    for (const { rpcUrl } of running) {
      const powers = await currentPowers(rpcUrl);
      if (powers === undefined) continue;
      this.#powers = powers;
      break;
    }
    const quorum = quorumWithout(
      this.#powers,
      [...this.#down].map(({ address }) => address),
    );
    if (this.#isClosed || quorum.isReached !== this.#isStalled) return;
    this.#isStalled = !quorum.isReached;
    report({ type: quorum.isReached ? 'resumed' : 'stalled', quorum });
  }
}

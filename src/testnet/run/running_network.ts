/**
 * Runs the engine and the application of each node as child processes. A child that ends unexpectedly is reported, and
 * the others continue; nothing is restarted.
 */
import { join } from 'node:path';
import { type Schedule, timers } from '../../client/backoff.js';
import { Child, type ChildEnd, endChildren } from '../../client/child.js';
import type { LocalNode } from './local_nodes.js';

/** One of the two programs of a node. */
export type Part = 'engine' | 'app';

export interface NetworkCommands {
  /** Returns the programs with their arguments. */
  engine(node: LocalNode): readonly [string, ...string[]];
  app(node: LocalNode): readonly [string, ...string[]];
}

export interface UnexpectedEnd {
  readonly node: LocalNode;
  readonly part: Part;
  readonly end: ChildEnd;
  readonly lastLine: string;
  readonly log: string;
}

/** Part of the line that the application prints when it listens for an engine. */
const SERVING = 'ABCI listens on';

interface NodeChildren {
  readonly node: LocalNode;
  readonly app: Child;
  engine: Child | undefined;
  /** Whether this process stops the programs. */
  isStopping: boolean;
}

export class RunningNetwork {
  readonly #children: NodeChildren[] = [];
  #isStopping = false;
  readonly #killAll = (): void => {
    for (const child of this.#all()) child.kill('SIGKILL');
  };

  constructor(
    private readonly commands: NetworkCommands,
    private readonly listener: (end: UnexpectedEnd) => void,
    private readonly schedule: Schedule = timers,
  ) {
    // If this process ends without waiting for the children, none of them survives.
    process.once('exit', this.#killAll);
  }

  /** Starts the application of a node. */
  startApp(node: LocalNode): void {
    const app = this.#start(node, 'app');
    this.#children.push({ node, app, engine: undefined, isStopping: false });
  }

  /** Starts the engine of a node whose application was started, unless the network is being stopped. */
  startEngine(node: LocalNode): void {
    const children = this.#of(node);
    if (children !== undefined && !this.#isStopping && !children.isStopping)
      children.engine = this.#start(node, 'engine');
  }

  isRunning(node: LocalNode, part: Part): boolean {
    return this.#of(node)?.[part]?.isRunning ?? false;
  }

  /** Returns whether the application of a node has reported that an engine can connect. */
  isServing(node: LocalNode): boolean {
    return this.#of(node)?.app.firstLines().includes(SERVING) ?? false;
  }

  /** Returns whether both programs of the node run. */
  isUp = (node: LocalNode): boolean => this.isRunning(node, 'app') && this.isRunning(node, 'engine');

  /** Stops the programs of a node that still run, its engine first, without reporting that they end. */
  async stopNode(node: LocalNode): Promise<void> {
    const children = this.#of(node);
    if (children === undefined) return;
    children.isStopping = true;
    if (children.engine !== undefined) await endChildren([children.engine], this.schedule);
    await endChildren([children.app], this.schedule);
  }

  /** Ends the engines, then the applications. A child that does not end in time is killed. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const engines = this.#children.flatMap(({ engine }) => engine ?? []);
    for (const children of [engines, this.#children.map(({ app }) => app)]) await endChildren(children, this.schedule);
    process.off('exit', this.#killAll);
  }

  #start(node: LocalNode, part: Part): Child {
    const log = join(node.home, 'logs', `${part}.log`);
    const child = new Child({ command: this.commands[part](node), log });
    void child.ended.then((end) => {
      if (!this.#isStopping && this.#of(node)?.isStopping !== true)
        this.listener({ node, part, end, lastLine: child.lastLine(), log });
    });
    return child;
  }

  #of = (node: LocalNode): NodeChildren | undefined => this.#children.find((children) => children.node === node);

  *#all(): Generator<Child> {
    for (const { app, engine } of this.#children) {
      yield app;
      if (engine !== undefined) yield engine;
    }
  }
}

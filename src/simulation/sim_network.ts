/** The public face of a world: the contract of `port.ts`, one method for each command. */
import type { Reply } from '../consensus/input.js';
import type { Evidence } from '../consensus/types/evidence.js';
import type { UnixNanos } from '../kernel/time.js';
import { type Command, commandsOf, obey, type RecordedCommand } from './apply_command.js';
import { connectionOf, updateConnections } from './connections.js';
import { type Core, nodeAt } from './core.js';
import { evidenceProblem } from './evidence_problem.js';
import type { Fault } from './fault_registry.js';
import type { Connection } from './link.js';
import type { Listener } from './listen.js';
import type { PaceData } from './mining_mode.js';
import type { Progress } from './progress.js';
import { nextEventTime, runNextEvent, runReply, startNode } from './run.js';
import type { NodeState } from './sim_node.js';
import { restoreSnapshot, takeSnapshot, type WorldSnapshot } from './snapshot.js';
import type { World } from './types.js';
import { inContext } from './violation.js';

const NOTHING: Progress['notes'] = [];

export class CoreWorld implements World {
  readonly #core: Core;
  #listeners: readonly Listener[] = [];

  constructor(core: Core) {
    this.#core = core;
    updateConnections(core);
    for (const { index } of core.nodes) startNode(core, index);
  }

  get now(): UnixNanos {
    return this.#core.now;
  }

  get size(): number {
    return this.#core.nodes.length;
  }

  get events(): number {
    return this.#core.events;
  }

  get tip(): bigint {
    return this.#core.tip;
  }

  get released(): boolean {
    return this.#core.released > this.#core.tip;
  }

  get pace(): PaceData | undefined {
    return this.#core.pace;
  }

  nextEventTime(): UnixNanos | undefined {
    return nextEventTime(this.#core);
  }

  step(): Progress {
    return this.#progress(runNextEvent);
  }

  answer(reply: Reply): Progress {
    return this.#progress((core) => runReply(core, reply));
  }

  node(index: number): NodeState {
    return nodeAt(this.#core, index);
  }

  evidenceProblem(node: number, evidence: Evidence): string | undefined {
    return evidenceProblem(this.#core, node, evidence);
  }

  connection(node: number, peer: number): Connection | undefined {
    return connectionOf(this.#core, node, peer);
  }

  snapshot(): WorldSnapshot {
    return takeSnapshot(this.#core);
  }

  restore(snapshot: WorldSnapshot): void {
    restoreSnapshot(this.#core, snapshot);
  }

  listen(listener: Listener): () => void {
    // A listener of its own, also when the same function listens twice.
    const own: Listener = (happening) => listener(happening);
    this.#setListeners([...this.#listeners, own]);
    return () => this.#setListeners(this.#listeners.filter((other) => other !== own));
  }

  #setListeners(listeners: readonly Listener[]): void {
    this.#listeners = listeners;
    this.#core.heard = listeners.length === 0 ? undefined : [];
  }

  obey(command: Command): void {
    inContext(this.#core, (core) => obey(core, command), this.#tell);
  }

  startHeight(at: UnixNanos, tipCommitTime?: UnixNanos): void {
    this.obey({ type: 'startHeight', at, tipCommitTime });
  }

  crash(node: number): void {
    this.obey({ type: 'crash', node });
  }

  restart(node: number): void {
    this.obey({ type: 'restart', node });
  }

  setFault(name: string, fault: Fault | undefined): void {
    this.obey({ type: 'setFault', name, fault });
  }

  connect(node: number, peer: number): void {
    this.obey({ type: 'connect', node, peer });
  }

  disconnect(node: number, peer: number): void {
    this.obey({ type: 'disconnect', node, peer });
  }

  transactionsAvailable(): void {
    this.obey({ type: 'transactionsAvailable' });
  }

  setPace(pace: PaceData): void {
    this.obey({ type: 'setPace', pace });
  }

  submitEvidence(node: number, evidence: Evidence): void {
    this.obey({ type: 'submitEvidence', node, evidence });
  }

  commands(): readonly RecordedCommand[] {
    return commandsOf(this.#core.log);
  }

  #progress(happen: (core: Core) => void): Progress {
    const core = this.#core;
    core.notes = NOTHING;
    inContext(core, happen, this.#tell);
    const { notes, asking } = core;
    return { notes, ask: asking };
  }

  /** Also of a step that broke an invariant: what led there is worth hearing. */
  readonly #tell = (): void => {
    const { heard } = this.#core;
    if (heard === undefined || heard.length === 0) return;
    this.#core.heard = [];
    for (const happening of heard) for (const listener of this.#listeners) listener(happening);
  };
}

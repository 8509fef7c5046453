/** Implements the interface of `types.ts`, with one method for each command. */
import { step } from '../consensus/engine.js';
import type { ValidatorKey } from '../consensus/env.js';
import type { AbciReply } from '../consensus/input.js';
import type { Evidence } from '../consensus/types/evidence.js';
import { InvariantViolation } from '../kernel/errors.js';
import type { UnixNanos } from '../kernel/time.js';
import { applyCommand, type Command, commandsOf, lastCommandOf, type RecordedCommand } from './apply_command.js';
import type { ConflictingCommits } from './conflicting_commits.js';
import { type Core, clockLead, envAt, nodeAt } from './core.js';
import type { Connection, Cut } from './delivery/link.js';
import type { Fault, NamedFault } from './fault_registry.js';
import { connectedSince, connectionOf, updateConnections } from './gossip/connections.js';
import type { Listener } from './listen.js';
import type { InputListener, NetworkInput } from './network_input.js';
import type { MiningModeData } from './options.js';
import { type NetworkPosition, positionOf } from './position_of.js';
import type { Progress } from './progress.js';
import { nextEvent, runEvent, runReply, startNode } from './run.js';
import type { SimNode } from './sim_node.js';
import { restoreSnapshot, type SimNetworkSnapshot, takeSnapshot } from './snapshot.js';
import type { SimNetwork } from './types.js';

const NOTHING: Progress['notes'] = [];

/** Returns what to throw for an error of an event: a violation gets its seed and its event. */
function inContext(core: Core, error: unknown): unknown {
  if (!(error instanceof InvariantViolation)) return error;
  const { seed, reproduce } = core.options;
  const again =
    reproduce === undefined ? 'run the same options and commands again' : `${reproduce} --until ${core.events}`;
  return new InvariantViolation(`${error.message} (seed ${seed}, event ${core.events}; to reproduce: ${again})`, {
    cause: error,
  });
}

/**
 * Returns why the node would refuse the evidence, which includes that it is down. Returns undefined when it would
 * accept the evidence or has it already. The engine is a pure function, so a step on it changes nothing.
 */
function evidenceProblem(core: Core, index: number, evidence: Evidence): string | undefined {
  const { engine, up } = nodeAt(core, index);
  if (core.conflict !== undefined)
    return `the chain has ended at height ${core.conflict.height} by conflicting commits`;
  if (!up) return 'the node that receives the evidence is down';
  const incoming = { from: index, message: { type: 'evidence', evidence } } as const;
  const { effects } = step(
    envAt(core, index),
    engine,
    { type: 'message', incoming },
    core.now + clockLead(core, index),
  );
  for (const effect of effects) if (effect.type === 'note' && effect.note.type === 'refused') return effect.note.reason;
  return undefined;
}

export class CoreSimNetwork implements SimNetwork {
  readonly #core: Core;
  #listeners: readonly Listener[] = [];
  #inputListeners: readonly InputListener[] = [];

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

  get lastDecidedHeight(): bigint {
    return this.#core.lastDecidedHeight;
  }

  get isHeightStarted(): boolean {
    return this.#core.released > this.#core.lastDecidedHeight;
  }

  get conflict(): ConflictingCommits | undefined {
    return this.#core.conflict;
  }

  get miningMode(): MiningModeData | undefined {
    return this.#core.miningMode;
  }

  get faults(): readonly NamedFault[] {
    return this.#core.faults;
  }

  get cuts(): readonly Cut[] {
    return this.#core.cuts;
  }

  get byzantine(): readonly number[] {
    return this.#core.byzantine;
  }

  set detailed(detailed: boolean) {
    this.#core.detailed = detailed;
  }

  nextEventTime(): UnixNanos | undefined {
    return nextEvent(this.#core)?.time;
  }

  step(): Progress {
    return this.#progress(runEvent, nextEvent(this.#core));
  }

  stepUntil(until: UnixNanos): Progress | undefined {
    const event = nextEvent(this.#core);
    return event === undefined || event.time > until ? undefined : this.#progress(runEvent, event);
  }

  answer(reply: AbciReply): Progress {
    const { events: afterEvents, asking: call } = this.#core;
    if (this.#inputListeners.length > 0) this.#report({ type: 'reply', afterEvents, call, reply });
    return this.#progress(runReply, reply);
  }

  node(index: number): SimNode {
    return nodeAt(this.#core, index);
  }

  evidenceProblem(node: number, evidence: Evidence): string | undefined {
    return evidenceProblem(this.#core, node, evidence);
  }

  connection(node: number, peer: number): Connection | undefined {
    return connectionOf(this.#core, node, peer);
  }

  isConnected(node: number, peer: number): boolean {
    return connectedSince(this.#core, node, peer) !== undefined;
  }

  position(): NetworkPosition {
    return positionOf(this.#core);
  }

  snapshot(): SimNetworkSnapshot {
    const snapshot = this.capture();
    this.#report({ type: 'snapshot', afterEvents: this.#core.events, snapshot });
    return snapshot;
  }

  capture(): SimNetworkSnapshot {
    return takeSnapshot(this.#core);
  }

  restore(snapshot: SimNetworkSnapshot): void {
    this.#report({ type: 'restore', afterEvents: this.#core.events, snapshot });
    restoreSnapshot(this.#core, snapshot);
  }

  listen(listener: Listener): () => void {
    // Wrapping makes each listener unique, so that one function can listen twice.
    const own: Listener = (event) => listener(event);
    this.#setListeners([...this.#listeners, own]);
    return () => this.#setListeners(this.#listeners.filter((other) => other !== own));
  }

  onInput(listener: InputListener): () => void {
    const own: InputListener = (input) => listener(input);
    this.#inputListeners = [...this.#inputListeners, own];
    return () => {
      this.#inputListeners = this.#inputListeners.filter((other) => other !== own);
    };
  }

  #report(input: NetworkInput): void {
    for (const listener of this.#inputListeners) listener(input);
  }

  #setListeners(listeners: readonly Listener[]): void {
    this.#listeners = listeners;
    this.#core.networkEvents = listeners.length === 0 ? undefined : [];
  }

  applyCommand(command: Command): void {
    this.#report({ type: 'command', afterEvents: this.#core.events, command });
    try {
      applyCommand(this.#core, command);
    } catch (error) {
      throw inContext(this.#core, error);
    } finally {
      if (this.#core.networkEvents !== undefined) this.#publish();
    }
  }

  startHeight(at: UnixNanos, lastCommitTime?: UnixNanos, round = 0): void {
    this.applyCommand({ type: 'startHeight', at, lastCommitTime, ...(round > 0 && { round }) });
  }

  crash(node: number): void {
    this.applyCommand({ type: 'crash', node });
  }

  restart(node: number): void {
    this.applyCommand({ type: 'restart', node });
  }

  setFault(name: string, fault: Fault | undefined): void {
    this.applyCommand({ type: 'setFault', name, fault });
  }

  connect(node: number, peer: number): void {
    this.applyCommand({ type: 'connect', node, peer });
  }

  disconnect(node: number, peer: number): void {
    this.applyCommand({ type: 'disconnect', node, peer });
  }

  addNode(key: ValidatorKey): void {
    this.applyCommand({ type: 'addNode', key });
  }

  passTime(until: UnixNanos): void {
    this.applyCommand({ type: 'passTime', until });
  }

  transactionsAvailable(): void {
    this.applyCommand({ type: 'transactionsAvailable' });
  }

  setMiningMode(miningMode: MiningModeData): void {
    this.applyCommand({ type: 'setPace', miningMode });
  }

  submitEvidence(node: number, evidence: Evidence): void {
    this.applyCommand({ type: 'submitEvidence', node, evidence });
  }

  get lastCommand(): RecordedCommand | undefined {
    return lastCommandOf(this.#core.log);
  }

  commands(): readonly RecordedCommand[] {
    return commandsOf(this.#core.log);
  }

  #progress<T>(happen: (core: Core, input: T) => void, input: T): Progress {
    const core = this.#core;
    core.notes = undefined;
    try {
      happen(core, input);
    } catch (error) {
      throw inContext(core, error);
    } finally {
      if (core.networkEvents !== undefined) this.#publish();
    }
    const { notes = NOTHING, asking } = core;
    return { notes, ask: asking };
  }

  /**
   * Delivers buffered events to the listeners. This includes the events of a step that broke an invariant, because they
   * show the cause.
   */
  #publish(): void {
    const { networkEvents } = this.#core;
    if (networkEvents === undefined || networkEvents.length === 0) return;
    this.#core.networkEvents = [];
    for (const event of networkEvents) for (const listener of this.#listeners) listener(event);
  }
}

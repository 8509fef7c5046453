/** The public face of a machine: contracts of `world.ts`, one method for each command. */
import type { Reply } from '../consensus/input.js';
import type { Evidence } from '../consensus/types/evidence.js';
import type { UnixNanos } from '../kernel/time.js';
import { type Command, commandsOf, obey, type RecordedCommand } from './command.js';
import { type Connection, connectionOf, updateConnections } from './connections.js';
import type { Fault } from './faults/index.js';
import { type Machine, nodeAt, restoreSnapshot, takeSnapshot, type WorldSnapshot } from './machine.js';
import { nextEventTime, runNextEvent, runReply, startNode } from './run.js';
import { inContext } from './violation.js';
import type { NodeState, Progress, World } from './world.js';

export class MachineWorld implements World {
  readonly #machine: Machine;

  constructor(machine: Machine) {
    this.#machine = machine;
    updateConnections(machine);
    for (const { index } of machine.nodes) startNode(machine, index);
  }

  get now(): UnixNanos {
    return this.#machine.now;
  }

  get size(): number {
    return this.#machine.nodes.length;
  }

  get events(): number {
    return this.#machine.events;
  }

  get tip(): bigint {
    return this.#machine.tip;
  }

  nextEventTime(): UnixNanos | undefined {
    return nextEventTime(this.#machine);
  }

  step(): Progress {
    return this.#progress(() => runNextEvent(this.#machine));
  }

  answer(reply: Reply): Progress {
    return this.#progress(() => runReply(this.#machine, reply));
  }

  node(index: number): NodeState {
    return nodeAt(this.#machine, index);
  }

  connection(node: number, peer: number): Connection | undefined {
    return connectionOf(this.#machine, node, peer);
  }

  snapshot(): WorldSnapshot {
    return takeSnapshot(this.#machine);
  }

  restore(snapshot: WorldSnapshot): void {
    restoreSnapshot(this.#machine, snapshot);
  }

  startHeight(at: UnixNanos, tipCommitTime?: UnixNanos): void {
    this.#obey({ type: 'startHeight', at, tipCommitTime });
  }

  crash(node: number): void {
    this.#obey({ type: 'crash', node });
  }

  restart(node: number): void {
    this.#obey({ type: 'restart', node });
  }

  setFault(name: string, fault: Fault | undefined): void {
    this.#obey({ type: 'setFault', name, fault });
  }

  connect(node: number, peer: number): void {
    this.#obey({ type: 'connect', node, peer });
  }

  disconnect(node: number, peer: number): void {
    this.#obey({ type: 'disconnect', node, peer });
  }

  transactionsAvailable(): void {
    this.#obey({ type: 'transactionsAvailable' });
  }

  submitEvidence(node: number, evidence: Evidence): void {
    this.#obey({ type: 'submitEvidence', node, evidence });
  }

  commands(): readonly RecordedCommand[] {
    return commandsOf(this.#machine.log);
  }

  #obey(command: Command): void {
    inContext(this.#machine, () => obey(this.#machine, command));
  }

  #progress(happen: () => void): Progress {
    const machine = this.#machine;
    machine.notes = [];
    inContext(machine, happen);
    const { notes, asking } = machine;
    return { notes, ask: asking };
  }
}

/** A world as a value: what is kept of it, and how it goes on from there, also in another world of the same options. */
import type { RandomState } from '../kernel/random.js';
import { type Alarm, Alarms } from './alarms.js';
import { EventQueue, type QueuedEvent } from './event_queue.js';
import type { Machine } from './machine.js';
import type { Registers } from './registers.js';

export interface WorldSnapshot {
  readonly registers: Readonly<Registers>;
  readonly queue: readonly QueuedEvent[];
  readonly alarms: readonly (Alarm | undefined)[];
  readonly randoms: readonly (readonly [string, RandomState])[];
  readonly traffic: Float64Array;
}

const copyRegisters = (from: Readonly<Registers>): Registers => ({
  now: from.now,
  serial: from.serial,
  events: from.events,
  delivered: from.delivered,
  looked: [...from.looked],
  nodes: [...from.nodes],
  timeouts: [...from.timeouts],
  faults: from.faults,
  cuts: from.cuts,
  connections: from.connections,
  byzantine: from.byzantine,
  history: from.history,
  tip: from.tip,
  released: from.released,
  pace: from.pace,
  verdicts: from.verdicts,
  log: from.log,
  asking: from.asking,
  memories: from.memories,
  faultMemories: from.faultMemories,
});

export const takeSnapshot = (machine: Machine): WorldSnapshot => ({
  registers: copyRegisters(machine),
  queue: machine.queue.items(),
  alarms: machine.alarms.slots(),
  randoms: [...machine.randoms],
  traffic: machine.traffic.snapshot(),
});

export function restoreSnapshot(machine: Machine, snapshot: WorldSnapshot): void {
  Object.assign(machine, copyRegisters(snapshot.registers));
  machine.queue = new EventQueue(snapshot.queue);
  machine.alarms = new Alarms(snapshot.alarms);
  machine.randoms = new Map(snapshot.randoms);
  machine.traffic.restore(snapshot.traffic);
  machine.notes = [];
}

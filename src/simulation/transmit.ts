/** Messages on their way: the links, and the faults that they pass through. */
import type { Message } from '../consensus/message.js';
import { draw, seedStream } from '../kernel/random.js';
import { connectedSince, linkIsCut, linkIsSevered } from './connections.js';
import type { Envelope, FaultContext, FaultMemory } from './fault.js';
import { carry, type Fault, severing } from './fault_registry.js';
import type { Obstacle } from './listen.js';
import { enqueue, envAt, type Machine, nodeAt } from './machine.js';
import { armPull } from './pulls.js';
import { watch } from './watch.js';
import { type Freight, freightOf } from './wire.js';

/** To every other node. */
export function broadcast(machine: Machine, from: number, message: Message): void {
  watch(machine, { type: 'sent', node: from, message });
  if (machine.faults.length > 0 || machine.cuts.length > 0) {
    for (let to = 0; to < machine.nodes.length; to++) if (to !== from) send(machine, from, to, message);
    return;
  }
  const input = { type: 'message', incoming: { from, message } } as const;
  const time = machine.now + machine.options.linkDelay;
  const freight = freightOf(message);
  for (let to = 0; to < machine.nodes.length; to++) {
    if (to === from) continue;
    enqueue(machine, time, to, input);
    count(machine, from, to, freight);
    machine.heard?.push({ type: 'sent', at: machine.now, from, to, message, delay: machine.options.linkDelay });
  }
}

/** What is sent to a node that is down travels in this simulation, but over no connection. */
function count(machine: Machine, from: number, to: number, freight: readonly Freight[]): void {
  if (connectedSince(machine, from, to) !== undefined) machine.traffic.count(from, to, freight, machine.now);
}

/** Over one link; tells whether anything will arrive. What chance took is looked for later. */
export function send(machine: Machine, from: number, to: number, message: Message): boolean {
  if (linkIsSevered(machine, from, to)) {
    // Behind a partition nobody has it; behind a cut link somebody else may.
    if (linkIsCut(machine, from, to)) armPull(machine, to);
    machine.heard?.push({ type: 'dropped', at: machine.now, from, to, message, by: obstacleOf(machine, from, to) });
    return false;
  }
  let envelopes: readonly Envelope[] = [{ from, to, message, delay: machine.options.linkDelay }];
  for (const { name, fault } of machine.faults)
    envelopes = envelopes.flatMap((envelope) => carryThrough(machine, name, fault, envelope));
  for (const { message: carried, delay } of envelopes) {
    if (carried !== message) watch(machine, { type: 'sent', node: from, message: carried });
    count(machine, from, to, freightOf(carried));
    enqueue(machine, machine.now + delay, to, { type: 'message', incoming: { from, message: carried } });
    machine.heard?.push({ type: 'sent', at: machine.now, from, to, message: carried, delay });
  }
  if (envelopes.length === 0) armPull(machine, to);
  return envelopes.length > 0;
}

function carryThrough(machine: Machine, name: string, fault: Fault, envelope: Envelope): readonly Envelope[] {
  const { from, to, message } = envelope;
  const carried = carry(fault, envelope, contextOf(machine, name, from));
  if (carried.length === 0)
    machine.heard?.push({ type: 'dropped', at: machine.now, from, to, message, by: { type: 'fault', name } });
  return carried;
}

function obstacleOf(machine: Machine, from: number, to: number): Obstacle {
  const severed = linkIsCut(machine, from, to) ? undefined : severing(machine.faults, from, to);
  return severed === undefined ? { type: 'cut' } : { type: 'fault', name: severed.name };
}

function contextOf(machine: Machine, name: string, from: number): FaultContext {
  return {
    draw: (bound) => drawFrom(machine, `fault ${name}`, bound),
    recall: <Value>({ name: label, start }: FaultMemory<Value>) =>
      label in machine.faultMemories ? (machine.faultMemories[label] as Value) : start,
    remember: ({ name: label }, value) => {
      machine.faultMemories = { ...machine.faultMemories, [label]: value };
    },
    get oldestHeight() {
      return machine.nodes.reduce(
        (least, { engine: { round } }) => (round.height < least ? round.height : least),
        machine.tip + 1n,
      );
    },
    node: nodeAt(machine, from),
    env: envAt(machine, from),
  };
}

/** An integer in [0, bound) from the stream `label`; every stream is part of the world. */
function drawFrom(machine: Machine, label: string, bound: number): number {
  const { value, state } = draw(machine.randoms.get(label) ?? seedStream(machine.options.seed, label));
  machine.randoms.set(label, state);
  return Math.floor((value / 0x1_0000_0000) * bound);
}

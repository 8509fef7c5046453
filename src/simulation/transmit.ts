/** Messages on their way: the links, and the faults that they pass through. */
import type { Message } from '../consensus/message.js';
import { draw, seedStream } from '../kernel/random.js';
import { connectedSince, linkIsCut, linkIsSevered } from './connections.js';
import type { FaultContext, Parcel } from './faults/fault.js';
import { applyFault } from './faults/index.js';
import { watch } from './invariants/index.js';
import { enqueue, envAt, type Machine, nodeAt } from './machine.js';
import { armPull } from './pulls.js';
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
    return false;
  }
  let parcels: readonly Parcel[] = [{ from, to, message, delay: machine.options.linkDelay }];
  for (const { name, fault } of machine.faults)
    parcels = parcels.flatMap((parcel) => applyFault(fault, parcel, contextOf(machine, name, from)));
  for (const parcel of parcels) {
    if (parcel.message !== message) watch(machine, { type: 'sent', node: from, message: parcel.message });
    count(machine, from, to, freightOf(parcel.message));
    enqueue(machine, machine.now + parcel.delay, to, { type: 'message', incoming: { from, message: parcel.message } });
  }
  if (parcels.length === 0) armPull(machine, to);
  return parcels.length > 0;
}

function contextOf(machine: Machine, name: string, from: number): FaultContext {
  return {
    draw: (bound) => drawFrom(machine, `fault ${name}`, bound),
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

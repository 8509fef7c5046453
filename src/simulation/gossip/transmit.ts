/** Sends messages over the links and through the active faults. */
import type { Message } from '../../consensus/message.js';
import { equalBytes } from '../../kernel/bytes.js';
import { draw, seedStream } from '../../kernel/random.js';
import { watch } from '../check_invariants.js';
import { type Core, enqueue, envAt, nodeAt } from '../core.js';
import { type Freight, freightOf } from '../delivery/wire.js';
import type { Envelope, FaultContext, FaultMemory } from '../fault.js';
import { type Fault, partitioning, transform } from '../fault_registry.js';
import type { Obstacle } from '../listen.js';
import { connectedSince, linkIsCut, linkIsSevered } from './connections.js';
import { scheduleGossip } from './gossip_timer.js';

/** Sends a message to every other node. */
export function broadcast(core: Core, from: number, message: Message): void {
  watch(core, { type: 'sent', node: from, message });
  if (core.faults.length > 0 || core.cuts.length > 0) {
    for (let to = 0; to < core.nodes.length; to++) if (to !== from) send(core, from, to, message);
    return;
  }
  const input = { type: 'message', incoming: { from, message } } as const;
  const { length } = core.nodes;
  core.serial += core.queue.pushToOthers(core.now + core.options.linkDelay, core.serial, from, length, input);
  const freight = freightOf(message);
  for (let to = 0; to < length; to++) {
    if (to === from) continue;
    count(core, from, to, freight);
    core.networkEvents?.push({ type: 'sent', at: core.now, from, to, message, delay: core.options.linkDelay });
  }
}

/** Counts a message. A message to a node that is down is simulated, but it uses no connection. */
function count(core: Core, from: number, to: number, freight: readonly Freight[]): void {
  if (connectedSince(core, from, to) !== undefined) core.traffic.count(from, to, freight, core.now);
}

/**
 * Sends a message over one link; returns whether anything will arrive. If a fault drops it, gossip is scheduled to
 * resend it.
 */
export function send(core: Core, from: number, to: number, message: Message): boolean {
  if (linkIsSevered(core, from, to)) {
    // Behind a partition no node has the message; behind a cut link another node may have it.
    if (linkIsCut(core, from, to)) scheduleGossip(core, to);
    core.networkEvents?.push({ type: 'dropped', at: core.now, from, to, message, by: obstacleOf(core, from, to) });
    return false;
  }
  let envelopes: readonly Envelope[] = [{ from, to, message, delay: core.options.linkDelay }];
  for (const { name, fault } of core.faults)
    envelopes = envelopes.flatMap((envelope) => transformThrough(core, name, fault, envelope));
  for (const { message: carried, delay } of envelopes) {
    if (carried !== message) watch(core, { type: 'sent', node: from, message: carried });
    count(core, from, to, freightOf(carried));
    enqueue(core, core.now + delay, to, { type: 'message', incoming: { from, message: carried } });
    core.networkEvents?.push({ type: 'sent', at: core.now, from, to, message: carried, delay });
  }
  if (envelopes.length === 0) scheduleGossip(core, to);
  return envelopes.length > 0;
}

function transformThrough(core: Core, name: string, fault: Fault, envelope: Envelope): readonly Envelope[] {
  const { from, to, message } = envelope;
  const carried = transform(fault, envelope, contextOf(core, name, from));
  if (carried.length === 0)
    core.networkEvents?.push({ type: 'dropped', at: core.now, from, to, message, by: { type: 'fault', name } });
  return carried;
}

function obstacleOf(core: Core, from: number, to: number): Obstacle {
  const partitioned = linkIsCut(core, from, to) ? undefined : partitioning(core.faults, from, to);
  return partitioned === undefined ? { type: 'cut' } : { type: 'fault', name: partitioned.name };
}

function contextOf(core: Core, name: string, from: number): FaultContext {
  return {
    draw: (bound) => drawFrom(core, `fault ${name}`, bound),
    recall: <Value>({ name: label, start }: FaultMemory<Value>) =>
      label in core.faultMemories ? (core.faultMemories[label] as Value) : start,
    remember: ({ name: label }, value) => {
      core.faultMemories = { ...core.faultMemories, [label]: value };
    },
    get oldestHeight() {
      return core.nodes.reduce(
        (least, { engine: { round } }) => (round.height < least ? round.height : least),
        core.lastDecidedHeight + 1n,
      );
    },
    indexOf: (address) => core.nodes.findIndex(({ key }) => equalBytes(key.address, address)),
    node: nodeAt(core, from),
    env: envAt(core, from),
  };
}

/** Draws an integer in [0, bound) from the stream `label`. All streams are part of the network's state. */
function drawFrom(core: Core, label: string, bound: number): number {
  const { value, state } = draw(core.randoms.get(label) ?? seedStream(core.options.seed, label));
  core.randoms.set(label, state);
  return Math.floor((value / 0x1_0000_0000) * bound);
}

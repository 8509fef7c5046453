/** Sends messages over the links and through the active faults. */
import type { Env } from '../../consensus/env.js';
import type { Message } from '../../consensus/input.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { draw, seedStream } from '../../kernel/random.js';
import { watch } from '../check_invariants.js';
import { type Core, enqueue, envAt, nodeAt } from '../core.js';
import { freightOf } from '../delivery/wire.js';
import type { Envelope, FaultContext, FaultMemory } from '../fault.js';
import { faultsOnLink, type LinkFault, separating } from '../fault_index.js';
import type { Obstacle } from '../listen.js';
import type { SimNode } from '../sim_node.js';
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
  // A message to a node that is down is simulated, but it uses no connection.
  core.traffic.countBroadcast(from, length, core.connections, freightOf(message), core.now);
  const { now, networkEvents } = core;
  if (networkEvents === undefined) return;
  for (let to = 0; to < length; to++)
    if (to !== from) networkEvents.push({ type: 'sent', at: now, from, to, message, delay: core.options.linkDelay });
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
  if (core.faults.length > 0)
    for (const fault of faultsOnLink(core.faults, from, to)) envelopes = transformAll(core, fault, envelopes);
  for (const { message: carried, delay } of envelopes) {
    if (carried !== message) watch(core, { type: 'sent', node: from, message: carried });
    if (connectedSince(core, from, to) !== undefined) core.traffic.count(from, to, freightOf(carried), core.now);
    enqueue(core, core.now + delay, to, { type: 'message', incoming: { from, message: carried } });
    core.networkEvents?.push({ type: 'sent', at: core.now, from, to, message: carried, delay });
  }
  if (envelopes.length === 0) scheduleGossip(core, to);
  return envelopes.length > 0;
}

function transformAll(core: Core, fault: LinkFault, envelopes: readonly Envelope[]): readonly Envelope[] {
  const [only] = envelopes;
  if (only !== undefined && envelopes.length === 1) return transformThrough(core, fault, only);
  return envelopes.flatMap((envelope) => transformThrough(core, fault, envelope));
}

function transformThrough(core: Core, fault: LinkFault, envelope: Envelope): readonly Envelope[] {
  const { from, to, message } = envelope;
  const { name } = fault;
  const carried = fault.transform(envelope, new SenderContext(core, name, from));
  if (carried.length === 0)
    core.networkEvents?.push({ type: 'dropped', at: core.now, from, to, message, by: { type: 'fault', name } });
  return carried;
}

function obstacleOf(core: Core, from: number, to: number): Obstacle {
  const partition = linkIsCut(core, from, to) ? undefined : separating(core.faults, from, to);
  return partition === undefined ? { type: 'cut' } : { type: 'fault', name: partition.name };
}

/** Provides what a fault may use, for the messages of one sender. */
class SenderContext implements FaultContext {
  constructor(
    private readonly core: Core,
    private readonly name: string,
    private readonly from: number,
  ) {}

  draw(bound: number): number {
    return drawFrom(this.core, `fault ${this.name}`, bound);
  }

  recall<Value>({ name, start }: FaultMemory<Value>): Value {
    const { faultMemories } = this.core;
    return name in faultMemories ? (faultMemories[name] as Value) : start;
  }

  remember<Value>({ name }: FaultMemory<Value>, value: Value): void {
    this.core.faultMemories = { ...this.core.faultMemories, [name]: value };
  }

  get oldestHeight(): bigint {
    return this.core.nodes.reduce(
      (least, { engine: { round } }) => (round.height < least ? round.height : least),
      this.core.lastDecidedHeight + 1n,
    );
  }

  indexOf(address: Bytes): number {
    return this.core.nodes.findIndex(({ key }) => equalBytes(key.address, address));
  }

  get node(): SimNode {
    return nodeAt(this.core, this.from);
  }

  get env(): Env {
    return envAt(this.core, this.from);
  }
}

/** Draws an integer in [0, bound) from the stream `label`. All streams are part of the network's state. */
function drawFrom(core: Core, label: string, bound: number): number {
  const { value, state } = draw(core.randoms.get(label) ?? seedStream(core.options.seed, label));
  core.randoms.set(label, state);
  return Math.floor((value / 0x1_0000_0000) * bound);
}

/** One event: what a node does about an input, and what follows from it for the rest of the world. */
import type { Effect } from '../consensus/effect.js';
import { step } from '../consensus/engine.js';
import type { Input, Reply } from '../consensus/input.js';
import { InvariantViolation } from '../kernel/errors.js';
import type { UnixNanos } from '../kernel/time.js';
import type { Alarm } from './alarms.js';
import { knownReply, rememberReply } from './answers.js';
import { isBefore, type QueuedEvent } from './event_queue.js';
import { skewOf } from './fault_registry.js';
import { pull } from './gossip.js';
import { rememberDecision } from './history.js';
import type { Happening } from './listen.js';
import { envAt, type Machine, nodeAt, note } from './machine.js';
import { setTimer } from './pacing.js';
import { armPull } from './pulls.js';
import { broadcast } from './transmit.js';
import { watch } from './watch.js';

/** What comes next: something queued, a node's timer (slot of the node), or a node that looks for what it lacks. */
function next(machine: Machine): QueuedEvent | Alarm | undefined {
  const queued = machine.queue.peek();
  const alarm = machine.alarms.earliest();
  if (queued === undefined || alarm === undefined) return queued ?? alarm;
  return isBefore(queued, alarm) ? queued : alarm;
}

export const nextEventTime = (machine: Machine): UnixNanos | undefined => next(machine)?.time;

export function runNextEvent(machine: Machine): void {
  if (machine.asking !== undefined)
    throw new InvariantViolation(`step while the answer to ${machine.asking.type} is awaited`);
  const event = next(machine);
  if (event === undefined) return;
  machine.events++;
  const before = machine.now;
  if (event.time > machine.now) machine.now = event.time;
  watch(machine, { type: 'event', time: machine.now, before });
  if ('input' in event) {
    machine.queue.pop();
    machine.delivered++;
    if (machine.heard !== undefined) hear(machine, machine.heard, event);
    perform(machine, event.node, event.input);
  } else runAlarm(machine, event);
}

/** A message comes, to a node that hears it or to one that is down. */
function hear({ now, nodes }: Machine, heard: Happening[], { node, input }: QueuedEvent): void {
  if (input.type !== 'message') return;
  const passage = { at: now, to: node, ...input.incoming };
  if (nodes[node]?.up) heard.push({ type: 'received', ...passage });
  else heard.push({ type: 'dropped', ...passage, by: { type: 'down' } });
}

function runAlarm(machine: Machine, { slot }: Alarm): void {
  machine.alarms.clear(slot);
  const count = machine.nodes.length;
  if (slot >= count) {
    if (pull(machine, slot - count)) startNode(machine, slot - count);
    return;
  }
  const timeout = machine.timeouts[slot];
  machine.timeouts[slot] = undefined;
  if (timeout !== undefined) perform(machine, slot, { type: 'timeout', timeout });
}

export function runReply(machine: Machine, reply: Reply): void {
  const { asking } = machine;
  if (asking === undefined) throw new InvariantViolation(`an answer to ${reply.type}, but nothing was asked`);
  machine.asking = undefined;
  rememberReply(machine, asking, reply);
  perform(machine, asking.node, { type: 'reply', reply });
}

/** A node begins, or begins again. */
export const startNode = (machine: Machine, index: number): void => perform(machine, index, { type: 'start' });

/** Goes on until the node has nothing more to do, or the host must answer. A node that is down hears nothing. */
function perform(machine: Machine, index: number, first: Input): void {
  let input: Input | undefined = first;
  while (input !== undefined) {
    const node = nodeAt(machine, index);
    if (!node.up) return;
    const { state, effects } = step(
      envAt(machine, index),
      node.engine,
      input,
      machine.now + skewOf(machine.faults, index),
    );
    const persists = effects.some((effect) => effect.type === 'persist');
    const { key, up, durable } = node;
    machine.nodes[index] = { index, key, up, engine: state, durable: persists ? state : durable };
    input = carryOut(machine, index, effects);
  }
}

/** Does what the engine wants done; gives the reply that is already known, if the engine asked for one. */
function carryOut(machine: Machine, index: number, effects: readonly Effect[]): Input | undefined {
  for (const effect of effects) {
    switch (effect.type) {
      case 'note':
        note(machine, effect.note);
        break;
      case 'send':
        broadcast(machine, index, effect.message);
        break;
      case 'schedule':
        setTimer(machine, index, effect.timeout);
        break;
      case 'missed':
        armPull(machine, index);
        break;
      case 'decided':
        rememberDecision(machine, index, effect);
        break;
      case 'ask': {
        const reply = knownReply(machine, index, effect.question);
        if (reply !== undefined) return { type: 'reply', reply };
        machine.asking = { ...effect.question, node: index };
        break;
      }
      case 'persist':
      case 'accuse':
        break;
    }
  }
  return undefined;
}

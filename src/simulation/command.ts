/** What can be done to a world from outside, as data: the log of commands is part of the bug report. */
import type { Evidence } from '../consensus/types/evidence.js';
import { invariant } from '../kernel/errors.js';
import type { UnixNanos } from '../kernel/time.js';
import { setCut, updateConnections } from './connections.js';
import { crash, restart } from './faults/crash.js';
import { byzantineNode, type Fault } from './faults/index.js';
import { enqueue, type Machine } from './machine.js';
import { startHeight } from './pacing.js';
import { armEverybody } from './pulls.js';

export type Command =
  | { readonly type: 'startHeight'; readonly at: UnixNanos; readonly tipCommitTime: UnixNanos | undefined }
  | { readonly type: 'crash' | 'restart'; readonly node: number }
  | { readonly type: 'setFault'; readonly name: string; readonly fault: Fault | undefined }
  | { readonly type: 'connect' | 'disconnect'; readonly node: number; readonly peer: number }
  | { readonly type: 'transactionsAvailable' }
  | { readonly type: 'submitEvidence'; readonly node: number; readonly evidence: Evidence };

export interface RecordedCommand {
  /** How many events had happened before it. */
  readonly afterEvents: number;
  readonly command: Command;
}

/** Does it at the world's present time, before any queued event. */
export function obey(machine: Machine, command: Command): void {
  invariant(machine.asking === undefined, `"${command.type}" came while the application was asked`);
  machine.log = { recorded: { afterEvents: machine.events, command }, previous: machine.log };
  switch (command.type) {
    case 'startHeight':
      startHeight(machine, command.at, command.tipCommitTime);
      return;
    case 'crash':
      crash(machine, command.node);
      return;
    case 'restart':
      restart(machine, command.node);
      return;
    case 'setFault':
      setFault(machine, command.name, command.fault);
      return;
    case 'connect':
    case 'disconnect':
      if (!setCut(machine, command.node, command.peer, command.type === 'disconnect')) return;
      updateConnections(machine);
      if (command.type === 'connect') armEverybody(machine);
      return;
    case 'transactionsAvailable':
      for (const { index } of machine.nodes) enqueue(machine, machine.now, index, { type: 'transactions available' });
      return;
    case 'submitEvidence': {
      const { node, evidence } = command;
      const incoming = { from: node, message: { type: 'evidence', evidence } } as const;
      enqueue(machine, machine.now, node, { type: 'message', incoming });
      return;
    }
  }
}

/** When a fault ends, everybody looks for what it has missed. */
function setFault(machine: Machine, name: string, fault: Fault | undefined): void {
  const others = machine.faults.filter((entry) => entry.name !== name);
  machine.faults = fault === undefined ? others : [...others, { name, fault }];
  const dishonest = fault === undefined ? undefined : byzantineNode(fault);
  if (dishonest !== undefined && !machine.byzantine.includes(dishonest))
    machine.byzantine = [...machine.byzantine, dishonest];
  updateConnections(machine);
  armEverybody(machine);
}

/** The commands of a log, oldest first. */
export function commandsOf(log: Machine['log']): readonly RecordedCommand[] {
  const commands: RecordedCommand[] = [];
  for (let at = log; at !== undefined; at = at.previous) commands.push(at.recorded);
  return commands.reverse();
}

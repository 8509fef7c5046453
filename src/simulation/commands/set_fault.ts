/**
 * Starts a fault under a name, replaces the fault of that name, or ends it. Every node then gossips for the messages it
 * missed.
 */
import { defineCommand } from '../command.js';
import { updateEnvs } from '../core.js';
import { byzantineNode, type Fault } from '../fault_registry.js';
import { updateConnections } from '../gossip/connections.js';
import { scheduleGossipForAll } from '../gossip/gossip_timer.js';

export interface SetFault {
  readonly type: 'setFault';
  readonly name: string;
  /** Fault to start; `undefined` ends the fault of that name. */
  readonly fault: Fault | undefined;
}

export const command = defineCommand<SetFault>({
  type: 'setFault',
  apply(core, { name, fault }) {
    const byzantine = fault === undefined ? undefined : byzantineNode(fault);
    const others = core.faults.filter((entry) => entry.name !== name);
    core.faults = fault === undefined ? others : [...others, { name, fault }];
    if (byzantine !== undefined && !core.byzantine.includes(byzantine)) core.byzantine = [...core.byzantine, byzantine];
    updateEnvs(core);
    updateConnections(core);
    scheduleGossipForAll(core);
  },
  object: ({ name, fault }) => `${name} ${fault?.type ?? 'ends'}`,
});

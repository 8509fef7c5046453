/** Puts a fault in force under a name, in place of what had that name, or ends it; then everybody looks for what it missed. */
import { defineCommand } from '../command.js';
import { byzantineNode, type Fault } from '../fault_registry.js';
import { updateConnections } from '../gossip/connections.js';
import { scheduleGossipForAll } from '../gossip/gossip_timer.js';

export interface SetFault {
  readonly type: 'setFault';
  readonly name: string;
  /** Undefined ends it. */
  readonly fault: Fault | undefined;
}

export const command = defineCommand<SetFault>({
  type: 'setFault',
  apply(core, { name, fault }) {
    const byzantine = fault === undefined ? undefined : byzantineNode(fault);
    const others = core.faults.filter((entry) => entry.name !== name);
    core.faults = fault === undefined ? others : [...others, { name, fault }];
    if (byzantine !== undefined && !core.byzantine.includes(byzantine)) core.byzantine = [...core.byzantine, byzantine];
    updateConnections(core);
    scheduleGossipForAll(core);
  },
  object: ({ name, fault }) => `${name} ${fault?.type ?? 'ends'}`,
});

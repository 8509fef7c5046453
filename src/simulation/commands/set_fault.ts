/** Puts a fault in force under a name, in place of what had that name, or ends it; then everybody looks for what it missed. */
import { defineCommand } from '../command.js';
import { updateConnections } from '../connections.js';
import { dishonestNode, type Fault } from '../fault_registry.js';
import { armEverybody } from '../gossip_timer.js';

export interface SetFault {
  readonly type: 'setFault';
  readonly name: string;
  /** Undefined ends it. */
  readonly fault: Fault | undefined;
}

export const command = defineCommand<SetFault>({
  type: 'setFault',
  obey(core, { name, fault }) {
    const dishonest = fault === undefined ? undefined : dishonestNode(fault);
    const others = core.faults.filter((entry) => entry.name !== name);
    core.faults = fault === undefined ? others : [...others, { name, fault }];
    if (dishonest !== undefined && !core.byzantine.includes(dishonest)) core.byzantine = [...core.byzantine, dishonest];
    updateConnections(core);
    armEverybody(core);
  },
  object: ({ name, fault }) => `${name} ${fault?.type ?? 'ends'}`,
});

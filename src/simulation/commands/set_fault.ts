/** Puts a fault in force under a name, in place of what had that name, or ends it; then everybody looks for what it missed. */
import { defineCommand } from '../command.js';
import { updateConnections } from '../connections.js';
import { dishonestNode, type Fault } from '../fault_registry.js';
import { armEverybody } from '../pulls.js';

export interface SetFault {
  readonly type: 'setFault';
  readonly name: string;
  /** Undefined ends it. */
  readonly fault: Fault | undefined;
}

export const command = defineCommand<SetFault>({
  type: 'setFault',
  obey(machine, { name, fault }) {
    const dishonest = fault === undefined ? undefined : dishonestNode(fault);
    const others = machine.faults.filter((entry) => entry.name !== name);
    machine.faults = fault === undefined ? others : [...others, { name, fault }];
    if (dishonest !== undefined && !machine.byzantine.includes(dishonest))
      machine.byzantine = [...machine.byzantine, dishonest];
    updateConnections(machine);
    armEverybody(machine);
  },
  object: ({ name, fault }) => `${name} ${fault?.type ?? 'ends'}`,
});

/** Partitions the network: nodes of different groups cannot communicate. A node in no group is isolated. */
import { defineFault } from '../fault.js';
import { groups } from '../fault_parameter.js';

export interface Partition {
  readonly type: 'partition';
  readonly groups: readonly (readonly number[])[];
}

export const fault = defineFault<Partition>({
  type: 'partition',
  summary: 'Partitions the network: validators of different groups cannot communicate.',
  parameters: { groups: groups('Lists the groups; a validator in no group is isolated.') },
  refusal({ groups }) {
    const seen = new Set<number>();
    const twice = groups.flat().find((node) => seen.size === seen.add(node).size);
    return twice === undefined ? undefined : `validator ${twice} is in two groups, expected each in one at most`;
  },
  group({ groups }, node) {
    const index = groups.findIndex((group) => group.includes(node));
    return index < 0 ? undefined : index;
  },
  transient: {
    places: [0],
    draw({ size, someNodes }) {
      const left = someNodes();
      const right = Array.from({ length: size }, (_, node) => node).filter((node) => !left.includes(node));
      return { type: 'partition', groups: [left, right] };
    },
  },
});

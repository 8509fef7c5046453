/** Partitions the network: nodes of different groups cannot communicate. A node in no group is isolated. */
import { defineFault } from '../fault.js';

export interface Partition {
  readonly type: 'partition';
  readonly groups: readonly (readonly number[])[];
}

export const fault = defineFault<Partition>({
  type: 'partition',
  partitions: ({ groups }, from, to) => !groups.some((group) => group.includes(from) && group.includes(to)),
  transient: {
    places: [0],
    draw({ size, someNodes }) {
      const left = someNodes();
      const right = Array.from({ length: size }, (_, node) => node).filter((node) => !left.includes(node));
      return { type: 'partition', groups: [left, right] };
    },
  },
});

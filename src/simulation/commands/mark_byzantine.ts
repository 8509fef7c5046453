/**
 * Marks nodes as byzantine, as a fault that made them byzantine would. Invariants do not check what such a node sends,
 * also after the fault has ended. A host sends it to a network that continues after a restart.
 */
import { defineCommand } from '../command.js';

export interface MarkByzantine {
  readonly type: 'markByzantine';
  readonly nodes: readonly number[];
}

export const command = defineCommand<MarkByzantine>({
  type: 'markByzantine',
  apply(core, { nodes }) {
    core.byzantine = [...new Set([...core.byzantine, ...nodes])];
  },
  object: ({ nodes }) => nodes.map((node) => `n${node}`).join(' '),
});

/**
 * Submits evidence to one node, as `broadcast_evidence` does. If the node refuses it, the event `refused` contains the
 * reason.
 */
import type { Evidence } from '../../consensus/types/evidence.js';
import { defineCommand } from '../command.js';
import { enqueue } from '../core.js';

export interface SubmitEvidence {
  readonly type: 'submitEvidence';
  readonly node: number;
  readonly evidence: Evidence;
}

export const command = defineCommand<SubmitEvidence>({
  type: 'submitEvidence',
  apply(core, { node, evidence }) {
    const incoming = { from: node, message: { type: 'evidence', evidence } } as const;
    enqueue(core, core.now, node, { type: 'message', incoming });
  },
  object: ({ node }) => `n${node}`,
});

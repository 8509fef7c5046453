/** Checks evidence as a node would. The engine is a pure function, so a step on it changes nothing. */
import { step } from '../consensus/engine.js';
import type { Evidence } from '../consensus/types/evidence.js';
import { type Core, envAt, nodeAt } from './core.js';
import { skewOf } from './fault_index.js';

/**
 * Returns why the node would refuse the evidence, which includes that it is down. Returns undefined when it would
 * accept the evidence or has it already.
 */
export function evidenceProblem(core: Core, index: number, evidence: Evidence): string | undefined {
  const { engine, up } = nodeAt(core, index);
  if (core.conflict !== undefined)
    return `the chain has ended at height ${core.conflict.height} by conflicting commits`;
  if (!up) return 'the node that receives the evidence is down';
  const incoming = { from: index, message: { type: 'evidence', evidence } } as const;
  const { effects } = step(
    envAt(core, index),
    engine,
    { type: 'message', incoming },
    core.now + skewOf(core.faults, index),
  );
  for (const effect of effects) if (effect.type === 'note' && effect.note.type === 'refused') return effect.note.reason;
  return undefined;
}

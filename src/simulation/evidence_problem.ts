/** What a node would say of evidence: its engine is a function, so it can be asked without anything happening. */
import { step } from '../consensus/engine.js';
import type { Evidence } from '../consensus/types/evidence.js';
import { type Core, envAt, nodeAt } from './core.js';
import { skewOf } from './fault_registry.js';

/** Its refusal, or that it is down; undefined when it would take the evidence, or knows it. */
export function evidenceProblem(core: Core, index: number, evidence: Evidence): string | undefined {
  const { engine, up } = nodeAt(core, index);
  if (!up) return 'the node that should take it is down';
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

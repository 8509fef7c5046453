/** What a node would say of evidence: its engine is a function, so it can be asked without anything happening. */
import { step } from '../consensus/engine.js';
import type { Evidence } from '../consensus/types/evidence.js';
import { skewOf } from './fault_registry.js';
import { envAt, type Machine, nodeAt } from './machine.js';

/** Its refusal, or that it is down; undefined when it would take the evidence, or knows it. */
export function evidenceProblem(machine: Machine, index: number, evidence: Evidence): string | undefined {
  const { engine, up } = nodeAt(machine, index);
  if (!up) return 'the node that should take it is down';
  const incoming = { from: index, message: { type: 'evidence', evidence } } as const;
  const { effects } = step(
    envAt(machine, index),
    engine,
    { type: 'message', incoming },
    machine.now + skewOf(machine.faults, index),
  );
  for (const effect of effects) if (effect.type === 'note' && effect.note.type === 'refused') return effect.note.reason;
  return undefined;
}

/**
 * Passes observations to the invariants. The folder `invariants` holds them all; every run checks them, a devnet
 * included.
 */
import type { Invariant, InvariantContext, Observation } from './invariant.js';
import { INVARIANTS as DEFINED } from './invariants/index.generated.js';

/** All invariants. Each one creates its own memory, so erasing the memory's type is safe. */
const INVARIANTS = DEFINED as readonly Invariant<unknown>[];

/** Indexes of the invariants that observe each observation type. */
const SEEING = { event: placesOf('event'), sent: placesOf('sent'), decided: placesOf('decided') } as const;

function placesOf(type: Observation['type']): readonly number[] {
  return INVARIANTS.flatMap(({ observes }, place) => (observes.includes(type) ? [place] : []));
}

export const startMemories = (): readonly unknown[] => INVARIANTS.map(({ start }) => start);

/** Passes an observation to every invariant that observes its type. */
export function watch(context: InvariantContext & { memories: readonly unknown[] }, observation: Observation): void {
  let next: unknown[] | undefined;
  for (const place of SEEING[observation.type]) {
    const invariant = INVARIANTS[place] as Invariant<unknown>;
    const memory = context.memories[place];
    const after = invariant.see(memory, observation, context);
    if (after === memory) continue;
    next ??= [...context.memories];
    next[place] = after;
  }
  if (next !== undefined) context.memories = next;
}

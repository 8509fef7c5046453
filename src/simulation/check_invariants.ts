/** Shows the invariants what happens. Which there are is what their folder holds; they are checked always, also in a devnet. */
import type { Invariant, InvariantContext, Observation } from './invariant.js';
import { INVARIANTS as DEFINED } from './invariants/index.generated.js';

/** The memory of an invariant comes from itself alone, so its type may be forgotten here. */
const INVARIANTS = DEFINED as readonly Invariant<unknown>[];

/** Their places: who is shown a sighting of each type. */
const SEEING = { event: placesOf('event'), sent: placesOf('sent'), decided: placesOf('decided') } as const;

function placesOf(type: Observation['type']): readonly number[] {
  return INVARIANTS.flatMap(({ observes }, place) => (observes.includes(type) ? [place] : []));
}

export const startMemories = (): readonly unknown[] => INVARIANTS.map(({ start }) => start);

/** Shows a sighting to every invariant that is there for its type. */
export function watch(scene: InvariantContext & { memories: readonly unknown[] }, observation: Observation): void {
  let next: unknown[] | undefined;
  for (const place of SEEING[observation.type]) {
    const invariant = INVARIANTS[place] as Invariant<unknown>;
    const memory = scene.memories[place];
    const after = invariant.see(memory, observation, scene);
    if (after === memory) continue;
    next ??= [...scene.memories];
    next[place] = after;
  }
  if (next !== undefined) scene.memories = next;
}

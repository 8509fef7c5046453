/** Shows the invariants what happens. Which there are is what their folder holds; they are checked always, also in a devnet. */
import type { Invariant, Scene, Sighting } from './invariant.js';
import { INVARIANTS as DEFINED } from './invariants/index.generated.js';

/** The memory of an invariant comes from itself alone, so its type may be forgotten here. */
const INVARIANTS = DEFINED as readonly Invariant<unknown>[];

/** Their places: who is shown a sighting of each type. */
const SEEING = { event: placesOf('event'), sent: placesOf('sent'), decided: placesOf('decided') } as const;

function placesOf(type: Sighting['type']): readonly number[] {
  return INVARIANTS.flatMap(({ sees }, place) => (sees.includes(type) ? [place] : []));
}

export const startMemories = (): readonly unknown[] => INVARIANTS.map(({ start }) => start);

/** Shows a sighting to every invariant that is there for its type. */
export function watch(scene: Scene & { memories: readonly unknown[] }, sighting: Sighting): void {
  let next: unknown[] | undefined;
  for (const place of SEEING[sighting.type]) {
    const invariant = INVARIANTS[place] as Invariant<unknown>;
    const memory = scene.memories[place];
    const after = invariant.see(memory, sighting, scene);
    if (after === memory) continue;
    next ??= [...scene.memories];
    next[place] = after;
  }
  if (next !== undefined) scene.memories = next;
}

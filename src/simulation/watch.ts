/** Shows the invariants what happens. Which there are is what their folder holds; they are checked always, also in a devnet. */
import type { Invariant, Scene, Sighting } from './invariant.js';
import { INVARIANTS as DEFINED } from './invariants/index.generated.js';

/** The memory of an invariant comes from itself alone, so its type may be forgotten here. */
const INVARIANTS = DEFINED as readonly Invariant<unknown>[];

export const startMemories = (): readonly unknown[] => INVARIANTS.map(({ start }) => start);

/** Shows a sighting to every invariant. */
export function watch(scene: Scene & { memories: readonly unknown[] }, sighting: Sighting): void {
  let next: unknown[] | undefined;
  for (let i = 0; i < INVARIANTS.length; i++) {
    const invariant = INVARIANTS[i] as Invariant<unknown>;
    const memory = scene.memories[i];
    const after = invariant.see(memory, sighting, scene);
    if (after === memory) continue;
    next ??= [...scene.memories];
    next[i] = after;
  }
  if (next !== undefined) scene.memories = next;
}

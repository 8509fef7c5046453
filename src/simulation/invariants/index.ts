/** All invariants: adding one is a file and a line here. They are checked always, also in a devnet. */
import { agreement } from './agreement.js';
import { commitVerifies } from './commit_verifies.js';
import type { Invariant, Scene, Sighting } from './invariant.js';
import { lockSafety } from './lock_safety.js';
import { signOnce } from './sign_once.js';
import { stateAgreement } from './state_agreement.js';
import { timeMonotonic } from './time_monotonic.js';
import { validity } from './validity.js';

/** The memory of an invariant comes from itself alone, so its type may be forgotten here. */
const forget = <M>(invariant: Invariant<M>): Invariant<unknown> => invariant as Invariant<unknown>;

export const INVARIANTS: readonly Invariant<unknown>[] = [
  forget(agreement),
  forget(stateAgreement),
  forget(validity),
  forget(timeMonotonic),
  forget(commitVerifies),
  forget(signOnce),
  forget(lockSafety),
];

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

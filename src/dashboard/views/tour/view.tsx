/** Shows the tour: exercises about consensus. */
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { ConsensusArea, SourceBar } from '../../consensus/source_bar.js';
import { Stage } from '../../consensus/stage/stage.js';
import { linkTo } from '../../shell/route.js';
import { notice } from '../../shell/store.js';
import type { Exercise } from './exercise.js';
import { ExerciseView } from './exercise_view.js';
import { EXERCISES } from './exercises.js';
import { current, finished, forgetIfGone, putBack } from './progress.js';

export function Tour({ place }: { readonly place: readonly string[] }): JSX.Element {
  const chosen = EXERCISES.find(({ name }) => name === place[1]) ?? (EXERCISES[0] as Exercise);
  useEffect(() => {
    void forgetIfGone();
    return offerToPutBack;
  }, []);
  return (
    <>
      <h1>A tour of consensus</h1>
      <p>
        {EXERCISES.length} exercises on this chain. “The paper” is “The latest gossip on BFT consensus” (arXiv
        1807.04938). Finished: {finished.value.size} of {EXERCISES.length}.
      </p>
      <div class="tour">
        <nav aria-label="Exercises">
          <ol>
            {EXERCISES.map((exercise) => (
              <li key={exercise.name}>
                <a
                  href={linkTo('tour', exercise.name)}
                  {...(exercise === chosen && { 'aria-current': 'page' as const })}
                >
                  {exercise.title}
                </a>
                {stateOf(exercise)}
              </li>
            ))}
          </ol>
        </nav>
        <ExerciseView key={chosen.name} exercise={chosen} />
        <div class="beside">
          <ConsensusArea>
            <Stage flags={flagsOf(chosen)} />
            <SourceBar />
          </ConsensusArea>
        </div>
      </div>
    </>
  );
}

/** Marks the blocks of the steps on the film strip: `2.1` is step 1 of exercise 2. */
function flagsOf(exercise: Exercise): ReadonlyMap<number, string> {
  const flags = new Map<number, string>();
  if (current.value?.name !== exercise.name) return flags;
  for (const [at, { blocks }] of current.value.progress.seen.entries())
    for (let height = blocks?.first ?? 1; height <= (blocks?.last ?? 0); height++)
      flags.set(height, `${flags.get(height) ?? ''} ${EXERCISES.indexOf(exercise) + 1}.${at + 1}`.trim());
  return flags;
}

/** Shows how to leave the mode step, when the reader leaves the tour in the middle of an exercise. */
function offerToPutBack(): void {
  if (current.value === undefined) return;
  notice.value = {
    tone: 'info',
    text: 'The exercise of the tour goes on, and its chain is in the mode step: blocks are only made when you step.',
    action: { text: 'Put the chain back', run: () => void putBack() },
  };
}

function stateOf({ name }: Exercise): string {
  if (current.value?.name === name) return ' (in progress)';
  return finished.value.has(name) ? ' (finished)' : '';
}

/** Shows the tour: eight exercises about consensus. */
import type { JSX } from 'preact';
import { linkTo } from '../../shell/route.js';
import type { View } from '../../shell/view.js';
import type { Exercise } from './exercise.js';
import { ExerciseView } from './exercise_view.js';
import { EXERCISES } from './exercises.js';
import { current, finished } from './progress.js';

function Tour({ place }: { readonly place: readonly string[] }): JSX.Element {
  const chosen = EXERCISES.find(({ name }) => name === place[1]) ?? (EXERCISES[0] as Exercise);
  return (
    <>
      <h1>A tour of consensus</h1>
      <p>
        Eight exercises on this chain. “The paper” is “The latest gossip on BFT consensus” (arXiv 1807.04938). Finished:{' '}
        {finished.value.size} of {EXERCISES.length}.
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
      </div>
    </>
  );
}

function stateOf({ name }: Exercise): string {
  if (current.value?.name === name) return ' (in progress)';
  return finished.value.has(name) ? ' (finished)' : '';
}

export const tour: View = {
  path: 'tour',
  title: 'Tour',
  group: 'Learn',
  icon: 'tour',
  component: Tour,
  isOfSimulation: true,
};

/** Shows an exercise: the question, its steps as buttons, what the chain shows, and why it happened. */

import type { JSX } from 'preact';
import { showLive, source, watchBlocks } from '../../consensus/source.js';
import { cometLink } from '../../feed/http.js';
import { call } from '../../shell/call.js';
import { HowToCall } from '../../shell/how_to_call.js';
import { chainId, controls } from '../../shell/store.js';
import type { Exercise, Roles, Step } from './exercise.js';
import { advance, busy, current, finished, predicted, putBack, type Seen, start } from './progress.js';

export function ExerciseView({ exercise }: { readonly exercise: Exercise }): JSX.Element {
  const running = current.value?.name === exercise.name ? current.value.progress : undefined;
  const other = current.value !== undefined && running === undefined;
  return (
    <article aria-labelledby="exercise">
      <h2 id="exercise">{exercise.title}</h2>
      <p>
        <RichText text={exercise.summary} />
      </p>
      <section class="panel" aria-labelledby="predict">
        <h3 id="predict">Predict first</h3>
        <p>
          <RichText text={exercise.predict.question} />
        </p>
        <Prediction exercise={exercise} />
      </section>
      {running === undefined && (
        <section class="panel" aria-labelledby="begin">
          <h3 id="begin">Begin</h3>
          <p>Takes a snapshot, and sets the mining mode to step. Your chain comes back when you put it back.</p>
          {other && <p>Another exercise is in progress: put the chain back there first.</p>}
          <div class="row">
            <button type="button" class="primary" disabled={busy.value || other} onClick={() => void start(exercise)}>
              Begin the exercise
            </button>
            {other && <PutBack />}
          </div>
          <HowToCall calls={[call('evm_snapshot'), call('halley_setMiningMode', 'step')]} />
        </section>
      )}
      {running !== undefined && (
        <Running
          exercise={exercise}
          roles={running.begun.roles}
          seen={running.seen}
          snapshot={running.begun.snapshot}
        />
      )}
      <Why exercise={exercise} roles={running?.begun.roles} />
    </article>
  );
}

/** Asks for a prediction, and then shows whether it is right, with the reason. */
function Prediction({ exercise: { name, predict } }: { readonly exercise: Exercise }): JSX.Element {
  const chosen = predicted.value[name];
  return (
    <>
      <fieldset class="row choices">
        <legend class="hidden">Your prediction</legend>
        {predict.choices.map((text, index) => (
          <button
            key={text}
            type="button"
            aria-pressed={chosen === index}
            onClick={() => (predicted.value = { ...predicted.value, [name]: index })}
          >
            {text}
          </button>
        ))}
      </fieldset>
      <details key={name}>
        <summary>{chosen === undefined ? 'Show the answer' : 'Show whether it is right'}</summary>
        <p role="status">
          {chosen !== undefined && (
            <strong class={chosen === predict.right ? 'done' : 'not-done'}>
              {chosen === predict.right ? 'Right. ' : `Not quite: “${predict.choices[predict.right]}”. `}
            </strong>
          )}
          <RichText text={predict.answer} />
        </p>
      </details>
    </>
  );
}

const PutBack = (): JSX.Element => (
  <button type="button" disabled={busy.value} onClick={() => void putBack()}>
    Put the chain back
  </button>
);

interface RunningProps {
  readonly exercise: Exercise;
  readonly roles: Roles;
  readonly seen: readonly Seen[];
  readonly snapshot: string;
}

const Running = ({ exercise, roles, seen, snapshot }: RunningProps): JSX.Element => (
  <>
    <p>
      Height {roles.height} comes next. Its rounds are proposed by{' '}
      {roles.proposers.map((node) => `validator-${node}`).join(', ')}.
    </p>
    <ol class="steps">
      {exercise.steps.map((step, at) => (
        <StepView
          key={step.title}
          step={step}
          roles={roles}
          seen={seen[at]}
          isNext={at === seen.filter(({ done }) => done !== undefined).length}
          onStep={(how) => {
            if (source.value.type !== 'live') showLive();
            void advance(exercise, at, how);
          }}
        />
      ))}
    </ol>
    <section class="panel" aria-labelledby="put-back">
      <h3 id="put-back">{finished.value.has(exercise.name) ? 'Finished' : 'Stop here'}</h3>
      <p>Reverts to the snapshot: blocks, faults and mining mode are as before the exercise.</p>
      <PutBack />
      <HowToCall calls={[call('evm_revert', snapshot, { settings: true })]} />
    </section>
  </>
);

/** Returns the ids of the active faults as the chain reports them. */
const activeFaults = (): readonly string[] => (controls.value?.faults ?? []).map(({ id }) => `0x${id.toString(16)}`);

interface StepProps {
  readonly step: Step;
  readonly roles: Roles;
  readonly seen: Seen | undefined;
  readonly isNext: boolean;
  readonly onStep: (how: 'do' | 'look') => void;
}

const StepView = ({ step, roles, seen, isNext, onStep }: StepProps): JSX.Element => (
  <li class="panel">
    <div class="row">
      <button
        type="button"
        class={isNext ? 'primary' : ''}
        disabled={!isNext || busy.value}
        onClick={() => onStep('do')}
      >
        {step.title}
      </button>
      <button
        type="button"
        aria-label={`Only check: ${step.title}`}
        disabled={!isNext || busy.value}
        onClick={() => onStep('look')}
      >
        Only check
      </button>
      {seen?.blocks !== undefined && (
        <button type="button" onClick={() => seen.blocks && void watchBlocks(seen.blocks)}>
          Replay<span class="hidden"> of “{step.title}”</span>
        </button>
      )}
    </div>
    <HowToCall calls={step.calls(roles, activeFaults())} />
    <div role="status">
      {seen !== undefined && (
        <>
          <dl class="facts-seen">
            {seen.facts.map(([name, value], index) => (
              <div key={index}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
          <p class={seen.done === undefined ? 'not-done' : 'done'}>
            {seen.done === undefined ? 'Not yet: the chain does not show it.' : `Done: ${seen.done}`}
          </p>
        </>
      )}
    </div>
  </li>
);

const Why = ({ exercise, roles }: { readonly exercise: Exercise; readonly roles: Roles | undefined }): JSX.Element => (
  <>
    <h3>What to look at</h3>
    <ul>
      {exercise.look.map((sight) => (
        <li key={sight.text}>
          <RichText text={sight.text} />{' '}
          {roles !== undefined && (
            <a href={cometLink(chainId.value, sight.route(roles))} target="_blank" rel="noreferrer">
              {sight.route(roles)} <span class="hidden">(opens a new tab)</span>
            </a>
          )}
        </li>
      ))}
    </ul>
    <details class="why" key={exercise.name}>
      <summary>Why it happened</summary>
      <ul>
        {exercise.why.map((line) => (
          <li key={line}>
            <RichText text={line} />
          </li>
        ))}
      </ul>
    </details>
  </>
);

const RichText = ({ text }: { readonly text: string }): JSX.Element => (
  <>{text.split('`').map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}</>
);

/** Shows the rounds: what every validator does now, or did at the chosen instant. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { picture, shown } from '../../consensus/source.js';
import { ConsensusArea, SourceBar } from '../../consensus/source_bar.js';
import { StepControls } from '../../consensus/step_controls.js';
import { blockText, eventText, nameOf } from '../../consensus/texts.js';
import { Timeline } from '../../consensus/timeline.js';
import { Explanation } from '../../shell/explanation.js';
import type { View } from '../../shell/view.js';
import { Proposers } from './proposers.js';
import { RingView } from './ring.js';
import { Tallies } from './tally.js';
import { ValidatorsTable } from './validators_table.js';

const Rounds = (): JSX.Element => (
  <ConsensusArea>
    <h1>Rounds</h1>
    <SourceBar />
    <StepControls />
    <Timeline />
    <RoundsOf />
  </ConsensusArea>
);

/** Counts the decided heights in the list. */
const HEIGHTS = 5;

function RoundsOf(): JSX.Element {
  const selected = useSignal(0);
  const { state, index } = picture.value;
  const { history, player } = shown.value;
  if (state === undefined) return <p class="quiet">Waiting for the first picture of the network…</p>;
  const { letters } = history;
  const last = history.event(index - 1);
  return (
    <>
      <p class="last-event" aria-live={player.isPlaying ? 'off' : 'polite'}>
        {last === undefined
          ? 'Nothing has happened since the page opened.'
          : eventText(last, letters, state.validators, history.messageOf)}
      </p>
      <div class="columns">
        <section class="panel">
          <h2>
            Validators and messages{' '}
            <Explanation of="the ring">
              Each circle is a validator, with the letter of the block that it has locked or received. A triangle marks
              the proposer, a green edge a lock, an arc a running timeout, × a validator that is down, and ! a byzantine
              one. Moving circles are prevotes, squares precommits, diamonds other messages. A dotted line is a cut
              link. Choose a validator to see the votes that it has counted.
            </Explanation>
          </h2>
          <RingView selected={selected} />
        </section>
        <Tallies state={state} node={selected.value} letters={letters} />
      </div>
      <ValidatorsTable state={state} at={player.at} letters={letters} selected={selected} />
      <div class="columns">
        <Proposers state={state} />
        <section class="panel">
          <h2>Decided heights</h2>
          <ol class="decided">
            {state.decided
              .slice(-HEIGHTS)
              .reverse()
              .map(({ height, round, block }) => (
                <li key={height} value={height}>
                  Height {height}, round {round}: {blockText(letters, block)}
                </li>
              ))}
          </ol>
          {state.decided.length === 0 && <p class="quiet">None since the page opened.</p>}
          <Problems />
        </section>
      </div>
    </>
  );
}

function Problems(): JSX.Element | null {
  const { state } = picture.value;
  if (state === undefined) return null;
  const { faults, accusations, conflicts, validators } = state;
  const seen = [
    ...faults.map(({ name, text }) => ({ key: `fault ${name}`, text: `Fault ${name}: ${text}` })),
    ...distinct(
      accusations.map(({ height, round, type, validator }) => ({
        key: `accuse ${height} ${round} ${type} ${validator}`,
        text: `Evidence: ${nameOf(validators, validator)} signed two ${type === 1 ? 'prevotes' : 'precommits'} in ${height}/${round}`,
      })),
    ),
    ...conflicts.map(({ node, height }) => ({
      key: `conflict ${node} ${height}`,
      text: `The chain has forked: ${nameOf(validators, node)} decided another block at height ${height}`,
    })),
  ];
  return seen.length === 0 ? null : (
    <>
      <h2>Faults and evidence</h2>
      <ul class="problem-list">
        {seen.map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </>
  );
}

const distinct = <T extends { readonly key: string }>(entries: readonly T[]): readonly T[] => [
  ...new Map(entries.map((entry) => [entry.key, entry])).values(),
];

export const rounds: View = { path: 'rounds', title: 'Rounds', group: 'Consensus', component: Rounds };

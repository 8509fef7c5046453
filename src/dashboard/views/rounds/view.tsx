/** Shows the rounds: what every validator does now, or did at the chosen instant. */
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { picture, shown } from '../../consensus/source.js';
import { ConsensusArea, SourceBar, useWatch } from '../../consensus/source_bar.js';
import { StepControls } from '../../consensus/step_controls.js';
import { blockText, eventText, nameOf } from '../../consensus/texts.js';
import { Timeline } from '../../consensus/timeline.js';
import { type NetworkState, observedNode } from '../../model/network_state.js';
import { Explanation } from '../../shell/explanation.js';
import type { View } from '../../shell/view.js';
import { Proposers } from './proposers.js';
import { RingView } from './ring.js';
import { Tallies } from './tally.js';
import { ValidatorsTable } from './validators_table.js';

function Rounds({ place }: { readonly place: readonly string[] }): JSX.Element {
  useWatch(place);
  return (
    <ConsensusArea>
      <h1>Rounds</h1>
      <SourceBar />
      <StepControls />
      <Timeline />
      <RoundsOf />
    </ConsensusArea>
  );
}

/** Counts the decided heights in the list. */
const HEIGHTS = 5;

function RoundsOf(): JSX.Element {
  const observed = useComputed(() => picture.value.state && observedNode(picture.value.state)).value;
  const selected = useSignal(observed ?? 0);
  useEffect(() => {
    if (observed !== undefined) selected.value = observed;
  }, [observed]);
  const isKnown = useComputed(() => picture.value.state !== undefined);
  if (!isKnown.value) return <p class="quiet">Waiting for the first picture of the network…</p>;
  return (
    <>
      <LastEvent />
      <div class="columns">
        <section class="panel">
          {RING_TITLE}
          <RingView selected={selected} />
          <Legend hasUnknown={observed !== undefined} />
        </section>
        <div class="stack">
          <Tallies selected={selected} />
          <section class="panel">
            <h2>Decided heights</h2>
            <Decided />
            <Problems />
          </section>
        </div>
      </div>
      <ValidatorsTable selected={selected} />
      <Proposers />
    </>
  );
}

const RING_TITLE = (
  <h2>
    Validators and messages{' '}
    <Explanation of="the ring">
      Each circle is a validator, with the letter of the block that it has locked or received. A triangle marks the
      proposer, a green edge a lock, an arc a running timeout, × a validator that is down, and ! a byzantine one. Under
      a real engine ? marks the validators of which only the votes are known. Moving circles are prevotes, squares
      precommits, diamonds other messages. A dotted line is a cut link. Choose a validator to see the votes that it has
      counted.
    </Explanation>
  </h2>
);

/** Names the signs of the drawing. */
const SIGNS = [
  ['prevote', '●', 'prevote'],
  ['precommit', '■', 'precommit'],
  ['proposal', '◆', 'proposal or part of a block'],
  ['proposer', '▼', 'proposer'],
  ['timeout', '◠', 'timeout that runs'],
  ['lock', '○', 'has locked a block'],
] as const;

const UNKNOWN_SIGN = ['unknown', '?', 'state unknown; beside it the vote in this round'] as const;

const Legend = ({ hasUnknown }: { readonly hasUnknown: boolean }): JSX.Element => (
  <ul class="legend" aria-label="Signs of the drawing">
    {[...SIGNS, ...(hasUnknown ? [UNKNOWN_SIGN] : [])].map(([name, sign, text]) => (
      <li key={name}>
        <span class={`sign ${name}`} aria-hidden="true">
          {sign}
        </span>{' '}
        {text}
      </li>
    ))}
  </ul>
);

function LastEvent(): JSX.Element {
  const { state, index } = picture.value;
  const { history, player } = shown.value;
  const last = history.event(index - 1);
  return (
    <p class="last-event" aria-live={player.isPlaying ? 'off' : 'polite'}>
      {last === undefined || state === undefined
        ? 'Nothing has happened since the page opened.'
        : eventText(last, history.letters, state.validators, history.messageOf)}
    </p>
  );
}

function Decided(): JSX.Element {
  const decided = useComputed(() => picture.value.state?.decided ?? []).value;
  const { letters } = shown.value.history;
  if (decided.length === 0) return <p class="quiet">None since the page opened.</p>;
  return (
    <ol class="decided">
      {decided
        .slice(-HEIGHTS)
        .reverse()
        .map(({ height, round, block }) => (
          <li key={height}>
            Height {height}, round {round}: {blockText(letters, block)}
          </li>
        ))}
    </ol>
  );
}

function Problems(): JSX.Element | null {
  const faults = useComputed(() => picture.value.state?.faults ?? []).value;
  const accusations = useComputed(() => picture.value.state?.accusations ?? []).value;
  const conflicts = useComputed(() => picture.value.state?.conflicts ?? []).value;
  const validators = useComputed(() => picture.value.state?.validators ?? []).value;
  if (faults.length + accusations.length + conflicts.length === 0) return null;
  return (
    <>
      <h2>Faults and evidence</h2>
      <ul class="problem-list">
        {problemsOf({ faults, accusations, conflicts, validators }).map(({ key, text }) => (
          <li key={key}>{text}</li>
        ))}
      </ul>
    </>
  );
}

type Seen = Pick<NetworkState, 'faults' | 'accusations' | 'conflicts' | 'validators'>;

const problemsOf = ({ faults, accusations, conflicts, validators }: Seen): readonly { key: string; text: string }[] => [
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

const distinct = <T extends { readonly key: string }>(entries: readonly T[]): readonly T[] => [
  ...new Map(entries.map((entry) => [entry.key, entry])).values(),
];

export const rounds: View = {
  path: 'rounds',
  paths: ['watch'],
  title: 'Rounds',
  group: 'Consensus',
  icon: 'stage',
  component: Rounds,
};

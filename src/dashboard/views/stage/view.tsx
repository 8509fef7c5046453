/** The first view: the stage, and the same in words. */
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import { picture, shown } from '../../consensus/source.js';
import { ConsensusArea, EngineNote, SourceBar, useWatch } from '../../consensus/source_bar.js';
import { isInspecting, selected } from '../../consensus/stage/ring.js';
import { Stage } from '../../consensus/stage/stage.js';
import { blockText, eventText } from '../../consensus/texts.js';
import { type NetworkState, nameOf, observedNode } from '../../model/network_state.js';
import { Proposers } from './proposers.js';
import { ValidatorsTable } from './validators_table.js';

export function StageView({ place }: { readonly place: readonly string[] }): JSX.Element {
  useWatch(place);
  return (
    <ConsensusArea>
      <h1 class="hidden">Stage</h1>
      <Stage />
      <SourceBar />
      <EngineNote />
      <InWords />
    </ConsensusArea>
  );
}

/** Decided heights in the list. */
const HEIGHTS = 5;
/** Most validators whose table is open from the start. */
const OPEN = 20;

function InWords(): JSX.Element | null {
  const observed = useComputed(() => picture.value.state && observedNode(picture.value.state)).value;
  const count = useComputed(() => picture.value.state?.nodes.length ?? 0).value;
  useEffect(() => {
    if (observed === undefined) return;
    selected.value = observed;
    isInspecting.value = true;
  }, [observed]);
  if (count === 0) return null;
  return (
    <details class="in-words" open={count <= OPEN}>
      <summary>Table</summary>
      <LastEvent />
      <ValidatorsTable selected={selected} />
      <div class="columns">
        <section class="panel">
          <h2>Decided heights</h2>
          <Decided />
          <Problems />
        </section>
        <Proposers />
      </div>
    </details>
  );
}

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

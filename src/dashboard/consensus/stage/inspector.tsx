/** The inspector: how the votes that one validator has counted come up to two thirds of the power, and what it holds. */
import type { JSX } from 'preact';
import type { BlockLetters } from '../../model/block_letters.js';
import { nameOf } from '../../model/network_state.js';
import { NO_ROUND_VOTES, runningWait, stepName } from '../../model/node_state.js';
import { type Choice, isQuorum, type Powers, powerFor, type VoteSet } from '../../model/vote_set.js';
import { Explanation } from '../../shell/explanation.js';
import { picture, shown } from '../source.js';
import { choiceText, durationText, lastVoteText, ofRoundText } from '../texts.js';
import { selected } from './ring.js';

const EXPLANATION = (
  <Explanation of="the two-thirds line">
    More than two thirds of the voting power must prevote for one block before a validator precommits it (a “polka”),
    and more than two thirds must precommit it before it is decided. The paper (arXiv 1807.04938) writes 2f + 1 of 3f +
    1. Each validator counts the votes that it has received itself.
  </Explanation>
);

export function Inspector(): JSX.Element | null {
  const { state } = picture.value;
  const seen = state?.nodes[selected.value];
  if (state === undefined || seen === undefined) return null;
  const { letters } = shown.value.history;
  if (seen.unknown)
    return <UnknownVotes name={nameOf(state.validators, selected.value)} vote={lastVoteText(letters, seen.lastVote)} />;
  const { at } = shown.value.player;
  const wait = runningWait(seen, at);
  const { prevotes, precommits } = seen.votes[seen.round] ?? NO_ROUND_VOTES;
  return (
    <section class="panel tallies">
      <h2>
        Votes that {nameOf(state.validators, selected.value)} has counted in height {seen.height}, round {seen.round}{' '}
        {EXPLANATION}
      </h2>
      <Tally title="Prevotes" kind="prevote" set={prevotes} powers={state.powers} letters={letters} />
      <Tally title="Precommits" kind="precommit" set={precommits} powers={state.powers} letters={letters} />
      <dl>
        <dt>Step</dt>
        <dd>{seen.up ? stepName(seen.step) : 'down'}</dd>
        <dt>Locked</dt>
        <dd>{ofRoundText(letters, seen.locked)}</dd>
        <dt>Valid block</dt>
        <dd>{ofRoundText(letters, seen.valid)}</dd>
        <dt>Waits</dt>
        <dd>{wait === undefined ? 'for no timeout' : `${stepName(wait.step)}, ${durationText(wait.until - at)}`}</dd>
      </dl>
    </section>
  );
}

const UnknownVotes = ({ name, vote }: { readonly name: string; readonly vote: string }): JSX.Element => (
  <section class="panel tallies">
    <h2>
      Votes that {name} has counted {EXPLANATION}
    </h2>
    <p>
      Unknown: no RPC reports the state of this node. Its {vote}. Choose the observed node to see the votes that it has
      counted.
    </p>
  </section>
);

interface TallyProps {
  readonly title: string;
  readonly kind: string;
  readonly set: VoteSet;
  readonly powers: Powers;
  readonly letters: BlockLetters;
}

function Tally({ title, kind, set, powers, letters }: TallyProps): JSX.Element {
  const { total } = powers;
  const rows = set.tallies.map(({ choice }) => ({ choice, power: powerFor(set, choice) }));
  const part = (power: bigint): number => (total === 0n ? 0 : Number((power * 10_000n) / total) / 100);
  const text = rows
    .map(({ choice, power }) => `${choiceText(letters, choice)}: ${part(power).toFixed(1)} %`)
    .join('; ');
  return (
    <div class={`tally ${kind}`}>
      <h3>{title}</h3>
      <div class="bar" role="img" aria-label={`${title}: ${text || 'none'}; two thirds is 66.7 %`}>
        {rows.map(({ choice, power }) => (
          <span
            key={choice ?? 'nil'}
            class={choice === null ? 'nil' : `block pattern-${letters.indexOf(choice) % 4}`}
            style={{ width: `${part(power)}%` }}
          />
        ))}
        <i class="line" />
      </div>
      <p class="counts">
        {text || 'none yet'} <Outcome set={set} rows={rows} powers={powers} letters={letters} />
      </p>
    </div>
  );
}

interface OutcomeProps extends Pick<TallyProps, 'set' | 'powers' | 'letters'> {
  readonly rows: readonly { readonly choice: Choice; readonly power: bigint }[];
}

function Outcome({ set, rows, powers, letters }: OutcomeProps): JSX.Element | null {
  if (set.majority !== undefined) return <strong>more than two thirds for {choiceText(letters, set.majority)}</strong>;
  const sum = rows.reduce((all, { power }) => all + power, 0n);
  return isQuorum(sum, powers) ? <strong>more than two thirds voted, but not for one value</strong> : null;
}

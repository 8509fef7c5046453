/** Says in a table what the ring shows: where each validator is, and what it has locked. */

import { type Signal, signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { onFrame, picture, shown } from '../../consensus/source.js';
import { choiceText, durationText, lastVoteText, ofRoundText } from '../../consensus/texts.js';
import { faultOf, isProposer, type NetworkState, nameOf, observedNode } from '../../model/network_state.js';
import { type NodeView, runningWait, stepName } from '../../model/node_state.js';
import { Explanation } from '../../shell/explanation.js';
import { ScrollBox } from '../../shell/scroll_box.js';

/** Number of validators above which the table has a box of a fixed height, whose layout does not concern the rest of the page. */
const LARGE = 20;

const HEAD = (
  <thead>
    <tr>
      <th>Validator</th>
      <th>Power</th>
      <th>
        Position{' '}
        <Explanation of="the position">
          Height, round and step. A height decides one block. It takes as many rounds as are needed, each with another
          proposer: Propose, Prevote, Precommit. Commit follows the decision, and NewHeight is the wait before the next
          height.
        </Explanation>
      </th>
      <th>
        Proposal{' '}
        <Explanation of="the letters of blocks">
          Each block of a height has a letter, in the order in which the page learned of it, and the start of its hash.
        </Explanation>
      </th>
      <th>
        Locked{' '}
        <Explanation of="the lock">
          A validator locks a block when it precommits it (lockedValue and lockedRound of the paper). While locked, it
          prevotes only that block, until it sees a newer polka for something else.
        </Explanation>
      </th>
      <th>
        Valid{' '}
        <Explanation of="the valid block">
          The newest block that got a polka which this validator has seen (validValue and validRound). As proposer it
          proposes that block again.
        </Explanation>
      </th>
      <th>
        Timeout{' '}
        <Explanation of="the timeout">
          The step whose timeout runs, and how long it still runs. When it ends, the validator goes on without the
          proposal or the votes that it waits for.
        </Explanation>
      </th>
    </tr>
  </thead>
);

export function ValidatorsTable({ selected }: { readonly selected: Signal<number> }): JSX.Element {
  const count = picture.value.state?.nodes.length ?? 0;
  const rows = useRowTexts(count);
  return (
    <ScrollBox of="Validators" class={`validators${count > LARGE ? ' many fixed-rows' : ''}`}>
      <table>
        <caption class="hidden">Validators</caption>
        {HEAD}
        <tbody>
          {rows.map((texts, index) => (
            <Row key={index} index={index} texts={texts} selected={selected} />
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

interface RowProps {
  readonly index: number;
  readonly texts: RowTexts;
  readonly selected: Signal<number>;
}

/** Shows the row of a validator. Its texts change without rendering it. */
function Row({ index, texts, selected }: RowProps): JSX.Element {
  const isSelected = useComputed(() => selected.value === index).value;
  return (
    <tr class={isSelected ? 'selected' : ''}>
      <th scope="row">
        <button type="button" aria-pressed={isSelected} onClick={() => (selected.value = index)}>
          <bdi>{texts.name}</bdi>
        </button>{' '}
        <span class="mark">{texts.role}</span> <span class="mark warning">{texts.condition}</span>
      </th>
      <td>{texts.power}</td>
      <td class="position">{texts.position}</td>
      <td>{texts.proposal}</td>
      <td class="locked">{texts.locked}</td>
      <td>{texts.valid}</td>
      <td>{texts.wait}</td>
    </tr>
  );
}

const COLUMNS = ['name', 'role', 'condition', 'power', 'position', 'proposal', 'locked', 'valid', 'wait'] as const;

/** Texts of a validator's row. */
type RowTexts = Readonly<Record<(typeof COLUMNS)[number], Signal<string>>>;

/** Frames in which each row is updated once, besides those that show a new picture. */
const FRAMES = 10;

/** Returns the texts of all rows, which follow the shown instant. */
function useRowTexts(count: number): readonly RowTexts[] {
  const rows = useMemo(() => Array.from({ length: count }, (_, index) => newRow(index)), [count]);
  useEffect(() => {
    let [frames, version, waits] = [0, 0, false];
    return onFrame(() => {
      waits = !waits && version !== picture.peek().version;
      version = picture.peek().version;
      if (waits) return;
      const rowsUntil = (frame: number): number => Math.floor((frame * rows.length) / FRAMES);
      const until = rowsUntil(frames + 1);
      for (let next = rowsUntil(frames); next < until; next++) updateRow(rows[next] as RowTexts, next);
      frames = (frames + 1) % FRAMES;
    });
  }, [rows]);
  return rows;
}

function newRow(index: number): RowTexts {
  const row = Object.fromEntries(COLUMNS.map((column) => [column, signal('')])) as RowTexts;
  updateRow(row, index);
  return row;
}

function updateRow(row: RowTexts, index: number): void {
  const { history, player } = shown.peek();
  const { state, at } = player;
  const node = state?.nodes[index];
  if (state === undefined || node === undefined) return;
  const { letters } = history;
  row.name.value = nameOf(state.validators, index);
  row.role.value = roleOf(state, node, index);
  row.condition.value = conditionOf(state, node, index);
  row.power.value = String(state.validators[index]?.power ?? 0n);
  if (node.unknown) {
    showUnknown(row, lastVoteText(letters, node.lastVote));
    return;
  }
  row.position.value = `${node.height}/${node.round} ${stepName(node.step)}`;
  row.proposal.value = choiceText(letters, node.proposal);
  row.locked.value = ofRoundText(letters, node.locked);
  row.valid.value = ofRoundText(letters, node.valid);
  // An engine does not report for what it waits.
  row.wait.value = observedNode(state) === undefined ? waitText(node, at) : '?';
}

/** Fills the cells of a node whose state is unknown. */
function showUnknown(row: RowTexts, lastVote: string): void {
  row.position.value = lastVote;
  for (const column of ['proposal', 'locked', 'valid', 'wait'] as const) row[column].value = '?';
}

function roleOf(state: NetworkState, { unknown }: NodeView, index: number): string {
  const observed = observedNode(state) === index && 'observed';
  const marks = [isProposer(state, index) && 'proposer', unknown && 'unknown', observed];
  return marks.filter((mark) => mark !== false).join(', ');
}

function conditionOf(state: NetworkState, { up }: NodeView, index: number): string {
  const isSilent = faultOf(state, index, 'silent-proposer') !== undefined;
  const marks = [!up && 'down', state.validators[index]?.byzantine === true && 'byzantine', isSilent && 'silent'];
  return marks.filter((mark) => mark !== false).join(', ');
}

function waitText(node: NodeView, at: number): string {
  const wait = runningWait(node, at);
  return wait === undefined ? '–' : `${stepName(wait.step)}, ${durationText(wait.until - at)}`;
}

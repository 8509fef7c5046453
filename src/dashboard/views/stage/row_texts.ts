/** Keeps the texts of the table of validators up to date, some rows with each frame, so that no frame takes long. */
import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { onFrame, shown } from '../../consensus/source.js';
import { choiceText, durationText, lastVoteText, ofRoundText } from '../../consensus/texts.js';
import { isProposer, type NetworkState, nameOf, observedNode } from '../../model/network_state.js';
import { type NodeView, runningWait, stepName } from '../../model/node_state.js';

const COLUMNS = ['name', 'role', 'condition', 'power', 'position', 'proposal', 'locked', 'valid', 'wait'] as const;

/** Texts of a validator's row. */
export type RowTexts = Readonly<Record<(typeof COLUMNS)[number], Signal<string>>>;

/** Frames in which each row is updated once. */
const FRAMES = 8;

/** Returns the texts of all rows, which follow the shown instant. */
export function useRowTexts(count: number): readonly RowTexts[] {
  const rows = useMemo(() => Array.from({ length: count }, (_, index) => newRow(index)), [count]);
  useEffect(() => {
    let next = 0;
    return onFrame(() => {
      for (let done = 0; done < Math.ceil(rows.length / FRAMES); done++, next++) {
        if (next >= rows.length) next = 0;
        updateRow(rows[next] as RowTexts, next);
      }
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

function conditionOf({ validators }: NetworkState, { up }: NodeView, index: number): string {
  const marks = [!up && 'down', validators[index]?.byzantine === true && 'byzantine'];
  return marks.filter((mark) => mark !== false).join(', ');
}

function waitText(node: NodeView, at: number): string {
  const wait = runningWait(node, at);
  return wait === undefined ? '–' : `${stepName(wait.step)}, ${durationText(wait.until - at)}`;
}

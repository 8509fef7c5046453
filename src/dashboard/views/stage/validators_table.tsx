/** Says in a table what the ring shows: where each validator is, and what it has locked. */
import { type Signal, useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { picture } from '../../consensus/source.js';
import { Explanation } from '../../shell/explanation.js';
import { ScrollBox } from '../../shell/scroll_box.js';
import { type RowTexts, useRowTexts } from './row_texts.js';

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

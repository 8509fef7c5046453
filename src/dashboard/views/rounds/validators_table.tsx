/** Says in a table what the ring shows: where each validator is, and what it has locked. */
import type { Signal } from '@preact/signals';
import { Component, type JSX } from 'preact';
import { choiceText, durationText, ofRoundText } from '../../consensus/texts.js';
import type { BlockLetters } from '../../model/block_letters.js';
import type { NetworkState } from '../../model/network_state.js';
import { type NodeView, runningWait, stepName } from '../../model/node_state.js';
import { Explanation } from '../../shell/explanation.js';
import { ScrollBox } from '../../shell/scroll_box.js';

interface Props {
  readonly state: NetworkState;
  readonly at: number;
  readonly letters: BlockLetters;
  readonly selected: Signal<number>;
}

export const ValidatorsTable = ({ state, at, letters, selected }: Props): JSX.Element => (
  <ScrollBox of="Validators" class="validators">
    <table>
      <caption class="hidden">Validators</caption>
      <thead>
        <tr>
          <th>Validator</th>
          <th>Power</th>
          <th>
            Position{' '}
            <Explanation of="the position">
              Height, round and step. A height decides one block. It takes as many rounds as are needed, each with
              another proposer: Propose, Prevote, Precommit. Commit follows the decision, and NewHeight is the wait
              before the next height.
            </Explanation>
          </th>
          <th>
            Proposal{' '}
            <Explanation of="the letters of blocks">
              Each block of a height has a letter, in the order in which the page learned of it, and the start of its
              hash.
            </Explanation>
          </th>
          <th>
            Locked{' '}
            <Explanation of="the lock">
              A validator locks a block when it precommits it (lockedValue and lockedRound of the paper). While locked,
              it prevotes only that block, until it sees a newer polka for something else.
            </Explanation>
          </th>
          <th>
            Valid{' '}
            <Explanation of="the valid block">
              The newest block that got a polka which this validator has seen (validValue and validRound). As proposer
              it proposes that block again.
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
      <tbody>
        {state.nodes.map((node, index) => (
          <Row
            key={index}
            index={index}
            name={state.validators[index]?.name ?? `node ${index}`}
            power={String(state.validators[index]?.power ?? 0n)}
            marks={marksOf(state, node, index)}
            position={`${node.height}/${node.round} ${stepName(node.step)}`}
            proposal={choiceText(letters, node.proposal)}
            locked={ofRoundText(letters, node.locked)}
            valid={ofRoundText(letters, node.valid)}
            wait={waitText(node, at)}
            isSelected={index === selected.value}
            selected={selected}
          />
        ))}
      </tbody>
    </table>
  </ScrollBox>
);

interface RowProps {
  readonly index: number;
  readonly name: string;
  readonly power: string;
  readonly marks: string;
  readonly position: string;
  readonly proposal: string;
  readonly locked: string;
  readonly valid: string;
  readonly wait: string;
  readonly isSelected: boolean;
  readonly selected: Signal<number>;
}

/** Is the row of a validator. It renders only when one of its texts has changed. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate(next: RowProps): boolean {
    const keys = Object.keys(next) as (keyof RowProps)[];
    return keys.some((key) => next[key] !== this.props[key]);
  }

  render({ index, name, power, marks, position, isSelected, selected, ...rest }: RowProps): JSX.Element {
    return (
      <tr class={isSelected ? 'selected' : ''}>
        <th scope="row">
          <button type="button" aria-pressed={isSelected} onClick={() => (selected.value = index)}>
            <bdi>{name}</bdi>
          </button>
          {marks !== '' && <span class="mark"> {marks}</span>}
        </th>
        <td>{power}</td>
        <td class="position">{position}</td>
        <td>{rest.proposal}</td>
        <td class="locked">{rest.locked}</td>
        <td>{rest.valid}</td>
        <td>{rest.wait}</td>
      </tr>
    );
  }
}

function marksOf({ validators }: NetworkState, { proposer, up }: NodeView, index: number): string {
  const marks = [proposer === index && 'proposer', !up && 'down', validators[index]?.byzantine === true && 'byzantine'];
  return marks.filter((mark) => mark !== false).join(', ');
}

function waitText(node: NodeView, at: number): string {
  const wait = runningWait(node, at);
  return wait === undefined ? '–' : `${stepName(wait.step)}, ${durationText(wait.until - at)}`;
}

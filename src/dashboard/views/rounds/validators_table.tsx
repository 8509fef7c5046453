/** Says in a table what the ring shows: where each validator is, and what it has locked. */
import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import type { BlockLetters } from '../../model/block_letters.js';
import type { NetworkState } from '../../model/network_state.js';
import { type NodeState, runningWait, stepName } from '../../model/node_state.js';
import { Explanation } from '../../shell/explanation.js';
import { ScrollBox } from '../consensus/scroll_box.js';
import { choiceText, durationText, ofRoundText } from '../consensus/texts.js';

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
          <th>Position</th>
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
          <th>Wait</th>
        </tr>
      </thead>
      <tbody>
        {state.nodes.map((node, index) => (
          <tr key={index} class={index === selected.value ? 'selected' : ''}>
            <th scope="row">
              <button type="button" aria-pressed={index === selected.value} onClick={() => (selected.value = index)}>
                <bdi>{state.validators[index]?.name ?? `node ${index}`}</bdi>
              </button>
              {node.proposer === index && <span class="mark"> proposer</span>}
              {!node.up && <span class="mark bad"> down</span>}
              {state.validators[index]?.byzantine === true && <span class="mark bad"> byzantine</span>}
            </th>
            <td>{String(state.validators[index]?.power ?? 0n)}</td>
            <td class="position">
              {node.height}/{node.round} {stepName(node.step)}
            </td>
            <td>{choiceText(letters, node.proposal)}</td>
            <td class="locked">{ofRoundText(letters, node.locked)}</td>
            <td>{ofRoundText(letters, node.valid)}</td>
            <td>{waitText(node, at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollBox>
);

function waitText(node: NodeState, at: number): string {
  const wait = runningWait(node, at);
  return wait === undefined ? '–' : `${stepName(wait.step)}, ${durationText(wait.until - at)}`;
}

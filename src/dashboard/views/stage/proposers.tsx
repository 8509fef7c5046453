/** Shows who proposes next, and why. */
import { useComputed } from '@preact/signals';
import type { JSX } from 'preact';
import { picture } from '../../consensus/source.js';
import { isProposer, type NetworkState, nameOf } from '../../model/network_state.js';
import { comesBefore, incrementsAfter } from '../../model/proposers.js';
import { Explanation } from '../../shell/explanation.js';
import { ScrollBox } from '../../shell/scroll_box.js';

const INCREMENTS = 4;
/** Most validators that are listed, those that are next. */
const ROWS = 12;

/** Returns whose turn it is in the round that the validators are in, or that they wait to begin. */
function turnText(state: NetworkState | undefined): string {
  const index = state?.nodes.findIndex((_, at) => isProposer(state, at)) ?? -1;
  const node = state?.nodes[index];
  if (state === undefined || node === undefined || node.unknown) return '';
  return `Block ${node.height}, round ${node.round}: ${nameOf(state.validators, index)}. `;
}

export function Proposers(): JSX.Element {
  const validators = useComputed(() => picture.value.state?.validators ?? []).value;
  const increments = incrementsAfter(validators, INCREMENTS);
  const order = increments.map(({ proposer }) => nameOf(validators, proposer)).join(', then ');
  const turn = useComputed(() => turnText(picture.value.state)).value;
  const [next] = increments;
  const rows = validators
    .map((validator, index) => ({ validator, index, raised: next?.raised[index] ?? 0n }))
    .filter(({ validator }) => validator.power > 0n)
    .sort((a, b) => (comesBefore(validators, next?.raised ?? [], a.index, b.index) ? -1 : 1));
  return (
    <section class="panel">
      <h2>
        Who proposes next{' '}
        <Explanation of="the proposer priority">
          Before each round the priority of every validator grows by its power. The one with the highest priority
          proposes, and its priority falls by the total power; the lesser address wins a tie. So each proposes in
          proportion to its power. The next proposer is that of round 0 of the next height, and also that of the next
          round of this height, if there is one.
        </Explanation>
      </h2>
      <p>
        {turn}
        {order === '' ? 'No validator has power.' : `${turn === '' ? '' : 'Then '}${order}.`}
      </p>
      <ScrollBox of="Priorities of the proposers">
        <table>
          <thead>
            <tr>
              <th>Validator</th>
              <th>Power</th>
              <th>Priority now</th>
              <th>Priority in the next round</th>
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, ROWS).map(({ validator, index, raised }) => (
              <tr key={index}>
                <td>
                  <bdi>{validator.name}</bdi>
                </td>
                <td>{String(validator.power)}</td>
                <td>{String(validator.priority)}</td>
                <td>
                  {String(raised)} {next?.proposer === index && <strong>proposes</strong>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
      {rows.length > ROWS && <p class="quiet">{rows.length - ROWS} more come after these.</p>}
    </section>
  );
}

/** Partitions the network, heals it, and sets links. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { CallAction } from '../../shell/call_button.js';
import { Explanation } from '../../shell/explanation.js';
import { Choice, Field, numberIn } from '../../shell/fields.js';
import { groupsOf } from './menu.js';
import { network, readNetwork } from './network.js';

const again = (): void => void readNetwork();

const GROUPS = ['A', 'B', 'C', 'D'] as const;

export function PartitionEditor(): JSX.Element {
  const nodes = network.value?.nodes ?? [];
  const chosen = useSignal<Readonly<Record<number, number>>>({});
  const half = Math.ceil(nodes.length / 2);
  const groupOf = (node: number): number => chosen.value[node] ?? (node < half ? 0 : 1);
  const groups = groupsOf(nodes.map(({ index }) => groupOf(index)));
  return (
    <section class="panel" aria-labelledby="partition">
      <h2 id="partition">
        Partition{' '}
        <Explanation of="partitions">
          Validators of different groups cannot communicate. A group decides blocks only with more than two thirds of
          the power.
        </Explanation>
      </h2>
      <div class="row">
        {nodes.map(({ index, name }) => (
          <label key={index} class="field">
            <span>{name}</span>
            <select
              value={groupOf(index)}
              onChange={({ currentTarget }) =>
                (chosen.value = { ...chosen.value, [index]: Number(currentTarget.value) })
              }
            >
              {GROUPS.map((group, at) => (
                <option key={group} value={at}>
                  Group {group}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
      <CallAction method="halley_partition" params={[groups]} disabled={groups.length < 2} onResult={again}>
        Partition the network
      </CallAction>
      <CallAction method="halley_heal" onResult={again}>
        Heal the network
      </CallAction>
    </section>
  );
}

export function LinkSettings(): JSX.Element {
  const { nodes = [], cutLinks = [] } = network.value ?? {};
  const [a, b, state] = [useSignal('0'), useSignal('1'), useSignal('up')];
  const [delay, loss] = [useSignal('500'), useSignal('0')];
  const names = nodes.map(({ index, name }) => [`${index}`, name] as const);
  const [ms, percent] = [numberIn(delay), numberIn(loss)];
  const settings = state.value === 'cut' ? { up: false } : { ms: ms ?? 0, percent: percent ?? 0 };
  const bad = a.value === b.value || (state.value === 'up' && (ms === undefined || percent === undefined));
  const ends = [Number(a.value), Number(b.value)];
  return (
    <section class="panel" aria-labelledby="links">
      <h2 id="links">Link between two validators</h2>
      <p>Cut links: {cutLinks.length === 0 ? 'none' : cutLinks.map(([low, high]) => `${low}–${high}`).join(', ')}</p>
      <div class="row">
        <Choice label="From" value={a} choices={names} />
        <Choice label="To" value={b} choices={names} />
        <Choice label="State" value={state} choices={['up', 'cut']} />
      </div>
      {state.value === 'up' && (
        <div class="row">
          <Field label="Added delay in ms" value={delay} type="number" min={0} step="any" />
          <Field label="Loss in percent" value={loss} type="number" min={0} max={100} step="any" />
        </div>
      )}
      <CallAction method="halley_setLink" params={[...ends, settings]} disabled={bad} onResult={again}>
        Set the link
      </CallAction>
      <CallAction method="halley_setLink" params={[...ends, {}]} disabled={a.value === b.value} onResult={again}>
        Restore the link
      </CallAction>
    </section>
  );
}

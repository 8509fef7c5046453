/** Chooses which logs are shown. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { visible } from '../../explorer/read/shorten.js';

export interface Filter {
  /** Address, or the empty text for all. */
  readonly address: string;
  /** First topic, or the empty text for all. */
  readonly topic: string;
  /** Number of the last heights that are searched. */
  readonly heights: number;
}

const HEIGHTS = [100, 1000, 10_000];

interface Props {
  readonly filter: Filter;
  readonly topics: readonly { readonly name: string; readonly topic: string }[];
  readonly onChange: (filter: Filter) => void;
}

export function FilterForm({ filter, topics, onChange }: Props): JSX.Element {
  const problem = useSignal('');
  const setAddress = (text: string): void => {
    const address = text.trim().toLowerCase();
    const valid = address === '' || /^0x[0-9a-f]{40}$/.test(address);
    problem.value = valid ? '' : 'An address has 0x and 40 hex digits.';
    if (valid) onChange({ ...filter, address });
  };
  const setTopic = (text: string): void => {
    const topic = text.trim().toLowerCase();
    const valid = topic === '' || /^0x[0-9a-f]{64}$/.test(topic);
    problem.value = valid ? '' : 'A topic has 0x and 64 hex digits.';
    if (valid) onChange({ ...filter, topic });
  };
  return (
    <div class="row filter">
      <label>
        Contract <input value={filter.address} onChange={(event) => setAddress(event.currentTarget.value)} />
      </label>
      <label>
        Topic 0{' '}
        <input list="known-topics" value={filter.topic} onChange={(event) => setTopic(event.currentTarget.value)} />
      </label>
      <datalist id="known-topics">
        {topics.slice(0, 500).map(({ name, topic }) => (
          <option key={topic} value={topic} label={visible(name.slice(0, 80))} />
        ))}
      </datalist>
      <label>
        Heights{' '}
        <select
          value={filter.heights}
          onChange={(event) => onChange({ ...filter, heights: Number(event.currentTarget.value) })}
        >
          {HEIGHTS.map((heights) => (
            <option key={heights} value={heights}>
              last {heights}
            </option>
          ))}
        </select>
      </label>
      <span class="problem" role="status">
        {problem.value}
      </span>
    </div>
  );
}

/** Shows the logs of contracts in the last blocks, as far as a filter chooses them. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { anyAbi } from '../../explorer/abi/registry.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { LogList } from '../../explorer/parts/log_view.js';
import { Page } from '../../explorer/parts/page.js';
import { artifactsOf, type LogFilter, readLogs } from '../../explorer/read/contracts.js';
import { grouped, visible } from '../../explorer/read/format.js';
import { useLive } from '../../explorer/read/use_live.js';

/** Most logs that are shown at once. */
const MAX_ROWS = 100;

async function readShown(chain: string, filter: LogFilter) {
  const logs = await readLogs(chain, filter);
  const shown = logs.slice(0, MAX_ROWS);
  const artifacts = await artifactsOf(
    chain,
    shown.map(({ address }) => address),
  );
  return { shown, all: logs.length, artifacts };
}

export function Events(): JSX.Element {
  const filter = useSignal<LogFilter>({ address: '', topic: '', heights: 100 });
  const live = useLive(`logs ${JSON.stringify(filter.value)}`, (chain) => readShown(chain, filter.value));
  const { shown = [], all = 0, artifacts } = live.value ?? {};
  return (
    <Page
      title="Events"
      explanation="A log is what a contract writes with an event. Topic 0 is the hash of the event's signature; indexed parameters are further topics, and the others are in the data."
    >
      <FilterForm
        filter={filter.value}
        topics={Array.from(anyAbi.value.events, ([topic, [event]]) => ({ name: event?.name ?? '', topic }))}
        onChange={(next) => (filter.value = next)}
      />
      <LiveStatus live={live} of="the logs" />
      {live.value !== undefined && (
        <p>
          {grouped(all)} {all === 1 ? 'log' : 'logs'}
          {all > shown.length && `; the newest ${shown.length} are shown`}.
        </p>
      )}
      <LogList logs={shown} artifactAt={(address) => artifacts?.get(address)} />
    </Page>
  );
}

const HEIGHTS = [100, 1000, 10_000];

interface Props {
  readonly filter: LogFilter;
  readonly topics: readonly { readonly name: string; readonly topic: string }[];
  readonly onChange: (filter: LogFilter) => void;
}

function FilterForm({ filter, topics, onChange }: Props): JSX.Element {
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

/** Shows the node's log: console output of contracts, blocks, faults. */
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { Page } from '../../explorer/parts/page.js';
import { logLines } from '../../shell/store.js';

/** Limits the lines that are shown. */
const MAX_LINES = 300;

export function Console(): JSX.Element {
  const kind = useSignal('');
  const kinds = [...new Set(logLines.value.map((line) => line.kind))].sort();
  const lines = logLines.value.filter((line) => kind.value === '' || line.kind === kind.value);
  return (
    <Page
      title="Console"
      explanation="The log of the node since the page was opened. Contracts write to it with console.log of Hardhat or Foundry."
    >
      <div class="row filter">
        <label>
          Kind{' '}
          <select value={kind.value} onChange={({ currentTarget }) => (kind.value = currentTarget.value)}>
            <option value="">all</option>
            {kinds.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </select>
        </label>
        <span class="quiet">
          {lines.length > MAX_LINES ? `The last ${MAX_LINES} of ${lines.length} entries.` : `${lines.length} entries.`}
        </span>
      </div>
      {lines.length === 0 && <p>Nothing was logged since the page was opened.</p>}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard */}
      <div class="scroll log-lines" role="log" aria-label="Log of the node" tabIndex={0}>
        {lines.slice(-MAX_LINES).map(({ kind: name, text }, i) => (
          <div key={i} class="log-line">
            <span class="quiet">{name}</span>{' '}
            <pre>
              <ChainText text={text} first={2000} />
            </pre>
          </div>
        ))}
      </div>
    </Page>
  );
}

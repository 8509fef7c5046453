/** The node's log, with what contracts write by console.log, and a prompt that calls methods. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { Card, Page } from '../../explorer/parts/page.js';
import { readCall } from '../../explorer/read/typed.js';
import { callEvm } from '../../feed/http.js';
import { linkTo } from '../../shell/route.js';
import { chainId, hasEvm, logLines } from '../../shell/store.js';

/** Most lines that are shown. */
const MAX_LINES = 300;

export const Console = (): JSX.Element => (
  <Page
    title="Console"
    explanation="The log of the node since the page was opened. Contracts write to it with console.log of Hardhat or Foundry."
  >
    <Prompt />
    <Log />
    {hasEvm.value && (
      <p class="row">
        <a href={linkTo('accounts')}>Send coins</a>
        <a href={linkTo('control')}>Faucet</a>
      </p>
    )}
  </Page>
);

const KEY = 'halley console';
/** Lines that are kept for the next visit. */
const MAX_KEPT = 50;
/** Answers that are shown. */
const MAX_ANSWERS = 20;

/** Returns the lines of earlier visits, the oldest first. */
function keptLines(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(kept) ? kept.filter((line) => typeof line === 'string').slice(-MAX_KEPT) : [];
  } catch {
    return [];
  }
}

interface Answer {
  readonly line: string;
  readonly text: string;
  readonly isProblem?: boolean;
}

function Prompt(): JSX.Element {
  const line = useSignal('');
  const lines = useSignal(keptLines());
  /** Position among the lines while the reader goes through them. */
  const at = useSignal(lines.value.length);
  const answers = useSignal<readonly Answer[]>([]);
  const call = async (event: Event): Promise<void> => {
    event.preventDefault();
    const text = line.value.trim();
    if (text === '') return;
    line.value = '';
    lines.value = [...lines.value.filter((one) => one !== text), text].slice(-MAX_KEPT);
    at.value = lines.value.length;
    localStorage.setItem(KEY, JSON.stringify(lines.value));
    const show = (answer: Omit<Answer, 'line'>): void => {
      answers.value = [...answers.value, { line: text, ...answer }].slice(-MAX_ANSWERS);
    };
    try {
      const { method, params } = readCall(text);
      show({ text: JSON.stringify(await callEvm(chainId.value, method, params), null, 2) });
    } catch (error) {
      show({ text: (error as Error).message, isProblem: true });
    }
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    at.value = Math.max(0, Math.min(lines.value.length, at.value + step));
    line.value = lines.value[at.value] ?? '';
  };
  return (
    <Card title="Call a method">
      <div role="log" aria-label="Answers">
        <ol class="lines">
          {answers.value.map((answer, i) => (
            <li key={i}>
              <code>{answer.line}</code>
              <pre class={answer.isProblem ? 'problem' : ''}>
                <ChainText text={answer.text} first={2000} />
              </pre>
            </li>
          ))}
        </ol>
      </div>
      <form class="row prompt" onSubmit={(event) => void call(event)}>
        <input
          aria-label="Method and parameters"
          placeholder="eth_getBalance 0x… latest"
          autocomplete="off"
          spellcheck={false}
          value={line.value}
          onInput={({ currentTarget }) => (line.value = currentTarget.value)}
          onKeyDown={onKey}
        />
        <button type="submit" class="primary">
          Call
        </button>
      </form>
    </Card>
  );
}

function Log(): JSX.Element {
  const kind = useSignal('');
  const kinds = [...new Set(logLines.value.map((one) => one.kind))].sort();
  const lines = logLines.value.filter((one) => kind.value === '' || one.kind === kind.value);
  const count = lines.length > MAX_LINES ? `The last ${MAX_LINES} of ${lines.length} lines.` : `${lines.length} lines.`;
  const filter = (
    <label>
      <span class="quiet">{count}</span> Kind{' '}
      <select value={kind.value} onChange={({ currentTarget }) => (kind.value = currentTarget.value)}>
        <option value="">all</option>
        {kinds.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <Card title="Log of the node" aside={filter}>
      {lines.length === 0 && <p class="quiet">Nothing was logged since the page was opened.</p>}
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
    </Card>
  );
}

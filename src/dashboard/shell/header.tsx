/** Shows the chain, its newest block, the mining mode and the connection, and what changes the look of the page. */
import type { JSX } from 'preact';
import { lecture, switchLecture, switchTheme } from './appearance.js';
import { Icon, type IconName } from './icons.js';
import { about, chainId, connection, controls, engine, faultCount, hasEngine, head, mempool } from './store.js';

const CONNECTION = { connecting: 'connecting', open: 'connected', lost: 'not connected' } as const;

const SEEK = 'Find a view, a block, a transaction, an address or an action (Ctrl-K)';

export const Header = ({ onFind }: { readonly onFind: () => void }): JSX.Element => (
  <header>
    <a class="brand" href="#/">
      <Comet />
      Halley
    </a>
    <button type="button" class="seek" title={SEEK} onClick={onFind}>
      <Icon name="find" />
      <span>Find</span>
      <kbd>Ctrl K</kbd>
    </button>
    <div class="status">
      <span class={`connection ${connection.value}`} role="status">
        {CONNECTION[connection.value]}
      </span>
      <ChainChoice />
      <dl class="facts">
        <Fact name="Block">{head.value?.height ?? '–'}</Fact>
        {hasEngine.value ? <Fact name="Engine">{engineText()}</Fact> : <Fact name="Mining">{miningMode()}</Fact>}
        <Fact name="Pending">{mempool.value.pending}</Fact>
        {!hasEngine.value && <Fact name="Faults">{controls.value === undefined ? '–' : faultCount.value}</Fact>}
      </dl>
      <div class="tools">
        <Tool icon="lecture" name="Lecture" hint="Lecture view (L)" pressed={lecture.value} onClick={switchLecture} />
        <Tool icon="theme" name="Theme" hint="Light or dark (T)" onClick={switchTheme} />
      </div>
    </div>
  </header>
);

const Comet = (): JSX.Element => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <circle class="orbit" cx="16" cy="16" r="12.5" />
    <path class="tail" d="M27.9 12.200A12.5 12.5 0 0 0 9 5.7" />
    <circle class="comet" cx="28" cy="12.5" r="4" />
    <circle cx="4.3" cy="20.5" r="2.6" />
    <circle cx="16.5" cy="28.5" r="2.6" />
  </svg>
);

interface ToolProps {
  readonly icon: IconName;
  readonly name: string;
  readonly hint: string;
  readonly pressed?: boolean;
  readonly onClick: () => void;
}

const Tool = ({ icon, name, hint, pressed, onClick }: ToolProps): JSX.Element => (
  <button type="button" class="bare" title={hint} aria-pressed={pressed} onClick={onClick} aria-label={name}>
    <Icon name={icon} />
    <span>{name}</span>
  </button>
);

const miningMode = (): string => controls.value?.miningMode ?? '–';

function engineText(): string {
  const { url, moniker, problem } = engine.value ?? { url: '–' };
  return problem === undefined ? `CometBFT ${moniker ?? `at ${url}`}` : 'away';
}

const Fact = ({ name, children }: { readonly name: string; readonly children: string | number }): JSX.Element => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);

function ChainChoice(): JSX.Element | null {
  const chains = about.value?.chains ?? [];
  if (chains.length < 2) return <span class="chain">{chainId.value}</span>;
  return (
    <label class="chain">
      <span class="hidden">Chain</span>
      <select value={chainId.value} onChange={({ currentTarget }) => (chainId.value = currentTarget.value)}>
        {chains.map(({ id }) => (
          <option key={id} value={id}>
            {id}
          </option>
        ))}
      </select>
    </label>
  );
}

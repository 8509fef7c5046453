/** Shows the chain, its newest block, the mining mode and the connection. */
import type { JSX } from 'preact';
import { about, chainId, connection, controls, engine, hasEngine, head, mempool } from './store.js';

const CONNECTION = { connecting: 'connecting', open: 'connected', lost: 'not connected' } as const;

export const Header = (): JSX.Element => (
  <header>
    <a class="brand" href="#/">
      Halley
    </a>
    <ChainChoice />
    <dl class="facts">
      <Fact name="Block">{head.value?.height ?? '–'}</Fact>
      {hasEngine.value ? <Fact name="Engine">{engineText()}</Fact> : <Fact name="Mining">{miningMode()}</Fact>}
      <Fact name="Pending">{mempool.value.pending}</Fact>
      {!hasEngine.value && <Fact name="Faults">{controls.value === undefined ? '–' : faultCount()}</Fact>}
    </dl>
    <span class={`connection ${connection.value}`} role="status">
      {CONNECTION[connection.value]}
    </span>
  </header>
);

const miningMode = (): string => controls.value?.miningMode ?? '–';

function engineText(): string {
  const { url, moniker, problem } = engine.value ?? { url: '–' };
  return problem === undefined ? `CometBFT ${moniker ?? `at ${url}`}` : 'away';
}

function faultCount(): number {
  const { faults, down, cuts } = controls.value ?? { faults: [], down: [], cuts: [] };
  return faults.length + down.length + cuts.length;
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

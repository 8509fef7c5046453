/** Shows the chains of the devnet, their channels, and the packets between them. */

import type { JSX } from 'preact';
import { ChainText } from '../../explorer/parts/chain_text.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Fact, Facts, Page } from '../../explorer/parts/page.js';
import { Table } from '../../explorer/parts/table.js';
import { WalletButtons } from '../../explorer/parts/wallets.js';
import { grouped } from '../../explorer/read/format.js';
import { useLive } from '../../explorer/read/use_live.js';
import { callEvm } from '../../feed/http.js';
import { CallButton } from '../../shell/call_button.js';
import { Explanation } from '../../shell/explanation.js';
import { about, chainId, packets } from '../../shell/store.js';

interface ChainEntry {
  readonly chainId: string;
  readonly evmChainId: string;
  readonly height: string;
  readonly urls: Readonly<Record<string, string | null>>;
  readonly channels: readonly Readonly<Record<string, unknown>>[];
}

/** Names of the servers of a chain. */
const URL_NAMES: Readonly<Record<string, string>> = {
  evmHttp: 'EVM JSON-RPC',
  evmWs: 'EVM WebSocket',
  cometRpc: 'CometBFT RPC',
  assets: 'Asset API',
};

export function Chains(): JSX.Element {
  const live = useLive('chains', (chain) => callEvm<readonly ChainEntry[]>(chain, 'halley_chains'));
  const list = live.value ?? [];
  return (
    <Page
      title="Chains"
      explanation="The chains of this devnet, connected by IBC. A relayer carries packets between them: it sends each message with a proof that the other chain's light client checks."
    >
      <LiveStatus live={live} of="the chains" />
      {list.map((entry) => (
        <ChainPanel key={entry.chainId} entry={entry} />
      ))}
      <h2>
        Relayer{' '}
        <Explanation of="Relayer">
          It carries packets, acknowledgements and timeouts. While it is stopped, each step makes it pass over all
          chains once.
        </Explanation>
      </h2>
      {live.value !== undefined && list.length < 2 && <p>This devnet has one chain, and no relayer.</p>}
      {list.length > 1 && (
        <p class="row">
          <CallButton method="halley_relayerStart">Start</CallButton>
          <CallButton method="halley_relayerStop">Stop</CallButton>
          <CallButton method="halley_relayerStep">Step</CallButton>
        </p>
      )}
      <Packets />
    </Page>
  );
}

function ChainPanel({ entry }: { readonly entry: ChainEntry }): JSX.Element {
  const { chainId: id, channels, urls } = entry;
  return (
    <section class="panel" aria-label={`Chain ${id.slice(0, 60)}`}>
      <h2>
        <ChainText text={id} first={60} />
      </h2>
      <Facts>
        <Fact name="Height">{grouped(entry.height)}</Fact>
        <Fact name="EVM chain id">{String(BigInt(entry.evmChainId))}</Fact>
        {Object.entries(urls).flatMap(([name, url]) =>
          url === null
            ? []
            : [
                <Fact key={name} name={URL_NAMES[name] ?? name}>
                  {url}
                </Fact>,
              ],
        )}
      </Facts>
      <p class="row">
        {id !== chainId.value && (
          <button type="button" onClick={() => (chainId.value = id)}>
            Show this chain
          </button>
        )}
        {about.value?.chains
          .filter((chain) => chain.id === id)
          .map((chain) => (
            <WalletButtons key={chain.id} chain={chain} />
          ))}
      </p>
      <h3>Channels ({channels.length})</h3>
      {channels.length === 0 && <p>None.</p>}
      <ul>
        {channels.map((channel) => (
          <li key={JSON.stringify(channel)}>
            <ChainText text={channelText(channel)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns the members of a channel as text: `port transfer, channel channel-0`. */
const channelText = (channel: Readonly<Record<string, unknown>>): string =>
  Object.entries(channel)
    .map(([name, value]) => `${name} ${memberText(value)}`)
    .join(', ');

/** Writes the members of an object in parentheses. */
const memberText = (value: unknown): string =>
  typeof value === 'object' && value !== null
    ? `(${channelText(value as Readonly<Record<string, unknown>>)})`
    : String(value);

const Packets = (): JSX.Element => (
  <>
    <h2>Packets on their way ({packets.value.length})</h2>
    {packets.value.length === 0 ? (
      <p>None.</p>
    ) : (
      <Table
        of="Packets on their way"
        columns={['Task', 'From', 'To', 'Packet', 'Failure']}
        rows={packets.value.slice(0, 200).map(({ kind, from, to, port, channel, sequence, failure }, i) => ({
          key: i,
          cells: [
            kind,
            from,
            to,
            port === undefined ? '' : `${port}/${channel} #${sequence}`,
            failure === undefined ? '' : <ChainText text={failure} />,
          ],
        }))}
      />
    )}
  </>
);

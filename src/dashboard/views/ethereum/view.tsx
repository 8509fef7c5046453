/** Shows what a developer of contracts needs first: address of the RPC, accounts with keys, transactions and blocks. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { artifacts } from '../../explorer/abi/registry.js';
import { AccountRows } from '../../explorer/parts/account_rows.js';
import { BlockStory } from '../../explorer/parts/block_story.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Card, Fact, GasBar, Page } from '../../explorer/parts/page.js';
import { TxList } from '../../explorer/parts/tx_list.js';
import { WalletButtons } from '../../explorer/parts/wallets.js';
import { gwei, toNumber, toQuantity, visible } from '../../explorer/read/format.js';
import { readAccounts } from '../../explorer/read/node_accounts.js';
import { readRecentTxs } from '../../explorer/read/recent_txs.js';
import type { EvmBlock } from '../../explorer/read/rpc.js';
import { useLive } from '../../explorer/read/use_live.js';
import { type BatchCall, callBatch, callEvm, readKeys } from '../../feed/http.js';
import { CopyButton } from '../../shell/copy_button.js';
import { linkTo } from '../../shell/route.js';
import { about, chainId, controls, hasEngine, head, logLines } from '../../shell/store.js';

/** Entries of each list of the page. */
const ACCOUNTS = 3;
const TRANSACTIONS = 8;
/** Blocks that are searched for the newest transactions. */
const SEARCHED = 100;
const LINES = 8;

export function Ethereum(): JSX.Element {
  const height = head.value?.height ?? 0;
  return (
    <Page title="Ethereum" lead="Your local chain. Point wallets and tests at it.">
      <Connection />
      <div class="cols">
        <div>
          <Accounts />
          <Transactions />
        </div>
        <div>
          {height > 0 && <BlockStory height={height} />}
          <NewestBlocks />
          <Console />
        </div>
      </div>
    </Page>
  );
}

/** Words for the mining modes. */
const MODES: Readonly<Record<string, string>> = {
  automine: 'per transaction',
  manual: 'on request',
  realtime: 'by the clock',
  step: 'as you step',
  engine: 'by CometBFT',
};

function Connection(): JSX.Element {
  const chain = about.value?.chains.find(({ id }) => id === chainId.value);
  const url = chain?.urls['evmHttp'];
  const mode = controls.value?.miningMode ?? '–';
  return (
    <section class="panel" aria-label="Connection">
      <dl class="facts strip">
        <Fact name="RPC address">
          {url === undefined ? (
            'no JSON-RPC server listens'
          ) : (
            <>
              <b class="mono">{url}</b> <CopyButton text={url} of="the RPC address" />
            </>
          )}
        </Fact>
        <Fact name="Chain id">{chain?.evmChainId ?? '–'}</Fact>
        <Fact name="Block">{head.value?.height ?? '–'}</Fact>
        <Fact name="Base fee">{head.value === undefined ? '–' : gwei(head.value.baseFee)}</Fact>
        <Fact name="New block">{MODES[mode] ?? mode}</Fact>
      </dl>
      {chain !== undefined && (
        <p class="row">
          <WalletButtons chain={chain} />
          {!hasEngine.value && <a href={linkTo('wallet')}>Wallet without an extension</a>}
        </p>
      )}
    </section>
  );
}

function Accounts(): JSX.Element {
  const live = useLive('first accounts', (chain) => readAccounts(chain, 0, ACCOUNTS));
  const { rows = [], total = 0 } = live.value ?? {};
  return (
    <Card title="Accounts" aside={<a href={linkTo('accounts')}>All {total}</a>}>
      <LiveStatus live={live} of="the accounts" />
      <Mnemonic />
      <AccountRows rows={rows} />
    </Card>
  );
}

const HIDDEN = Array(12).fill('••••').join(' ');

function Mnemonic(): JSX.Element {
  const words = useSignal<string | undefined>(undefined);
  const isOpen = words.value !== undefined;
  const show = async (): Promise<void> => {
    try {
      const { mnemonic } = await readKeys(chainId.value);
      words.value = mnemonic ?? 'not the development mnemonic: only the start of the devnet shows its words';
    } catch (error) {
      words.value = `not read: ${(error as Error).message}`;
    }
  };
  return (
    <p class="mnemonic">
      <span class="quiet">Mnemonic</span>
      <code>{words.value ?? HIDDEN}</code>
      {isOpen && <CopyButton text={words.value ?? ''} of="the mnemonic" />}
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={() => {
          if (isOpen) words.value = undefined;
          else void show();
        }}
      >
        {isOpen ? 'Hide' : 'Show'} <span class="hidden">the mnemonic</span>
      </button>
    </p>
  );
}

function Transactions(): JSX.Element {
  const live = useLive(`newest transactions ${artifacts.value.length}`, (chain) =>
    readRecentTxs(chain, { count: TRANSACTIONS, heights: SEARCHED }),
  );
  return (
    <Card title="Transactions" aside={<a href={linkTo('transactions')}>All</a>}>
      <LiveStatus live={live} of="the transactions" />
      {live.value?.txs.length === 0 && <p class="quiet">None in the last {SEARCHED} blocks.</p>}
      {live.value !== undefined && <TxList {...live.value} />}
    </Card>
  );
}

const Console = (): JSX.Element => (
  <Card title="Console" aside={<a href={linkTo('console')}>All</a>}>
    {logLines.value.length === 0 && <p class="quiet">Nothing was logged since the page was opened.</p>}
    <ol class="lines">
      {logLines.value.slice(-LINES).map(({ text }, i) => (
        <li key={i} class="mono">
          <bdi>{visible(text.slice(0, 120))}</bdi>
        </li>
      ))}
    </ol>
  </Card>
);

/** Blocks of the list. */
const BLOCKS = 5;

async function readNewest(chain: string): Promise<readonly EvmBlock[]> {
  const newest = toNumber(await callEvm<string>(chain, 'eth_blockNumber'));
  const calls = Array.from(
    { length: Math.min(BLOCKS, newest + 1) },
    (_, i): BatchCall => ['eth_getBlockByNumber', [toQuantity(newest - i), false]],
  );
  const blocks = await callBatch(chain, 'evm', calls);
  return blocks.filter((block): block is EvmBlock => block !== null && !(block instanceof Error));
}

function NewestBlocks(): JSX.Element {
  const blocks = useLive('newest blocks', readNewest).value ?? [];
  return (
    <Card title="Blocks" aside={<a href={linkTo('blocks')}>All</a>}>
      <ul class="list blocks">
        {blocks.map(({ number, hash, transactions, gasUsed, gasLimit }) => (
          <li key={hash}>
            <a href={linkTo('block', toNumber(number))}>
              <b>{toNumber(number)}</b>
              <span class="what">
                {transactions.length} {transactions.length === 1 ? 'transaction' : 'transactions'}
                <GasBar used={gasUsed} limit={gasLimit} />
              </span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

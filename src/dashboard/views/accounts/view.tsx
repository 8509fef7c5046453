/** Shows the development accounts, and single accounts. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { AccountRows, Faucet } from '../../explorer/parts/account_rows.js';
import { ChainData, ChainText } from '../../explorer/parts/chain_text.js';
import { CosmosTxTable } from '../../explorer/parts/cosmos_tx_view.js';
import { Hash } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Fact, Facts, OfAddress, Page } from '../../explorer/parts/page.js';
import { TxList } from '../../explorer/parts/tx_list.js';
import { bytesOf, checksummed, coins, grouped } from '../../explorer/read/format.js';
import { readAccounts } from '../../explorer/read/node_accounts.js';
import { useLive } from '../../explorer/read/use_live.js';
import { linkTo } from '../../shell/route.js';
import { type Account, readAccount, readTxs } from './read_account.js';
import { StorageView } from './storage_view.js';

export const Accounts = ({ place: [view, address = ''] }: { readonly place: readonly string[] }): JSX.Element =>
  view === 'account' ? (
    <OfAddress key={address} title="Account" text={address} component={KnownAccount} />
  ) : (
    <AccountList />
  );

/** Accounts of a page. */
const PAGE_ACCOUNTS = 50;

function AccountList(): JSX.Element {
  const page = useSignal(0);
  const live = useLive(`accounts ${page.value}`, (chain) =>
    readAccounts(chain, page.value * PAGE_ACCOUNTS, PAGE_ACCOUNTS),
  );
  const { rows = [], total = 0 } = live.value ?? {};
  return (
    <Page
      title="Accounts"
      explanation="The node has the keys of these accounts: eth_sendTransaction can send from them without a wallet. Each account also has a Cosmos address, which its page shows."
    >
      <LiveStatus live={live} of="the accounts" />
      <div class="panel">
        <AccountRows rows={rows} />
      </div>
      {total > PAGE_ACCOUNTS && (
        <p class="row pager">
          <button type="button" disabled={page.value === 0} onClick={() => page.value--}>
            Previous
          </button>
          <span>
            {page.value * PAGE_ACCOUNTS + 1} to {page.value * PAGE_ACCOUNTS + rows.length} of {total}
          </span>
          <button type="button" disabled={(page.value + 1) * PAGE_ACCOUNTS >= total} onClick={() => page.value++}>
            Next
          </button>
        </p>
      )}
    </Page>
  );
}

function KnownAccount({ address }: { readonly address: string }): JSX.Element {
  const live = useLive(`account ${address}`, (chain) => readAccount(chain, address));
  return (
    <Page
      title="Account"
      explanation="One account has two names: its 20 bytes in hex for Ethereum, and the same bytes in bech32 for the Cosmos SDK. The balance in the EVM is that of the base denom in the bank module."
    >
      <p>
        <Hash hash={checksummed(address)} whole /> <Faucet address={address} />
      </p>
      <LiveStatus live={live} of="the account" />
      {live.value && <Sections account={live.value} address={address} />}
    </Page>
  );
}

function Sections({ account, address }: { readonly account: Account; readonly address: string }): JSX.Element {
  const { code, artifact, bech32 } = account;
  return (
    <>
      <Facts>
        <Fact name="Balance">{coins(account.balance)} ETH</Fact>
        <Fact name="Nonce">{grouped(account.nonce)}</Fact>
        {bech32 !== undefined && (
          <Fact name="Bech32">
            <Hash hash={bech32} whole />
          </Fact>
        )}
        <Fact name="Coins" explanation="All balances in the bank module, in the smallest unit of each denom.">
          {account.coins.length === 0 ? 'none' : <ChainText text={account.coins.join(', ')} />}
        </Fact>
        <Fact name="Code">{code === '0x' ? 'none' : `${grouped(bytesOf(code))} bytes`}</Fact>
        {artifact !== undefined && (
          <Fact name="Contract">
            <ChainText text={artifact.contract} first={80} />
          </Fact>
        )}
      </Facts>
      {code !== '0x' && (
        <>
          <p>
            <a href={linkTo('contract', address)}>Call the contract</a>
          </p>
          <details>
            <summary>Code</summary>
            <p>
              <ChainData text={code} />
            </p>
          </details>
          <StorageView address={address} />
        </>
      )}
      <AccountTxs address={address} bech32={bech32} />
    </>
  );
}

interface Props {
  readonly address: string;
  readonly bech32: string | undefined;
}

function AccountTxs({ address, bech32 }: Props): JSX.Element {
  const live = useLive(`txs ${address} ${bech32}`, (chain) => readTxs(chain, address, bech32));
  const { ethereum, cosmos = [] } = live.value ?? {};
  const count = (ethereum?.txs.length ?? 0) + cosmos.length;
  return (
    <>
      <h2>Transactions</h2>
      <LiveStatus live={live} of="the transactions" />
      {live.value !== undefined && (
        <p class="quiet">
          {count === 0 ? 'No transaction has' : `The newest ${count} that have`} the account as sender or recipient.
        </p>
      )}
      {ethereum !== undefined && ethereum.txs.length > 0 && (
        <div class="panel">
          <TxList {...ethereum} />
        </div>
      )}
      {cosmos.length > 0 && <CosmosTxTable of="Cosmos transactions of the account" txs={cosmos} />}
    </>
  );
}

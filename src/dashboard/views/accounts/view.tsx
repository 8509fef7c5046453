/** Shows the development accounts, and single accounts. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { AccountRows } from '../../explorer/parts/account_rows.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { readAccounts } from '../../explorer/read/node_accounts.js';
import { useLive } from '../../explorer/read/use_live.js';
import { AccountPage } from './account_page.js';

export const Accounts = ({ place: [view, address = ''] }: { readonly place: readonly string[] }): JSX.Element =>
  view === 'account' ? <AccountPage key={address} address={address} /> : <AccountList />;

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

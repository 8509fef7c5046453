/** Lists the accounts that the node can sign for, with their balances. */

import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { AddressLink } from '../../explorer/parts/links.js';
import { LiveStatus } from '../../explorer/parts/live_status.js';
import { Page } from '../../explorer/parts/page.js';
import { coins, grouped } from '../../explorer/read/format.js';
import { useLive } from '../../explorer/read/use_live.js';
import { type BatchCall, callBatch } from '../../feed/batch.js';
import { callEvm } from '../../feed/http.js';
import { ScrollBox } from '../../shell/scroll_box.js';
import { Faucet } from './faucet.js';

/** Is how many accounts a page has. */
const PAGE_ACCOUNTS = 50;

async function readAccounts(chain: string, page: number) {
  const all = await callEvm<readonly string[]>(chain, 'eth_accounts');
  const addresses = all.slice(page * PAGE_ACCOUNTS, (page + 1) * PAGE_ACCOUNTS);
  const results = await callBatch(
    chain,
    'evm',
    addresses.flatMap((address): BatchCall[] => [
      ['eth_getBalance', [address, 'latest']],
      ['eth_getTransactionCount', [address, 'latest']],
    ]),
  );
  const text = (result: unknown): string => (typeof result === 'string' ? result : '0x0');
  const rows = addresses.map((address, i) => ({
    address,
    balance: text(results[2 * i]),
    nonce: text(results[2 * i + 1]),
  }));
  return { rows, total: all.length };
}

export function AccountList(): JSX.Element {
  const page = useSignal(0);
  const live = useLive(`accounts ${page.value}`, (chain) => readAccounts(chain, page.value));
  const { rows = [], total = 0 } = live.value ?? {};
  return (
    <Page
      title="Accounts"
      explanation="The node has the keys of these accounts: eth_sendTransaction can send from them without a wallet. The nonce counts the transactions that an account has sent."
    >
      <LiveStatus live={live} of="the accounts" />
      <ScrollBox of="Accounts">
        <table>
          <thead>
            <tr>
              <th>Account</th>
              <th class="number">Balance</th>
              <th class="number">Nonce</th>
              <th>Faucet</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ address, balance, nonce }) => (
              <tr key={address}>
                <td>
                  <AddressLink address={address} whole />
                </td>
                <td class="number balance">{coins(balance)}</td>
                <td class="number">{grouped(nonce)}</td>
                <td>
                  <Faucet address={address} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
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

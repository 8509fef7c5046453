/** Shows the development accounts, and single accounts. */
import type { JSX } from 'preact';
import { AccountList } from './account_list.js';
import { AccountPage } from './account_page.js';

export const Accounts = ({ place: [view, address = ''] }: { readonly place: readonly string[] }): JSX.Element =>
  view === 'account' ? <AccountPage key={address} address={address} /> : <AccountList />;

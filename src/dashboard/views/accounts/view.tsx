/** Shows the development accounts, and single accounts. */
import type { JSX } from 'preact';
import type { View } from '../../shell/view.js';
import { AccountList } from './account_list.js';
import { AccountPage } from './account_page.js';

const Accounts = ({ place: [view, address = ''] }: { readonly place: readonly string[] }): JSX.Element =>
  view === 'account' ? <AccountPage key={address} address={address} /> : <AccountList />;

export const accounts: View = {
  path: 'accounts',
  title: 'Accounts',
  group: 'Chain',
  icon: 'accounts',
  under: 'ethereum',
  component: Accounts,
  paths: ['account'],
};

/** Defines `[registry]` of app.toml: descriptions of the chains for wallets, and the faucet. */
import { integer } from '../../settings/kinds.js';
import { setting } from '../../settings/setting.js';
import { surfaceSection } from '../surface_section.js';
import { DEFAULT_CREDIT_AMOUNT } from './options.js';

export const registry = surfaceSection({
  table: 'registry',
  title: 'Registry, faucet',
  address: '127.0.0.1:8000',
  settings: {
    creditAmount: setting(
      'credit-amount',
      integer(1, 1_000_000_000),
      DEFAULT_CREDIT_AMOUNT,
      'Amount that the faucet gives, in units of the denom with all its decimals',
    ),
  },
});

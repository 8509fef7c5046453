/** Defines `[registry]` of app.toml: the faucet, and descriptions of the chains for wallets. */
import { DEFAULT_CREDIT_AMOUNT } from '../../rpc/registry/settings.js';
import { integer } from '../../settings/kinds.js';
import { setting } from '../../settings/setting.js';
import { surfaceSection } from '../surface_section.js';

export const registry = surfaceSection({
  table: 'registry',
  title: 'Faucet',
  address: '127.0.0.1:8000',
  takesFreePort: true,
  settings: {
    creditAmount: setting(
      'credit-amount',
      integer(1, 1_000_000_000),
      DEFAULT_CREDIT_AMOUNT,
      'Amount that the faucet gives, in units of the denom with all its decimals',
    ),
  },
});

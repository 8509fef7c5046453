/** Defines `[registry]` of app.toml: the faucet, and descriptions of the chains for wallets. */
import { CREDIT_AMOUNT } from '../../settings/bounds.js';
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
      integer(CREDIT_AMOUNT.least, CREDIT_AMOUNT.most),
      CREDIT_AMOUNT.fallback,
      'Amount that the faucet gives, in units of the denom with all its decimals',
    ),
  },
});

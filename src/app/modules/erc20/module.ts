/** Defines x/erc20 of cosmos/evm: pairs of a coin and an ERC-20 contract, and conversion between them. */
import { defineModule } from '../../sdk/module/module.js';
import { ERC20_ACCOUNT } from './account.js';
import { exportErc20 } from './export.js';
import { parseErc20Genesis, writeErc20Genesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';

export const erc20 = defineModule({
  name: 'erc20',
  stores: ['erc20'],
  accounts: [ERC20_ACCOUNT],
  genesis: { parse: parseErc20Genesis, write: writeErc20Genesis, export: exportErc20 },
  messages: MESSAGES,
  queries: QUERIES,
});

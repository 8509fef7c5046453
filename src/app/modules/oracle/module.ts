/**
 * Defines the price oracle, which validators feed with vote extensions. A chain has it if its genesis document names the
 * contract that shows the price.
 */
import { equalBytes } from '../../../kernel/bytes.js';
import { defineModule } from '../../sdk/module/module.js';
import { checksumAddress } from '../../types/address.js';
import { evm } from '../evm/module.js';
import { MESSAGES } from './messages/index.generated.js';
import { readOracle, writeOracle } from './prices.js';
import { QUERIES } from './queries/index.generated.js';

export const oracle = defineModule({
  name: 'oracle',
  isOptional: true,
  stores: [],
  accounts: [],
  genesis: {
    parse(node, { params, of }) {
      const field = node.field('contract');
      const contract = field.address(params.bech32Prefix);
      if (!of(evm).contracts.some(({ address, code }) => equalBytes(address, contract) && code.length > 0))
        throw field.bad('the address of a contract in app_state.evm.accounts, which shows the price');
      return contract;
    },
    write: writeOracle,
    export(state) {
      const contract = readOracle(state);
      return contract && { contract: checksumAddress(contract) };
    },
  },
  messages: MESSAGES,
  queries: QUERIES,
});

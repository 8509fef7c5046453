/** Implements `anvil_setRpcUrl` (Anvil). Unlike Anvil, it refuses on a chain that is no fork instead of ignoring it. */
import { refusal } from '../../jsonrpc/errors.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { forkUrl } from '../params/state_files.js';

const NO_FORK =
  'this chain is not a fork, so it reads from no other node; a devnet that is started with --fork-url is one';

export const anvil_setRpcUrl = defineDevSetter({
  name: 'anvil_setRpcUrl',
  aliases: ['hardhat_setRpcUrl'],
  summary: 'Sets the URL from which a fork reads. The node there must serve the same chain.',
  params: [forkUrl],
  handler: async ({ evm }, url) => {
    if (evm.forked === undefined) throw refusal(NO_FORK);
    evm.forked.setUrl(url);
  },
  example: { params: ['http://localhost:8545'], alone: NO_FORK },
});

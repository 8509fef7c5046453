/** Sends transactions from a development account. */
import { optional } from '../document/field.js';
import { whole } from '../document/fields.js';
import { defineVerb, ownOf } from '../verb.js';

export const verb = defineVerb({
  name: 'send',
  summary: 'Sends Ethereum transactions that transfer 1 wei between two development accounts.',
  isOfEvm: true,
  fields: {
    from: whole('Selects the sender by its index among the development accounts.', 0, 9),
    to: whole('Selects the receiver in the same way.', 0, 9),
    count: optional(whole('Sets how many transactions are sent. The default is 1.', 1, 1000)),
  },
  async perform(stage, { from, to, count = 1 }) {
    const devnet = ownOf(stage);
    const [sender, receiver] = [devnet.accounts[from]?.address, devnet.accounts[to]?.address];
    for (let i = 0; i < count; i++)
      await devnet.provider.request({
        method: 'eth_sendTransaction',
        params: [{ from: sender, to: receiver, value: '0x1', gas: '0x5208' }],
      });
  },
  describe: ({ from, to, count = 1 }) => `send ${count} from account ${from} to account ${to}`,
});

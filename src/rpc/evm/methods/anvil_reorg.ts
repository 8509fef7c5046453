/**
 * Implements `anvil_reorg` (Anvil). The third parameter is Halley's. A call object without a nonce gets the next one of
 * the new branch, and signed bytes stay as they are, while Anvil signs them again.
 */
import { ALICE, BOB } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { depth } from '../params/numbers.js';
import { checkUnlockAllowed } from '../signing/account_unlock.js';
import { fillReorg, reorgOptions, reorgPairs } from '../signing/reorg_transactions.js';

export const anvil_reorg = defineDevSetter({
  name: 'anvil_reorg',
  aliases: ['halley_reorg'],
  summary: 'Replaces the newest blocks by as many others, which have the given transactions alone.',
  params: [depth, reorgPairs, reorgOptions],
  handler: async (context, blocks, pairs, options) => {
    if (pairs.some(({ tx }) => !(tx instanceof Uint8Array))) checkUnlockAllowed(context);
    await context.evm.reorg({ depth: blocks, txs: await fillReorg(context.evm, blocks, pairs), ...options });
  },
  example: { params: [1, [[{ from: ALICE, to: BOB, value: '0x1' }, 0]]] },
});

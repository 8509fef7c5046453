/** Implements `miner_setEtherbase` with geth's meaning: sets the `miner` of new blocks (evm-json-rpc.md 1.8). */
import { MsgSetCoinbase } from '../../../codec/dev/blocks.js';
import { HalleyError } from '../../../kernel/errors.js';
import { BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { address } from '../params/values.js';

export const miner_setEtherbase = evmMethod({
  name: 'miner_setEtherbase',
  summary: 'Sets the beneficiary of new blocks, if the chain accepts dev transactions.',
  params: [address],
  result: 'boolean: whether it was set',
  trustedOnly: true,
  handler: async ({ evm, insecureUnlock }, coinbase) => {
    if (!insecureUnlock) return false;
    try {
      await evm.sendDevTx(MsgSetCoinbase, { coinbase });
      return true;
    } catch (error) {
      if (error instanceof HalleyError && error.code === 'unavailable') return false;
      throw error;
    }
  },
  example: { params: [BOB], result: true },
});

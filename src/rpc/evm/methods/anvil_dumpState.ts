/** Implements `anvil_dumpState` (Anvil): the state as gzip of the JSON of Anvil's state files. */
import { isGone } from '../../../kernel/fair_scheduler.js';
import { NEW_TEXT } from '../../examples.js';
import { Streamed } from '../../jsonrpc/streamed.js';
import { evmMethod } from '../context.js';
import { historicalStates } from '../params/state_files.js';

export const anvil_dumpState = evmMethod({
  name: 'anvil_dumpState',
  aliases: ['hardhat_dumpState'],
  summary: 'Returns accounts, storage, blocks and transactions as gzip of a state file of Anvil.',
  params: [historicalStates],
  result: 'data: what `anvil_loadState` takes, here and in Anvil',
  trustedOnly: true,
  handler: ({ evm, peer }, historicalStates) =>
    new Streamed((out) => {
      const client = { id: peer.id, gone: () => out.closed || isGone(peer) };
      return evm.dumpState({ historicalStates, client, out });
    }),
  example: { params: [false], result: NEW_TEXT },
});

/** Implements the methods that write and load a state file of Anvil. */
import { isGone } from '../../../kernel/fair_scheduler.js';
import { NEW_TEXT } from '../../examples.js';
import { Streamed } from '../../jsonrpc/streamed.js';
import { evmMethod } from '../context.js';
import { historicalStates, state } from '../params/state_files.js';

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

export const anvil_loadState = evmMethod({
  name: 'anvil_loadState',
  aliases: ['hardhat_loadState'],
  summary: 'Merges the accounts of a state file into the chain, which continues after its blocks.',
  params: [state],
  result: 'true',
  trustedOnly: true,
  handler: async ({ evm, peer }, bytes) => {
    await evm.loadState(bytes, peer);
    return true;
  },
  example: { params: ['0x7b226163636f756e7473223a7b7d7d'], result: true },
});

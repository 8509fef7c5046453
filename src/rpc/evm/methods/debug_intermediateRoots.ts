/** Implements `debug_intermediateRoots` as geth does, where a cosmos-evm node has a stub (evm-json-rpc.md 1.5). */
import { to0x } from '../../../kernel/hex.js';
import { BLOCK_2_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { traceConfig } from '../params/trace_config.js';
import { blockHash } from '../params/values.js';
import { knownHeight, notTraceable } from '../tracing/trace_block.js';

export const debug_intermediateRoots = evmMethod({
  name: 'debug_intermediateRoots',
  summary: 'Returns the state root after each Ethereum transaction of a block.',
  params: [blockHash, traceConfig],
  result: 'array of 32-byte data',
  trustedOnly: true,
  handler: async (context, hash, _config) => {
    const height = knownHeight(context, { type: 'hash', hash });
    const roots = await context.evm.intermediateRoots(height, context.peer);
    if (roots === undefined) throw notTraceable();
    return roots.map(to0x);
  },
  example: { params: [BLOCK_2_HASH], result: [{}, {}] },
});

/** Implements the methods that list the frames of one transaction or one block, as Erigon does. */
import type { EvmParityForm } from '../../../backend/evm/execution.js';
import { ALICE, BLOCK_2_HASH, BOB, TRANSFER_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { block } from '../params/block.js';
import { traceIndexes } from '../params/parity.js';
import { transactionHash } from '../params/values.js';
import { EVERY_FRAME, parityHeight, parityList } from '../tracing/parity.js';

const TRANSFER_FRAME = {
  action: { callType: 'call', from: ALICE, gas: '0x0', input: '0x', to: BOB, value: '0xde0b6b3a7640000' },
  blockHash: BLOCK_2_HASH,
  blockNumber: 2,
  result: { gasUsed: '0x0', output: '0x' },
  subtraces: 0,
  traceAddress: [],
  transactionHash: TRANSFER_HASH,
  transactionPosition: 1,
  type: 'call',
};

export const trace_transaction = evmMethod({
  name: 'trace_transaction',
  summary: 'Lists the calls, creations and self-destructs of a mined transaction.',
  params: [transactionHash],
  result: 'array of frames, or null for an unknown transaction',
  handler: (context, hash) =>
    context.evm.receipt(hash) === undefined
      ? null
      : parityList(context, EVERY_FRAME, (evm) => [(options) => evm.traceTransaction(hash, options)]),
  example: { params: [TRANSFER_HASH], result: [TRANSFER_FRAME] },
});

export const trace_get = evmMethod({
  name: 'trace_get',
  summary: 'Returns one frame of a mined transaction; index 0 is the second frame, as in Erigon.',
  params: [transactionHash, traceIndexes],
  result: 'frame, or null',
  handler: async (context, hash, [index, ...more]) => {
    if (index === undefined || more.length > 0 || context.evm.receipt(hash) === undefined) return null;
    let seen = -1n;
    const parity: EvmParityForm = { type: 'entries', keeps: () => ++seen === index + 1n };
    const list = parityList(context, parity, (evm) => [(options) => evm.traceTransaction(hash, options)]);
    const [frame = null] = JSON.parse(await list.text(context.limits.responseBytes));
    return frame;
  },
  example: { params: [TRANSFER_HASH, ['0x0']], result: null },
});

export const trace_block = evmMethod({
  name: 'trace_block',
  summary: 'Lists the frames of all transactions of a block. Blocks have no rewards.',
  params: [block],
  result: 'array of frames',
  handler: (context, at) => {
    const height = parityHeight(context, at);
    return parityList(context, EVERY_FRAME, (evm) => [(options) => evm.traceBlock(height, options)]);
  },
  example: { params: ['0x2'], result: [{ type: 'create' }, TRANSFER_FRAME] },
});

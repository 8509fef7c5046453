/** Implements the methods that run mined transactions again and show what they did, as Erigon does. */
import { TRANSFER_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { block } from '../params/block.js';
import { traceKinds } from '../params/parity.js';
import { transactionHash } from '../params/values.js';
import { parityHeight, parityList, parityTrace } from '../tracing/parity.js';

export const trace_replayTransaction = evmMethod({
  name: 'trace_replayTransaction',
  summary: 'Executes a mined transaction again: its frames, its operations, its changes of the state.',
  params: [transactionHash, traceKinds],
  result: 'object: `output`, `trace`, `vmTrace`, `stateDiff`; null for an unknown transaction',
  handler: (context, hash, parity) =>
    context.evm.receipt(hash) === undefined
      ? null
      : parityTrace(context, { ...parity, withHash: true }, (options) => context.evm.traceTransaction(hash, options)),
  example: {
    params: [TRANSFER_HASH, ['vmTrace']],
    result: {
      output: '0x',
      stateDiff: null,
      trace: [],
      transactionHash: TRANSFER_HASH,
      vmTrace: { code: '0x', ops: [] },
    },
  },
});

export const trace_replayBlockTransactions = evmMethod({
  name: 'trace_replayBlockTransactions',
  summary: 'Executes the transactions of a block again, and shows what each did.',
  params: [block, traceKinds],
  result: 'array of the objects of `trace_replayTransaction`',
  handler: (context, at, parity) => {
    const height = parityHeight(context, at);
    const form = { ...parity, withHash: true };
    return parityList(context, form, (evm) => [(options) => evm.traceBlock(height, options)]);
  },
  example: {
    params: ['0x2', ['trace']],
    result: [{ trace: [{ type: 'create' }] }, { output: '0x', stateDiff: null, transactionHash: TRANSFER_HASH }],
  },
});

/** Implements `debug_traceCall` (evm-json-rpc.md 5.7). */
import { BOB } from '../../examples.js';
import { checkTransactionIndex, stateAt } from '../blocks.js';
import { evmMethod } from '../context.js';
import { callFor } from '../hardhat/call_rules.js';
import { checkChainId } from '../outcomes.js';
import { stateBlock } from '../params/block.js';
import { callObject } from '../params/call_object.js';
import { traceCallConfig } from '../params/trace_config.js';
import { traceAnswer } from '../tracing/traces.js';

export const debug_traceCall = evmMethod({
  name: 'debug_traceCall',
  summary: 'Executes and traces a call without changing the chain.',
  params: [callObject, stateBlock, traceCallConfig],
  result: 'object of the tracer: struct logs, or a tree of calls for `callTracer`',
  trustedOnly: true,
  handler: (context, call, block, { stateOverrides, blockOverrides, txIndex, ...config }) => {
    const { evm, compat } = context;
    checkChainId(evm, call);
    const at = stateAt(evm, block);
    if (txIndex !== undefined) checkTransactionIndex(evm, at, txIndex);
    const run = callFor(evm, compat, call, blockOverrides);
    return traceAnswer(context, config, (options) =>
      evm.traceCall(run.call, at, options, stateOverrides, run.overrides, txIndex),
    );
  },
  example: {
    params: [{ to: BOB, gas: '0x5208' }, 'latest'],
    result: { gas: 21000, failed: false, returnValue: '0x', structLogs: [] },
  },
});

/** Implements the methods that trace calls and unsent transactions without changing the chain, as Erigon does. */

import type { EvmCallRequest } from '../../../backend/evm/execution.js';
import { CodecError } from '../../../codec/codec_error.js';
import { type DecodedEthereumTx, decodeEthereumTx, recoveryBit, signingHash } from '../../../codec/ethereum/tx.js';
import { type Bytes, bigintToBytes, concatBytes } from '../../../kernel/bytes.js';
import { BOB, CONTRACT, COUNT_SELECTOR, RAW_TRANSACTION, word } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { stateAt } from '../blocks.js';
import { type EvmContext, evmMethod } from '../context.js';
import { checkChainId } from '../outcomes.js';
import { stateBlock } from '../params/block.js';
import { callObject } from '../params/call_object.js';
import { tracedCalls, traceKinds } from '../params/parity.js';
import { data } from '../params/values.js';
import { parityList, parityTrace } from '../tracing/parity.js';

export const trace_call = evmMethod({
  name: 'trace_call',
  summary: 'Executes a call without changing the chain: its frames, its operations, its changes of the state.',
  params: [callObject, traceKinds, stateBlock],
  result: 'object: `output`, `trace`, `vmTrace`, `stateDiff`',
  handler: (context, call, parity, at) => {
    const { evm } = context;
    checkChainId(evm, call);
    const state = stateAt(evm, at);
    return parityTrace(context, parity, (options) => evm.traceCall(call, state, options));
  },
  example: {
    params: [{ to: CONTRACT, data: COUNT_SELECTOR }, ['trace'], 'latest'],
    result: { output: word(2), stateDiff: null, trace: [{ type: 'call', subtraces: 0 }], vmTrace: null },
  },
});

export const trace_callMany = evmMethod({
  name: 'trace_callMany',
  summary: 'Executes calls, each on the state that those before it left, without changing the chain.',
  params: [tracedCalls, stateBlock],
  result: 'array of the objects of `trace_call`',
  handler: (context, calls, at) => {
    for (const { request } of calls) checkChainId(context.evm, request);
    const state = stateAt(context.evm, at);
    const form = { type: 'replay', trace: false, vmTrace: false, stateDiff: false } as const;
    return parityList(context, form, (evm) => [(options) => evm.traceCalls(calls, state, options)]);
  },
  example: {
    params: [
      [
        [{ to: CONTRACT }, ['trace']],
        [{ to: CONTRACT, data: COUNT_SELECTOR }, []],
      ],
    ],
    result: [{ output: '0x' }, { output: word(3), trace: [] }],
  },
});

export const trace_rawTransaction = evmMethod({
  name: 'trace_rawTransaction',
  summary: 'Executes a signed transaction on the newest state without sending it. It pays no fee.',
  params: [data, traceKinds],
  result: 'object: `output`, `trace`, `vmTrace`, `stateDiff`',
  handler: (context, raw, parity) => {
    const request = requestOf(context, raw);
    return parityTrace(context, parity, (options) => context.evm.traceCall(request, context.evm.head(), options));
  },
  example: {
    params: [RAW_TRANSACTION, ['trace']],
    result: { output: '0x', trace: [{ action: { to: BOB, value: '0x1' }, type: 'call' }] },
  },
});

/** Returns a signed transaction as a call. Throws RpcError for one that no node would accept. */
function requestOf({ evm }: EvmContext, raw: Bytes): EvmCallRequest {
  const tx = decoded(raw);
  const bit = recoveryBit(tx);
  const signature = [bigintToBytes(tx.r, 32), bigintToBytes(tx.s, 32), Uint8Array.of(27 + (bit ?? 0))];
  const from = bit === undefined ? undefined : evm.recoverSigner(signingHash(tx), concatBytes(...signature));
  if (from === undefined) throw refusal('invalid transaction v, r, s values');
  const { to, gas, value, nonce, input, gasPrice, maxFeePerGas, maxPriorityFeePerGas } = tx;
  const { accessList, authorizationList, chainId } = tx;
  const fees = gasPrice === undefined ? { maxFeePerGas, maxPriorityFeePerGas } : { gasPrice };
  const request = { from, to, gas, value, nonce, input, accessList, authorizationList, chainId, ...fees };
  return Object.fromEntries(Object.entries(request).filter(([, member]) => member !== undefined));
}

function decoded(raw: Bytes): DecodedEthereumTx {
  try {
    return decodeEthereumTx(raw);
  } catch (error) {
    throw error instanceof CodecError ? refusal(error.message) : error;
  }
}

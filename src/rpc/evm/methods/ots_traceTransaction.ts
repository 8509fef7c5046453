/** Implements the methods of Otterscan that run one transaction again, as Erigon does. */
import { ALICE, BOB, TRANSFER_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { transactionHash } from '../params/values.js';
import { type Frame, framesOf, minedTransaction } from '../tracing/otterscan.js';

/** Returns a frame as an entry of Otterscan's trace. Frames that cannot have a value show null. */
function entryOf({ type, action, result, attempted, traceAddress }: Frame): object {
  const depth = traceAddress.length;
  const { from, to, value, input, init, callType = '', creationMethod = 'create' } = action;
  switch (type) {
    case 'suicide':
      return {
        type: 'SELFDESTRUCT',
        depth,
        from: action['address'],
        to: action['refundAddress'],
        value: action['balance'],
        ...{ input: null, output: null },
      };
    case 'create':
      return {
        type: creationMethod.toUpperCase(),
        ...{ depth, from, to: result?.address ?? attempted, value, input: init, output: result?.code ?? null },
      };
    case 'call': {
      const hasValue = callType === 'call' || callType === 'callcode';
      return {
        type: callType.toUpperCase(),
        ...{ depth, from, to, value: hasValue ? value : null, input, output: result?.output ?? null },
      };
    }
  }
}

export const ots_traceTransaction = evmMethod({
  name: 'ots_traceTransaction',
  summary: 'Lists the frames of a transaction with their depths.',
  params: [transactionHash],
  result: 'array of `{type, depth, from, to, value, input, output}`',
  handler: async (context, hash) => {
    minedTransaction(context.evm, hash);
    const frames = await framesOf(context, (options) => context.evm.traceTransaction(hash, options));
    return frames.map(entryOf);
  },
  example: {
    params: [TRANSFER_HASH],
    result: [{ type: 'CALL', depth: 0, from: ALICE, to: BOB, value: '0xde0b6b3a7640000', input: '0x', output: '0x' }],
  },
});

/** Otterscan's numbers of what a transaction does inside. */
const OPERATIONS = { transfer: 0, selfDestruct: 1, create: 2, create2: 3 } as const;

function operationOf({ type, action, result, attempted }: Frame): object | undefined {
  const { from, to, value } = action;
  switch (type) {
    case 'suicide':
      return {
        type: OPERATIONS.selfDestruct,
        from: action['address'],
        to: action['refundAddress'],
        value: action['balance'],
      };
    case 'create': {
      const kind = action['creationMethod'] === 'create2' ? OPERATIONS.create2 : OPERATIONS.create;
      return { type: kind, from, to: result?.address ?? attempted, value };
    }
    case 'call':
      return action['callType'] === 'call' && value !== '0x0'
        ? { type: OPERATIONS.transfer, from, to, value }
        : undefined;
  }
}

export const ots_getInternalOperations = evmMethod({
  name: 'ots_getInternalOperations',
  summary: 'Lists transfers, creations and self-destructs inside a transaction.',
  params: [transactionHash],
  result: 'array of `{type, from, to, value}`; 0 transfer, 1 self-destruct, 2 CREATE, 3 CREATE2',
  handler: async (context, hash) => {
    minedTransaction(context.evm, hash);
    const frames = await framesOf(context, (options) => context.evm.traceTransaction(hash, options));
    return frames.slice(1).flatMap((frame) => operationOf(frame) ?? []);
  },
  example: { params: [TRANSFER_HASH], result: [] },
});

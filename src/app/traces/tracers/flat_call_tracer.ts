/**
 * `flatCallTracer`: the calls of a run one after the other, as Parity's `trace_` methods show them (go-ethereum
 * `eth/tracers/native/call_flat.go`). Each says where in the tree it stands, and where on the chain the transaction is.
 */
import { to0x } from '../../../kernel/hex.js';
import { type CallNode, CallTree } from '../call_tree.js';
import { flagOf } from '../config.js';
import { REVERTED } from '../geth_error_text.js';
import { parityError } from '../parity_errors.js';
import type { TracedMessage, TracedPlace, TracedRun, Tracer, TracerDefinition } from '../tracer.js';

/** Characters of a frame besides its data. */
const FRAME_LENGTH = 640;
/** Of its address in the tree, for each level. */
const LEVEL_LENGTH = 4;

interface Shown {
  readonly config: { readonly convertParityErrors: boolean; readonly includePrecompiles: boolean };
  readonly place: Place;
}

/** A call has none: geth then shows zeros. */
interface Place {
  readonly blockHash: string | null;
  readonly blockNumber: number;
  readonly transactionHash: string | null;
  readonly transactionPosition: number;
}

export const tracer: TracerDefinition = {
  name: 'flatCallTracer',
  create(message: TracedMessage): Tracer {
    const config = {
      convertParityErrors: flagOf(message.config, 'convertParityErrors'),
      includePrecompiles: flagOf(message.config, 'includePrecompiles'),
    };
    const frameLength = (depth: number) => FRAME_LENGTH + LEVEL_LENGTH * depth;
    const tree = new CallTree(message, { onlyTopCall: false, withLog: false, frameLength });
    const how: Shown = { config, place: placeOf(message.place) };
    return {
      observer: tree.observer,
      result: ({ gasUsed }: TracedRun) => {
        const root = tree.root(gasUsed);
        return JSON.stringify(root === undefined ? [] : flat(root, [], how));
      },
    };
  },
};

const placeOf = (place: TracedPlace | undefined): Place => ({
  blockHash: place === undefined ? null : to0x(place.blockHash),
  blockNumber: Number(place?.blockNumber ?? 0n),
  transactionHash: place === undefined ? null : to0x(place.transactionHash),
  transactionPosition: place?.transactionIndex ?? 0,
});

function flat(node: CallNode, traceAddress: readonly number[], how: Shown): object[] {
  const calls = how.config.includePrecompiles ? node.calls : node.calls.filter((call) => !isLeftOut(call));
  return [
    entryOf(node, calls.length, traceAddress, how),
    ...calls.flatMap((call, i) => flat(call, [...traceAddress, i], how)),
  ];
}

/** Parity takes precompiles for operations; those that run in another contract's name geth leaves in. */
const isLeftOut = ({ type, toPrecompile }: CallNode): boolean =>
  toPrecompile && (type === 'CALL' || type === 'STATICCALL');

/** In the order of geth's answers. */
function entryOf(node: CallNode, subtraces: number, traceAddress: readonly number[], { config, place }: Shown): object {
  const { blockHash, blockNumber, transactionHash, transactionPosition } = place;
  const { error } = node;
  const { type, action, result } = partsOf(node);
  const hasResult = error === undefined || error === REVERTED;
  return {
    action,
    blockHash,
    blockNumber,
    ...(error !== undefined && { error: config.convertParityErrors ? parityError(error) : error }),
    ...(hasResult && result !== undefined && { result }),
    subtraces,
    traceAddress,
    transactionHash,
    transactionPosition,
    type,
  };
}

interface Parts {
  readonly type: 'call' | 'create' | 'suicide';
  readonly action: object;
  readonly result: object | undefined;
}

function partsOf({ type, from, to, input, gas, gasUsed, output, value = '0x0' }: CallNode): Parts {
  switch (type) {
    case 'CREATE':
    case 'CREATE2':
      return {
        type: 'create',
        action: { creationMethod: type.toLowerCase(), from, gas, init: input, value },
        result: { ...(to !== undefined && { address: to }), code: output, gasUsed },
      };
    case 'SELFDESTRUCT':
      return { type: 'suicide', action: { address: from, balance: value, refundAddress: to }, result: undefined };
    case 'CALL':
    case 'CALLCODE':
    case 'DELEGATECALL':
    case 'STATICCALL':
      return {
        type: 'call',
        action: { callType: type.toLowerCase(), from, gas, input, to, value },
        result: { gasUsed, output },
      };
  }
}

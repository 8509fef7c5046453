/**
 * Implements `flatCallTracer`: the calls of a run as a list, in the format of Parity's `trace_` methods (go-ethereum
 * `eth/tracers/native/call_flat.go`). Each entry has its address in the call tree, and the place of the transaction on
 * the chain.
 */
import { defined } from '../../../kernel/defined.js';
import { to0x } from '../../../kernel/hex.js';
import { type CallNode, CallTree, placeIn, transferNode } from '../call_tree.js';
import { flagOf } from '../config.js';
import { REVERTED } from '../geth_error_text.js';
import type { TracedMessage, TracedPlace, TracedRun, Tracer, TracerDefinition } from '../tracer.js';

/** Estimates the characters of a frame without its data. */
const FRAME_LENGTH = 640;
/** Estimates the characters that each level adds to a frame's address in the tree. */
const LEVEL_LENGTH = 4;

interface Shown {
  readonly config: { readonly convertParityErrors: boolean; readonly includePrecompiles: boolean };
  readonly place: Place;
}

/** Place in an entry. For a call geth shows zeros and nulls. */
interface Place {
  readonly blockHash: string | null;
  readonly blockNumber: number;
  readonly transactionHash: string | null;
  readonly transactionPosition: number;
}

export const tracer: TracerDefinition = {
  name: 'flatCallTracer',
  create(message: TracedMessage): Tracer {
    const config = shownConfig(message.config);
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
  ofTransfer: (receipt, config) =>
    JSON.stringify(flat(transferNode(receipt), [], { config: shownConfig(config), place: placeOf(placeIn(receipt)) })),
};

const shownConfig = (config: TracedMessage['config']): Shown['config'] => ({
  convertParityErrors: flagOf(config, 'convertParityErrors'),
  includePrecompiles: flagOf(config, 'includePrecompiles'),
});

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

/**
 * Returns whether geth leaves a call out: Parity treats a precompile as an operation. Geth shows precompiles that
 * DELEGATECALL and CALLCODE call.
 */
const isLeftOut = ({ type, toPrecompile }: CallNode): boolean =>
  toPrecompile && (type === 'CALL' || type === 'STATICCALL');

const OUT_OF_GAS = 'Out of gas';
const BUILT_IN_FAILED = 'Built-in failed';

const PARITY_ERRORS: ReadonlyMap<string, string> = new Map([
  ['contract creation code storage out of gas', OUT_OF_GAS],
  ['out of gas', OUT_OF_GAS],
  ['gas uint64 overflow', OUT_OF_GAS],
  ['max code size exceeded', OUT_OF_GAS],
  ['invalid jump destination', 'Bad jump destination'],
  ['execution reverted', 'Reverted'],
  ['return data out of bounds', 'Out of bounds'],
  ['stack limit reached 1024 (1023)', 'Out of stack'],
  ['precompiled failed', BUILT_IN_FAILED],
  ['invalid input length', BUILT_IN_FAILED],
]);

const PARITY_BEGINNINGS: readonly (readonly [geth: string, parity: string])[] = [
  ['out of gas:', OUT_OF_GAS],
  ['invalid opcode:', 'Bad instruction'],
  ['stack underflow', 'Stack underflow'],
];

/** Returns Parity's text for geth's error of a frame, or `error` itself when Parity has none. */
export const parityError = (error: string): string =>
  PARITY_ERRORS.get(error) ?? PARITY_BEGINNINGS.find(([beginning]) => error.startsWith(beginning))?.[1] ?? error;

/** Returns an entry with members in geth's order. */
function entryOf(node: CallNode, subtraces: number, traceAddress: readonly number[], { config, place }: Shown): object {
  const { blockHash, blockNumber, transactionHash, transactionPosition } = place;
  const { error } = node;
  const { type, action, result } = partsOf(node);
  const hasResult = error === undefined || error === REVERTED;
  return defined({
    action,
    blockHash,
    blockNumber,
    error: error !== undefined && config.convertParityErrors ? parityError(error) : error,
    result: hasResult ? result : undefined,
    subtraces,
    traceAddress,
    transactionHash,
    transactionPosition,
    type,
  });
}

/** Parts of an entry that depend on the kind of its frame. */
interface Parts {
  readonly type: 'call' | 'create' | 'suicide';
  readonly action: object;
  readonly result: object | undefined;
}

export function partsOf({ type, from, to, input, gas, gasUsed, output, value = '0x0' }: CallNode): Parts {
  switch (type) {
    case 'CREATE':
    case 'CREATE2':
      return {
        type: 'create',
        action: { creationMethod: type.toLowerCase(), from, gas, init: input, value },
        result: defined({ address: to, code: output, gasUsed }),
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

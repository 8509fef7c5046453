/** Decodes the parameters of `trace_` methods, with Erigon's error texts. */
import type { EvmCallRequest, EvmParityForm } from '../../../backend/evm/execution.js';
import { to0x } from '../../../kernel/hex.js';
import { DecodeError, refusal } from '../../jsonrpc/errors.js';
import { type Param, required } from '../../jsonrpc/method.js';
import { type BlockParam, decodeTagOrQuantity } from './block.js';
import { decodeCallObject } from './call_object.js';
import { decodeAddress } from './data.js';
import { decodeList, decodeObject, decodeString, member } from './go_json.js';
import { decodeUint, decodeWhole } from './numbers.js';

export type ReplayForm = EvmParityForm & { readonly type: 'replay' };

const KINDS: readonly string[] = ['trace', 'vmTrace', 'stateDiff'];

/** Most calls of one `trace_callMany`. */
const MAX_CALLS = 1000;

function decodeKinds(value: unknown): ReplayForm {
  const kinds = decodeList(value, '[]string').map((kind) => decodeString(kind));
  const unknown = kinds.find((kind) => !KINDS.includes(kind));
  if (unknown !== undefined) throw refusal(`unrecognized trace type: ${unknown.slice(0, 100)}`);
  const [trace = false, vmTrace = false, stateDiff = false] = KINDS.map((kind) => kinds.includes(kind));
  return { type: 'replay', trace, vmTrace, stateDiff };
}

export const traceKinds: Param<ReplayForm> = required('kinds', 'array of `trace`, `vmTrace`, `stateDiff`', decodeKinds);

/** Call with the kinds of traces that are requested of it. */
export interface TracedCall {
  readonly request: EvmCallRequest;
  readonly parity: ReplayForm;
}

function decodeTracedCall(value: unknown, i: number): TracedCall {
  if (!Array.isArray(value)) throw new DecodeError('expected [callparam, tracetypes]');
  if (value.length > 2) throw new DecodeError('expected end of [callparam, tracetypes]');
  const [call = null, kinds = null] = value;
  return { request: decodeCallObject(call), parity: { ...decodeKinds(kinds), prefix: `${i}-` } };
}

export const tracedCalls: Param<readonly TracedCall[]> = required(
  'calls',
  'array of `[call object, kinds]`',
  (value) => {
    if (!Array.isArray(value)) throw new DecodeError('expected array of [callparam, tracetypes]');
    if (value.length > MAX_CALLS) throw new DecodeError(`too many calls: ${value.length}, want at most ${MAX_CALLS}`);
    return value.map(decodeTracedCall);
  },
);

/** Position in the list of a transaction's frames; only a list of one has a meaning. */
export const traceIndexes: Param<readonly bigint[]> = required('indexes', 'array of quantities', (value) =>
  decodeList(value, '[]hexutil.Uint64').map((index) => decodeUint(index)),
);

/** Frames to find: in a range of blocks, from and to any of the addresses. */
export interface TraceFilter {
  readonly fromBlock: BlockParam | undefined;
  readonly toBlock: BlockParam | undefined;
  /** Addresses in hex. An empty set matches nothing; without any address, all frames match. */
  readonly fromAddress: ReadonlySet<string>;
  readonly toAddress: ReadonlySet<string>;
  /** Whether both addresses of a frame must match. */
  readonly isIntersection: boolean;
  /** Matching frames to skip. */
  readonly after: bigint;
  /** Most frames to return. */
  readonly count: bigint | undefined;
}

const STRUCT = 'TraceFilterRequest';

function decodeAddresses(value: unknown, key: string): ReadonlySet<string> {
  const addresses = decodeList(value, '[]common.Address', `${STRUCT}.${key}`);
  return new Set(addresses.map((address) => to0x(decodeAddress(address, `${STRUCT}.${key}`))));
}

function decodeMode(value: unknown): boolean {
  const mode = decodeString(value, `${STRUCT}.mode`);
  if (mode === 'union' || mode === 'intersection') return mode === 'intersection';
  throw new DecodeError(`mode is ${JSON.stringify(mode.slice(0, 100))}, expected union or intersection`);
}

export const traceFilter: Param<TraceFilter> = required(
  'filter',
  'object: {fromBlock, toBlock, fromAddress, toAddress, mode, after, count}',
  (value) => {
    const object = decodeObject(value, 'jsonrpc.TraceFilterRequest');
    return {
      fromBlock: member(object, 'fromBlock', decodeTagOrQuantity),
      toBlock: member(object, 'toBlock', decodeTagOrQuantity),
      fromAddress: member(object, 'fromAddress', (list) => decodeAddresses(list, 'fromAddress')) ?? new Set(),
      toAddress: member(object, 'toAddress', (list) => decodeAddresses(list, 'toAddress')) ?? new Set(),
      isIntersection: member(object, 'mode', decodeMode) ?? false,
      after: member(object, 'after', (count) => decodeWhole(count, 'after')) ?? 0n,
      count: member(object, 'count', (count) => decodeWhole(count, 'count')),
    };
  },
);

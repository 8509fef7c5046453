/**
 * Encodes the record of what a user has done to the simulated network: active faults, crashed validators and cut links.
 * It also lists the nodes that were ever byzantine. The network of the next process begins with all of them.
 */
import { FAULTS_KEY } from '../../chain/block_store/keys.js';
import { equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromUtf8, utf8 } from '../../kernel/text.js';
import type { UnixNanos } from '../../kernel/time.js';
import type { RpcFaultState } from '../../rpc/faults/active_fault.js';
import type { Store } from '../../storage/store.js';
import type { DevnetFault } from '../faults/fault_menu.js';

/** Fault that is active. */
export interface ActiveFault {
  /** Number that `addFault` returned. */
  readonly id: number;
  readonly fault: DevnetFault;
  /** Start of the fault: the height of the newest block then, and the network's time. */
  readonly since: { readonly height: bigint; readonly time: UnixNanos };
  /** Requests and events that it has hit, of a fault of the interfaces. */
  readonly hits?: number;
}

export interface NetworkRecord {
  readonly nextId: number;
  readonly faults: readonly ActiveFault[];
  /** Validators that are down. */
  readonly down: readonly number[];
  /** Links that are cut, as pairs of validators. */
  readonly cuts: readonly (readonly [number, number])[];
  readonly byzantine: readonly number[];
  /** What each fault of an interface has counted; absent when there is none. */
  readonly rpc?: readonly { readonly id: number; readonly state: RpcFaultState }[];
}

export const EMPTY_RECORD: NetworkRecord = { nextId: 1, faults: [], down: [], cuts: [], byzantine: [] };

export const encodeNetworkRecord = ({ nextId, faults, down, cuts, byzantine, rpc }: NetworkRecord): Uint8Array => {
  const stored = faults.map(({ id, fault, since: { height, time } }) => ({
    id,
    fault,
    since: { height: `${height}`, time: `${time}` },
  }));
  return utf8(JSON.stringify({ nextId, faults: stored, down, cuts, byzantine, rpc }));
};

interface StoredFault {
  readonly id: number;
  readonly fault: DevnetFault;
  readonly since: { readonly height: string; readonly time: string };
}

function decode(value: Uint8Array): NetworkRecord {
  const { faults, ...rest } = JSON.parse(fromUtf8(value)) as Omit<NetworkRecord, 'faults'> & {
    readonly faults: readonly StoredFault[];
  };
  return {
    ...rest,
    faults: faults.map(({ id, fault, since }) => ({
      id,
      fault,
      since: { height: BigInt(since.height), time: BigInt(since.time) },
    })),
  };
}

/** Reads the record. Returns undefined when the store has none. Throws HalleyError `corrupt-store`. */
export function readNetworkRecord(store: Store): NetworkRecord | undefined {
  const value = store.get(FAULTS_KEY);
  if (value === undefined) return undefined;
  if (isNetworkRecord(value)) return decode(value);
  throw new HalleyError(
    'corrupt-store',
    'the record of the faults of the network cannot be decoded, expected what this version of halley writes',
  );
}

/** Returns whether the value is one that `encodeNetworkRecord` may have returned. */
export function isNetworkRecord(value: Uint8Array): boolean {
  try {
    const record = decode(value);
    const { down, cuts, byzantine } = record;
    return [down, cuts, byzantine].every(Array.isArray) && equalBytes(encodeNetworkRecord(record), value);
  } catch {
    return false;
  }
}

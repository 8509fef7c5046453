/** Finds functions, errors and events of the known ABIs by their selectors. */
import type { Abi, AbiEvent, AbiFunction } from 'viem';
import { toEventSelector, toFunctionSelector } from 'viem/utils';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';

type AbiError = Extract<Abi[number], { readonly type: 'error' }>;

export interface AbiIndex {
  readonly functions: ReadonlyMap<string, readonly AbiFunction[]>;
  /** Errors by selector, which is made like that of a function. */
  readonly errors: ReadonlyMap<string, readonly AbiError[]>;
  readonly events: ReadonlyMap<string, readonly AbiEvent[]>;
}

/** Most entries that share a selector; they differ in names or in what is indexed. */
const MAX_SAME = 8;

function add<T>(map: Map<string, T[]>, selector: string, entry: T): void {
  const same = map.get(selector);
  if (same === undefined) map.set(selector, [entry]);
  else if (same.length < MAX_SAME) same.push(entry);
}

/** Indexes of single artifacts, which each of their logs and calls needs. */
const ofOne = new WeakMap<ArtifactFile, AbiIndex>();

/** Returns the index of an artifact. */
export function indexAbi(artifact: ArtifactFile): AbiIndex {
  const known = ofOne.get(artifact);
  if (known !== undefined) return known;
  const index = indexAbis([artifact]);
  ofOne.set(artifact, index);
  return index;
}

/** Returns the index of ABIs. Entries whose types do not exist are left out: nothing can be decoded with them. */
export function indexAbis(artifacts: readonly ArtifactFile[]): AbiIndex {
  const functions = new Map<string, AbiFunction[]>();
  const errors = new Map<string, AbiError[]>();
  const events = new Map<string, AbiEvent[]>();
  for (const entry of artifacts.flatMap(({ abi }) => abi as Abi)) {
    try {
      if (entry.type === 'function') add(functions, toFunctionSelector(entry), entry);
      else if (entry.type === 'error') add(errors, toFunctionSelector({ ...entry, type: 'function' } as never), entry);
      else if (entry.type === 'event') add(events, toEventSelector(entry), entry);
    } catch {
      // The page shows such data as hex.
    }
  }
  return { functions, errors, events };
}

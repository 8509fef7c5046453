/** Finds functions, errors and events of the known ABIs by their selectors. */
import { type AbiParameter, signatureHash } from '../../../codec/ethereum/abi.js';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';

/** Function, error or event of an ABI. */
export interface AbiEntry {
  readonly type: string;
  readonly name: string;
  readonly inputs: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
  readonly stateMutability?: string;
}

/** Entries by selector, which is the whole hash of an event's signature. */
type Selectors = ReadonlyMap<string, readonly AbiEntry[]>;

export interface AbiIndex {
  readonly functions: Selectors;
  readonly errors: Selectors;
  readonly events: Selectors;
}

/** Characters of a selector `0x…`. */
export const SELECTOR_CHARS = 10;
/** Most entries that share a selector; they differ in names or in what is indexed. */
const MAX_SAME = 8;

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

/** Returns the functions, errors or events of an artifact. `withUsableAbi` has checked them. */
export const entriesOf = ({ abi }: ArtifactFile, type: string): readonly AbiEntry[] =>
  (abi as readonly AbiEntry[]).filter((entry) => entry.type === type);

function selectors(artifacts: readonly ArtifactFile[], type: string, length: number): Selectors {
  const found = new Map<string, AbiEntry[]>();
  for (const entry of artifacts.flatMap((artifact) => entriesOf(artifact, type))) {
    try {
      const selector = signatureHash(entry.name, entry.inputs).slice(0, length);
      const same = found.get(selector);
      if (same === undefined) found.set(selector, [entry]);
      else if (same.length < MAX_SAME) same.push(entry);
    } catch {
      // The page shows such data as hex.
    }
  }
  return found;
}

/** Returns the index of ABIs. Entries whose types do not exist are left out: nothing can be decoded with them. */
export const indexAbis = (artifacts: readonly ArtifactFile[]): AbiIndex => ({
  functions: selectors(artifacts, 'function', SELECTOR_CHARS),
  errors: selectors(artifacts, 'error', SELECTOR_CHARS),
  events: selectors(artifacts, 'event', Number.POSITIVE_INFINITY),
});

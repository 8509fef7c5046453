/**
 * Exactly the cases of Ethereum's state tests that cannot pass here, with the reasons. A listed case that passes, or
 * that does not exist, is a failure.
 */
import type { Hardfork } from '../../../src/evm/hardfork.js';
import type { MachineKind } from '../../../src/evm/machines.js';
import type { StateCase } from './state_test.js';

interface Exception {
  readonly reason: string;
  /** Machine; `undefined` means every machine. */
  readonly machine?: MachineKind;
  /** Forks; `undefined` means every fork. */
  readonly forks?: readonly Hardfork[];
  /** Prefixes of case names by file. */
  readonly cases: Readonly<Record<string, readonly string[]>>;
}

const ON_STORAGE =
  'creates where an account has storage and neither code nor nonce (EIP-7610), which none on this chain can have';

const EXCEPTIONS: readonly Exception[] = [
  {
    reason: 'reads the hash of a blob, and a message has no blobs: this chain accepts none',
    cases: {
      'Cancun/stEIP4844-blobtransactions/opcodeBlobhBounds.json': ['opcodeBlobhBounds/'],
      'Cancun/stEIP4844-blobtransactions/opcodeBlobhashOutOfRange.json': ['opcodeBlobhashOutOfRange/'],
    },
  },
  {
    reason: ON_STORAGE,
    cases: {
      'stCreate2/create2collisionStorageParis.json': ['create2collisionStorageParis/'],
      'stExtCodeHash/dynamicAccountOverwriteEmpty_Paris.json': ['dynamicAccountOverwriteEmpty_Paris/'],
      'stSStoreTest/InitCollisionParis.json': ['InitCollisionParis/'],
    },
  },
  {
    // In later forks they have more gas than a transaction may have.
    reason: ON_STORAGE,
    forks: ['shanghai', 'cancun', 'prague'],
    cases: {
      'stCreate2/RevertInCreateInInitCreate2Paris.json': ['RevertInCreateInInitCreate2Paris/'],
      'stRevertTest/RevertInCreateInInit_Paris.json': ['RevertInCreateInInit_Paris/'],
    },
  },
];

/** Returns the listed prefixes that match no case of the given files. */
export function unmet(names: ReadonlyMap<string, readonly string[]>): readonly string[] {
  return EXCEPTIONS.flatMap(({ cases }) => Object.entries(cases)).flatMap(([file, beginnings]) => {
    const known = names.get(file);
    if (known === undefined) return [];
    return beginnings.filter((one) => !known.some((name) => name.startsWith(one))).map((one) => `${file} ${one}`);
  });
}

/** Returns why a case is excepted; undefined when it is not. */
export function reasonOf(kind: MachineKind, file: string, { name, fork }: StateCase): string | undefined {
  const found = EXCEPTIONS.find(
    ({ machine = kind, forks, cases }) =>
      machine === kind &&
      (forks?.includes(fork) ?? true) &&
      (cases[file] ?? []).some((beginning) => name.startsWith(beginning)),
  );
  return found?.reason;
}

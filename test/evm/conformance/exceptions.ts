/**
 * What of Ethereum's state tests cannot hold here, and why: an exact list. A case of it that passes is a fault, and so is
 * one that nobody runs any more.
 */
import type { MachineKind } from '../../../src/evm/machines.js';

interface Exception {
  readonly reason: string;
  /** Undefined for every machine. */
  readonly machine?: MachineKind;
  /** By the file: beginnings of cases' names. */
  readonly cases: Readonly<Record<string, readonly string[]>>;
}

export const EXCEPTIONS: readonly Exception[] = [
  {
    reason: 'asks for the hash of a blob, and a message has no blobs: this chain takes none',
    cases: {
      'Cancun/stEIP4844-blobtransactions/opcodeBlobhBounds.json': ['opcodeBlobhBounds/Cancun/'],
      'Cancun/stEIP4844-blobtransactions/opcodeBlobhashOutOfRange.json': ['opcodeBlobhashOutOfRange/Cancun/'],
    },
  },
  {
    reason:
      'creates where an account has storage and neither code nor nonce (EIP-7610), which none on this chain can have',
    cases: {
      'stCreate2/RevertInCreateInInitCreate2Paris.json': ['RevertInCreateInInitCreate2Paris/'],
      'stCreate2/create2collisionStorageParis.json': ['create2collisionStorageParis/'],
      'stExtCodeHash/dynamicAccountOverwriteEmpty_Paris.json': ['dynamicAccountOverwriteEmpty_Paris/'],
      'stRevertTest/RevertInCreateInInit_Paris.json': ['RevertInCreateInInit_Paris/'],
      'stSStoreTest/InitCollisionParis.json': ['InitCollisionParis/'],
    },
  },
];

/** Beginnings in the list that no case of these has, by files and the names of their cases. */
export function unmet(machine: MachineKind, names: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const own = EXCEPTIONS.filter(({ machine: only = machine }) => only === machine).flatMap(({ cases }) =>
    Object.entries(cases),
  );
  return own.flatMap(([file, beginnings]) => {
    const known = names.get(file);
    if (known === undefined) return [];
    return beginnings.filter((one) => !known.some((name) => name.startsWith(one))).map((one) => `${file} ${one}`);
  });
}

/** Why a case is excepted; undefined when it is not. */
export function reasonOf(machine: MachineKind, file: string, name: string): string | undefined {
  const holds = ({ machine: only = machine, cases }: Exception): boolean =>
    only === machine && (cases[file] ?? []).some((beginning) => name.startsWith(beginning));
  return EXCEPTIONS.find(holds)?.reason;
}

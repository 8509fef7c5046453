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

export const EXCEPTIONS: readonly Exception[] = [];

/** Why a case is excepted; undefined when it is not. */
export function reasonOf(machine: MachineKind, file: string, name: string): string | undefined {
  const holds = ({ machine: only = machine, cases }: Exception): boolean =>
    only === machine && (cases[file] ?? []).some((beginning) => name.startsWith(beginning));
  return EXCEPTIONS.find(holds)?.reason;
}

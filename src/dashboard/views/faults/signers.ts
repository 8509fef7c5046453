/** Finds who is accountable for a fork. */
import type { Conflict } from '../../explorer/read/network.js';

/** Returns the names of the validators that signed the commits of all branches. */
export function signersOfAll({ branches }: Pick<Conflict, 'branches'>): readonly string[] {
  const [first, ...others] = branches;
  return (first?.signers ?? [])
    .map(({ name }) => name)
    .filter((name) => others.every(({ signers }) => signers.some((signer) => signer.name === name)));
}

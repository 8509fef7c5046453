/** Finds who is accountable for a fork. */

export interface Conflict {
  readonly height: string;
  readonly branches: readonly {
    readonly block: string;
    readonly round: string;
    readonly signers: readonly { readonly index: number | null; readonly name: string }[];
    readonly nodes: readonly number[];
  }[];
}

/** Returns the names of the validators that signed the commits of all branches. */
export function signersOfAll({ branches }: Pick<Conflict, 'branches'>): readonly string[] {
  const [first, ...others] = branches;
  return (first?.signers ?? [])
    .map(({ name }) => name)
    .filter((name) => others.every(({ signers }) => signers.some((signer) => signer.name === name)));
}

/** Defines the parts of the answers of `halley_network`, `halley_faults` and `halley_conflictingCommits` that the page shows. */

export interface NetworkNode {
  readonly index: number;
  readonly name: string;
  readonly address: string;
  readonly power: string;
  readonly jailed: boolean;
  readonly up: boolean;
  readonly height: string;
  readonly round: string;
  readonly step: string;
  /** Nodes to which it is connected. */
  readonly peers: readonly number[];
}

export interface ActiveFault {
  readonly id: string;
  readonly fault: Readonly<Record<string, unknown>> & { readonly type: string };
  readonly since: { readonly height: string };
}

/** Commits of different blocks at one height. */
export interface Conflict {
  readonly height: string;
  readonly branches: readonly {
    readonly block: string;
    readonly round: string;
    readonly signers: readonly { readonly index: number | null; readonly name: string }[];
    /** Nodes that decided the block. */
    readonly nodes: readonly number[];
  }[];
}

/** Returns where a node is, as text: `5/0 Prevote` is height 5, round 0. */
export const positionText = ({ height, round, step }: Pick<NetworkNode, 'height' | 'round' | 'step'>): string =>
  `${Number(height)}/${Number(round)} ${step}`;

/** Returns the names of the validators that signed the commits of all branches. */
export function signersOfAll({ branches }: Pick<Conflict, 'branches'>): readonly string[] {
  const [first, ...others] = branches;
  return (first?.signers ?? [])
    .map(({ name }) => name)
    .filter((name) => others.every(({ signers }) => signers.some((signer) => signer.name === name)));
}

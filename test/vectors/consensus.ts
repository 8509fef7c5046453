/** `consensus-vectors.json`, typed: vectors by id, and the golden chain that CometBFT's Go code accepted. */
import vectorsFile from './consensus-vectors.json' with { type: 'json' };

interface GoldenSlot {
  readonly block_id_flag: number;
  readonly validator: string;
  readonly timestamp: string;
  readonly signature: string;
  readonly proto: string;
}

export interface GoldenCommit {
  readonly height: number;
  readonly round: number;
  readonly hash: string;
  readonly proto: string;
  readonly signatures: readonly GoldenSlot[];
}

export interface GoldenBlock {
  readonly height: number;
  readonly round: number;
  readonly proposer: string;
  readonly validators_round0: readonly {
    readonly name: string;
    readonly address: string;
    readonly power: number;
    readonly proposer_priority: number;
    readonly simple_validator: string;
  }[];
  readonly proposer_priority_proposer_round0: string;
  readonly header: Readonly<Record<string, string>>;
  readonly header_leaves: readonly string[];
  readonly header_proto: string;
  readonly block_hash: string;
  readonly part_set_header: { readonly total: number; readonly hash: string };
  readonly block_id_proto: string;
  readonly block_size: number;
  readonly block_proto_sha256: string;
  readonly block_proto?: string;
  readonly part_leaf_hashes?: readonly string[];
  readonly txs: readonly string[];
  readonly proposal: { readonly timestamp: string; readonly sign_bytes: string; readonly signature: string };
  readonly evidence: readonly {
    readonly proto_inner_leaf: string;
    readonly hash: string;
    readonly evidence_proto: string;
  }[];
  readonly precommit_sign_bytes: readonly (string | null)[];
  readonly seen_commit: GoldenCommit;
  /** Where it differs from the seen commit: a late precommit joined. */
  readonly last_commit_in_next_block?: GoldenCommit;
  readonly finalize_block: {
    readonly tx_results: readonly {
      readonly code: number;
      readonly data: string;
      readonly gas_wanted: number;
      readonly gas_used: number;
    }[];
    readonly validator_updates: readonly { readonly name: string; readonly power: number }[];
    readonly consensus_param_updates: { readonly block: { readonly max_bytes: number; readonly max_gas: number } } | null;
    readonly app_hash: string;
  };
}

interface GoldenChain {
  readonly chain_id: string;
  readonly genesis_time: string;
  readonly initial_height: number;
  readonly app_version: number;
  readonly initial_params: { readonly block: { readonly max_bytes: number; readonly max_gas: number } };
  readonly init_chain_app_hash: string;
  readonly genesis_validators: readonly { readonly name: string; readonly power: number }[];
  readonly blocks: readonly GoldenBlock[];
}

interface Vector<Input, Expected> {
  readonly input: Input;
  readonly expected: Expected;
}

const { vectors, golden_chain } = vectorsFile as unknown as {
  vectors: readonly (Vector<unknown, unknown> & { id: string })[];
  golden_chain: GoldenChain;
};

export const goldenChain: GoldenChain = golden_chain;

/** The vector with this id; the caller knows the shape of its parts. */
export function vector<Input, Expected>(id: string): Vector<Input, Expected> {
  const found = vectors.find((candidate) => candidate.id === id);
  if (found === undefined) throw new Error(`no vector "${id}"`);
  return found as Vector<Input, Expected>;
}

/** Defines the parts of the two RPCs' answers that the explorer shows. */

export interface EvmTx {
  readonly hash: string;
  readonly from: string;
  readonly to: string | null;
  readonly value: string;
  readonly nonce: string;
  readonly gas: string;
  readonly gasPrice: string;
  readonly maxFeePerGas?: string;
  readonly maxPriorityFeePerGas?: string;
  readonly input: string;
  readonly type: string;
  readonly blockNumber: string | null;
  readonly blockHash: string | null;
  readonly transactionIndex: string | null;
}

export interface EvmBlock {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: string;
  readonly miner: string;
  readonly gasUsed: string;
  readonly gasLimit: string;
  readonly baseFeePerGas?: string;
  readonly stateRoot: string;
  readonly transactionsRoot: string;
  readonly receiptsRoot: string;
  readonly mixHash: string;
  readonly size: string;
  readonly transactions: readonly (string | EvmTx)[];
}

export interface EvmLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly transactionHash: string;
  readonly logIndex: string;
}

export interface EvmReceipt {
  readonly blockHash: string;
  readonly transactionHash: string;
  readonly status: string;
  readonly gasUsed: string;
  readonly effectiveGasPrice: string;
  readonly contractAddress: string | null;
  readonly logs: readonly EvmLog[];
}

export interface CometHeader {
  readonly height: string;
  readonly time: string;
  readonly chain_id: string;
  readonly proposer_address: string;
  readonly app_hash: string;
  readonly data_hash: string;
  readonly last_commit_hash: string;
  readonly validators_hash: string;
  readonly next_validators_hash: string;
  readonly consensus_hash: string;
  readonly last_results_hash: string;
  readonly evidence_hash: string;
}

export interface CometBlock {
  readonly block_id: { readonly hash: string };
  readonly block: {
    readonly header: CometHeader;
    readonly data: { readonly txs: readonly string[] | null };
    readonly evidence: { readonly evidence: readonly unknown[] | null };
  };
}

export interface CometMeta {
  readonly block_id: { readonly hash: string };
  readonly header: CometHeader;
  readonly num_txs: string;
}

export interface CometEvent {
  readonly type: string;
  readonly attributes: readonly { readonly key: string; readonly value: string | null }[] | null;
}

export interface CometTxResult {
  readonly code: number;
  readonly log: string;
  readonly codespace: string;
  readonly gas_wanted: string;
  readonly gas_used: string;
  readonly events: readonly CometEvent[] | null;
}

export interface CometTx {
  readonly hash: string;
  readonly height: string;
  readonly index: number;
  readonly tx_result: CometTxResult;
  readonly tx: string;
}

export interface CometCommit {
  readonly signed_header: {
    readonly header: CometHeader;
    readonly commit: {
      readonly round: number;
      readonly signatures: readonly {
        readonly block_id_flag: number;
        readonly validator_address: string;
        readonly timestamp: string;
      }[];
    };
  };
}

export interface CometValidators {
  readonly block_height: string;
  readonly validators: readonly {
    readonly address: string;
    readonly voting_power: string;
    readonly proposer_priority: string;
  }[];
  readonly total: string;
}

const HASH = /^0x[0-9a-f]{64}$/;

/** Returns the Ethereum hash that a transaction of CometBFT contains; undefined for one of another kind. */
export const ethereumHashOf = ({ tx_result }: CometTx): string | undefined =>
  (tx_result.events ?? [])
    .filter(({ type }) => type === 'ethereum_tx')
    .flatMap(({ attributes }) => attributes ?? [])
    .find(({ key, value }) => key === 'ethereumTxHash' && value !== null && HASH.test(value))?.value ?? undefined;

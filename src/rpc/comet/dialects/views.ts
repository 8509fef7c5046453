/** Defines the values that routes pass to a dialect where the backends have no type for them. */
import type { CheckTxResponse } from '../../../abci/application.js';
import type {
  NetView,
  NodeView,
  PeerRoundView,
  RoundStateView,
  StoredBlock,
  TxLocation,
} from '../../../backend/comet.js';
import type { MerkleProof } from '../../../codec/merkle/index.js';
import type { Commit } from '../../../consensus/types/commit.js';
import type { Header } from '../../../consensus/types/header.js';
import type { ConsensusParams } from '../../../consensus/types/params.js';
import type { Validator } from '../../../consensus/types/validator_set.js';
import type { Bytes } from '../../../kernel/bytes.js';

export interface HeaderView {
  readonly hash: Bytes;
  readonly header: Header;
}

/** Facts that all nodes of a network share. */
export interface NetworkFacts {
  /** Chain id. */
  readonly network: string;
  readonly appVersion: bigint;
}

export interface StatusView extends NetworkFacts {
  readonly node: NodeView;
  readonly latest: HeaderView | undefined;
  readonly earliest: HeaderView | undefined;
}

export interface BlockchainView {
  readonly lastHeight: bigint;
  /** Blocks from newest to oldest. */
  readonly blocks: readonly StoredBlock[];
}

export interface CommitView {
  readonly header: Header;
  readonly commit: Commit;
  readonly canonical: boolean;
}

export interface ValidatorsView {
  readonly height: bigint;
  readonly page: readonly Validator[];
  readonly total: number;
}

export interface ParamsView {
  readonly height: bigint;
  readonly params: ConsensusParams;
}

export interface GenesisChunkView {
  readonly chunk: number;
  readonly total: number;
  readonly data: Bytes;
}

export interface TxProofView {
  readonly rootHash: Bytes;
  readonly proof: MerkleProof;
}

export interface TxView {
  /** Hash that the request gave. */
  readonly hash: Bytes;
  readonly location: TxLocation;
  readonly proof: TxProofView | undefined;
}

export interface BroadcastView {
  readonly code: number;
  readonly data: Bytes;
  readonly log: string;
  readonly codespace: string;
  readonly hash: Bytes;
}

export interface BroadcastCommitView {
  readonly check: CheckTxResponse;
  readonly hash: Bytes;
  /** `undefined` when CheckTx refused the transaction. */
  readonly location: TxLocation | undefined;
}

export interface NetInfoView extends NetworkFacts {
  readonly net: NetView;
}

/** Some of the rounds of a height. */
export type RoundsView = Pick<RoundStateView, 'votes' | 'validators'>;

export interface ConsensusDumpView {
  readonly state: RoundStateView;
  readonly peers: readonly PeerRoundView[];
}

export interface TxSearchView {
  readonly txs: readonly TxView[];
  /** Matches of all pages. */
  readonly total: number;
}

export interface BlockSearchView {
  readonly blocks: readonly StoredBlock[];
  /** Matches of all pages. */
  readonly total: number;
}

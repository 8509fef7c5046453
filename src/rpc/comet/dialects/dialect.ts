/**
 * A dialect: how one version of the engine spells answers and events. One module for each version maps engine types to
 * JSON; routes hand over values and never ask which version it is. What versions have in common is in `shared/`.
 */
import type { CheckTxResponse, InfoResponse, QueryResponse } from '../../../abci/application.js';
import type {
  BlockResults,
  BusEvent,
  CometBackend,
  EventQuery,
  RoundStateView,
  StoredBlock,
  UnconfirmedView,
} from '../../../backend/comet.js';
import type { GenesisDoc } from '../../../consensus/types/genesis.js';
import type { Header } from '../../../consensus/types/header.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { NamedArg } from '../protocol/decode_args.js';
import type { Json } from '../protocol/json.js';
import type { SubscriptionEvent } from './notice.js';
import type {
  BlockchainView,
  BlockSearchView,
  BroadcastCommitView,
  BroadcastView,
  CommitView,
  ConsensusDumpView,
  GenesisChunkView,
  NetInfoView,
  ParamsView,
  StatusView,
  TxSearchView,
  TxView,
  ValidatorsView,
} from './views.js';

/** Answers by the wire name of the route; `block` and `header` also serve the routes that look up by hash. */
export interface ResultShapes {
  status(view: StatusView): Json;
  net_info(view: NetInfoView): Json;
  block(stored: StoredBlock | undefined): Json;
  header(header: Header | undefined): Json;
  blockchain(view: BlockchainView): Json;
  commit(view: CommitView | undefined): Json;
  block_results(results: BlockResults): Json;
  validators(view: ValidatorsView): Json;
  consensus_params(view: ParamsView): Json;
  consensus_state(state: RoundStateView): Json;
  dump_consensus_state(view: ConsensusDumpView): Json;
  unconfirmed_txs(view: UnconfirmedView): Json;
  num_unconfirmed_txs(view: UnconfirmedView): Json;
  /** The document itself, which `genesis` wraps and `genesis_chunked` cuts. */
  genesis(doc: GenesisDoc): Json;
  genesis_chunked(view: GenesisChunkView): Json;
  tx(view: TxView): Json;
  tx_search(view: TxSearchView): Json;
  block_search(view: BlockSearchView): Json;
  check_tx(check: CheckTxResponse): Json;
  /** The evidence's hash. */
  broadcast_evidence(hash: Bytes): Json;
  broadcast_tx(view: BroadcastView): Json;
  /** Of `dial_seeds` and `dial_peers`: the sentence that says it has begun. */
  dial(log: string): Json;
  broadcast_tx_commit(view: BroadcastCommitView): Json;
  abci_info(info: InfoResponse): Json;
  abci_query(response: QueryResponse): Json;
}

export interface Dialect {
  /** `0.37`; also what chooses the dialect of the root. */
  readonly version: string;
  /** Where it is mounted besides the root; `/v<version>` without. */
  readonly prefix?: string;
  /** `node_info.version`, from which clients guess the dialect. */
  readonly engineVersion: string;
  /** Routes that this version of the engine lacks. */
  readonly absentRoutes: readonly string[];
  /**
   * Arguments that only this version has, by route, in their place behind the common ones. Searches of 0.34 have
   * `match_events`; where it is absent their conditions must hold within one event.
   */
  readonly moreArgs?: Readonly<Record<string, readonly NamedArg[]>>;
  readonly results: ResultShapes;
  /** What subscribers hear of an event, in order; nothing when the version does not know it. */
  notices(event: BusEvent): readonly SubscriptionEvent[];
  /** What makes two subscriptions of a client the same one. */
  subscriptionKey(text: string, query: EventQuery): string;
  /** The text of the error that ends a subscription. */
  canceled(reason: string): string;
  /** The dialect for one chain, where it looks up what blocks do not hold; done once for each surface. */
  bind?(backend: Pick<CometBackend, 'validators'>): Dialect;
}

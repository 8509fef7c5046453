/**
 * Defines what a dialect is: the way one version of the engine encodes results and events as JSON. Each version has one
 * module that maps engine types to JSON. Routes pass values and never check the version. `shared/` has what several
 * versions use.
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
import type { Json } from '../../../kernel/json.js';
import type { NamedArg } from '../protocol/decode_args.js';
import type { SubscriptionEvent } from './subscription_event.js';
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
  RoundsView,
  StatusView,
  TxSearchView,
  TxView,
  ValidatorsView,
} from './views.js';

/** Encodes results by the wire name of the route. `block` and `header` also serve the routes that look up by hash. */
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
  /** Encodes the state with `rounds` in the place of its rounds; the default is all of them. */
  consensus_state(state: RoundStateView, rounds?: Json): Json;
  /** Encodes some rounds as `consensus_state` lists them. */
  consensus_state_rounds(part: RoundsView): readonly Json[];
  /** Encodes the state with `rounds` in the place of its rounds; the default is all of them. */
  dump_consensus_state(view: ConsensusDumpView, rounds?: Json): Json;
  /** Encodes some rounds as `dump_consensus_state` lists them. */
  dump_consensus_state_rounds(part: RoundsView): readonly Json[];
  unconfirmed_txs(view: UnconfirmedView): Json;
  num_unconfirmed_txs(view: UnconfirmedView): Json;
  /** Encodes the document itself, which `genesis` wraps and `genesis_chunked` splits. */
  genesis(doc: GenesisDoc): Json;
  genesis_chunked(view: GenesisChunkView): Json;
  tx(view: TxView): Json;
  tx_search(view: TxSearchView): Json;
  block_search(view: BlockSearchView): Json;
  check_tx(check: CheckTxResponse): Json;
  /** Encodes the result of a submission from the evidence's hash. */
  broadcast_evidence(hash: Bytes): Json;
  broadcast_tx(view: BroadcastView): Json;
  /** Encodes the result of `dial_seeds` and `dial_peers`; `log` is the sentence that reports that dialing has begun. */
  dial(log: string): Json;
  broadcast_tx_commit(view: BroadcastCommitView): Json;
  abci_info(info: InfoResponse): Json;
  abci_query(response: QueryResponse): Json;
}

/** Shapes of what a dialect answers. */
export interface Shapes {
  readonly results: ResultShapes;
  /**
   * Returns what subscribers receive for an event, in order. Returns nothing when the version does not know the event.
   */
  subscriptionEvents(event: BusEvent): readonly SubscriptionEvent[];
}

export interface Dialect extends Shapes {
  /** For example `0.37`. The configuration selects the dialect of the root by this name. */
  readonly version: string;
  /** One line about the version, for the docs. */
  readonly summary: string;
  /** Path under which the dialect is mounted besides the root. Default: `/v<version>`. */
  readonly prefix?: string;
  /** Version that is reported as `node_info.version`, from which clients guess the dialect. */
  readonly engineVersion: string;
  /** Routes that this version of the engine lacks. */
  readonly absentRoutes: readonly string[];
  /**
   * Arguments by route that only this version has, in their positions after the common ones. Searches of 0.34 have
   * `match_events`. Where it is absent, one event must meet all conditions of a search.
   */
  readonly moreArgs?: Readonly<Record<string, readonly NamedArg[]>>;
  /** Whether a request fails whose id has a fraction or exceeds 64 bits. By default such an id is cut to 64 bits. */
  readonly wholeIds?: boolean;
  /** Most bytes of a signature in submitted evidence. Default: 64. */
  readonly signatureBytes?: number;
  /** Returns the error text for a transaction that CheckTx refuses. By default its result is the response. */
  invalidTx?(check: CheckTxResponse, hash: Bytes): string;
  /** Returns the error text of `tx_search` for an unknown order, which then comes before all other errors. */
  invalidOrder?(order: string): string;
  /** Returns the key by which two subscriptions of a client count as the same one. */
  subscriptionKey(text: string, query: EventQuery): string;
  /** Returns the text of the error that ends a subscription. */
  canceled(reason: string): string;
  /**
   * Returns the dialect bound to one chain, where it looks up what blocks do not contain. It is called once for each
   * handler.
   */
  bind?(validators: CometBackend['validators']): Dialect;
}

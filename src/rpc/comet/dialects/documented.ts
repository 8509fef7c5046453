/**
 * Encodes the CometBFT RPC as its documentation describes it. Blocks, evidence, networks and consensus state follow the
 * documented tables to the letter. The other routes follow the OpenAPI document of CometBFT, which was never generated
 * from the engine (documented.md 3; consensus-rpc.md 6). Members that the documentation does not name are those of
 * 0.37, and so are events. Errors stay objects, and ids stay as the request sent them.
 */
import type {
  CheckTxResponse,
  ConsensusParamsUpdate,
  ExecTxResult,
  InfoResponse,
  ProofOp,
  QueryResponse,
  ValidatorUpdate,
} from '../../../abci/application.js';
import { encodeProofOps } from '../../../abci/wire/proof_ops.js';
import type { StoredBlock } from '../../../backend/comet.js';
import type { ConsensusParams } from '../../../consensus/types/params.js';
import type { Vote } from '../../../consensus/types/vote.js';
import type { Json } from '../../../kernel/json.js';
import { dialect as v0_37 } from './0.37.js';
import type { Dialect, Shapes } from './dialect.js';
import { abciQuery } from './shared/abci.js';
import { phasedEvent, phasedResults } from './shared/begin_end.js';
import { blockMeta, storedBlock } from './shared/block.js';
import { commit } from './shared/commit.js';
import { consensusDump, type RoundSpelling } from './shared/consensus_dump.js';
import { documentedBlock } from './shared/documented/block.js';
import { type KeyLookup, keysOf } from './shared/documented/evidence.js';
import { documentedHeader } from './shared/documented/header.js';
import { params, paramsUpdate, TIME_IOTA_MS } from './shared/params.js';
import { sharedResults } from './shared/results.js';
import { base64, hex, int64 } from './shared/scalars.js';
import { broadcastTx, checkTxWith, deliveredTx, fullEvent, fullResult, sparseEvent, tx } from './shared/tx.js';
import { voteText } from './shared/vote.js';
import { allRoundVotes, pubKey, type VoteLine } from './shared/votes.js';
import type { BroadcastView, ConsensusDumpView, RoundsView, TxView } from './views.js';

const { engineVersion, subscriptionKey, canceled } = v0_37;

const voteLine = (vote: Vote): string => voteText(vote, '');

const documentedMeta = (stored: StoredBlock) => ({
  ...blockMeta(stored),
  block_size: stored.size,
  header: documentedHeader(stored.block.header),
});

const documentedUpdate = ({ pubKey: key, power }: ValidatorUpdate) => ({ pub_key: pubKey(key), power: int64(power) });

/**
 * Encodes Info. In all documented responses of the application nothing is omitted: absent bytes are empty strings, and
 * codes are strings.
 */
const documentedInfo = (info: InfoResponse) => ({
  response: {
    data: info.data,
    version: info.version,
    app_version: int64(info.appVersion),
    last_block_height: int64(info.lastBlockHeight),
    last_block_app_hash: base64(info.lastBlockAppHash),
  },
});

/** Encodes the proof in hex, as the former string member `proof` did. It is empty without a proof. */
const proofText = (ops: readonly ProofOp[]): string => hex(encodeProofOps(ops));

function documentedQuery(r: QueryResponse) {
  const { response } = abciQuery(r);
  const { code, key, value } = response;
  return {
    response: { ...response, code: code.toString(), key: key ?? '', value: value ?? '', proof: proofText(r.proofOps) },
  };
}

/** Encodes a result for `block_results`, `check_tx` and `broadcast_tx_commit`. Absent data is an empty string. */
function resultWithTextCode(r: ExecTxResult | CheckTxResponse) {
  const wire = fullResult(r);
  return { ...wire, code: wire.code.toString(), data: wire.data ?? '' };
}

/** Encodes a result for `tx` and `tx_search`. `tags` lists the attributes of all events, as before events existed. */
const resultWithTags = (r: ExecTxResult) => ({
  ...fullResult(r),
  tags: r.events.flatMap(({ attributes }) => attributes.map(({ key, value, index }) => ({ key, value, index }))),
});

const documentedTx = (view: TxView) => ({ ...tx(view), tx_result: resultWithTags(view.location.result) });

/** Encodes a found transaction, whose proof has the names of Go's fields. */
function documentedFoundTx(view: TxView) {
  const { proof, ...rest } = documentedTx(view);
  return { ...rest, proof: proof && { RootHash: proof.root_hash, Data: proof.data, Proof: proof.proof } };
}

function documentedBroadcast(view: BroadcastView) {
  const wire = broadcastTx(view);
  return { ...wire, code: wire.code.toString() };
}

const LEAST_TIME = { time_iota_ms: int64(TIME_IOTA_MS) };

/** Encodes `max_age`, which counted blocks when it was a single number. */
const maxAge = (evidence: { readonly maxAgeNumBlocks: bigint }) => ({ max_age: int64(evidence.maxAgeNumBlocks) });

/**
 * Encodes the documented consensus parameters: those of 0.37, plus `max_age` and `time_iota_ms` as Tendermint 0.31 had
 * them.
 */
function documentedParams(p: ConsensusParams) {
  const wire = params(p);
  return {
    ...wire,
    block: { ...wire.block, ...LEAST_TIME },
    evidence: { ...maxAge(p.evidence), ...wire.evidence },
  };
}

/** Encodes an update of parameters. Groups that the update does not name are absent. */
function documentedParamsUpdate(update: ConsensusParamsUpdate) {
  const wire = paramsUpdate(update);
  return {
    ...wire,
    block: wire.block && { ...wire.block, ...LEAST_TIME },
    evidence: update.evidence && { ...maxAge(update.evidence), ...wire.evidence },
  };
}

type DumpPeer = ReturnType<typeof consensusDump>['peers'][number];

/** Encodes a peer, whose parts header has its older name. */
function documentedPeer({ node_address, peer_state: { round_state, stats } }: DumpPeer) {
  const { height, round, step, start_time, proposal, proposal_block_part_set_header, ...rest } = round_state;
  return {
    node_address,
    peer_state: {
      round_state: {
        height,
        round: round.toString(),
        step,
        start_time,
        proposal,
        proposal_block_parts_header: proposal_block_part_set_header,
        ...rest,
      },
      stats,
    },
  };
}

/** Encodes rounds, whose numbers are strings. */
const documentedRounds = (part: RoundsView, voteLine: VoteLine) =>
  allRoundVotes(part, voteLine).map((votes) => ({ ...votes, round: votes.round.toString() }));

/** Encodes the dump with `rounds` in the place of its rounds. */
function documentedDump(
  view: ConsensusDumpView,
  spelling: RoundSpelling,
  rounds: Json = documentedRounds(view.state, spelling.voteLine),
) {
  const { round_state, peers } = consensusDump(view, spelling, rounds);
  return {
    round_state: { ...round_state, valid_round: round_state.valid_round.toString() },
    peers: peers.map(documentedPeer),
  };
}

function shapes(keyOf: KeyLookup): Shapes {
  const block = documentedBlock(keyOf);
  return {
    results: {
      ...sharedResults({ engineVersion, block, voteLine, params: documentedParams }),
      header: (found) => ({ header: found === undefined ? null : documentedHeader(found) }),
      blockchain: ({ lastHeight, blocks }) => ({
        last_height: int64(lastHeight),
        block_metas: blocks.map(documentedMeta),
      }),
      commit: (view) =>
        view === undefined
          ? null
          : {
              signed_header: { header: documentedHeader(view.header), commit: commit(view.commit) },
              canonical: view.canonical,
            },
      block_results: (results) =>
        phasedResults(results, {
          txResult: resultWithTextCode,
          event: fullEvent,
          paramsUpdate: documentedParamsUpdate,
          validatorUpdate: documentedUpdate,
        }),
      dump_consensus_state: (view, rounds) => documentedDump(view, { block, voteLine }, rounds),
      dump_consensus_state_rounds: (part) => documentedRounds(part, voteLine),
      num_unconfirmed_txs: ({ total, totalBytes }) => ({
        n_txs: int64(total),
        total: int64(total),
        total_bytes: int64(totalBytes),
      }),
      genesis_chunked: ({ chunk, total, data }) => ({ chunk, total, data: base64(data) }),
      tx: documentedTx,
      tx_search: ({ txs, total }) => ({ txs: txs.map(documentedFoundTx), total_count: int64(total) }),
      block_search: ({ blocks, total }) => ({
        blocks: blocks.map((stored) => storedBlock(stored, block)),
        total_count: total,
      }),
      check_tx: checkTxWith(resultWithTextCode),
      broadcast_evidence: hex,
      broadcast_tx: documentedBroadcast,
      broadcast_tx_commit: deliveredTx(resultWithTextCode, resultWithTextCode),
      dial: (log) => ({ Log: log }),
      abci_info: documentedInfo,
      abci_query: documentedQuery,
    },
    subscriptionEvents: (event) =>
      event.type === 'NewBlock' || event.type === 'NewBlockHeader'
        ? [phasedEvent(event, { block, header: documentedHeader, event: sparseEvent, paramsUpdate })]
        : v0_37.subscriptionEvents(event),
  };
}

export const dialect: Dialect = {
  version: 'documented',
  summary: 'Follows the published documentation of the engine to the letter, where the engine differs from it.',
  prefix: '/documented',
  engineVersion,
  absentRoutes: [],
  ...shapes(() => undefined),
  subscriptionKey,
  canceled,
  bind: (validators) => ({ ...dialect, ...shapes(keysOf(validators)) }),
};

/**
 * Connects the CometBFT RPC with the chain: the block store, one validator's node and its peers, the application's
 * queries, and broadcasts.
 */
import type { CheckTxResponse } from '../../abci/application.js';
import type { Refusal } from '../../app/types/refusal.js';
import type {
  BroadcastOutcome,
  CometBackend,
  NodeView,
  PartsView,
  RoundStateView,
  UnconfirmedView,
  VoteSetView,
} from '../../backend/comet.js';
import { parseQuery } from '../../chain/query/parse_query.js';
import { txAt } from '../../chain/tx_location.js';
import { txHash } from '../../codec/tx_hash.js';
import type { RoundVotes } from '../../consensus/tally/height_votes.js';
import { votesOf } from '../../consensus/tally/vote_set.js';
import type { PartSet } from '../../consensus/types/part_set.js';
import { indexOfAddress, validatorAt } from '../../consensus/types/validator_set.js';
import type { WholeBlock } from '../../consensus/types/whole_block.js';
import { type Bytes, EMPTY_BYTES, equalBytes } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { ZERO_TIME } from '../../kernel/time.js';
import type { SimNode } from '../../simulation/index.js';
import { submitEvidence } from '../actions/submit_evidence.js';
import type { SimulatedChain } from '../chain/chain.js';
import { OBSERVED_NODE, observedIdentity } from '../chain/node_identity.js';
import type { Loop } from '../runtime/loop.js';
import { type AdmitResult, isAdmitted, type TxAdmission } from '../runtime/tx_admission.js';
import type { TxWaits } from '../runtime/tx_waits.js';
import { netView } from '../views/net_view.js';
import { peerRoundViews } from '../views/peer_round_view.js';

export function cometBackend({
  chain,
  loop,
  admission,
  waits,
}: {
  readonly chain: SimulatedChain;
  readonly loop: Loop;
  readonly admission: TxAdmission;
  readonly waits: TxWaits;
}): CometBackend {
  const { app, blockStore, simNetwork, search } = chain;
  return {
    genesis: chain.genesis,
    node: () => nodeView(chain),
    base: () => blockStore.base,
    height: () => blockStore.height,
    block: (height) => blockStore.block(height),
    heightOfHash: (hash) => blockStore.heightOfHash(hash),
    commit: (height) => blockStore.commit(height),
    results: (height) => {
      const response = blockStore.results(height);
      return response && { height, response };
    },
    validators: (height) => blockStore.validators(height),
    params: (height) => blockStore.params(height),
    tx: (hash) => {
      const position = blockStore.position(hash);
      return position && txAt(blockStore, position);
    },
    searchTxs: (request) => search.txs(request),
    searchBlocks: (request) => search.blocks(request),
    roundState: () => roundStateView(simNetwork.node(OBSERVED_NODE)),
    net: () => netView(simNetwork, chain.identities),
    peers: () => peerRoundViews(simNetwork, chain.identities),
    unconfirmed: (limit) => unconfirmed(chain, limit),
    ...broadcastRoutes(chain, loop, waits),
    submitEvidence: (evidence) => submitEvidence(chain, loop, evidence),
    dial: (nodeIds) => dial(chain, loop, nodeIds),
    flushMempool: () => loop.run(() => admission.flush()),
    info: () => app.info(),
    query: (request) => app.query(request),
    parseQuery,
    listen: (listener) => chain.events.listen(listener),
  };
}

/** Shows the observed node with the current data of its validator. */
function nodeView(chain: SimulatedChain): NodeView {
  const { nodeId, moniker, listenAddress, rpcAddress } = observedIdentity(chain.identities);
  const key = chain.keys[OBSERVED_NODE];
  invariant(key !== undefined, 'a devnet has a validator');
  const { validators } = chain.blockStore.state;
  const at = indexOfAddress(validators, key.address);
  const absent = { address: key.address, pubKey: key.pubKey, votingPower: 0n, proposerPriority: 0n };
  const validator = at < 0 ? absent : validatorAt(validators, at);
  return { nodeId, moniker, listenAddress, rpcAddress, validator };
}

/**
 * Implements `dial_peers` and `dial_seeds`: reconnects links of the observed node that were cut. Unknown ids are
 * ignored; a real node would only log them.
 */
function dial({ simNetwork, identities }: SimulatedChain, loop: Loop, nodeIds: readonly Bytes[]): Promise<void> {
  const connect = async (): Promise<void> => {
    for (const nodeId of nodeIds) {
      const index = identities.findIndex((identity) => equalBytes(identity.nodeId, nodeId));
      if (index >= 0) simNetwork.connect(OBSERVED_NODE, index);
    }
  };
  return loop.run(connect, { next: 'settle' });
}

const blockHashOf = (block: WholeBlock | undefined): Bytes => block?.id.hash ?? EMPTY_BYTES;

const partsView = (set: PartSet | undefined): PartsView | undefined =>
  set && { received: set.parts.map((part) => part !== undefined) };

/** Shows the votes of a round. They are listed when they are read, because a height may have thousands of rounds. */
const votesView = ({ round, prevotes, precommits }: RoundVotes): VoteSetView => ({
  round,
  get prevotes() {
    return votesOf(prevotes);
  },
  get precommits() {
    return votesOf(precommits);
  },
});

/** Shows one validator's round state as the CometBFT RPC does (consensus-engine.md 5.2). */
export function roundStateView({ engine }: SimNode): RoundStateView {
  const { round, decidedState } = engine;
  return {
    height: round.height,
    round: round.round,
    step: round.step,
    startTime: round.startTime,
    commitTime: round.commitTime ?? ZERO_TIME,
    validators: round.validators,
    proposalBlockHash: blockHashOf(round.proposalBlock),
    lockedBlockHash: blockHashOf(round.lockedBlock),
    validBlockHash: blockHashOf(round.validBlock),
    votes: round.votes.rounds.map(votesView),
    proposal: round.proposal,
    proposalReceiveTime: round.proposalReceiveTime ?? ZERO_TIME,
    proposalBlock: round.proposalBlock?.block,
    proposalParts: partsView(round.proposalParts),
    lockedRound: round.lockedRound,
    lockedBlock: round.lockedBlock?.block,
    lockedParts: partsView(round.lockedBlock?.parts),
    validRound: round.validRound,
    validBlock: round.validBlock?.block,
    validParts: partsView(round.validBlock?.parts),
    commitRound: round.commitRound,
    lastCommit: round.lastCommit && votesOf(round.lastCommit),
    lastValidators: decidedState.chain.lastValidators,
    triggeredPrecommitWait: round.triggeredPrecommitWait,
  };
}

/**
 * Implements the broadcast methods of the CometBFT RPC: CheckTx, the mempool, and the wait for a block (CometBFT
 * rpc/core/mempool.go).
 */
function broadcastRoutes(
  chain: SimulatedChain,
  loop: Loop,
  waits: TxWaits,
): Pick<CometBackend, 'broadcast' | 'broadcastCommit' | 'checkTx'> {
  return {
    broadcast: async (bytes) => {
      const whole = chain.normalize(bytes);
      return whole.type === 'refused'
        ? refusal(whole, bytes)
        : outcomeOf(await loop.submit(whole.tx, { until: 'checked' }));
    },
    broadcastCommit: async (bytes, timeoutMs) => {
      const whole = chain.normalize(bytes);
      if (whole.type === 'refused') return { outcome: refusal(whole, bytes), location: undefined };
      const waiting = waits.forTx(txHash(whole.tx), timeoutMs);
      const admission = await loop.submit(whole.tx).catch((error: unknown) => {
        waiting.cancel();
        throw error;
      });
      if (!isAdmitted(admission)) waiting.cancel();
      return { outcome: outcomeOf(admission), location: await waiting.location };
    },
    checkTx: (bytes) =>
      loop.run(async () => {
        const whole = chain.normalize(bytes);
        return whole.type === 'refused' ? refusedCheck(whole) : chain.app.checkTx({ tx: whole.tx, type: 'new' });
      }),
  };
}

function outcomeOf(admission: AdmitResult): BroadcastOutcome {
  if (admission.type === 'refused') return { type: 'refused', reason: admission.reason };
  return { type: 'checked', check: admission.check, hash: admission.hash };
}

/** Refuses a bare Ethereum transaction that cannot be wrapped, as CheckTx would. */
function refusal(reason: Refusal, bytes: Bytes): BroadcastOutcome {
  return { type: 'checked', check: refusedCheck(reason), hash: txHash(bytes) };
}

function refusedCheck({ code, codespace, log }: Refusal): CheckTxResponse {
  return { data: EMPTY_BYTES, info: '', gasWanted: 0n, gasUsed: 0n, events: [], code, codespace, log };
}

function unconfirmed({ nextBaseFee, pool }: SimulatedChain, limit: number): UnconfirmedView {
  const txs = pool.waiting(nextBaseFee, limit).map(({ tx }) => tx);
  return { txs, total: pool.size, totalBytes: BigInt(pool.bytes) };
}

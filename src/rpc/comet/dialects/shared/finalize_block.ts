/**
 * Builds the dialects of CometBFT 0.38 and later (consensus-rpc.md 5): FinalizeBlock has one result, votes have
 * extensions, and NewBlockEvents exists. The versions differ in consensus parameters, in the ids of requests and in the
 * sizes of signatures; 1.0 also in evidence and validator updates.
 */
import type { ConsensusParamsUpdate, FinalizeBlockResponse, ValidatorUpdate } from '../../../../abci/application.js';
import { eventMap } from '../../../../abci/event_map.js';
import type { BlockResults, BusEvent } from '../../../../backend/comet.js';
import type { ConsensusParams } from '../../../../consensus/types/params.js';
import type { Json } from '../../../../kernel/json.js';
import type { Dialect } from '../dialect.js';
import { lazyEvent, type SubscriptionEvent } from '../subscription_event.js';
import { type BlockShape, blockWith } from './block.js';
import { blockId } from './block_id.js';
import { consensusEvent } from './consensus_events.js';
import { type EvidenceShape, evidence } from './evidence.js';
import { header } from './header.js';
import { paramsUpdateWithAbci } from './params.js';
import { sharedResults } from './results.js';
import { base64OrAbsent, base64OrNull, hex, int64, listOrAbsent, listOrNull } from './scalars.js';
import { fullResult, NO_RESULT, sparseEvent, txEvent } from './tx.js';
import { extendedVote, extendedVoteText } from './vote.js';
import { validatorUpdate } from './votes.js';

/** Encoders in which 1.0 differs from the versions before. */
interface BlockSpelling {
  readonly block: BlockShape;
  readonly evidence: EvidenceShape;
  paramsUpdate(update: ConsensusParamsUpdate): Json;
  validatorUpdate(update: ValidatorUpdate): Json;
}

const blockResults = ({ height, response }: BlockResults, { paramsUpdate, validatorUpdate }: BlockSpelling): Json => ({
  height: int64(height),
  txs_results: listOrNull(response.txResults, fullResult),
  finalize_block_events: listOrNull(response.events, sparseEvent),
  validator_updates: listOrNull(response.validatorUpdates, validatorUpdate),
  consensus_param_updates: response.consensusParamUpdates ? paramsUpdate(response.consensusParamUpdates) : null,
  app_hash: base64OrNull(response.appHash),
});

const finalizeBlock = (response: FinalizeBlockResponse, { paramsUpdate, validatorUpdate }: BlockSpelling): Json => ({
  events: listOrAbsent(response.events, sparseEvent),
  tx_results: listOrAbsent(response.txResults, fullResult),
  validator_updates: listOrNull(response.validatorUpdates, validatorUpdate),
  consensus_param_updates: response.consensusParamUpdates && paramsUpdate(response.consensusParamUpdates),
  app_hash: base64OrAbsent(response.appHash),
});

const newBlock = (event: BusEvent & { readonly type: 'NewBlock' }, spelling: BlockSpelling): SubscriptionEvent =>
  lazyEvent(
    'NewBlock',
    () => event.attributes,
    () => ({
      type: 'tendermint/event/NewBlock',
      value: {
        block: spelling.block(event.stored.block),
        block_id: blockId(event.stored.blockId),
        result_finalize_block: finalizeBlock(event.results, spelling),
      },
    }),
  );

const newBlockHeader = (event: BusEvent & { readonly type: 'NewBlockHeader' }): SubscriptionEvent =>
  lazyEvent(
    'NewBlockHeader',
    () => eventMap('NewBlockHeader', []),
    () => ({ type: 'tendermint/event/NewBlockHeader', value: { header: header(event.header) } }),
  );

/** Builds the block event for indexers, which earlier versions lack. */
const newBlockEvents = ({
  header: { height },
  results,
  numTxs,
}: BusEvent & { readonly type: 'NewBlockHeader' }): SubscriptionEvent =>
  lazyEvent(
    'NewBlockEvents',
    () => eventMap('NewBlockEvents', results.events),
    () => ({
      type: 'tendermint/event/NewBlockEvents',
      value: { height: int64(height), events: listOrNull(results.events, sparseEvent), num_txs: int64(numTxs) },
    }),
  );

function subscriptionEvents(event: BusEvent, spelling: BlockSpelling): readonly SubscriptionEvent[] {
  switch (event.type) {
    case 'NewBlock':
      return [newBlock(event, spelling)];
    case 'NewBlockHeader':
      return [newBlockHeader(event), newBlockEvents(event)];
    case 'Tx':
      return [txEvent(event)];
  }
  return [consensusEvent(event, { vote: extendedVote, evidenceStartsWith: 'height', evidence: spelling.evidence })];
}

/** Differences of a version from the others. */
interface VersionFacts
  extends Partial<Omit<Dialect, 'results' | 'subscriptionEvents'>>,
    Partial<Omit<BlockSpelling, 'block'>> {
  readonly version: string;
  readonly summary: string;
  readonly engineVersion: string;
  readonly p2pProtocol?: number;
  params(params: ConsensusParams): Json;
}

export function finalizeBlockDialect({
  params,
  p2pProtocol,
  evidence: item = evidence,
  paramsUpdate = paramsUpdateWithAbci,
  validatorUpdate: update = validatorUpdate,
  ...version
}: VersionFacts): Dialect {
  const { engineVersion } = version;
  const block = blockWith(extendedVote, item);
  const spelling = { block, evidence: item, paramsUpdate, validatorUpdate: update };
  return {
    absentRoutes: [],
    ...version,
    results: {
      ...sharedResults({
        engineVersion,
        ...(p2pProtocol !== undefined && { p2pProtocol }),
        block,
        voteLine: extendedVoteText,
        params,
      }),
      block_results: (results) => blockResults(results, spelling),
      check_tx: fullResult,
      broadcast_tx_commit: ({ check, hash, location }) => ({
        check_tx: fullResult(check),
        tx_result: fullResult(location?.result ?? NO_RESULT),
        hash: hex(hash),
        height: int64(location?.height ?? 0n),
      }),
    },
    subscriptionEvents: (event) => subscriptionEvents(event, spelling),
    subscriptionKey: (_text, query) => query.text,
    canceled: (reason) => `subscription was canceled (reason: ${reason})`,
  };
}

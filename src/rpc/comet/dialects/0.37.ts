/** CometBFT 0.37 (consensus-rpc.md 5): begin-block and end-block are apart, CheckTx has three more members. */
import type { CheckTxResponse } from '../../../abci/application.js';
import type { BlockResults, BusEvent } from '../../ports.js';
import type { Json } from '../protocol/json.js';
import type { Dialect } from './dialect.js';
import type { Notice } from './notice.js';
import { phaseResults, splitPhases } from './shared/begin_end.js';
import { block } from './shared/block.js';
import { consensusNotice } from './shared/consensus_notices.js';
import { sparseEvent } from './shared/event.js';
import { eventMap } from './shared/event_map.js';
import { header } from './shared/header.js';
import { params, paramsUpdate } from './shared/params.js';
import { sharedResults } from './shared/results.js';
import { hex, int64, listOrNull } from './shared/scalars.js';
import { txNotice } from './shared/tx_notice.js';
import { fullResult, NO_RESULT } from './shared/tx_result.js';
import { validatorUpdate } from './shared/validator.js';
import { plainVote, voteText } from './shared/vote.js';

const ENGINE_VERSION = '0.37.18';

/** The mempools of this version fill the last three only for themselves. */
const checkTx = (check: CheckTxResponse): Json => ({
  ...fullResult(check),
  sender: '',
  priority: '0',
  mempoolError: '',
});

function blockResults({ height, response }: BlockResults): Json {
  const { begin, end } = splitPhases(response.events);
  return {
    height: int64(height),
    txs_results: listOrNull(response.txResults, fullResult),
    begin_block_events: listOrNull(begin, sparseEvent),
    end_block_events: listOrNull(end, sparseEvent),
    validator_updates: listOrNull(response.validatorUpdates, validatorUpdate),
    consensus_param_updates: response.consensusParamUpdates ? paramsUpdate(response.consensusParamUpdates) : null,
  };
}

/** Both events of a block carry what the block's phases emitted. */
function blockNotice(event: BusEvent & { readonly type: 'NewBlock' | 'NewBlockHeader' }): Notice {
  const phases = splitPhases(event.results.events);
  return {
    name: event.type,
    attributes: eventMap(event.type, [...phases.begin, ...phases.end]),
    data: () => ({
      type: `tendermint/event/${event.type}`,
      value: {
        ...(event.type === 'NewBlock'
          ? { block: block(event.stored.block, plainVote) }
          : { header: header(event.header), num_txs: int64(event.numTxs) }),
        ...phaseResults(event.results, phases),
      },
    }),
  };
}

function notices(event: BusEvent): readonly Notice[] {
  switch (event.type) {
    case 'NewBlock':
    case 'NewBlockHeader':
      return [blockNotice(event)];
    case 'Tx':
      return [txNotice(event)];
  }
  return [consensusNotice(event, { vote: plainVote, evidenceStartsWith: 'evidence' })];
}

export const dialect: Dialect = {
  version: '0.37',
  engineVersion: ENGINE_VERSION,
  absentRoutes: [],
  results: {
    ...sharedResults({
      engineVersion: ENGINE_VERSION,
      vote: plainVote,
      voteLine: (vote) => voteText(vote, ''),
      params,
    }),
    block_results: blockResults,
    check_tx: checkTx,
    broadcast_tx_commit: ({ check, hash, location }) => ({
      check_tx: checkTx(check),
      deliver_tx: fullResult(location?.result ?? NO_RESULT),
      hash: hex(hash),
      height: int64(location?.height ?? 0n),
    }),
  },
  notices,
  subscriptionKey: (text) => text,
  canceled: (reason) => `subscription was canceled (reason: ${reason})`,
};

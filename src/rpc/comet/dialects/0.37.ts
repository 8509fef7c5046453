/**
 * Defines the dialect of CometBFT 0.37 (consensus-rpc.md 5): begin-block and end-block are separate, and CheckTx has
 * three more members. This is the default dialect, so `bind` adds to its blocks the documented members that the wire
 * format lacks.
 */
import type { Vote } from '../../../consensus/types/vote.js';
import type { Dialect, Shapes } from './dialect.js';
import { phasedEvent, phasedResults } from './shared/begin_end.js';
import { type BlockShape, blockWith } from './shared/block.js';
import { consensusDump } from './shared/consensus_dump.js';
import { consensusEvent } from './shared/consensus_events.js';
import { widenedBlock } from './shared/documented/block.js';
import { keysOf } from './shared/documented/evidence.js';
import { header } from './shared/header.js';
import { params, paramsUpdate } from './shared/params.js';
import { sharedResults } from './shared/results.js';
import { checkTxWith, deliveredTx, fullResult, sparseEvent, txEvent } from './shared/tx.js';
import { plainVote, voteText } from './shared/vote.js';

const ENGINE_VERSION = '0.37.18';

const wireBlock = blockWith(plainVote);
const voteLine = (vote: Vote): string => voteText(vote, '');
const checkTx = checkTxWith(fullResult);

/**
 * Builds the dialect with its committed blocks in one of two shapes: the wire format, or the wire format plus the
 * documented members. Blocks of a round in progress always use the wire format.
 */
const withBlocks = (shape: BlockShape): Shapes => ({
  results: {
    ...sharedResults({ engineVersion: ENGINE_VERSION, block: shape, voteLine, params }),
    dump_consensus_state: (view, rounds) => consensusDump(view, { block: wireBlock, voteLine }, rounds),
    block_results: (results) => phasedResults(results, { txResult: fullResult, event: sparseEvent, paramsUpdate }),
    check_tx: checkTx,
    broadcast_tx_commit: deliveredTx(checkTx, fullResult),
  },
  subscriptionEvents: (event) => {
    switch (event.type) {
      case 'NewBlock':
      case 'NewBlockHeader':
        return [phasedEvent(event, { block: shape, header, event: sparseEvent, paramsUpdate })];
      case 'Tx':
        return [txEvent(event)];
    }
    return [consensusEvent(event, { vote: plainVote, evidenceStartsWith: 'evidence' })];
  },
});

export const dialect: Dialect = {
  version: '0.37',
  summary: "Encodes as CometBFT 0.37; blocks also have what the engine's documentation shows of them.",
  engineVersion: ENGINE_VERSION,
  absentRoutes: [],
  ...withBlocks(wireBlock),
  subscriptionKey: (text) => text,
  canceled: (reason) => `subscription was canceled (reason: ${reason})`,
  bind: (validators) => ({ ...dialect, ...withBlocks(widenedBlock(keysOf(validators))) }),
};

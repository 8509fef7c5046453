/** Returns the height of the state that a query reads. */
import type { Height } from '../../../codec/ibc/client.js';
import { readBlockRecord } from '../../sdk/block_record.js';
import { readChainParams } from '../../sdk/chain_params.js';
import type { StateReader } from '../../state/types.js';
import { revisionOf } from './identifiers.js';

export const queryHeight = (state: StateReader): Height => ({
  revisionNumber: revisionOf(readChainParams(state).chainId),
  revisionHeight: readBlockRecord(state).height,
});

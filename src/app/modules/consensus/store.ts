/**
 * Reads and writes the key of x/consensus, which is the SDK's: the parameters of the engine. It exists only after a
 * proposal has set them, because the engine knows those of the genesis.
 */

import type { ConsensusParamsUpdate } from '../../../abci/application.js';
import { decodeParamsUpdate, encodeParamsUpdate } from '../../../abci/wire/params.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';

const PARAMS_KEY = utf8('Consensus');

export const storedConsensusParams = (state: StateReader): Bytes | undefined => state.get('consensus', PARAMS_KEY);

export function writeConsensusParams(state: WorkingState, params: ConsensusParamsUpdate): void {
  state.set('consensus', PARAMS_KEY, encodeParamsUpdate(params));
}

/** Returns the parameters that proposals have set since `before`; undefined where none has. */
export function changedConsensusParams(
  state: StateReader,
  before: Bytes | undefined,
): ConsensusParamsUpdate | undefined {
  const now = storedConsensusParams(state);
  return now === undefined || now === before ? undefined : decodeParamsUpdate(now);
}

/**
 * Reads and writes the key of x/consensus, which is the SDK's: the parameters of the engine. It exists only after a
 * proposal has set them, because the engine knows those of the genesis.
 */

import type { ConsensusParamsUpdate } from '../../../abci/application.js';
import { decodeParamsUpdate, encodeParamsUpdate } from '../../../abci/wire/params.js';
import { duration, int, repeatedString } from '../../../codec/protobuf/field.js';
import { message } from '../../../codec/protobuf/message.js';
import { utf8 } from '../../../kernel/text.js';
import type { WorkingState } from '../../state/types.js';

export const Block = message('tendermint.types.BlockParams', { maxBytes: int(1), maxGas: int(2) });
export const Evidence = message('tendermint.types.EvidenceParams', {
  maxAgeNumBlocks: int(1),
  maxAgeDuration: duration(2),
  maxBytes: int(3),
});
export const Validator = message('tendermint.types.ValidatorParams', { pubKeyTypes: repeatedString(1) });
export const Abci = message('tendermint.types.ABCIParams', { voteExtensionsEnableHeight: int(1) });

const PARAMS_KEY = utf8('Consensus');
/** Exists only inside a block whose end returns the parameters. */
const CHANGED_KEY = utf8('changed');

export function writeConsensusParams(state: WorkingState, params: ConsensusParamsUpdate): void {
  state.set('consensus', PARAMS_KEY, encodeParamsUpdate(params));
  state.set('consensus', CHANGED_KEY, CHANGED_KEY);
}

/** Returns the parameters that this block has set, and forgets that it has; undefined where it has set none. */
export function takeChangedParams(state: WorkingState): ConsensusParamsUpdate | undefined {
  if (state.get('consensus', CHANGED_KEY) === undefined) return undefined;
  state.delete('consensus', CHANGED_KEY);
  const value = state.get('consensus', PARAMS_KEY);
  return value && decodeParamsUpdate(value);
}

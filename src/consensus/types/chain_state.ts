/**
 * Computes the chain's state: CometBFT's `state.State` after InitChain and after each block (state/state.go and
 * updateState in state/execution.go; consensus-engine.md 2.12, 3.3).
 */
import type {
  ExecTxResult,
  FinalizeBlockResponse,
  InitChainResponse,
  ValidatorUpdate,
} from '../../abci/application.js';
import { keyProblem } from '../../abci/pub_key.js';
import { merkleRoot } from '../../codec/merkle/index.js';
import { ProtoWriter } from '../../codec/protobuf/index.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError, invariant } from '../../kernel/errors.js';
import { type BlockId, NIL_BLOCK_ID } from './block_id.js';
import type { ChainState } from './chain_state_codec.js';
import type { GenesisDoc } from './genesis.js';
import type { Header } from './header.js';
import { type ConsensusParams, paramsUpdateProblem, updateParams, validateParams } from './params.js';
import {
  EMPTY_VALIDATOR_SET,
  incrementProposerPriority,
  newValidatorSet,
  updateValidatorSet,
  type ValidatorSet,
  validatorUpdatesProblem,
} from './validator_set.js';

export { type ChainState, decodeChainState, encodeChainState } from './chain_state_codec.js';

/**
 * Encodes the part of a result on which all nodes agree: log, info, events and codespace are not hashed
 * (consensus-engine.md 2.10, 8.4).
 */
export function encodeDeterministicResult(result: ExecTxResult): Bytes {
  return new ProtoWriter()
    .uint(1, result.code)
    .bytes(2, result.data)
    .int(5, result.gasWanted)
    .int(6, result.gasUsed)
    .finish();
}

const knownResultsHashes = new WeakMap<readonly ExecTxResult[], Bytes>();

/** Computes `last_results_hash` of the next header, once for each list. */
export function lastResultsHash(results: readonly ExecTxResult[]): Bytes {
  const known = knownResultsHashes.get(results);
  if (known !== undefined) return known;
  const hash = merkleRoot(results.map(encodeDeterministicResult));
  knownResultsHashes.set(results, hash);
  return hash;
}

/**
 * Returns the state before the first block, after InitChain. `appVersion` is the version that Info returned. Throws
 * HalleyError 'invalid-genesis' when the application's response leaves no valid validators or parameters.
 */
export function genesisState(doc: GenesisDoc, response: InitChainResponse, appVersion: bigint): ChainState {
  const members: readonly ValidatorUpdate[] = response.validators.length > 0 ? response.validators : doc.validators;
  const update = response.consensusParams;
  const params = update === undefined ? doc.consensusParams : updateParams(doc.consensusParams, update);
  const problem = initialSetProblem(members, params) ?? validateParams(params);
  if (problem !== undefined)
    throw new HalleyError('invalid-genesis', `genesis: ${problem}`, { chainId: doc.chainId, problem });
  const validators = newValidatorSet(members);
  return {
    chainId: doc.chainId,
    initialHeight: doc.initialHeight,
    appVersion: update === undefined ? appVersion : params.version.app,
    lastBlockHeight: 0n,
    lastBlockId: NIL_BLOCK_ID,
    lastBlockTime: doc.genesisTime,
    lastValidators: undefined,
    validators,
    nextValidators: incrementProposerPriority(validators, 1),
    params,
    lastResultsHash: lastResultsHash([]),
    appHash: response.appHash.length > 0 ? response.appHash : doc.appHash,
  };
}

function initialSetProblem(members: readonly ValidatorUpdate[], params: ConsensusParams): string | undefined {
  if (members.length === 0) return 'neither the document nor the application names a validator';
  if (members.some(({ power }) => power === 0n)) return 'a validator has power 0';
  return validatorUpdateProblem(EMPTY_VALIDATOR_SET, members, params);
}

function validatorUpdateProblem(
  set: ValidatorSet,
  updates: readonly ValidatorUpdate[],
  params: ConsensusParams,
): string | undefined {
  for (const { pubKey } of updates) {
    const allowed = params.validator.pubKeyTypes;
    if (!allowed.includes(pubKey.type))
      return `a validator key is of type ${pubKey.type}, allowed: ${allowed.join(', ')}`;
    const problem = keyProblem(pubKey);
    if (problem !== undefined) return `a validator's ${problem}`;
  }
  return validatorUpdatesProblem(set, updates);
}

/** Parts of a block that the state after it depends on. */
interface Executed {
  readonly header: Pick<Header, 'height' | 'time'>;
  readonly txs: readonly unknown[];
}

/** Returns why the application's response to `block` would halt the chain; undefined when it is valid. */
export function responseProblem(
  state: ChainState,
  block: Executed,
  response: FinalizeBlockResponse,
): string | undefined {
  const { txResults, validatorUpdates, consensusParamUpdates } = response;
  if (txResults.length !== block.txs.length) return `${txResults.length} results for ${block.txs.length} transactions`;
  const problem = validatorUpdateProblem(state.nextValidators, validatorUpdates, state.params);
  if (problem !== undefined || consensusParamUpdates === undefined) return problem;
  return paramsUpdateProblem(state.params, consensusParamUpdates, block.header.height);
}

/**
 * Returns the state after `block`. Validator updates go to `nextValidators` and so sign two heights later; parameters
 * apply at the next height. Throws InvariantViolation for a response that `responseProblem` refuses.
 */
export function nextState(
  state: ChainState,
  block: Executed,
  blockId: BlockId,
  response: FinalizeBlockResponse,
): ChainState {
  const { height, time } = block.header;
  const problem = responseProblem(state, block, response);
  invariant(problem === undefined, `the application's answer to block ${height}: ${problem}`);
  const update = response.consensusParamUpdates;
  const params = update === undefined ? state.params : updateParams(state.params, update);
  return {
    chainId: state.chainId,
    initialHeight: state.initialHeight,
    appVersion: update === undefined ? state.appVersion : params.version.app,
    lastBlockHeight: height,
    lastBlockId: blockId,
    lastBlockTime: time,
    lastValidators: state.validators,
    validators: state.nextValidators,
    nextValidators: incrementProposerPriority(updateValidatorSet(state.nextValidators, response.validatorUpdates), 1),
    params,
    lastResultsHash: lastResultsHash(response.txResults),
    appHash: response.appHash,
  };
}

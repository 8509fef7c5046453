/** Validates a client by itself (ibc-go v10 07-tendermint `Validate`, `ValidateBasic`). Functions throw TxFailure. */
import type { ClientState, ConsensusState } from '../../../../codec/ibc/tendermint.js';
import { trustLevelProblem } from '../../../../consensus/types/light.js';
import { goDurationText } from '../../../../kernel/go_duration.js';
import { utf8 } from '../../../../kernel/text.js';
import { NANOS_PER_SECOND } from '../../../../kernel/time.js';
import { ibcFailure, plainFailure } from '../failure.js';
import { revisionOf } from '../identifiers.js';

const MAX_CHAIN_ID_BYTES = 50;
const HASH_BYTES = 32;

export function checkClientState(client: ClientState): void {
  checkChainId(client.chainId);
  const problem = trustLevelProblem(client.trustLevel);
  if (problem !== undefined) throw ibcFailure('invalidTrustLevel', problem);
  checkPeriods(client);
  checkLatestHeight(client);
  if (client.trustingPeriod >= client.unbondingPeriod)
    throw ibcFailure(
      'invalidTrustingPeriod',
      `trusting period (${goDurationText(client.trustingPeriod)}) should be < unbonding period (${goDurationText(client.unbondingPeriod)})`,
    );
  if (client.proofSpecs.length === 0) throw ibcFailure('invalidProofSpecs', 'proof specs cannot be nil for tm client');
  for (const [index, key] of client.upgradePath.entries())
    if (key.trim() === '') throw ibcFailure('invalidClient', `key in upgrade path at index ${index} cannot be empty`);
}

function checkChainId(chainId: string): void {
  if (chainId.trim() === '') throw ibcFailure('invalidChainId', 'chain id cannot be empty string');
  const { length } = utf8(chainId);
  if (length > MAX_CHAIN_ID_BYTES)
    throw ibcFailure('invalidChainId', `chainID is too long; got: ${length}, max: ${MAX_CHAIN_ID_BYTES}`);
}

function checkPeriods({ trustingPeriod, unbondingPeriod, maxClockDrift }: ClientState): void {
  if (trustingPeriod <= 0n) throw ibcFailure('invalidTrustingPeriod', 'trusting period must be greater than zero');
  if (unbondingPeriod <= 0n) throw ibcFailure('invalidUnbondingPeriod', 'unbonding period must be greater than zero');
  if (maxClockDrift <= 0n) throw ibcFailure('invalidMaxClockDrift', 'max clock drift must be greater than zero');
}

function checkLatestHeight({ latestHeight, chainId }: ClientState): void {
  const revision = revisionOf(chainId);
  if (latestHeight.revisionNumber !== revision)
    throw ibcFailure(
      'invalidHeaderHeight',
      `latest height revision number must match chain id revision number (${latestHeight.revisionNumber} != ${revision})`,
    );
  if (latestHeight.revisionHeight === 0n)
    throw ibcFailure('invalidHeaderHeight', "tendermint client's latest height revision height cannot be zero");
}

export function checkConsensusState({ root, nextValidatorsHash, timestamp }: ConsensusState): void {
  if (root.hash.length === 0) throw ibcFailure('invalidConsensus', 'root cannot be empty');
  const { length } = nextValidatorsHash;
  if (length > 0 && length !== HASH_BYTES)
    throw plainFailure(`next validators hash is invalid: expected size to be ${HASH_BYTES} bytes, got ${length} bytes`);
  if (timestamp < NANOS_PER_SECOND) throw ibcFailure('invalidConsensus', 'timestamp must be a positive Unix time');
}

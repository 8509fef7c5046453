/** Verifies whether a client may accept a header (ibc-go v10 07-tendermint `verifyHeader`). */
import type { ClientState, ConsensusState } from '../../../../codec/ibc/tendermint.js';
import { verifyLight } from '../../../../consensus/types/light.js';
import { type ValidatorSet, validatorsHash } from '../../../../consensus/types/validator_set.js';
import type { Verify } from '../../../../consensus/types/verify_commit.js';
import { consensusCrypto } from '../../../../crypto/validator_keys.js';
import { equalBytes } from '../../../../kernel/bytes.js';
import { toUpperHex } from '../../../../kernel/hex.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { ibcFailure, plainFailure } from '../failure.js';
import { heightText } from '../height.js';
import type { LightHeader } from './header.js';
import { readConsensusState } from './store.js';

/** Verifies a validator's signature. Clients refuse ML-DSA, which loads late: all nodes must have the same answer. */
export const verifySignature: Verify = (pubKey, message, { bytes }) =>
  pubKey.type !== 'ml_dsa_65' && consensusCrypto.verify(pubKey, message, bytes);

/** Verifies a header. Throws TxFailure. */
export function verifyHeader(context: MessageContext, clientId: string, client: ClientState, light: LightHeader): void {
  const { height, trustedHeight } = light;
  const trusted = readConsensusState(context.state, clientId, trustedHeight);
  if (trusted === undefined)
    throw ibcFailure(
      'consensusStateNotFound',
      `could not get trusted consensus state from clientStore for Header at TrustedHeight: ${heightText(trustedHeight)}`,
    );
  const nextValidators = trustedValidatorsOf(light, trusted);
  if (height.revisionNumber !== trustedHeight.revisionNumber)
    throw ibcFailure(
      'invalidHeaderHeight',
      `header height revision ${height.revisionNumber} does not match trusted header revision ${trustedHeight.revisionNumber}`,
    );
  const known = {
    chainId: client.chainId,
    height: trustedHeight.revisionHeight,
    time: trusted.timestamp,
    nextValidatorsHash: trusted.nextValidatorsHash,
  };
  const { trustingPeriod, maxClockDrift, trustLevel } = client;
  const rules = { trustingPeriod, maxClockDrift, trustLevel, now: context.block.time, verify: verifySignature };
  const problem = verifyLight(known, nextValidators, light, rules);
  if (problem !== undefined) throw plainFailure(`failed to verify header: ${problem}`);
}

/** Returns the set whose hash the trusted header has. Throws TxFailure for another set. */
export function trustedValidatorsOf({ trustedValidators }: LightHeader, trusted: ConsensusState): ValidatorSet {
  if (trustedValidators === undefined)
    throw plainFailure('trusted validator set in not tendermint validator set type: nil validator set');
  const hash = validatorsHash(trustedValidators);
  if (equalBytes(trusted.nextValidatorsHash, hash)) return trustedValidators;
  throw ibcFailure(
    'invalidValidatorSet',
    `trusted validators do not hash to latest trusted validators. Expected: ${toUpperHex(trusted.nextValidatorsHash)}, got: ${toUpperHex(hash)}`,
  );
}

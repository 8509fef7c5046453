/** Decodes the header that updates a client into the engine's types (ibc-go v10 07-tendermint `header.go`). */
import type { Height } from '../../../../codec/ibc/client.js';
import type { ClientHeader, ConsensusState } from '../../../../codec/ibc/tendermint.js';
import type { Commit } from '../../../../consensus/types/commit.js';
import { SignedHeader } from '../../../../consensus/types/evidence_codec.js';
import type { Header } from '../../../../consensus/types/header.js';
import { signedHeaderProblem, validatorSetProblem } from '../../../../consensus/types/light_block.js';
import {
  decodeValidatorSet,
  MAX_TOTAL_VOTING_POWER,
  type ValidatorSet,
  validatorsHash,
} from '../../../../consensus/types/validator_set.js';
import { type Bytes, equalBytes } from '../../../../kernel/bytes.js';
import { decoded, ibcFailure, plainFailure } from '../failure.js';
import { compareHeights, heightText } from '../height.js';
import { revisionOf } from '../identifiers.js';

export interface LightHeader {
  readonly header: Header;
  readonly commit: Commit;
  readonly validatorSet: ValidatorSet;
  readonly height: Height;
  readonly trustedHeight: Height;
  /** `undefined` where the header has none. */
  readonly trustedValidators: ValidatorSet | undefined;
}

/** Decodes a header and validates it by itself. Throws TxFailure. */
export function readLightHeader({
  signedHeader,
  validatorSet,
  trustedHeight,
  trustedValidators,
}: ClientHeader): LightHeader {
  if (signedHeader.length === 0) throw ibcFailure('invalidHeader', 'tendermint signed header cannot be nil');
  const { header, commit } = decoded(
    () => SignedHeader.decode(signedHeader),
    (problem) => plainFailure(`header is not a tendermint header: ${problem}`),
  );
  const problem = signedHeaderProblem(header, commit);
  if (problem !== undefined) throw plainFailure(`header failed basic validation: ${problem}`);
  const height = { revisionNumber: revisionOf(header.chainId), revisionHeight: header.height };
  if (compareHeights(trustedHeight, height) >= 0)
    throw ibcFailure(
      'invalidHeaderHeight',
      `TrustedHeight ${heightText(trustedHeight)} must be less than header height ${heightText(height)}`,
    );
  if (validatorSet.length === 0) throw ibcFailure('invalidHeader', 'validator set is nil');
  const set = readSet('validator set is not tendermint validator set', validatorSet);
  if (!equalBytes(header.validatorsHash, validatorsHash(set)))
    throw ibcFailure('invalidHeader', 'validator set does not match hash');
  const trusted =
    trustedValidators.length === 0
      ? undefined
      : readSet('trusted validator set in not tendermint validator set type', trustedValidators);
  return { header, commit, validatorSet: set, height, trustedHeight, trustedValidators: trusted };
}

function readSet(what: string, bytes: Bytes): ValidatorSet {
  const set = decoded(
    () => decodeValidatorSet(bytes),
    (problem) => plainFailure(`${what}: ${problem}`),
  );
  const problem =
    validatorSetProblem(set) ??
    (set.totalVotingPower > MAX_TOTAL_VOTING_POWER
      ? `total voting power ${set.totalVotingPower} exceeds the maximum ${MAX_TOTAL_VOTING_POWER}`
      : undefined);
  if (problem !== undefined) throw plainFailure(`${what}: ${problem}`);
  return set;
}

/** Returns the consensus state that a client stores for a header. */
export const consensusStateOf = ({ header }: LightHeader): ConsensusState => ({
  timestamp: header.time,
  root: { hash: header.appHash },
  nextValidatorsHash: header.nextValidatorsHash,
});

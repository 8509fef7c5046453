/** Makes the evidence against a validator that signed twice. */
import { type DuplicateVoteEvidence, makeDuplicateVoteEvidence } from '../../src/consensus/types/evidence.js';
import type { Header } from '../../src/consensus/types/header.js';
import { indexOfAddress, type ValidatorSet } from '../../src/consensus/types/validator_set.js';
import { type Vote, VoteType, voteSignBytes } from '../../src/consensus/types/vote.js';
import { ed25519Sign } from '../../src/crypto/ed25519.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { utf8 } from '../../src/kernel/text.js';

interface Signer {
  readonly seed: Bytes;
  readonly address: Bytes;
}

/**
 * Makes evidence of two precommits by one validator at a height, for two blocks that do not exist. Both signatures are
 * valid.
 */
export function doubleSign(
  key: Signer,
  validators: ValidatorSet,
  { chainId, height, time }: Pick<Header, 'chainId' | 'height' | 'time'>,
): DuplicateVoteEvidence {
  const [one, two] = ['one', 'two'].map((text): Vote => {
    const hash = sha256(utf8(text));
    const unsigned = {
      type: VoteType.Precommit,
      height,
      round: 0,
      blockId: { hash, parts: { total: 1, hash } },
      timestamp: time,
      validatorAddress: key.address,
      validatorIndex: indexOfAddress(validators, key.address),
    };
    const message = voteSignBytes(chainId, { ...unsigned, signature: { bytes: new Uint8Array() } });
    return { ...unsigned, signature: { bytes: ed25519Sign(key.seed, message) } };
  });
  return makeDuplicateVoteEvidence(one as Vote, two as Vote, time, validators);
}

/** Makes evidence: a validator of the fixture signs a second precommit at a height, for a block that does not exist. */
import { commitToVote } from '../../../src/consensus/types/commit.js';
import { type DuplicateVoteEvidence, makeDuplicateVoteEvidence } from '../../../src/consensus/types/evidence.js';
import { addressOf } from '../../../src/consensus/types/validator_set.js';
import { voteSignBytes } from '../../../src/consensus/types/vote.js';
import { ed25519PublicKey, ed25519Sign } from '../../../src/crypto/ed25519.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import type { FixtureChain } from './fixture.js';

function seedOf(address: Bytes): Bytes {
  const seeds = ['0', '1', '2', '3'].map((name) => sha256(utf8(`fixture validator ${name}`)));
  const bytesOf = (seed: Bytes) => addressOf({ type: 'ed25519', bytes: ed25519PublicKey(seed) });
  const seed = seeds.find((candidate) => toHex(bytesOf(candidate)) === toHex(address));
  if (seed === undefined) throw new Error(`${toHex(address)} is no validator of the fixture`);
  return seed;
}

export function doubleVote(chain: FixtureChain, height: bigint): DuplicateVoteEvidence {
  const commit = chain.commit(height)?.commit;
  const validators = chain.validators(height);
  const block = chain.block(height)?.block;
  if (!commit || !validators || !block) throw new Error(`there is no block ${height}`);
  const vote = commitToVote(commit, 0);
  const hash = sha256(utf8('another block'));
  const unsigned = { ...vote, blockId: { hash, parts: { total: 1, hash } } };
  const bytes = ed25519Sign(seedOf(vote.validatorAddress), voteSignBytes(chain.genesis.chainId, unsigned));
  return makeDuplicateVoteEvidence(vote, { ...unsigned, signature: { bytes } }, block.header.time, validators);
}

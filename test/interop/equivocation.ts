/**
 * Makes evidence against a validator whose key the test has: two precommits at one height, as JSON that any node
 * accepts.
 */
import type { PubKey } from '../../src/abci/application.js';
import type { BlockId } from '../../src/consensus/types/block_id.js';
import { blockIdKey } from '../../src/consensus/types/block_id.js';
import { NO_SIGNATURE } from '../../src/consensus/types/signature.js';
import { type Vote, VoteType, voteSignBytes } from '../../src/consensus/types/vote.js';
import { consensusCrypto, validatorPublicKey } from '../../src/crypto/validator_keys.js';
import { sha256 } from '../../src/kernel/hash.js';
import { toUpperHex } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';
import { formatTime, parseTime, type UnixNanos } from '../../src/kernel/time.js';
import { resultOf } from './two_chains.js';

interface Validators {
  readonly validators: readonly {
    readonly address: string;
    readonly pub_key: { readonly value: string };
    readonly voting_power: string;
  }[];
}

const blockIdOf = (name: string): BlockId => ({
  hash: sha256(utf8(name)),
  parts: { total: 1, hash: sha256(utf8(`parts of ${name}`)) },
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const voteJson = (vote: Vote) => ({
  type: vote.type,
  height: vote.height.toString(),
  round: vote.round,
  block_id: {
    hash: toUpperHex(vote.blockId.hash),
    parts: { total: vote.blockId.parts.total, hash: toUpperHex(vote.blockId.parts.hash) },
  },
  timestamp: formatTime(vote.timestamp),
  validator_address: toUpperHex(vote.validatorAddress),
  validator_index: vote.validatorIndex,
  signature: base64(vote.signature.bytes),
  extension: null,
  extension_signature: null,
});

/**
 * Makes the evidence. `seed` is the secret of 32 bytes of a validator's key of `type` at `height`. Throws when no
 * validator has that key.
 */
export async function duplicateVoteEvidence(
  url: string,
  height: number,
  seed: Uint8Array,
  type: PubKey['type'] = 'ed25519',
): Promise<unknown> {
  const { header } = await resultOf<{ header: { chain_id: string; time: string } }>(url, `header?height=${height}`);
  const { validators } = await resultOf<Validators>(url, `validators?height=${height}`);
  const pubKey = base64(validatorPublicKey(type, seed).bytes);
  const validatorIndex = validators.findIndex(({ pub_key }) => pub_key.value === pubKey);
  const validator = validators[validatorIndex];
  if (validator === undefined) throw new Error(`no validator at height ${height} has the key`);
  const timestamp = parseTime(header.time) as UnixNanos;
  const signed = (blockId: BlockId): Vote => {
    const vote: Vote = {
      type: VoteType.Precommit,
      height: BigInt(height),
      round: 0,
      blockId,
      timestamp,
      validatorAddress: Buffer.from(validator.address, 'hex'),
      validatorIndex,
      signature: NO_SIGNATURE,
    };
    return { ...vote, signature: { bytes: consensusCrypto.sign(seed, voteSignBytes(header.chain_id, vote), type) } };
  };
  const [one, other] = [blockIdOf('one'), blockIdOf('another')];
  const [a, b] = blockIdKey(one) < blockIdKey(other) ? [one, other] : [other, one];
  return {
    type: 'tendermint/DuplicateVoteEvidence',
    value: {
      vote_a: voteJson(signed(a)),
      vote_b: voteJson(signed(b)),
      TotalVotingPower: validators.reduce((sum, { voting_power }) => sum + BigInt(voting_power), 0n).toString(),
      ValidatorPower: validator.voting_power,
      Timestamp: header.time,
    },
  };
}

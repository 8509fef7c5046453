/**
 * A signature by a key of this process. It is computed when its bytes are first read, and is known to be valid before,
 * because it knows its message. A vote that was changed is another object, and its signature is verified for real
 * (`verify_signature.ts`).
 */
import type { PubKey } from '../../abci/application.js';
import { canonicalExtensionBytes } from '../../abci/wire/last_commit.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import type { ConsensusCrypto, ValidatorKey } from '../env.js';
import { type Proposal, proposalSignBytes } from '../types/proposal.js';
import type { Signature } from '../types/signature.js';
import { type Vote, type VoteExtension, voteSignBytes } from '../types/vote.js';

type Signed = Vote | Proposal;
/** Every field of a vote except its signature. */
export type VoteFacts = Omit<Vote, 'signature'>;
export type ProposalFacts = Omit<Proposal, 'signature'>;

export class OwnSignature implements Signature {
  readonly #crypto: ConsensusCrypto;
  readonly #chainId: string;
  readonly #key: ValidatorKey;
  /** Set by the factories of votes and proposals, before any other code sees the signature. */
  #subject: Signed | undefined;
  /** Object that was found to be the public key: the sets of all nodes share it. */
  #asked: PubKey | undefined;
  #message: Bytes | undefined;
  #made: Bytes | undefined;

  private constructor(crypto: ConsensusCrypto, chainId: string, key: ValidatorKey) {
    this.#crypto = crypto;
    this.#chainId = chainId;
    this.#key = key;
  }

  static onVote(crypto: ConsensusCrypto, chainId: string, key: ValidatorKey, facts: VoteFacts): Vote {
    const signature = new OwnSignature(crypto, chainId, key);
    const { type, height, round, blockId, timestamp, validatorAddress, validatorIndex, extension } = facts;
    const plain = { type, height, round, blockId, timestamp, validatorAddress, validatorIndex, signature };
    const vote = extension === undefined ? plain : { ...plain, extension };
    signature.#subject = vote;
    return vote;
  }

  static onExtension(
    crypto: ConsensusCrypto,
    chainId: string,
    key: ValidatorKey,
    place: Pick<Vote, 'height' | 'round'>,
    bytes: Bytes,
  ): VoteExtension {
    const signature = new OwnSignature(crypto, chainId, key);
    signature.#message = canonicalExtensionBytes(chainId, place, bytes);
    return { bytes, signature };
  }

  static onProposal(crypto: ConsensusCrypto, chainId: string, key: ValidatorKey, facts: ProposalFacts): Proposal {
    const signature = new OwnSignature(crypto, chainId, key);
    const { height, round, polRound, blockId, timestamp } = facts;
    const proposal = { height, round, polRound, blockId, timestamp, signature };
    signature.#subject = proposal;
    return proposal;
  }

  get bytes(): Bytes {
    this.#made ??= this.#crypto.sign(this.#key.seed, this.#signBytes(), this.#key.pubKey.type);
    return this.#made;
  }

  /** Reports whether this key signed this very object. */
  isOn(subject: Signed, pubKey: PubKey): boolean {
    if (subject !== this.#subject) return false;
    if (pubKey === this.#asked) return true;
    if (!isSameKey(pubKey, this.#key.pubKey)) return false;
    this.#asked = pubKey;
    return true;
  }

  /** Reports whether this key signed these bytes. */
  isOver(message: Bytes, pubKey: PubKey): boolean {
    return isSameKey(pubKey, this.#key.pubKey) && equalBytes(message, this.#signBytes());
  }

  #signBytes(): Bytes {
    if (this.#message !== undefined) return this.#message;
    const subject = this.#subject;
    if (subject === undefined) throw new InvariantViolation('a signature on nothing');
    this.#message =
      'type' in subject ? voteSignBytes(this.#chainId, subject) : proposalSignBytes(this.#chainId, subject);
    return this.#message;
  }
}

export const isSameKey = (a: PubKey, b: PubKey): boolean =>
  a === b || (a.type === b.type && equalBytes(a.bytes, b.bytes));

/** Reports whether a key of this process signed this very object: then it is well formed and well signed. */
export const isOwn = (subject: Signed, pubKey: PubKey): boolean =>
  subject.signature instanceof OwnSignature && subject.signature.isOn(subject, pubKey);

/** Verifies signatures, unless a memo table knows the object (see `caches.ts`). */
import type { PubKey } from '../../abci/application.js';
import { canonicalExtensionBytes } from '../../abci/wire/last_commit.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Verifier } from '../env.js';
import { type Proposal, proposalSignBytes } from '../types/proposal.js';
import type { Signature } from '../types/signature.js';
import { type Vote, voteSignBytes } from '../types/vote.js';
import { isOwn, isSameKey, OwnSignature } from './own_signature.js';

/** Reports whether `signature` is valid. One by a key of this process is valid when it covers the same message. */
export function verifySignature({ crypto }: Verifier, pubKey: PubKey, message: Bytes, signature: Signature): boolean {
  if (signature instanceof OwnSignature) return signature.isOver(message, pubKey);
  return crypto.verify(pubKey, message, signature.bytes);
}

function verifySigned(env: Verifier, pubKey: PubKey, signed: Vote | Proposal, message: () => Bytes): boolean {
  if (isOwn(signed, pubKey)) return true;
  const signer = env.caches.signers.get(signed);
  if (signer !== undefined) return isSameKey(signer, pubKey);
  if (!verifySignature(env, pubKey, message(), signed.signature)) return false;
  env.caches.signers.set(signed, pubKey);
  return true;
}

export const verifyVote = (env: Verifier, chainId: string, pubKey: PubKey, vote: Vote): boolean =>
  verifySigned(env, pubKey, vote, () => voteSignBytes(chainId, vote));

/** Reports whether a vote has an extension that its validator signed. */
export function verifyExtension(env: Verifier, chainId: string, pubKey: PubKey, vote: Vote): boolean {
  const { extension } = vote;
  if (extension === undefined) return false;
  return verifySignature(env, pubKey, canonicalExtensionBytes(chainId, vote, extension.bytes), extension.signature);
}

export const verifyProposal = (env: Verifier, chainId: string, pubKey: PubKey, proposal: Proposal): boolean =>
  verifySigned(env, pubKey, proposal, () => proposalSignBytes(chainId, proposal));

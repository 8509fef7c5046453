/**
 * Verifies what a counterparty has in its store, by a proof against a consensus state of a client (ibc-go v10 02-client
 * `VerifyMembership`, 07-tendermint `client_state.go`). Functions throw TxFailure.
 */

import type { Height } from '../../../../codec/ibc/client.js';
import { MerkleProof } from '../../../../codec/ibc/commitment.js';
import { CommitmentProof } from '../../../../codec/merkle/ics23.js';
import type { ProofSpec } from '../../../../codec/merkle/ics23_spec.js';
import {
  ProofError,
  verifyChainedMembership,
  verifyChainedNonMembership,
} from '../../../../codec/merkle/ics23_verify.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { fromUtf8 } from '../../../../kernel/text.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { decoded, ibcFailure } from '../failure.js';
import { compareHeights, heightText, parseHeight, selfHeight } from '../height.js';
import { fromBigEndian, processedHeightKey, processedTimeKey } from '../keys.js';
import { requireActive } from './status.js';
import { readClientState, readConsensusState } from './store.js';

/** States how long a consensus state must have been known: nanoseconds, and blocks. */
export interface Delay {
  readonly time: bigint;
  readonly blocks: bigint;
}

export const NO_DELAY: Delay = { time: 0n, blocks: 0n };

/** Claim of a proof. `path` leads from the name of the counterparty's store to the key. */
export interface Claim {
  readonly clientId: string;
  readonly height: Height;
  readonly delay: Delay;
  readonly proof: Bytes;
  readonly path: readonly Bytes[];
}

export function verifyMembership(context: MessageContext, claim: Claim, value: Bytes): void {
  requireActive(context.state, claim.clientId, context.block.time, 'cannot call verify membership on client');
  const chain = proofChain(context, claim);
  if (value.length === 0) throw ibcFailure('invalidProof', 'empty value in membership proof');
  shown(() => verifyChainedMembership(chain, value));
}

export function verifyNonMembership(context: MessageContext, claim: Claim): void {
  requireActive(context.state, claim.clientId, context.block.time, 'cannot call verify non membership on client');
  const chain = proofChain(context, claim);
  shown(() => verifyChainedNonMembership(chain));
}

interface ProofChain {
  readonly specs: readonly ProofSpec[];
  readonly proofs: readonly CommitmentProof[];
  readonly keys: readonly Bytes[];
  readonly root: Bytes;
}

function proofChain(context: MessageContext, { clientId, height, delay, proof, path }: Claim): ProofChain {
  const client = readClientState(context.state, clientId);
  if (client === undefined) throw ibcFailure('clientNotFound', clientId);
  const { latestHeight, proofSpecs: specs } = client;
  if (compareHeights(latestHeight, height) < 0)
    throw ibcFailure(
      'invalidHeight',
      `client state height < proof height (${heightText(latestHeight)} < ${heightText(height)}), please ensure the client has been updated`,
    );
  checkDelay(context, clientId, height, delay);
  const proofs = decoded(
    () => MerkleProof.decode(proof).proofs.map(CommitmentProof.decode),
    (problem) =>
      ibcFailure('invalidProof', `failed to unmarshal proof into ICS 23 commitment merkle proof: ${problem}`),
  );
  const consensus = readConsensusState(context.state, clientId, height);
  if (consensus === undefined)
    throw ibcFailure(
      'consensusStateNotFound',
      'please ensure the proof was constructed against a height that exists on the client',
    );
  const root = consensus.root.hash;
  if (proofs.length === 0) throw ibcFailure('invalidMerkleProof', 'proof must not be empty');
  if (root.length === 0) throw ibcFailure('invalidMerkleProof', 'root cannot be empty');
  if (specs.length !== proofs.length)
    throw ibcFailure(
      'invalidMerkleProof',
      `length of specs: ${specs.length} not equal to length of proof: ${proofs.length}`,
    );
  if (path.length !== specs.length)
    throw ibcFailure('invalidProof', `path length ${path.length} not same as proof ${specs.length}`);
  return { specs, proofs, keys: path, root };
}

function shown(verify: () => void): void {
  try {
    verify();
  } catch (error) {
    if (error instanceof ProofError) throw ibcFailure('invalidProof', error.message);
    throw error;
  }
}

function checkDelay(context: MessageContext, clientId: string, height: Height, delay: Delay): void {
  if (delay.time > 0n) {
    const value = context.state.get('ibc', processedTimeKey(clientId, height));
    if (value === undefined)
      throw ibcFailure('processedTimeNotFound', `processed time not found for height: ${heightText(height)}`);
    const [valid, now] = [fromBigEndian(value) + delay.time, context.block.time];
    if (now < valid)
      throw ibcFailure('delayPeriodNotPassed', `cannot verify packet until time: ${valid}, current time: ${now}`);
  }
  if (delay.blocks > 0n) {
    const value = context.state.get('ibc', processedHeightKey(clientId, height));
    const processed = value && parseHeight(fromUtf8(value));
    if (processed === undefined)
      throw ibcFailure('processedHeightNotFound', `processed height not found for height: ${heightText(height)}`);
    const valid = { ...processed, revisionHeight: processed.revisionHeight + delay.blocks };
    const own = selfHeight(context);
    if (compareHeights(own, valid) < 0)
      throw ibcFailure(
        'delayPeriodNotPassed',
        `cannot verify packet until height: ${heightText(valid)}, current height: ${heightText(own)}`,
      );
  }
}

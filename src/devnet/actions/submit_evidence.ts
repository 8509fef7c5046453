/**
 * Implements `broadcast_evidence`: the observed node's pool accepts or refuses the evidence. Accepted evidence is
 * gossiped and goes into the next block (CometBFT rpc/core/evidence.go, evidence/pool.go).
 */
import { isCommitted } from '../../consensus/decided_state.js';
import { isPending } from '../../consensus/evidence/pool.js';
import { type Evidence, evidenceHash, validateEvidence } from '../../consensus/types/evidence.js';
import { loadKeyTypes } from '../../crypto/validator_keys.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { SimulatedChain } from '../chain/chain.js';
import { OBSERVED_NODE } from '../chain/node_identity.js';
import { isRefusal } from '../runtime/fatal.js';
import type { CommandRunner } from '../runtime/loop.js';

/**
 * Returns the evidence's hash; in automine, after the block that holds it. Throws HalleyError with CometBFT's error
 * text for evidence that is invalid, or that the pool refuses.
 */
export async function submitEvidence(chain: SimulatedChain, loop: CommandRunner, evidence: Evidence): Promise<Bytes> {
  const problem = validateEvidence(evidence);
  if (problem !== undefined) throw new HalleyError('invalid-argument', problem);
  await loop.run(() => handOver(chain, evidence), { next: 'settle' });
  return evidenceHash(evidence);
}

/** Submits evidence to the pool. Returns true when it was new. */
async function handOver(
  { blockStore, simNetwork, pendingStore }: SimulatedChain,
  evidence: Evidence,
): Promise<boolean> {
  if (isKnown(simNetwork, evidence)) return false;
  // The accused may have keys that no node has, and a conflicting block may name any keys.
  await loadKeyTypes([...blockStore.state.params.validator.pubKeyTypes, ...keyTypesIn(evidence)]);
  const problem = simNetwork.evidenceProblem(OBSERVED_NODE, evidence);
  if (problem !== undefined) throw new HalleyError('invalid-argument', problem);
  simNetwork.submitEvidence(OBSERVED_NODE, evidence);
  await pendingStore.addEvidence(evidence);
  return true;
}

/**
 * Restores pending evidence after a restart, and forgets what the pool now refuses. Returns true when evidence is
 * pending.
 */
export async function recoverEvidence(chain: SimulatedChain): Promise<boolean> {
  const { store, pendingStore } = chain;
  const taken: Evidence[] = [];
  for (const evidence of await pendingStore.evidence()) {
    try {
      if (await handOver(chain, evidence)) taken.push(evidence);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  await store.batch(await pendingStore.replaceEvidence(taken));
  return taken.length > 0;
}

const keyTypesIn = (evidence: Evidence): readonly string[] =>
  evidence.type === 'duplicate-vote'
    ? []
    : evidence.conflictingBlock.validatorSet.validators.map(({ pubKey }) => pubKey.type);

function isKnown(simNetwork: SimulatedChain['simNetwork'], evidence: Evidence): boolean {
  const { pool, decidedState } = simNetwork.node(OBSERVED_NODE).engine;
  return isPending(pool, evidence) || isCommitted(decidedState, evidence);
}

/**
 * `broadcast_evidence`: the observed node's pool takes or refuses it between heights; what is taken goes to the other
 * nodes and into the next block (CometBFT rpc/core/evidence.go, evidence/pool.go).
 */
import { isPending } from '../consensus/evidence/pool.js';
import { isPunished } from '../consensus/ledger.js';
import { type Evidence, evidenceHash, validateEvidence } from '../consensus/types/evidence.js';
import type { Bytes } from '../kernel/bytes.js';
import { HalleyError } from '../kernel/errors.js';
import type { Chain } from './chain.js';
import type { Mining } from './mining.js';
import { OBSERVED_NODE } from './observed_node.js';
import type { Producer } from './producer.js';

/** In automine new evidence gets its block at once. Throws HalleyError with CometBFT's text for what the pool refuses. */
export async function submitEvidence(
  chain: Chain,
  mining: Mining,
  producer: Producer,
  evidence: Evidence,
): Promise<Bytes> {
  const problem = validateEvidence(evidence);
  if (problem !== undefined) throw new HalleyError('invalid-argument', problem, { problem });
  await mining.betweenAndMine(() => handOver(chain, producer, evidence));
  return evidenceHash(evidence);
}

/** True when it was new. */
async function handOver({ world }: Chain, producer: Producer, evidence: Evidence): Promise<boolean> {
  if (isKnown(world, evidence)) return false;
  let reason = 'the node is down';
  world.submitEvidence(OBSERVED_NODE, evidence);
  await producer.settle((note) => {
    if (note.type === 'refused' && note.node === OBSERVED_NODE) reason = note.reason;
  });
  if (!isKnown(world, evidence)) throw new HalleyError('invalid-argument', reason, { reason });
  return true;
}

function isKnown(world: Chain['world'], evidence: Evidence): boolean {
  const { pool, ledger } = world.node(OBSERVED_NODE).engine;
  return isPending(pool, evidence) || isPunished(ledger, evidence);
}

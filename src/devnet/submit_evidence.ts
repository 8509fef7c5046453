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

/**
 * The evidence's hash; in automine, after the block that holds it. Throws HalleyError with the reason, in CometBFT's
 * words, for evidence that is wrong by itself and for what the pool refuses.
 */
export async function submitEvidence(
  chain: Chain,
  mining: Mining,
  producer: Producer,
  evidence: Evidence,
): Promise<Bytes> {
  const problem = validateEvidence(evidence);
  if (problem !== undefined) throw new HalleyError('invalid-argument', problem);
  await mining.betweenAndMine(() => handOver(chain, producer, evidence));
  return evidenceHash(evidence);
}

/** True when it was new. */
async function handOver({ world }: Chain, producer: Producer, evidence: Evidence): Promise<boolean> {
  if (isKnown(world, evidence)) return false;
  let reason: string | undefined;
  world.submitEvidence(OBSERVED_NODE, evidence);
  await producer.settle((note) => {
    // It is the first thing that the node looks at.
    if (note.type === 'refused' && note.node === OBSERVED_NODE) reason ??= note.reason;
  });
  if (isKnown(world, evidence)) return true;
  throw new HalleyError('invalid-argument', reason ?? 'the node that should take it is down');
}

function isKnown(world: Chain['world'], evidence: Evidence): boolean {
  const { pool, ledger } = world.node(OBSERVED_NODE).engine;
  return isPending(pool, evidence) || isPunished(ledger, evidence);
}

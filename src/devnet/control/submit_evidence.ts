/**
 * `broadcast_evidence`: the observed node's pool takes or refuses it between heights; what is taken goes to the other
 * nodes and into the next block (CometBFT rpc/core/evidence.go, evidence/pool.go).
 */
import { isPending } from '../../consensus/evidence/pool.js';
import { isPunished } from '../../consensus/ledger.js';
import { type Evidence, evidenceHash, validateEvidence } from '../../consensus/types/evidence.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Chain } from '../chain.js';
import { isRefusal } from '../run/fatal.js';
import type { Mining } from '../run/mining.js';
import type { Producer } from '../run/producer.js';
import { OBSERVED_NODE } from '../views/observed_node.js';

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
async function handOver({ world, waiting }: Chain, producer: Producer, evidence: Evidence): Promise<boolean> {
  if (isKnown(world, evidence)) return false;
  let reason: string | undefined;
  world.submitEvidence(OBSERVED_NODE, evidence);
  await producer.settle((note) => {
    // It is the first thing that the node looks at.
    if (note.type === 'refused' && note.node === OBSERVED_NODE) reason ??= note.reason;
  });
  if (!isKnown(world, evidence))
    throw new HalleyError('invalid-argument', reason ?? 'the node that should take it is down');
  await waiting.addEvidence(evidence);
  return true;
}

/**
 * After a restart: what was taken and had not reached a block. What the pool refuses by now is forgotten. True when
 * something waits.
 */
export async function recoverEvidence(chain: Chain, producer: Producer): Promise<boolean> {
  const { store, waiting } = chain;
  const taken: Evidence[] = [];
  for (const evidence of await waiting.evidence()) {
    try {
      if (await handOver(chain, producer, evidence)) taken.push(evidence);
    } catch (error) {
      if (!isRefusal(error)) throw error;
    }
  }
  await store.batch(await waiting.replaceEvidence(taken));
  return taken.length > 0;
}

function isKnown(world: Chain['world'], evidence: Evidence): boolean {
  const { pool, ledger } = world.node(OBSERVED_NODE).engine;
  return isPending(pool, evidence) || isPunished(ledger, evidence);
}

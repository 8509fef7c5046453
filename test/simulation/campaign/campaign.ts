/**
 * Plays sessions to check each seed for safety (the invariants), liveness (it finishes) and determinism. Each session
 * is played again with an application that replies after a random real delay, and from a snapshot in the middle. All
 * traces must be equal.
 */
import { createHash } from 'node:crypto';
import { campaignKeys } from '../../../scripts/campaign_keys.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { consensusCrypto } from '../../../src/crypto/validator_keys.js';
import { Session } from '../../../src/simulation/campaign/session.js';
import { planOf } from '../../../src/simulation/campaign/session_plan.js';

await installFastCrypto();

const commandOf = (seed: string): string => `npx tsx scripts/simulate.ts --seed ${seed}`;

function aSession(seed: string): Session {
  const plan = planOf(seed);
  return new Session(plan, campaignKeys(plan.powers.length + plan.watchers), consensusCrypto);
}

const digestOf = ({ lines, network }: Session): string =>
  createHash('sha256').update(lines.join('\n')).update(`${network.events} ${network.now}`).digest('hex');

/**
 * Delays replies by at most two turns of the event loop, so that the order in which promises settle differs between
 * runs.
 */
async function playDelayed(session: Session): Promise<Session> {
  while (!session.isDone) {
    if (session.asked === undefined) session.advance();
    else {
      if (Math.random() < 0.3) await new Promise((resolve) => setImmediate(resolve));
      else await Promise.resolve();
      session.answer();
    }
  }
  return session;
}

/**
 * Plays half of a session, then the other half three times: directly, from a snapshot, and from the same snapshot in
 * another network.
 */
function playResumed(seed: string, events: number): Session {
  const first = aSession(seed).run(Math.floor(events / 2));
  while (first.asked !== undefined) first.answer();
  const retained = first.snapshot();
  first.run();
  const digest = digestOf(first);
  first.restore(retained);
  first.run();
  if (digestOf(first) !== digest)
    throw new Error(`seed ${seed} continues differently after its snapshot: ${commandOf(seed)}`);
  const other = aSession(seed);
  other.restore(retained);
  return other.run();
}

export async function playSeed(seed: string): Promise<void> {
  const once = aSession(seed).run();
  const digest = digestOf(once);
  const others = {
    'with delayed answers': await playDelayed(aSession(seed)),
    'from a snapshot': playResumed(seed, once.network.events),
  };
  for (const [how, session] of Object.entries(others))
    if (digestOf(session) !== digest) throw new Error(`seed ${seed} has another trace ${how}: ${commandOf(seed)}`);
}

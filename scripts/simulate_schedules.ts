/** Runs many random schedules of faults, one for each seed `BASE-0`, `BASE-1`, …, and reports those that fail. */
import { consensusCrypto } from '../src/crypto/validator_keys.js';
import { roundLimit } from '../src/simulation/campaign/liveness.js';
import { Session } from '../src/simulation/campaign/session.js';
import { planOf } from '../src/simulation/campaign/session_plan.js';
import { campaignKeys } from './campaign_keys.js';

/** Schedules between two lines of progress. */
const PROGRESS = 1000;

/** Runs the schedules. Returns the number of those that broke an invariant or did not go on in time. */
export function runSchedules(base: string, count: number): number {
  let failures = 0;
  let events = 0;
  let slowest = { rounds: 0, seed: 'none', limit: 0 };
  for (let i = 0; i < count; i++) {
    const plan = planOf(`${base}-${i}`);
    const session = new Session(plan, campaignKeys(plan.powers.length + plan.watchers), consensusCrypto);
    try {
      session.run();
    } catch (error) {
      failures++;
      console.error(error instanceof Error ? error.message : error);
    }
    events += session.network.events;
    if (session.rounds > slowest.rounds) slowest = { rounds: session.rounds, seed: plan.seed, limit: roundLimit(plan) };
    if ((i + 1) % PROGRESS === 0) console.log(`${i + 1} of ${count} schedules, ${failures} failed`);
  }
  const { rounds, seed, limit } = slowest;
  console.log(`${count} schedules, ${failures} failed, ${events} events`);
  console.log(`the slowest height after the faults took ${rounds} rounds (seed ${seed}, at most ${limit})`);
  return failures;
}

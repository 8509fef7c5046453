/** Runs an exercise on a chain: prepares it, does its steps, and puts the chain back. */
import { type Call, call } from '../../shell/call.js';
import { faultsOf, obstacle, rolesOf } from './chain_facts.js';
import type { Exercise, Observation, Roles, Step, TourChain } from './exercise.js';

/** Exercise in progress: the snapshot to go back to, and its roles. */
export interface Begun {
  readonly snapshot: string;
  readonly roles: Roles;
  /** Identifies the devnet, which is another one after a restart or a reset. */
  readonly instance: string;
}

export const instanceOf = async (chain: TourChain): Promise<string> =>
  (await chain.evm<{ instanceId: string }>('hardhat_metadata')).instanceId;

/** Most blocks that are decided until an exercise suits. */
const MAX_BLOCKS = 12;

const STEP_MODE: Call = call('halley_setMiningMode', 'step');
const ONE_HEIGHT: Call = call('halley_step', 'height', 1);

const perform = (chain: TourChain, { method, params }: Call): Promise<unknown> => chain.evm(method, ...params);

/** Takes a snapshot, and decides blocks until the exercise suits. Throws for a chain on which it cannot begin. */
export async function begin(chain: TourChain, { suits = () => true }: Exercise): Promise<Begun> {
  const problem = await obstacle(chain);
  if (problem !== undefined) throw new Error(problem);
  const snapshot = await chain.evm<string>('evm_snapshot');
  await perform(chain, STEP_MODE);
  for (let blocks = 0; blocks < MAX_BLOCKS; blocks++) {
    const roles = await rolesOf(chain);
    if (roles !== undefined && suits(roles)) return { snapshot, roles, instance: await instanceOf(chain) };
    await perform(chain, ONE_HEIGHT);
  }
  await reset(chain, snapshot);
  throw new Error(`no suitable proposer came within ${MAX_BLOCKS} blocks: reset the chain in the view Control`);
}

/** Returns what a step calls on this chain now. */
export async function callsOf(chain: TourChain, step: Step, roles: Roles): Promise<readonly Call[]> {
  const faults = await faultsOf(chain);
  return step.calls(
    roles,
    faults.map(({ id }) => id),
  );
}

export async function doStep(chain: TourChain, step: Step, roles: Roles): Promise<Observation> {
  for (const one of await callsOf(chain, step, roles)) await perform(chain, one);
  return step.observe(chain, roles);
}

/** Puts the chain back to where it was before the exercise, with its mining mode. */
export async function reset(chain: TourChain, snapshot: string): Promise<void> {
  const existed = await chain.evm<boolean>('evm_revert', snapshot, { settings: true });
  if (!existed) throw new Error('the snapshot of the exercise is gone: the chain was reverted or reset meanwhile');
}

/** Returns the proposers of the rounds of block 2 on a new chain of four validators without `--seed`. */
const FRESH: readonly number[] = [3, 1, 0, 2];

/** Returns the roles on a new chain, and the calls that prepare it. */
export function freshStart({ suits = () => true }: Exercise): {
  readonly roles: Roles;
  readonly calls: readonly Call[];
} {
  const rolesAfter = (blocks: number): Roles => ({
    height: 2 + blocks,
    proposers: FRESH.map((_, round) => FRESH[(round + blocks) % FRESH.length] as number),
  });
  const blocks = FRESH.findIndex((_, count) => suits(rolesAfter(count)));
  if (blocks < 0) throw new Error('the exercise suits no height of a new chain');
  const more = blocks > 0 ? [call('halley_step', 'height', blocks)] : [];
  return { roles: rolesAfter(blocks), calls: [call('hardhat_reset'), STEP_MODE, ...more] };
}

import { describe, expect, it } from 'vitest';
import { rolesOf } from '../../../src/dashboard/views/tour/chain_facts.js';
import { EXERCISES } from '../../../src/dashboard/views/tour/exercises.js';
import { begin, doStep, freshStart, reset } from '../../../src/dashboard/views/tour/run_exercise.js';
import { tourDevnet } from './devnet_chain.js';

/** Seeds give the validators other keys, so other validators propose first. */
const SEEDS = [undefined, 'tour', 'another', 'third'] as const;

describe.each(SEEDS)('the tour with seed %s', (seed) => {
  it('runs each exercise to its end, and puts the chain back', async () => {
    await using opened = await tourDevnet(seed === undefined ? {} : { seed });
    const { chain, devnet } = opened;
    for (const exercise of EXERCISES) {
      const before = devnet.height;
      const { roles, snapshot } = await begin(chain, exercise);
      for (const step of exercise.steps) {
        const untouched = await step.observe(chain, roles);
        expect(untouched.done, `${exercise.name}: ${step.title}, too early`).toBeUndefined();
        const { done, facts } = await doStep(chain, step, roles);
        expect(done, `${exercise.name}: ${step.title} ${JSON.stringify(facts)}`).toBeDefined();
        expect(facts.length).toBeGreaterThan(0);
      }
      await reset(chain, snapshot);
      expect(devnet.height).toBe(before);
      expect(devnet.miningMode).toEqual({ type: 'automine' });
      expect(devnet.network.faults).toEqual([]);
      expect(devnet.network.nodes.every(({ up }) => up)).toBe(true);
    }
    await devnet.mine();
  });
});

describe('the start of the guide', () => {
  it.each(EXERCISES)('$name has the roles of a chain after a reset', async (exercise) => {
    await using opened = await tourDevnet();
    const { roles, calls } = freshStart(exercise);
    for (const { method, params } of calls) await opened.chain.evm(method, ...params);
    expect(await rolesOf(opened.chain)).toEqual(roles);
  });
});

describe('begin', () => {
  it('refuses a chain with faults, with a validator down, and of another size', async () => {
    await using four = await tourDevnet();
    const [exercise] = EXERCISES as [(typeof EXERCISES)[number]];
    const id = await four.devnet.network.addFault({ type: 'loss', percent: 1 });
    await expect(begin(four.chain, exercise)).rejects.toThrow('End all faults');
    await four.devnet.network.removeFault(id);
    await four.devnet.network.setLink(0, 1, { up: false });
    await expect(begin(four.chain, exercise)).rejects.toThrow('heal the network');
    await four.devnet.network.heal();
    await four.devnet.network.crashValidator(2);
    await expect(begin(four.chain, exercise)).rejects.toThrow('Restart validator-2 first');
    await using seven = await tourDevnet({ validators: 7 });
    await expect(begin(seven.chain, exercise)).rejects.toThrow('four validators');
  });
});

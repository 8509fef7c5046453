/** Tests that the fuzzer finds faulty machines; each of these has one fault. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compareMachines } from '../../../scripts/machine_fuzz/compare.js';
import { SAME_FATE } from '../../../scripts/machine_fuzz/judge.js';
import { machineOf } from '../../../scripts/machine_fuzz/run.js';
import { shrink } from '../../../scripts/machine_fuzz/shrink.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { type PrecompileInput, rightInputs } from '../../support/precompile_inputs.js';
import { FAULTS, withFault } from './faults.js';
import { findings, side, sideOf } from './kit.js';

/** Most programs; no fault needs more. */
const PROGRAMS = 1_500;
const KIND = 'ethereumjs';

let inputs: readonly PrecompileInput[];
beforeAll(async () => {
  await installFastCrypto();
  inputs = await rightInputs();
});

const against = (faulty: ReturnType<typeof withFault>) => ({
  ...{ seed: 'faults', from: 0, programs: PROGRAMS, inputs, judge: SAME_FATE },
  ours: sideOf('faulty', faulty),
  theirs: side(KIND),
});

describe('a faulty machine', () => {
  it.each(Object.entries(FAULTS))('is found: %s', async (_, fault) => {
    const found = await findings(against(withFault(machineOf(KIND), fault)));
    expect(found).toHaveLength(1);
  });

  it('is found by a small program', async () => {
    const fault = FAULTS['EXTCODECOPY has another price'] ?? {};
    const campaign = against(withFault(machineOf(KIND), fault));
    const [finding] = await findings(campaign);
    if (finding === undefined) throw new Error('nothing was found');
    const { ours, theirs, judge } = campaign;
    const small = await shrink(finding.drawn, async (candidate) => {
      const { difference } = await compareMachines(candidate, ours, theirs, { judge, alsoUnobserved: false });
      return difference !== undefined;
    });
    const bytes = small.accounts.reduce((sum, { code }) => sum + code.length, small.message.input.length);
    expect(bytes).toBeLessThan(100);
  });

  it('without a fault is not found', async () => {
    const campaign = against(withFault(machineOf(KIND), {}));
    expect(await findings({ ...campaign, programs: 300 })).toEqual([]);
  });
});

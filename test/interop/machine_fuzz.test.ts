/**
 * Runs drawn programs on every machine and on go-ethereum's `evm statetest`. Compares state, logs, steps and how frames
 * end.
 */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { judgeOf } from '../../scripts/machine_fuzz/judge.js';
import { machineOf } from '../../scripts/machine_fuzz/run.js';
import { gethPost, readVectors } from '../../scripts/machine_fuzz/vectors.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { FAULTS, withFault } from '../evm/fuzz/faults.js';
import { findings, report, side, sideOf } from '../evm/fuzz/kit.js';
import { rightInputs } from '../support/precompile_inputs.js';
import { gethIsAbsent } from './peers/geth_evm.js';

/** Allows for programs that go-ethereum runs too. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const SEED = process.env['HALLEY_SEED'] ?? 'local';
const PROGRAMS = 500;

beforeAll(installFastCrypto);

describe.skipIf(gethIsAbsent)(`${PROGRAMS} programs of seed ${SEED}`, () => {
  it.each(MACHINE_KINDS)('run on %s as on geth', async (kind) => {
    const campaign = {
      ...{ seed: SEED, from: 0, programs: PROGRAMS, ours: side(kind), theirs: undefined },
      ...{ inputs: await rightInputs(), judge: judgeOf(kind, 'geth') },
    };
    const found = await findings(campaign, 3);
    expect(found.map((finding) => report(finding, campaign))).toEqual([]);
  });

  it.each([
    'writes to one slot are lost',
    'one unit too much is refunded',
    'EXTCODECOPY has another price',
    'logs are in reverse order',
  ])('detect a faulty machine: %s', async (name) => {
    const ours = sideOf('faulty', withFault(machineOf('ethereumjs'), FAULTS[name] ?? {}));
    const judge = judgeOf('ethereumjs', 'geth');
    const campaign = { seed: 'faults', from: 0, programs: PROGRAMS, ours, theirs: undefined, judge };
    expect(await findings({ ...campaign, inputs: await rightInputs() })).toHaveLength(1);
  });

  it.each(readVectors())('the vector has the post-state of geth: $name', async ({ vector, drawn }) => {
    expect(await gethPost(drawn)).toEqual(vector.post);
  });
});

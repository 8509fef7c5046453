/**
 * Runs new programs on every machine and the reference: in CI, HALLEY_SEED is the commit's hash. A failure prints the
 * command that reproduces it.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeOf } from '../../../scripts/machine_fuzz/judge.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { MACHINE_KINDS } from '../../../src/evm/machines.js';
import { rightInputs } from '../../support/precompile_inputs.js';
import { findings, report, side } from './kit.js';

const SEED = process.env['HALLEY_SEED'] ?? 'local';
const PROGRAMS = process.env['CI'] === 'true' ? 20_000 : 2_000;
const REFERENCE = 'ethereumjs';
/** Compares the reference with itself, which only shows whether a run affects the next one. */
const OF_ITSELF = PROGRAMS / 10;

beforeAll(installFastCrypto);

describe(`programs of seed ${SEED}`, () => {
  it.each(MACHINE_KINDS)(
    `run on %s as on ${REFERENCE}`,
    async (kind) => {
      const [ours, theirs] = [side(kind), side(REFERENCE)];
      const campaign = {
        ...{ seed: SEED, from: 0, programs: kind === REFERENCE ? OF_ITSELF : PROGRAMS, ours, theirs },
        ...{ inputs: await rightInputs(), judge: judgeOf(kind, REFERENCE) },
      };
      const found = await findings(campaign, 3);
      expect(found.map((finding) => report(finding, campaign))).toEqual([]);
    },
    600_000,
  );
});

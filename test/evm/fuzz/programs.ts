/**
 * Programs that nobody has seen, on every machine and the reference: HALLEY_SEED is the commit's hash in CI. A failure names
 * the command that shows it again.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { judgeOf } from '../../../scripts/machine_fuzz/judge.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { MACHINE_KINDS } from '../../../src/evm/machines.js';
import { rightInputs } from '../../support/precompile_inputs.js';
import { findings, report, side } from './kit.js';

const SEED = process.env['HALLEY_SEED'] ?? 'local';
const REFERENCE = 'ethereumjs';

/** The reference runs a tenth of them against itself, which shows only whether a run leaves traces in the next. */
export function comparePrograms(programs: number): void {
  describe(`programs of seed ${SEED}`, () => {
    beforeAll(installFastCrypto);

    it.each(MACHINE_KINDS)(
      `run on %s as on ${REFERENCE}`,
      async (kind) => {
        const [ours, theirs] = [side(kind), side(REFERENCE)];
        const campaign = {
          ...{ seed: SEED, from: 0, programs: kind === REFERENCE ? programs / 10 : programs, ours, theirs },
          ...{ inputs: await rightInputs(), judge: judgeOf(kind, REFERENCE) },
        };
        const found = await findings(campaign, 3);
        expect(found.map((finding) => report(finding, campaign))).toEqual([]);
      },
      600_000,
    );
  });
}

/** Runs the fuzzer's findings on every machine: each must leave geth's state and logs, and report the same steps. */
import { beforeAll, describe, expect, it } from 'vitest';
import { compareMachines } from '../../../scripts/machine_fuzz/compare.js';
import { judgeOf } from '../../../scripts/machine_fuzz/judge.js';
import { postOf, readVectors } from '../../../scripts/machine_fuzz/vectors.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { MACHINE_KINDS } from '../../../src/evm/machines.js';
import { side } from './kit.js';

const REFERENCE = 'ethereumjs';
const vectors = readVectors();

beforeAll(installFastCrypto);

describe.each(MACHINE_KINDS)('%s', (kind) => {
  const ours = side(kind);
  it.each(vectors.filter(({ vector }) => vector.apart?.[kind] === undefined))(
    "leaves geth's state: $name",
    async ({ vector, drawn }) => {
      const preState = await ours.runner.preState(drawn);
      expect(await postOf(ours.runner, await ours.runner.run(drawn, preState)), vector.about).toEqual(vector.post);
      expect(await postOf(ours.runner, await ours.runner.run(drawn, preState, {})), vector.about).toEqual(vector.post);
    },
  );

  it.each(
    vectors.filter(({ vector }) => vector.apart?.[kind] === undefined && vector.apart?.[REFERENCE] === undefined),
  )(`reports the steps of ${REFERENCE}: $name`, async ({ drawn, vector }) => {
    const terms = { judge: judgeOf(kind, REFERENCE), alsoUnobserved: true };
    expect((await compareMachines(drawn, ours, side(REFERENCE), terms)).difference, vector.about).toBeUndefined();
  });

  // A reason that no longer applies must be removed.
  it.each(vectors.filter(({ vector }) => vector.apart?.[kind] !== undefined))(
    'leaves another state: $name',
    async ({ vector, drawn }) => {
      const left = await postOf(ours.runner, await ours.runner.run(drawn, await ours.runner.preState(drawn)));
      expect(left, vector.apart?.[kind]).not.toEqual(vector.post);
    },
  );
});

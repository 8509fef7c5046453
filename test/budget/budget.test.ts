/**
 * Compares the work and the weight of this tree with `budget.json`. What grows fails until the table is written again
 * (`npm run budget`), with the reason in the commit; what shrinks much fails too, so that the table stays true.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { differences, IS_COUNTED_HERE, readBudget, weightBudget, workBudget } from '../../scripts/budget.js';
import { ROOT } from '../../scripts/ensure.mjs';

describe.runIf(IS_COUNTED_HERE)('the budget', () => {
  it('of work is kept', async () => {
    const counted = await workBudget(join(ROOT, 'dist'));
    expect(differences(readBudget(), counted)).toEqual([]);
  });

  it('of weight is kept', () => {
    expect(differences(readBudget(), weightBudget())).toEqual([]);
  });
});

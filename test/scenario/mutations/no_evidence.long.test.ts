/** Runs the scenarios on an engine that makes no evidence of conflicting votes. */
import { expect, test, vi } from 'vitest';
import { CATALOGUE, failuresOf } from '../catalogue.js';

vi.mock('../../../src/consensus/round/update_evidence_pool.js', () => ({ updateEvidencePool: () => undefined }));

test.each(CATALOGUE)('the scenario %s fails without evidence only if it expects evidence', async (name) => {
  const failures = await failuresOf(name);
  if (/equivocating|attack/.test(name)) expect(failures).not.toEqual([]);
  else expect(failures).toEqual([]);
});

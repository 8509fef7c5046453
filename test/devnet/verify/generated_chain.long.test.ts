/** Tests `verifyHome` with the reference: a generated chain agrees, and a changed record is reported by field. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodeFinalizeBlockResponse } from '../../../src/abci/wire/finalize_block_response.js';
import { resultsKey } from '../../../src/chain/block_store/keys.js';
import { decodeMsgEthereumTxResult } from '../../../src/codec/cosmos/tx.js';
import { verifyHome } from '../../../src/devnet/index.js';
import { Findings } from '../../../src/devnet/verify/findings.js';
import { ReferenceCheck } from '../../../src/devnet/verify/reference/reference_check.js';
import { verifyChain } from '../../../src/devnet/verify/verify_chain.js';
import type { HalleyError } from '../../../src/kernel/errors.js';
import { to0x, toHex } from '../../../src/kernel/hex.js';
import { openLevelStore } from '../../../src/storage/level_store.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { generateChain } from '../../support/generated_chain.js';

const BLOCKS = 100;
const EVERYTHING = { gte: new Uint8Array(0), lt: Uint8Array.of(255, 255, 255, 255) };

let home: string;
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'halley-reference-'));
  await generateChain({ home, seed: 1, blocks: BLOCKS });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** Copies the records into a store without checksums. */
async function storeOfHome(): Promise<MemoryStore> {
  const level = await openLevelStore(join(home, 'data'), { readOnly: true });
  const store = new MemoryStore();
  for await (const [key, value] of level.entries(EVERYTHING))
    await store.batch([{ type: 'put', key: key.slice(), value: value.slice() }]);
  await level.close();
  return store;
}

it('agrees with the reference about nearly everything on a generated chain', async () => {
  const heights: number[] = [];
  const { problems, reference, blocks } = await verifyHome(home, {
    reference: true,
    onHeight: (_, __, report) => heights.push(report?.agreed ?? -1),
  });
  expect(problems.map(({ message }) => message)).toEqual([]);
  expect(blocks).toBe(BLOCKS);
  const { agreed, differing, notComparable } = reference ?? { agreed: 0, differing: 0, notComparable: new Map() };
  expect([agreed > 120, differing]).toEqual([true, 0]);
  expect(heights.at(-1)).toBe(agreed);
  for (const [reason, count] of notComparable) {
    expect(reason).toMatch(/^call the chain's own contract 0x|^are sent in the name of a contract$/);
    expect(count).toBeLessThan(10);
  }
});

it('reports what the reference would have recorded in place of a changed byte', async () => {
  const store = await storeOfHome();
  const place = logWithData(store);
  const value = place.value.map((byte, i) => (i === place.at ? byte ^ 1 : byte));
  await store.batch([{ type: 'put', key: resultsKey(place.height), value }]);
  const problems: HalleyError[] = [];
  const publish = (problem: HalleyError) => problems.push(problem);
  const check = new ReferenceCheck(publish);
  await verifyChain(store, new Findings('folder', publish), () => undefined, check);
  const { height, index, transaction, theirs } = place;
  const ours = to0x(value.subarray(place.at, place.at + theirs.length));
  const field = 'data of log 0';
  expect(problems.map(({ code, message }) => [code, message])).toEqual([
    [
      'reference-differs',
      `height ${height}, transaction ${index} (${transaction}): ${field} is ${ours}, the reference gives ${to0x(theirs)}`,
    ],
    [
      'corrupt-store',
      expect.stringContaining(`"results of height ${height}" is not what re-executing the chain gives`),
    ],
  ]);
  expect(problems[0]?.facts).toEqual({ height, index, transaction, field, ours, theirs: to0x(theirs) });
  expect(check.report.differing).toBe(1);
});

/** Finds the first word that a transaction of the chain logs, and its place in the record of its block. */
function logWithData(store: MemoryStore) {
  for (let height = 2n; height <= BLOCKS; height++) {
    const value = store.need(resultsKey(height));
    for (const [index, { code, data }] of decodeFinalizeBlockResponse(value).txResults.entries()) {
      if (code !== 0 || data.length === 0) continue;
      const { logs, hash } = decodeMsgEthereumTxResult(data);
      const theirs = logs[0]?.data;
      const at = theirs?.length === 32 ? toHex(value).indexOf(toHex(theirs)) / 2 : -1;
      if (theirs !== undefined && Number.isInteger(at) && at > 0)
        return { height, index, value, at, theirs, transaction: to0x(hash) };
    }
  }
  throw new Error('nothing is logged in this chain');
}

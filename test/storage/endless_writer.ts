/**
 * Runs as a process that `level_store.test.ts` kills. It writes the same counter under four keys, one batch at a time,
 * until then.
 */
import { openLevelStore } from '../../src/storage/level_store.js';

const store = await openLevelStore(process.argv[2] ?? '');
for (let count = 1; ; count++) {
  const value = new Uint8Array(4000);
  new DataView(value.buffer).setUint32(0, count);
  await store.batch([0, 1, 2, 3].map((i) => ({ type: 'put', key: Uint8Array.of(i), value })));
  process.stdout.write(`${count}\n`);
}

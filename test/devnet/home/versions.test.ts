/** Tests that a home of another store version is refused with an error that says what to do, and stays as it is. */
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDevnet, exportHome, fixedClock, verifyHome } from '../../../src/devnet/index.js';
import { HEAD_KEY, type Head, readHead, STORE_VERSION, sealHead } from '../../../src/storage/checksummed_store.js';
import { START, temporaryHome } from '../node_kit.js';
import { headIn, putRaw } from './raw_store.js';

const clock = fixedClock(START);

it.each<[string, Partial<Head>]>([
  ['another version of halley', { version: STORE_VERSION - 1, writer: undefined }],
  ['halley 7.0.0', { version: STORE_VERSION + 1, writer: 'halley 7.0.0' }],
])('a home that was written by %s', async (writer, changed) => {
  const home = await temporaryHome();
  const data = join(home, 'data');
  await (await createDevnet({ home, clock })).close();
  const head = { ...(await headIn(data)), ...changed };
  await putRaw(data, HEAD_KEY, sealHead(head));
  const refused = {
    code: 'unavailable',
    message:
      `the store in "${data}" was written by ${writer}: it has store version ${head.version}, and this one reads only ` +
      `store version ${STORE_VERSION}; use the version that wrote it, or run "halley export --home DIR > genesis.json" ` +
      'with that version, then "halley start --genesis genesis.json" with this one',
    facts: { folder: data, version: head.version, supported: STORE_VERSION },
  };
  await expect(createDevnet({ home, clock })).rejects.toMatchObject(refused);
  for (const read of [verifyHome, exportHome]) await expect(read(home)).rejects.toMatchObject(refused);
  expect(await headIn(data)).toEqual(head);
});

it('a store is damaged when its head has a form that no version writes', () => {
  const sealed = sealHead({ version: Number.NaN, last: 1, writer: undefined });
  expect(() => readHead(sealed, '/home')).toThrow(
    expect.objectContaining({
      code: 'corrupt-store',
      message: expect.stringContaining('is damaged: its head begins with "halley store NaN"'),
    }),
  );
});

/** Tests the fixture of an engine with the fixture itself. */
import { expect } from 'vitest';
import { fromUtf8, utf8 } from '../../src/kernel/text.js';
import { test } from '../../src/vitest/index.js';
// Loads them before the time of a test counts.
import '../../src/devnet/engine_node/create_engine.js';
import '../../src/devnet/index.js';
import { Ledger } from '../devnet/engine_node/ledger.js';

const app = new Ledger();
test.override({ engineOptions: { app, validators: 3, seed: 'fixture' } });

test('runs the application of the options', async ({ engine, nodeLog }) => {
  const { code } = await engine.broadcast(utf8('apple=red'));
  expect([code, fromUtf8((await engine.query('/value', utf8('apple'))).value)]).toEqual([0, 'red']);
  expect(nodeLog.entries.some(({ type }) => type === 'height')).toBe(true);
  expect(engine.validators).toHaveLength(3);
});

test('is one for all tests of the file', async ({ engine }) => {
  expect(fromUtf8((await engine.query('/value', utf8('apple'))).value)).toBe('red');
  expect(app.calls.filter((call) => call === 'initChain')).toHaveLength(1);
});

/** Runs `halley-devnet/testing` under node:test in a project of its own. */
import { describe, expect, it } from 'vitest';
import { aConsumer } from '../support/consumer.js';

async function runTests(body: string) {
  const consumer = aConsumer([], {
    'package.json': '{ "type": "module" }',
    'a.test.js': `
import assert from 'node:assert';
import { after, afterEach, before, beforeEach, describe, it } from 'node:test';
import { testDevnet } from 'halley-devnet/testing';
${body}`,
  });
  const { code, output } = await consumer.run('--test', '--test-reporter=tap', 'a.test.js');
  const outcomes = [...output.matchAll(/^ *((?:not )?ok) \d+ - (.*)$/gm)].map(
    ([, result, name]) => `${result} ${name}`,
  );
  return { code, output, outcomes };
}

describe('the devnet of a describe block', () => {
  it('is reverted after each test and each subtest, and keeps what hooks have changed', async () => {
    const { outcomes, output } = await runTests(`
describe('a chain', () => {
  const chain = testDevnet({ before, beforeEach, afterEach, after }, { validators: 3 });
  before(() => chain.devnet.mine({ blocks: 4 }));
  it('mines', async () => {
    await chain.provider.request({ method: 'evm_setAutomine', params: [false] });
    await chain.devnet.mine();
    assert.deepEqual([chain.devnet.height, chain.devnet.validators.length], [6n, 3]);
  });
  it('has subtests', async (t) => {
    assert.equal(await chain.provider.request({ method: 'hardhat_getAutomine' }), true);
    await chain.devnet.mine({ blocks: 2 });
    await t.test('one', () => chain.devnet.mine());
    await t.test('two', () => assert.equal(chain.devnet.height, 7n));
    assert.equal(chain.devnet.height, 7n);
  });
  describe('inner', () => {
    before(() => chain.devnet.mine());
    it('starts where its own hook ended', () => assert.equal(chain.devnet.height, 6n));
  });
});
describe('another', () => {
  const chain = testDevnet({ before, beforeEach, afterEach, after });
  it('has a new chain', () => assert.equal(chain.devnet.height, 1n));
});
`);
    expect(outcomes, output).toEqual([
      ...['ok mines', 'ok one', 'ok two', 'ok has subtests', 'ok starts where its own hook ended'],
      ...['ok inner', 'ok a chain', 'ok has a new chain', 'ok another'],
    ]);
  });

  it('is reverted after a failed test, whose log is printed, and no other', async () => {
    const { code, outcomes, output } = await runTests(`
describe('a chain', () => {
  const chain = testDevnet({ before, beforeEach, afterEach, after });
  it('passes', () => chain.devnet.mine({ blocks: 5 }));
  it('fails', async () => {
    await chain.devnet.mine();
    assert.equal(chain.nodeLog.entries.filter(({ type }) => type === 'block').length, 1);
    throw new Error('on purpose');
  });
  it('starts anew', () => assert.equal(chain.devnet.height, 1n));
});
`);
    expect([code, outcomes]).toEqual([1, ['ok passes', 'not ok fails', 'ok starts anew', 'not ok a chain']]);
    expect(output).toMatch(/the node's log:\n.*Block: +\\*#2 /);
    expect(output).not.toMatch(/Block: +\\*#[3-6] /);
  });

  it('makes a test fail that reverts to an earlier snapshot, or uses it too early', async () => {
    const { output, outcomes } = await runTests(`
describe('a chain', () => {
  const chain = testDevnet({ before, beforeEach, afterEach, after });
  assert.throws(() => chain.devnet, { code: 'conflict', message: /is not running: call testDevnet in a describe block/ });
  let id;
  before(async () => {
    id = await chain.devnet.snapshot();
  });
  it('reverts too far', () => chain.devnet.revert(id));
});
`);
    expect(outcomes).toEqual(['not ok reverts too far', 'not ok a chain']);
    expect(output).toContain('cannot revert the changes of the test');
  });
});

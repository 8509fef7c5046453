/** Runs `halley-devnet/vitest` in its own project, under its own vitest, and checks what its tests share. */
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aConsumer } from '../support/consumer.js';

const VITEST = 'node_modules/vitest/vitest.mjs';

async function runTests(files: Readonly<Record<string, string>>, packages: readonly string[] = []) {
  const consumer = aConsumer(['vitest', ...packages], { 'package.json': '{ "type": "module" }', ...files });
  const { code, output } = await consumer.run(VITEST, 'run', '--reporter=verbose');
  const outcomes = [...output.matchAll(/^\s*([✓×]) \S+ > (.*?)(?: \d+ms)?$/gm)].map(
    ([, mark, name]) => `${mark} ${name}`,
  );
  return { code, output, outcomes: outcomes.sort(), temporary: consumer.temporary };
}

const passed = (...names: string[]): string[] => names.map((name) => `✓ ${name}`).sort();

const IMPORTS = `
import { expect } from 'vitest';
import { test } from 'halley-devnet/vitest';
`;

describe('a file’s devnet', () => {
  it('belongs to the file; each test starts from the state that the file prepared', async () => {
    const { code, output, outcomes } = await runTests({
      'a.test.js': `${IMPORTS}
const GUEST = '0x00000000000000000000000000000000000000aa';
const balance = (provider, { address }) => provider.request({ method: 'eth_getBalance', params: [address, 'latest'] });
test.beforeAll(async ({ chain }) => chain.mine());
test.beforeEach(async ({ devnet }) => devnet.mine());
test('mines and spends', async ({ devnet, provider, chain }) => {
  expect([devnet, devnet.height]).toEqual([chain, 3n]);
  const [from, to] = devnet.accounts;
  await provider.request({ method: 'eth_sendTransaction', params: [{ from: from.address, to: to.address, value: '0x1' }] });
  expect(devnet.height).toBe(4n);
  expect(await balance(provider, to)).toBe('0x21e19e0c9bab2400001');
  await provider.request({ method: 'evm_setAutomine', params: [false] });
  await provider.request({ method: 'hardhat_impersonateAccount', params: [GUEST] });
});
test('knows nothing of it', async ({ devnet, provider }) => {
  expect(devnet.height).toBe(3n);
  expect(await balance(provider, devnet.accounts[1])).toBe('0x21e19e0c9bab2400000');
  const send = (from) => provider.request({ method: 'eth_sendTransaction', params: [{ from, to: GUEST }] });
  await expect(send(GUEST)).rejects.toThrow('unknown account');
  await send(devnet.accounts[0].address);
  expect(devnet.height).toBe(4n);
});
test('undoes what came before a snapshot of the test too', async ({ devnet }) => {
  const id = await devnet.snapshot();
  await devnet.mine();
  expect(await devnet.revert(id)).toBe(true);
});
`,
      'b.test.js': `${IMPORTS}
test.override({ devnetOptions: { validators: 2, seed: 'b' } });
test('has the options of its file', ({ devnet }) => {
  expect([devnet.validators.length, devnet.height]).toEqual([2, 1n]);
});
test('builds on', async ({ chain }) => {
  await chain.mine();
});
test('what the one before has made', ({ chain, devnet }) => {
  expect([chain.height, devnet.height]).toEqual([2n, 2n]);
});
for (const name of ['one', 'two'])
  test.concurrent(name, async ({ devnet }) => {
    expect(devnet.height).toBe(1n);
    await new Promise(setImmediate);
    await devnet.mine();
    expect([devnet.height, devnet.validators.length]).toEqual([2n, 2]);
  });
`,
      'c.test.js': `${IMPORTS}
test('has those of the configuration', ({ devnet }) => {
  expect(devnet.validators.length).toBe(5);
});
`,
      'vitest.config.js': `export default { test: { maxWorkers: 2, provide: { devnetOptions: { validators: 5 } } } };`,
    });
    expect(outcomes, output).toEqual(
      passed(
        'mines and spends',
        'knows nothing of it',
        'undoes what came before a snapshot of the test too',
        'has the options of its file',
        'builds on',
        'what the one before has made',
        'one',
        'two',
        'has those of the configuration',
      ),
    );
    expect(code).toBe(0);
  });

  it('reports that a test has reverted to a time before it', async () => {
    const { code, output } = await runTests({
      'a.test.js': `${IMPORTS}
let id;
test.beforeAll(async ({ chain }) => { id = await chain.snapshot(); });
test('goes too far back', async ({ devnet }) => { await devnet.revert(id); });
`,
    });
    expect(output).toContain(
      'cannot revert the changes of the test: the test reverted the chain to an earlier snapshot',
    );
    expect(code).toBe(1);
  });
});

describe('the node’s log', () => {
  // The contract passes its call data on to console.log.
  const SAYS = '0x366000600037600060003660006a636f6e736f6c652e6c6f675afa00';
  const HELLO = `0x41304fac${'20'.padStart(64, '0')}${'5'.padStart(64, '0')}${'68656c6c6f'.padEnd(64, '0')}`;
  const SPEAKER = `0x${'c0'.repeat(20)}`;

  it('is printed for a failing test, from its start; console calls of contracts are printed at once', async () => {
    const { code, output } = await runTests({
      'a.test.js': `${IMPORTS}
const speak = async (provider, devnet, method) => {
  await provider.request({ method: 'hardhat_setCode', params: ['${SPEAKER}', '${SAYS}'] });
  const { address } = devnet.accounts[0];
  await provider.request({ method, params: [{ from: address, to: '${SPEAKER}', data: '${HELLO}' }] });
};
test('passes', async ({ provider, devnet }) => {
  await speak(provider, devnet, 'eth_sendTransaction');
});
test('fails', async ({ provider, devnet }) => {
  await provider.request({ method: 'eth_gasPrice' });
  await provider.request({ method: 'eth_sendTransaction', params: [{ from: devnet.accounts[3].address, to: '${SPEAKER}' }] });
  expect(1).toBe(2);
});
test.concurrent('fails elsewhere', async ({ provider, devnet }) => {
  await speak(provider, devnet, 'eth_call');
  expect(1).toBe(2);
});
`,
    });
    expect(code).toBe(1);
    const logs = output.split("the node's log:").slice(1);
    expect(logs).toHaveLength(2);
    const of = (method: string): string => logs.find((log) => log.startsWith(`\n${method}`)) as string;
    expect(of('eth_gasPrice')).toMatch(/^\neth_gasPrice\neth_sendTransaction\n {2}Transaction: +0x[0-9a-f]{64}\n/);
    expect(of('hardhat_setCode')).toMatch(/^\nhardhat_setCode\neth_call\n {2}console.log:\n {4}hello\n/);
    expect(output).toMatch(/stdout \| a\.test\.js > passes\nhello\n/);
  });

  it('is printed for the servers too', async () => {
    const { code, output, temporary } = await runTests({
      'a.test.js': `${IMPORTS}
test('passes', ({ server }) => server.request('eth_gasPrice'));
test('fails', async ({ server, urls }) => {
  await server.request('eth_accounts');
  await server.request('eth_call', { to: '0x1', data: '0x' });
});
`,
      'vitest.config.js': `export default { test: { globalSetup: 'halley-devnet/vitest/server' } };`,
    });
    expect(code).toBe(1);
    expect(output).toMatch(
      /the server's log:\nevm_snapshot\neth_accounts\neth_call\n {2}eth_call failed: invalid argument 0/,
    );
    expect(output).not.toContain('eth_gasPrice');
    expect(readdirSync(temporary).filter((name) => name.startsWith('halley-'))).toEqual([]);
  });
});

describe('the servers of the global set-up', () => {
  const FILE = `${IMPORTS}
const height = async (url) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] });
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return (await answer.json()).result;
};
test.beforeAll(async ({ server }) => {
  await server.request('eth_sendTransaction', { from: server.accounts[0].address, to: server.accounts[1].address });
});
for (const name of ['first', 'second'])
  test(name, async ({ urls, server }) => {
    expect([await height(urls.evmHttp), server.evmChainId]).toEqual(['0x2', 31337]);
    expect((await fetch(urls.cometRpc + '/status')).status).toBe(200);
    await server.request('eth_sendTransaction', { from: server.accounts[0].address, to: server.accounts[1].address });
    expect(await height(urls.evmHttp)).toBe('0x3');
    await server.request('evm_setAutomine', false);
    await expect(server.request('eth_none')).rejects.toThrow('eth_none failed: the method eth_none');
  });
`;

  it('are one for each worker, and every file and test starts from a new state', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const { code, output, outcomes } = await runTests({
      ...Object.fromEntries(names.map((name) => [`${name}.test.js`, FILE])),
      'vitest.config.js': `export default { test: { maxWorkers: 2, globalSetup: 'halley-devnet/vitest/server' } };`,
    });
    expect(outcomes, output).toEqual(names.flatMap(() => passed('first', 'second')).sort());
    expect(code).toBe(0);
  });

  it('are reported as missing with what to configure, and are not shared by concurrent tests', async () => {
    const file = `${IMPORTS}
test('a', ({ urls }) => {});
`;
    const missing = await runTests({ 'a.test.js': file });
    expect(missing.output).toContain(
      "no server is running: add globalSetup: 'halley-devnet/vitest/server' to the configuration",
    );
    const shared = await runTests({
      'a.test.js': file.replace('test(', 'test.concurrent('),
      'vitest.config.js': `export default { test: { globalSetup: 'halley-devnet/vitest/server' } };`,
    });
    expect(shared.output).toContain('a concurrent test cannot use the server alone');
    expect([missing.code, shared.code]).toEqual([1, 1]);
  });

  it('accept a request in EIP-1193’s form, or as a method with its parameters in a list or one by one', async () => {
    const { code, output } = await runTests({
      'a.test.js': `${IMPORTS}
test('takes each form', async ({ server }) => {
  const { address } = server.accounts[0];
  const coins = '0x21e19e0c9bab2400000';
  expect(await server.request({ method: 'eth_getBalance', params: [address, 'latest'] })).toBe(coins);
  expect(await server.request({ method: 'eth_chainId' })).toBe('0x7a69');
  expect(await server.request('eth_getBalance', [address, 'latest'])).toBe(coins);
  expect(await server.request('eth_blockNumber', [])).toBe('0x1');
  expect(await server.request('eth_getBalance', address, 'latest')).toBe(coins);
});
test('names them for a call of none', async ({ server }) => {
  const expected = ": give it { method, params }, or the method's name and its parameters";
  for (const [call, shown] of [
    [[5n], '5n'],
    [[], 'undefined'],
    [[{ params: [] }], '{"params":[]}'],
    [[{ method: 'eth_chainId', params: 'none' }], '{"method":"eth_chainId","params":"none"}'],
    [[{ method: 'eth_chainId' }, []], '{"method":"eth_chainId"}, []'],
  ])
    await expect(server.request(...call)).rejects.toMatchObject({ code: 'invalid-argument', message: 'server.request cannot send ' + shown + expected });
});
test('has the code and the data of a refusal', async ({ server }) => {
  const data = '0x610bad5f526002601efd'; // init code that reverts with 0x0bad
  await expect(server.request({ method: 'eth_call', params: [{ data }] })).rejects.toMatchObject({
    message: 'eth_call failed: execution reverted: custom error bytes 0x0bad (3)',
    code: 3,
    data: '0x0bad',
  });
});
`,
      'vitest.config.js': `export default { test: { globalSetup: 'halley-devnet/vitest/server' } };`,
    });
    expect(output).toMatch(/Tests +3 passed \(3\)/);
    expect(code).toBe(0);
  });
});

describe('viem’s clients', () => {
  it('are a fixture of one line, for the file’s devnet and for the server', async () => {
    const { code, output } = await runTests(
      {
        'a.test.js': `${IMPORTS}
import { clients } from 'halley-devnet/viem';

const viemTest = test.extend('viem', ({ devnet }) => clients(devnet)).extend('remote', ({ server }) => clients(server));
const to = '0x' + 'bb'.repeat(20);
for (const name of ['first', 'second'])
  viemTest(name, async ({ viem: { publicClient, walletClient } }) => {
    const hash = await walletClient.sendTransaction({ to, value: 1n });
    expect(await publicClient.waitForTransactionReceipt({ hash })).toMatchObject({ blockNumber: 2n });
  });
viemTest('over HTTP', async ({ remote: { chain, publicClient, walletClient, testClient }, urls }) => {
  expect([chain.id, chain.rpcUrls.default.http]).toEqual([31337, [urls.evmHttp]]);
  await walletClient.sendTransaction({ to, value: 1n });
  await testClient.mine({ blocks: 1 });
  expect([await publicClient.getBlockNumber(), await publicClient.getBalance({ address: to })]).toEqual([3n, 1n]);
});
`,
        'vitest.config.js': `export default { test: { globalSetup: 'halley-devnet/vitest/server' } };`,
      },
      ['viem'],
    );
    expect(output).toMatch(/Tests +3 passed \(3\)/);
    expect(code).toBe(0);
  });
});

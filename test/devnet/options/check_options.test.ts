/** Tests that impossible options of the library are refused before anything is opened. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createDevnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { checkOptions } from '../../../src/devnet/options/check_options.js';
import { MACHINE_KINDS, type MachineKind } from '../../../src/evm/machines.js';
import { temporaryHome } from '../node_kit.js';

const every = (ms: unknown) => ({ miningMode: { type: 'interval', ms } }) as DevnetOptions;
const validators = 'a whole number from 1 to 200';
const timeout = 'nanoseconds as a bigint, none below 0n';
const key = 'not a private key, expected 32 bytes in hex';
const interval = 'milliseconds from 1 to 2147483647';

it.each<[string, DevnetOptions]>([
  [`validators is 0, expected ${validators}`, { validators: 0 }],
  [`validators is -1, expected ${validators}`, { validators: -1 }],
  [`validators is 1.5, expected ${validators}`, { validators: 1.5 }],
  [`validators is NaN, expected ${validators}`, { validators: Number.NaN }],
  [`validators is 201, expected ${validators}`, { validators: 201 }],
  [`validators is "4", expected ${validators}`, { validators: '4' } as unknown as DevnetOptions],
  [`"ms" of mining mode "interval" is 0, expected ${interval}`, every(0)],
  [`"ms" of mining mode "interval" is 0.5, expected ${interval}`, every(0.5)],
  [`"ms" of mining mode "interval" is NaN, expected ${interval}`, every(Number.NaN)],
  [`"ms" of mining mode "interval" is Infinity, expected ${interval}`, every(Number.POSITIVE_INFINITY)],
  [`"ms" of mining mode "interval" is 2147483648, expected ${interval}`, every(2 ** 31)],
  [`"ms" of mining mode "interval" is undefined, expected ${interval}`, every(undefined)],
  ['order is "lifo", expected "fees" or "fifo"', { order: 'lifo' as 'fifo' }],
  [
    'there is no mining mode "slow", expected one of automine, interval, manual, mixed, realtime, step',
    { miningMode: 'slow' },
  ],
  ['clock is "moon", expected "wall", "virtual" or an object with now()', { clock: 'moon' as 'wall' }],
  [
    'compat is "ganache", expected "auto", "hardhat", "anvil", "hardhat2" or "hardhat3"',
    { compat: 'ganache' as 'anvil' },
  ],
  [
    `machine is "fast", expected ${MACHINE_KINDS.map((name) => `"${name}"`).join(' or ')}`,
    { machine: 'fast' as MachineKind },
  ],
  ['createDevnet has no option "sed" (did you mean "seed"?)', { sed: 'x' } as DevnetOptions],
  ['createDevnet has no option "network"', { network: 5 } as DevnetOptions],
  ['seed is 5, expected a string that is not empty', { seed: 5 as unknown as string }],
  ['log is 5, expected a function', { log: 5 as never }],
  ['miningMode is null, expected a string or an object with `type`', { miningMode: null as never }],
  [`timeouts.commit is 5, expected ${timeout}`, { timeouts: { commit: 5 as unknown as bigint } }],
  [`timeouts.propose is -1, expected ${timeout}`, { timeouts: { propose: -1n } }],
  [`privateKeys[0] is ${key}`, { privateKeys: ['zz'] }],
  [`privateKeys[0] is ${key}`, { privateKeys: [5 as unknown as string] }],
  [`privateKeys[1] is ${key}`, { privateKeys: [`0x${'11'.repeat(32)}`, `0x${'11'.repeat(31)}`] }],
  [`privateKeys[0] is ${key}`, { privateKeys: [`0x${'00'.repeat(32)}`] }],
  [`privateKeys[0] is ${key}`, { privateKeys: [`0x${'ff'.repeat(32)}`] }],
  ['jsonRpc has no option "adress" (did you mean "address"?)', { jsonRpc: { adress: true } as never }],
  ['jsonRpc.limits has no option "gasCp" (did you mean "gasCap"?)', { jsonRpc: { limits: { gasCp: 5n } as never } }],
  ['jsonRpc.limits.gasCap is 5, expected a bigint, not below 0n', { jsonRpc: { limits: { gasCap: 5 as never } } }],
  ['jsonRpc.limits.evmTimeMs is -1, expected a number, not below 0', { jsonRpc: { limits: { evmTimeMs: -1 } } }],
  ['jsonRpc.limits.filters is NaN, expected a number, not below 0', { jsonRpc: { limits: { filters: Number.NaN } } }],
  [
    'jsonRpc.server.bodyBytes is "5", expected a number, not below 0',
    { jsonRpc: { server: { bodyBytes: '5' as never } } },
  ],
  ['jsonRpc.minTip is -1, expected a bigint, not below 0n', { jsonRpc: { minTip: -1n } }],
  ['jsonRpc.enableProfiling is "no", expected true or false', { jsonRpc: { enableProfiling: 'no' as never } }],
  ['jsonRpc.namespaces is "eth", expected a list of namespaces', { jsonRpc: { namespaces: 'eth' as never } }],
])('%s', async (message, options) => {
  const home = join(await temporaryHome(), 'chain');
  const refused = createDevnet({ ...options, home }).then((devnet) => devnet.close());
  await expect(refused).rejects.toMatchObject({ name: 'HalleyError', code: 'invalid-argument', message });
  expect(existsSync(home)).toBe(false);
});

it('the lowest and the highest value of each are accepted', () => {
  for (const options of [
    { validators: 1 },
    { validators: 200 },
    { timeouts: { commit: 0n } },
    every(1),
    every(2 ** 31 - 1),
    { miningMode: 'realtime:2' },
    {},
  ])
    expect(() => checkOptions(options)).not.toThrow();
});

it('options must be an object', async () => {
  for (const given of [null, 5, 'x', []])
    await expect(createDevnet(given as DevnetOptions)).rejects.toMatchObject({ code: 'invalid-argument' });
  await using devnet = await createDevnet({ seed: 'options' });
  for (const given of [null, 5, { block: 3 }])
    await expect(devnet.mine(given as object)).rejects.toMatchObject({ code: 'invalid-argument' });
  expect(devnet.height).toBe(1n);
});

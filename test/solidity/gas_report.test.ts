/** Reports the gas of deployments and functions, as Foundry and Hardhat do. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeAbiParameters, encodeFunctionData, type Hex, parseAbiParameters } from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../src/devnet/index.js';
import { compileShop, requestsOf, SHOP_ABI } from './gas_project.js';

const FORGE = JSON.parse(readFileSync(new URL('../vectors/forge_gas.json', import.meta.url), 'utf8')) as {
  readonly json: readonly object[];
  readonly tables: readonly string[];
};
const HARDHAT = JSON.parse(readFileSync(new URL('../vectors/hardhat_gas.json', import.meta.url), 'utf8')) as {
  readonly json: object;
};
const BUILD = compileShop();
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-gas-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'build.json'), JSON.stringify(BUILD));
  return folder;
}

async function aDevnet(options: DevnetOptions): Promise<Devnet> {
  const devnet = await createDevnet(options);
  onTestFinished(() => devnet.close());
  return devnet;
}

const ask = ({ provider }: Devnet, method: string, ...params: readonly unknown[]): Promise<unknown> =>
  provider.request({ method, params });

async function deploy(devnet: Devnet, argument: bigint): Promise<Hex> {
  const code = BUILD.output.contracts['src/Shop.sol']?.['Shop']?.evm.bytecode.object;
  const args = encodeAbiParameters(parseAbiParameters('uint256'), [argument]).slice(2);
  const transaction = { from: devnet.accounts[0]?.address, data: `0x${code}${args}`, gas: '0x400000' };
  const hash = await ask(devnet, 'eth_sendTransaction', transaction);
  const { contractAddress } = (await ask(devnet, 'eth_getTransactionReceipt', hash)) as { contractAddress: Hex };
  return contractAddress;
}

/** Sends a transaction with a gas limit, so that nothing is estimated. */
const send = (devnet: Devnet, to: Hex, data: Hex): Promise<unknown> =>
  ask(devnet, 'eth_sendTransaction', { from: devnet.accounts[0]?.address, to, data, gas: '0x60000' });

const buy = (amount: bigint): Hex => encodeFunctionData({ abi: SHOP_ABI, functionName: 'buy', args: [amount] });

/** Sends what the tests of Foundry and Hardhat send. */
async function sendAll(devnet: Devnet): Promise<void> {
  for (const { method, params } of requestsOf(devnet.accounts[0]?.address as Hex, BUILD))
    await ask(devnet, method, ...params);
}

test('agrees with Foundry on every number', async () => {
  const folder = aFolder();
  const [text, json] = [join(folder, 'gas.txt'), join(folder, 'gas.json')];
  const devnet = await createDevnet({ artifacts: folder, gasReport: text });
  await sendAll(devnet);
  expect(await ask(devnet, 'halley_gasReport')).toEqual(FORGE.json);
  expect(await ask(devnet, 'halley_coverage')).toBeNull();
  await devnet.close();
  expect(readFileSync(text, 'utf8').trimEnd().split('\n')).toEqual(FORGE.tables);
  const other = await createDevnet({ artifacts: folder, coverage: {}, gasReport: { file: json } });
  await sendAll(other);
  await other.close();
  expect(JSON.parse(readFileSync(json, 'utf8'))).toEqual(FORGE.json);
  expect(existsSync(`${json}.calls`)).toBe(false);
});

test('agrees with Hardhat on every number, also where two devnets add to the file', async () => {
  const folder = aFolder();
  const [file, sum] = [join(folder, 'gas.hardhat.json'), join(folder, 'sum.hardhat.json')];
  // Hardhat writes signatures without structs.
  const read = (path: string): object =>
    JSON.parse(readFileSync(path, 'utf8').replace('buy((uint128,uint64))', 'buy()')) as object;
  const devnet = await createDevnet({ artifacts: folder, gasReport: file });
  await sendAll(devnet);
  await devnet.close();
  expect(read(file)).toEqual(HARDHAT.json);
  for (const argument of [6n, 9n]) {
    const other = await createDevnet({ artifacts: folder, gasReport: { file: sum, add: true } });
    const shop = await deploy(other, argument);
    await send(other, shop, buy(argument));
    await other.close();
  }
  expect(read(sum)).toEqual({
    contracts: {
      'src/Shop.sol:Shop': {
        ...{ sourceName: 'src/Shop.sol', contractName: 'Shop', proxyChain: [] },
        deployment: expect.objectContaining({ count: 2, runtimeSize: 1884 }) as object,
        functions: { buy: expect.objectContaining({ count: 2 }) as object },
      },
    },
  });
});

test('leaves out what is only tried, and forgets on request', async () => {
  const devnet = await aDevnet({ artifacts: aFolder(), gasReport: {} });
  const shop = await deploy(devnet, 6n);
  const transaction = { from: devnet.accounts[0]?.address, to: shop, data: buy(3n) };
  await ask(devnet, 'eth_call', transaction);
  await ask(devnet, 'eth_estimateGas', transaction);
  const snapshot = await ask(devnet, 'evm_snapshot');
  await send(devnet, shop, buy(3n));
  await ask(devnet, 'evm_revert', snapshot);
  await send(devnet, shop, buy(3n));
  expect(await ask(devnet, 'halley_gasReport')).toMatchObject([{ functions: { 'buy(uint256)': { calls: 2 } } }]);
  expect(await ask(devnet, 'halley_resetReports')).toBe(true);
  expect(await ask(devnet, 'halley_gasReport')).toEqual([]);
});

test('adds to the report of another devnet, whose median it then is', async () => {
  const folder = aFolder();
  const file = join(folder, 'gas.json');
  for (const amounts of [
    [1n, 4n, 9n],
    [3n, 8n],
  ]) {
    const devnet = await createDevnet({ artifacts: folder, gasReport: { file, add: true } });
    const shop = await deploy(devnet, 4n);
    for (const amount of amounts) await send(devnet, shop, buy(amount));
    await devnet.close();
  }
  const [{ functions }] = JSON.parse(readFileSync(file, 'utf8')) as [
    { functions: Record<string, { calls: number; min: number; median: number; max: number }> },
  ];
  const all = functions['buy(uint256)'];
  expect(all?.calls).toBe(5);
  // Of 1, 3, 4, 8 and 9 the median is 4, which is that of the first devnet.
  const alone = await aDevnet({ artifacts: folder, gasReport: {} });
  const shop = await deploy(alone, 4n);
  for (const amount of [1n, 4n, 9n]) await send(alone, shop, buy(amount));
  const [own] = (await ask(alone, 'halley_gasReport')) as [{ functions: typeof functions }];
  const { min, median, max } = own.functions['buy(uint256)'] ?? {};
  expect(all).toMatchObject({ min, median, max });
  rmSync(file);
  const anew = await createDevnet({ artifacts: folder, gasReport: { file, add: true } });
  await anew.close();
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual([]);
});

test('refuses a file that cannot be written, and a damaged one to add to', async () => {
  const folder = aFolder();
  await expect(createDevnet({ gasReport: folder })).rejects.toThrow(
    `the report ${folder} cannot be written: it is a folder`,
  );
  const file = join(folder, 'gas.txt');
  writeFileSync(file, '');
  writeFileSync(`${file}.calls`, '{"creations":');
  const devnet = await createDevnet({ gasReport: { file, add: true } });
  await expect(devnet.close()).rejects.toThrow(`the report ${file} cannot be written: ${file}.calls is damaged`);
  for (const damaged of [
    'null',
    '{"creations":[],"calls":[{"contract":"Shop","signature":"buy()","gas":"7","calls":2}]}',
  ]) {
    writeFileSync(`${file}.calls`, damaged);
    const other = await createDevnet({ gasReport: { file, add: true } });
    await expect(other.close()).rejects.toThrow(`${file}.calls is damaged, remove it: expected creations and calls`);
  }
});

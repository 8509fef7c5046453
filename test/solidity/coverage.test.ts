/** Counts which lines, functions and branches of contracts run, as a test runner over the URL sees them. */
import { existsSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../src/devnet/index.js';

const TEXT = `pragma solidity ^0.8.20;
abstract contract Owned {
    address public owner;
    constructor() {
        owner = msg.sender;
    }
    modifier onlyOwner() {
        require(msg.sender == owner, "not the owner");
        _;
    }
    function unused() internal pure returns (uint256) {
        return 3;
    }
}
contract Shop is Owned {
    uint256 public sold;
    mapping(address => uint256) internal paid;
    error Closed(uint256 until);
    function buy(uint256 amount) external payable returns (uint256) {
        if (amount > 7) {
            revert Closed(sold);
        } else if (amount == 5)
            paid[msg.sender] += 2;
        for (uint256 i = 0; i < amount; i++) {
            sold += 1;
        }
        return price(amount);
    }
    function price(uint256 amount) public pure returns (uint256) {
        uint256 rebate = amount > 3 ? 1 : 0;
        assembly {
            rebate := add(rebate, rebate)
        }
        return amount * 11
            - rebate;
    }
    function close(uint256 until) external onlyOwner {
        sold = until;
    }
    receive() external payable {}
}
library Never {
    function twice(uint256 a) internal pure returns (uint256) {
        return a + a;
    }
}
`;

const ABI = parseAbi([
  'function buy(uint256) payable returns (uint256)',
  'function price(uint256) view returns (uint256)',
  'function close(uint256)',
]);

interface Build {
  readonly contracts: Readonly<Record<string, Readonly<Record<string, { evm: { bytecode: { object: string } } }>>>>;
}

function compile(enabled: boolean, content = TEXT): { readonly input: object; readonly output: Build } {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } };
  const settings = { outputSelection, optimizer: { enabled } };
  const input = { language: 'Solidity', sources: { 'contracts/Shop.sol': { content } }, settings };
  return { input, output: JSON.parse(solc.compile(JSON.stringify(input))) as Build };
}

const BUILD = compile(false);
const codeOf = ({ output }: { readonly output: Build }): Hex =>
  `0x${output.contracts['contracts/Shop.sol']?.['Shop']?.evm.bytecode.object}`;

function aFolder(build: object = BUILD): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-coverage-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'build.json'), JSON.stringify(build));
  return folder;
}

async function aDevnet(options: DevnetOptions): Promise<Devnet> {
  const devnet = await createDevnet(options);
  onTestFinished(() => devnet.close());
  return devnet;
}

const ask = ({ provider }: Devnet, method: string, ...params: readonly unknown[]): Promise<unknown> =>
  provider.request({ method, params });

async function deploy(devnet: Devnet, data: Hex = codeOf(BUILD)): Promise<Hex> {
  const hash = await ask(devnet, 'eth_sendTransaction', { from: devnet.accounts[0]?.address, data, gas: '0x300000' });
  const { contractAddress } = (await ask(devnet, 'eth_getTransactionReceipt', hash)) as { contractAddress: Hex };
  return contractAddress;
}

/** Sends a transaction with a gas limit, so that nothing is estimated. */
const send = (devnet: Devnet, to: Hex, data: Hex, from = 0): Promise<unknown> =>
  ask(devnet, 'eth_sendTransaction', { from: devnet.accounts[from]?.address, to, data, gas: '0x40000' });

const call = (name: 'buy' | 'price' | 'close', amount: bigint): Hex =>
  encodeFunctionData({ abi: ABI, functionName: name, args: [amount] });

/** Lines of the source with their counts, functions, and branches, of the source with the name. */
function read(lcov: string) {
  const entries = (kind: string) =>
    lcov.split('\n').flatMap((line) => (line.startsWith(`${kind}:`) ? [line.slice(kind.length + 1)] : []));
  return {
    lines: Object.fromEntries(entries('DA').map((text) => text.split(',').map(Number))) as Record<number, number>,
    functions: Object.fromEntries(entries('FNDA').map((text) => text.split(',').reverse())) as Record<string, string>,
    branches: entries('BRDA'),
    entries,
  };
}

const coverage = async (devnet: Devnet) => read((await ask(devnet, 'halley_coverage')) as string);

test('counts lines, functions and branches of transactions, calls and failed estimates', async () => {
  const devnet = await aDevnet({ artifacts: aFolder(), coverage: {} });
  expect((await coverage(devnet)).entries('LH')).toEqual(['0']);
  const shop = await deploy(devnet);
  await send(devnet, shop, call('buy', 2n));
  await send(devnet, shop, call('buy', 5n));
  await ask(devnet, 'eth_call', { to: shop, data: call('price', 6n) });
  // A client that estimates never sends the transaction that fails.
  await expect(ask(devnet, 'eth_estimateGas', { to: shop, data: call('buy', 9n) })).rejects.toThrow();
  await expect(send(devnet, shop, call('close', 4n), 3)).resolves.toMatch(/^0x/);
  const { lines, functions, branches, entries } = await coverage(devnet);
  expect(entries('SF')).toEqual(['contracts/Shop.sol']);
  expect(lines).toEqual({
    5: 1,
    8: 1,
    12: 0,
    20: 3,
    21: 1,
    22: 2,
    23: 1,
    24: 9,
    25: 7,
    27: 2,
    30: 3,
    32: 3,
    34: 3,
    38: 0,
    44: 0,
  });
  expect(functions).toEqual({
    'Owned.constructor': '1',
    'Owned.onlyOwner': '1',
    'Owned.unused': '0',
    'Shop.buy': '3',
    'Shop.price': '3',
    'Shop.close': '1',
    'Shop.receive': '0',
    'Never.twice': '0',
  });
  expect(branches).toEqual([
    ...['8,0,0,0', '8,0,1,1'],
    ...['20,1,0,1', '20,1,1,2'],
    ...['22,2,0,1', '22,2,1,1'],
    ...['30,3,0,2', '30,3,1,1'],
  ]);
});

test('goes on through reverts and resets of the chain, and forgets on request', async () => {
  const devnet = await aDevnet({ artifacts: aFolder(), coverage: {} });
  const snapshot = await ask(devnet, 'evm_snapshot');
  await send(devnet, await deploy(devnet), call('buy', 3n));
  await ask(devnet, 'evm_revert', snapshot);
  await send(devnet, await deploy(devnet), call('buy', 4n));
  await ask(devnet, 'hardhat_reset');
  await send(devnet, await deploy(devnet), call('buy', 6n));
  expect((await coverage(devnet)).lines[25]).toBe(13);
  expect(await ask(devnet, 'halley_resetReports')).toBe(true);
  expect((await coverage(devnet)).entries('LH')).toEqual(['0']);
});

test('writes the file when it closes, and adds to that of another devnet', async () => {
  const folder = aFolder();
  const file = join(folder, 'lcov.info');
  for (const amount of [2n, 5n]) {
    const devnet = await createDevnet({ artifacts: folder, coverage: { file, add: true } });
    await send(devnet, await deploy(devnet), call('buy', amount));
    expect(existsSync(file)).toBe(amount === 5n);
    await devnet.close();
  }
  const { lines, functions, branches } = read(readFileSync(file, 'utf8'));
  expect([lines[5], lines[25], lines[38]]).toEqual([2, 7, 0]);
  expect(functions).toMatchObject({ 'Shop.buy': '2', 'Shop.close': '0' });
  expect(branches).toContain('22,2,0,1');
  expect(branches).toContain('22,2,1,1');
  const devnet = await createDevnet({ artifacts: folder, coverage: file });
  await devnet.close();
  expect(read(readFileSync(file, 'utf8')).entries('LH')).toEqual(['0']);
});

test('leaves out what optimized code does not tell, and counts what runs before its artifacts exist', async () => {
  const build = compile(true);
  const folder = mkdtempSync(join(tmpdir(), 'halley-late-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const devnet = await aDevnet({ artifacts: folder, coverage: {} });
  await send(devnet, await deploy(devnet, codeOf(build)), call('buy', 5n));
  writeFileSync(join(folder, 'build.json'), JSON.stringify(build));
  const { lines, functions, branches } = await coverage(devnet);
  expect(branches).toEqual([]);
  expect(functions).toMatchObject({ 'Shop.buy': '1', 'Shop.close': '0', 'Never.twice': '0' });
  expect([lines[20], lines[23], lines[25], lines[38]]).toEqual([1, 1, 5, 0]);
  expect(lines[21] ?? 0).toBe(0);
});

test('reports the newest text of a source of which the folder has several builds', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halley-builds-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const newest = compile(false, `// A line more.\n${TEXT}`);
  for (const [name, build, seconds] of [
    ['1.json', BUILD, 1000],
    ['2.json', newest, 3000],
    ['3.json', compile(false, `// Two lines\n// more.\n${TEXT}`), 2000],
  ] as const) {
    writeFileSync(join(folder, name), JSON.stringify(build));
    utimesSync(join(folder, name), seconds, seconds);
  }
  const devnet = await aDevnet({ artifacts: folder, coverage: {} });
  await send(devnet, await deploy(devnet, codeOf(newest)), call('buy', 4n));
  expect((await coverage(devnet)).lines).toMatchObject({ 6: 1, 26: 4, 39: 0 });
});

test('adds to what is whole of a damaged file', async () => {
  const folder = aFolder();
  const file = join(folder, 'lcov.info');
  const entries = ['FN:x,f', 'FN:7,g', 'FNDA:many,g', 'BRDA:7,0', 'BRDA:7,0,1,-', 'DA:a,2', 'DA:8,1e400', 'DA:9,5'];
  writeFileSync(file, ['SF:Other.sol', ...entries, 'end_of_record', ''].join('\n'));
  const devnet = await createDevnet({ coverage: { file, add: true } });
  await devnet.close();
  const { entries: all } = read(readFileSync(file, 'utf8'));
  expect(['SF', 'FN', 'FNDA', 'BRDA', 'DA'].map(all)).toEqual([
    ['Other.sol'],
    ['7,g'],
    ['0,g'],
    ['7,0,1,-'],
    ['8,0', '9,5'],
  ]);
});

test('refuses a file that cannot be written and an EVM that does not count', async () => {
  const folder = aFolder();
  await expect(createDevnet({ coverage: folder })).rejects.toThrow(
    `the report ${folder} cannot be written: it is a folder`,
  );
  await expect(createDevnet({ coverage: join(folder, 'no', 'lcov.info') })).rejects.toThrow(
    /^the report .*no\/lcov\.info cannot be written: ENOENT/,
  );
  await expect(createDevnet({ coverage: {}, machine: 'ethereumjs' })).rejects.toThrow(
    'coverage and the EVM "ethereumjs" exclude each other: only the EVM "halley" counts the operations that run',
  );
});

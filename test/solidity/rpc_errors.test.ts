/** Sees stack traces as clients do, over HTTP, and when artifacts change or fit only in part. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData, type Hex, parseAbi } from 'viem';
import { expect, onTestFinished, test } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions, type LogEntry, logText } from '../../src/devnet/index.js';

const VAULT = `pragma solidity >=0.8.4;
error Locked(uint256 until);
contract Vault {
    uint256 public until = 1795855798;
    function withdraw(uint256 amount) external {
        if (amount > 7) revert Locked(until);
        until = amount;
    }
    event Sent(address indexed to, uint256 amount);
    function send(address to, uint256 amount) external { emit Sent(to, amount); }
    function spin(uint256 x) external view { while (x != until) x ^= 1; }
}
contract Proxy {
    address internal immutable target;
    constructor(address target_) { target = target_; }
    fallback() external payable {
        (bool ok, bytes memory data) = target.delegatecall(msg.data);
        if (!ok) assembly { revert(add(data, 32), mload(data)) }
    }
}
`;

interface Build {
  readonly input: object;
  readonly output: {
    readonly contracts: Readonly<
      Record<string, Readonly<Record<string, { readonly evm: { readonly bytecode: { readonly object: string } } }>>>
    >;
  };
}

function compile(text: string): Build {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode'] } };
  const input = { language: 'Solidity', sources: { 'Vault.sol': { content: text } }, settings: { outputSelection } };
  return { input, output: JSON.parse(solc.compile(JSON.stringify(input))) as Build['output'] };
}

const BUILD = compile(VAULT);
/** The same code with other metadata: the lines of its source are others. */
const COMMENTED = compile(`// one\n// two\n${VAULT}`);

const codeOf = ({ output }: Build, name: string): Hex =>
  `0x${output.contracts['Vault.sol']?.[name]?.evm.bytecode.object ?? ''}`;

function folderOf(build: Build): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-vault-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'build.json'), JSON.stringify(build));
  return folder;
}

async function aDevnet(options: DevnetOptions): Promise<Devnet> {
  const devnet = await createDevnet({ jsonRpc: { address: '127.0.0.1:0' }, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

interface Answer {
  readonly result?: never;
  readonly error?: {
    readonly code: number;
    readonly message: string;
    readonly data?: unknown;
    readonly stack?: readonly Readonly<Record<string, unknown>>[];
  };
}

async function ask({ urls }: Devnet, method: string, ...params: readonly unknown[]): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(urls.evmHttp ?? '', {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json' },
  });
  return (await response.json()) as Answer;
}

const withdraw = (amount: bigint): Hex =>
  encodeFunctionData({ abi: parseAbi(['function withdraw(uint256)']), args: [amount] });

async function deploy(devnet: Devnet, data: string): Promise<Hex> {
  const [from] = devnet.accounts.map(({ address }) => address);
  const { result } = await ask(devnet, 'eth_sendTransaction', { from, data, gas: '0x200000' });
  const receipt = await ask(devnet, 'eth_getTransactionReceipt', result);
  return (receipt.result as unknown as { readonly contractAddress: Hex }).contractAddress;
}

test('adds the stack to the message and as a member of the error', async () => {
  const devnet = await aDevnet({ artifacts: folderOf(BUILD) });
  const to = await deploy(devnet, codeOf(BUILD, 'Vault'));
  const without = await aDevnet({ artifacts: folderOf(BUILD), stackTraces: 'off' });
  const plain = await ask(without, 'eth_call', {
    to: await deploy(without, codeOf(BUILD, 'Vault')),
    data: withdraw(11n),
  });
  const { error } = await ask(devnet, 'eth_call', { to, data: withdraw(11n) });
  expect(plain.error?.stack).toBe(undefined);
  expect(error).toEqual({
    code: 3,
    message: [
      plain.error?.message,
      '  reverted with custom error Locked(1795855798)',
      '    at Vault.withdraw (Vault.sol:6:32)',
    ].join('\n'),
    data: plain.error?.data,
    stack: [
      {
        contract: 'Vault',
        address: to,
        function: 'withdraw',
        file: 'Vault.sol',
        line: 6,
        column: 32,
        kind: 'custom error',
        message: 'reverted with custom error Locked(1795855798)',
      },
    ],
  });
});

test('passes through a proxy, whose frame says where it calls', async () => {
  const devnet = await aDevnet({ artifacts: [folderOf(BUILD)] });
  const target = await deploy(devnet, codeOf(BUILD, 'Vault'));
  const proxy = await deploy(devnet, `${codeOf(BUILD, 'Proxy')}${target.slice(2).padStart(64, '0')}`);
  const { error } = await ask(devnet, 'eth_call', { to: proxy, data: withdraw(12n) });
  expect(error?.message.split('\n').slice(1)).toEqual([
    '  reverted with custom error Locked(0)',
    '    at Vault.withdraw (Vault.sol:6:32)',
    '    at Proxy.fallback (Vault.sol:17:40)',
  ]);
});

test('explains calls that fail within a result: access lists and simulated calls', async () => {
  const devnet = await aDevnet({
    artifacts: folderOf(BUILD),
    jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] },
  });
  const to = await deploy(devnet, codeOf(BUILD, 'Vault'));
  const at = '    at Vault.withdraw (Vault.sol:6:32)';
  const frame = { contract: 'Vault', address: to, line: 6, column: 32, kind: 'custom error' };
  const listed = await ask(devnet, 'eth_createAccessList', { to, data: withdraw(13n) }, 'latest');
  expect(listed.result).toMatchObject({
    accessList: [{ address: to }],
    error: ['execution reverted', '  reverted with custom error Locked(1795855798)', at].join('\n'),
    stack: [frame],
  });
  // The second call sees what the first one wrote, and the last block what all before it wrote.
  const simulated = await ask(devnet, 'eth_simulateV1', {
    blockStateCalls: [
      { calls: [withdraw(3n), withdraw(14n)].map((input) => ({ to, input })) },
      {
        calls: [
          { to, input: withdraw(5n) },
          { to: devnet.accounts[4]?.address, value: '0x0' },
        ],
      },
      { calls: [{ to, input: withdraw(15n) }] },
    ],
  });
  const blocks = simulated.result as unknown as { calls: { error?: { message: string; stack?: object[] } }[] }[];
  expect(blocks.map(({ calls }) => calls.map(({ error }) => error?.message.split('\n')))).toEqual([
    [undefined, ['execution reverted', '  reverted with custom error Locked(3)', at]],
    [undefined, undefined],
    [['execution reverted', '  reverted with custom error Locked(5)', at]],
  ]);
  expect(blocks[2]?.calls[0]?.error?.stack).toMatchObject([frame]);
  const params = [{ to, data: withdraw(16n) }, 'latest', { tracer: 'decodedCallTracer' }];
  const traced = await devnet.provider.request({ method: 'debug_traceCall', params });
  expect(traced).toMatchObject({ revert: 'Locked(1795855798)', stack: [frame] });
});

test('shows the innermost frames of a deep recursion', async () => {
  const build = compile(`pragma solidity >=0.8.4;
contract Vault {
    function dive(uint256 n, uint256 times) external { step(n, times); }
    function step(uint256 n, uint256 times) internal {
        if (n > 0) step(n - 1, times);
        else if (times > 0) this.dive(190, times - 1);
        else revert("bottom");
    }
}`);
  const devnet = await aDevnet({
    artifacts: folderOf(build),
    jsonRpc: { address: '127.0.0.1:0', namespaces: ['debug', 'eth'] },
  });
  const to = await deploy(devnet, codeOf(build, 'Vault'));
  const data = encodeFunctionData({ abi: parseAbi(['function dive(uint256, uint256)']), args: [190n, 7n] });
  const { error } = await ask(devnet, 'eth_call', { to, data });
  expect(error?.message.split('\n').slice(0, 3)).toEqual([
    'execution reverted: bottom',
    '  reverted with reason string "bottom"',
    '    at Vault.step (Vault.sol:7:14)',
  ]);
  expect(error?.message).toMatch(/\n {4}\(and 400 more\)$/);
  expect(error?.stack).toHaveLength(100);
  const traced = await ask(devnet, 'debug_traceCall', { to, data }, 'latest', { tracer: 'decodedCallTracer' });
  expect((traced.result as unknown as { readonly stack: readonly unknown[] }).stack).toHaveLength(500);
});

test('explains a transaction that failed in its block, as Hardhat 2 does', async () => {
  const devnet = await aDevnet({ artifacts: folderOf(BUILD), compat: 'hardhat2' });
  const to = await deploy(devnet, codeOf(BUILD, 'Vault'));
  const from = devnet.accounts[1]?.address;
  const { error } = await ask(devnet, 'eth_sendTransaction', { from, to, data: withdraw(13n), gas: '0x30000' });
  const data = error?.data as { readonly message: string; readonly txHash: Hex; readonly stack: string };
  expect(error).toMatchObject({ data: { stack: error?.message } });
  expect(error?.message.split('\n')).toEqual([
    data.message,
    '  reverted with custom error Locked(1795855798)',
    '    at Vault.withdraw (Vault.sol:6:32)',
  ]);
  const receipt = await ask(devnet, 'eth_getTransactionReceipt', data.txHash);
  expect((receipt.result as unknown as { readonly status: string }).status).toBe('0x0');
});

test('shows no line where the artifact has other metadata, and reads artifacts again when they change', async () => {
  const folder = folderOf(COMMENTED);
  const devnet = await aDevnet({ artifacts: folder });
  const to = await deploy(devnet, codeOf(BUILD, 'Vault'));
  const stack = async () =>
    (await ask(devnet, 'eth_call', { to, data: withdraw(14n) })).error?.message.split('\n').slice(2);
  expect(await stack()).toEqual(['    at Vault.withdraw']);
  writeFileSync(join(folder, 'build.json'), `${JSON.stringify(BUILD)}\n`);
  expect(await stack()).toEqual(['    at Vault.withdraw (Vault.sol:6:32)']);
  writeFileSync(join(folder, 'build.json'), '{"input":');
  expect(await stack()).toEqual([]);
});

test.each([
  ['ranges beyond the source', '999999:5:0:-;:7'],
  ['sources that do not exist', '0:30:7:-'],
  ['words and numbers below zero', 'abc:x:y:z:w;;-5:-7:0;:::::::;9e99:1:0'],
  ['fewer instructions than the code', '0:5:0:-'],
])('shows no line where the map has %s', async (_, sourceMap) => {
  const build = structuredClone(BUILD) as unknown as {
    output: { contracts: { 'Vault.sol': { Vault: { evm: { deployedBytecode: { sourceMap: string } } } } } };
  };
  build.output.contracts['Vault.sol'].Vault.evm.deployedBytecode.sourceMap = sourceMap;
  const devnet = await aDevnet({ artifacts: folderOf(build as unknown as Build) });
  const to = await deploy(devnet, codeOf(BUILD, 'Vault'));
  const { error } = await ask(devnet, 'eth_call', { to, data: withdraw(17n) });
  expect(error?.message.split('\n')[1]).toBe('  reverted with custom error Locked(1795855798)');
  for (const frame of error?.stack ?? []) expect([frame['contract'], frame['line']]).toEqual(['Vault', undefined]);
});

test('knows contracts that a client adds, and logs where a transaction failed', async () => {
  const entries: LogEntry[] = [];
  let hear = (): void => undefined;
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const devnet = await aDevnet({
    log: (entry) => {
      entries.push(entry);
      if (entry.type === 'stack') hear();
    },
  });
  const to = await deploy(devnet, codeOf(BUILD, 'Vault'));
  expect(await ask(devnet, 'hardhat_addCompilationResult', '0.8.28', BUILD.input, BUILD.output)).toMatchObject({
    result: true,
  });
  const from = devnet.accounts[2]?.address;
  const { result: hash } = await ask(devnet, 'eth_sendTransaction', { from, to, data: withdraw(15n), gas: '0x30000' });
  await heard;
  const message = 'reverted with custom error Locked(1795855798)';
  expect(entries.filter(({ type }) => type === 'stack')).toEqual([
    { type: 'stack', transaction: hash, message, frames: ['Vault.withdraw (Vault.sol:6:32)'] },
  ]);
  await ask(devnet, 'eth_call', { to, data: withdraw(16n) });
  const failure = entries.findLast(({ type }) => type === 'failure');
  expect(failure && logText(failure).split('\n').slice(1)).toEqual([
    `    ${message}`,
    '      at Vault.withdraw (Vault.sol:6:32)',
  ]);
});

test('names contracts, functions, arguments, events and errors in the log', async () => {
  const lines: string[] = [];
  const devnet = await aDevnet({ log: (entry) => lines.push(...logText(entry).split('\n')) });
  await ask(devnet, 'hardhat_addCompilationResult', '0.8.28', BUILD.input, BUILD.output);
  const to = await deploy(devnet, codeOf(BUILD, 'Vault'));
  const from = devnet.accounts[3]?.address;
  const data = encodeFunctionData({ abi: parseAbi(['function send(address,uint256)']), args: [to, 17n] });
  await ask(devnet, 'eth_sendTransaction', { from, to, data });
  await ask(devnet, 'eth_sendTransaction', { from, to, data: withdraw(18n), gas: '0x30000' });
  await devnet.mine();
  const named = lines.filter((line) => /Contract|Event|Error/.test(line)).map((line) => line.trim().toLowerCase());
  expect(named).toEqual(
    [
      `Contract created: ${to} (Vault)`,
      `Contract call:    Vault.send(to: ${to}, amount: 17)`,
      `Event:            Vault.Sent(to: ${to}, amount: 17)`,
      `Contract call:    Vault.withdraw(amount: 18)`,
      `Error:            execution reverted: Locked(1795855798)`,
    ].map((line) => line.toLowerCase()),
  );
});

test('answers another client while a call of 10 million gas fails and runs again', async () => {
  const devnet = await aDevnet({ artifacts: folderOf(BUILD) });
  const to = await deploy(devnet, codeOf(BUILD, 'Vault'));
  const data = encodeFunctionData({ abi: parseAbi(['function spin(uint256)']), args: [19n] });
  let isOver = false;
  const failed = ask(devnet, 'eth_call', { to, data, gas: '0x989680' }).finally(() => {
    isOver = true;
  });
  let answers = 0;
  while (!isOver) {
    await ask(devnet, 'eth_blockNumber');
    answers++;
  }
  const { error } = await failed;
  expect(error?.message.split('\n').slice(1)).toEqual([
    '  out of gas',
    expect.stringContaining('    at Vault.spin (Vault.sol:11:'),
  ]);
  // Slices are of 10 ms, and the two runs take several hundred ms.
  expect(answers).toBeGreaterThan(10);
});

test('refuses a compilation that is no object', async () => {
  const devnet = await aDevnet({});
  const { error } = await ask(devnet, 'hardhat_addCompilationResult', '0.8.28', [], {});
  expect(error?.message).toBe('invalid argument 1: input is not an object, expected standard JSON input of solc');
});

/** Tells where contracts failed, as solc compiled them: without optimizer, with it, and through Yul. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeDeployData, encodeFunctionData, type Hex, toFunctionSelector } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';

const FILE = 'contracts/Failures.sol';
const SOURCE = readFileSync(new URL('./contracts/Failures.sol', import.meta.url), 'utf8');

/** Line of a mark `// @name`. */
const lineOf = (mark: string): number => 1 + SOURCE.split('\n').findIndex((line) => line.endsWith(`// @${mark}`));

const INPUT = {
  language: 'Solidity',
  sources: { [FILE]: { content: SOURCE } },
};
const SELECTION = {
  '*': { '*': ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'], '': ['ast'] },
};

const SETTINGS = {
  plain: { optimizer: { enabled: false } },
  optimized: { optimizer: { enabled: true, runs: 200 } },
  viaIR: { viaIR: true, optimizer: { enabled: true, runs: 200 } },
};

/** Frames as `Contract.function @mark`, the innermost first, and the beginning of the cause. */
interface Case {
  readonly call: string;
  readonly x?: bigint;
  readonly value?: bigint;
  readonly frames: readonly string[];
  readonly says: string;
  /** Frames through Yul, where the optimizer has put functions into others, or the map is less precise. */
  readonly viaIR?: readonly string[];
  readonly viaIRSays?: string;
}

const CASES: readonly Case[] = [
  {
    call: 'requireReason',
    x: 21n,
    frames: ['Failures.requireReason @requireReason'],
    says: 'reverted with reason string "x is too small"',
  },
  {
    call: 'requireSilent',
    x: 22n,
    frames: ['Failures.requireSilent @requireSilent'],
    says: 'reverted without a reason',
  },
  { call: 'requireTwo', x: 3n, frames: ['Failures.requireTwo @requireTwoA'], says: 'reverted without a reason' },
  { call: 'requireTwo', x: 5n, frames: ['Failures.requireTwo @requireTwoB'], says: 'reverted without a reason' },
  { call: 'custom', x: 23n, frames: ['Failures.custom @custom'], says: 'reverted with custom error Locked(23, 0x' },
  {
    call: 'overflow',
    x: 24n,
    frames: ['Failures.overflow @overflow'],
    says: 'reverted with panic code 0x11',
    viaIR: ['Failures.overflow (no line)'],
  },
  {
    call: 'divide',
    x: 2n,
    frames: ['Failures.divide @divide'],
    says: 'reverted with panic code 0x12',
    viaIR: ['Failures.divide (no line)'],
  },
  { call: 'index', x: 25n, frames: ['Failures.index @index'], says: 'reverted with panic code 0x32' },
  { call: 'asserts', x: 26n, frames: ['Failures.asserts @asserts'], says: 'reverted with panic code 0x1:' },
  {
    call: 'viaInternal',
    x: 27n,
    frames: ['Failures.inner @inner', 'Failures.middle @middle', 'Failures.viaInternal @viaInternal'],
    says: 'reverted with reason string "inner"',
    viaIR: ['Failures.inner @inner', 'Failures.viaInternal (no line)'],
  },
  {
    call: 'viaBase',
    x: 17n,
    frames: ['Failures.inherited @inheritedRequire', 'Failures.viaBase @viaBase'],
    says: 'reverted without a reason',
    viaIR: ['Failures.inherited @inheritedRequire', 'Failures.viaBase (no line)'],
  },
  {
    call: 'viaLibrary',
    x: 4n,
    frames: ['Checks.positive @libraryRevert', 'Failures.viaLibrary @viaLibrary'],
    says: 'reverted with custom error Plain()',
    viaIR: ['Checks.positive @libraryRevert', 'Failures.viaLibrary (no line)'],
  },
  {
    call: 'viaLinked',
    x: 9n,
    frames: ['Checks.linked @linkedRequire', 'Failures.viaLinked @viaLinked'],
    says: 'reverted with reason string "linked says no"',
  },
  {
    call: 'viaFree',
    x: 29n,
    frames: ['halve @freeRequire', 'Failures.viaFree @viaFree'],
    says: 'reverted with reason string "odd: ',
    viaIR: ['Failures.viaFree (no line)'],
  },
  {
    call: 'guarded',
    x: 30n,
    frames: ['Failures.onlyOwner @modifierRequire', 'Failures.guarded @guarded'],
    says: 'reverted with reason string "not the owner"',
  },
  {
    call: 'viaTarget',
    x: 131n,
    frames: ['Target.answer @targetRevert', 'Failures.viaTarget @viaTarget'],
    says: 'reverted with custom error Locked(131, 0x',
  },
  {
    call: 'noCode',
    x: 32n,
    frames: ['Failures.noCode @noCode'],
    says: 'a function was called on an account without code',
    viaIRSays: 'reverted without a reason',
  },
  {
    call: 'wrongTarget',
    x: 33n,
    frames: ['Failures.wrongTarget @wrongTarget'],
    says: 'the called contract returned other data',
    viaIRSays: 'reverted without a reason',
  },
  {
    call: 'create',
    x: 13n,
    frames: ['Target.constructor @constructorRequire', 'Failures.create @create'],
    says: 'reverted with reason string "unlucky"',
  },
  { call: 'caught', x: 134n, frames: ['Failures.caught @caught'], says: 'reverted with custom error Plain()' },
  {
    call: 'survived',
    x: 135n,
    frames: ['Failures.survived @survived'],
    says: 'reverted with reason string "after the catch"',
  },
  {
    call: 'lowLevel',
    x: 136n,
    frames: ['Failures.lowLevel @lowLevel'],
    says: 'reverted with reason string "the call failed"',
  },
  {
    call: 'inAssembly',
    x: 37n,
    frames: ['Failures.inAssembly @inAssembly'],
    says: 'reverted without a reason',
    viaIR: ['Failures.inAssembly line 184'],
  },
  { call: 'endless', x: 38n, frames: ['Failures.endless @endless'], says: 'out of gas' },
  {
    call: 'noValue',
    x: 39n,
    value: 40n,
    frames: ['Failures.noValue @noValue'],
    says: 'function noValue is not payable and was called with 40 wei',
  },
  {
    call: 'sendAway',
    x: 41n,
    frames: ['Failures.sendAway @sendAway'],
    says: 'insufficient balance for transfer',
  },
];

interface CompiledContract {
  readonly abi: readonly never[];
  readonly evm: { readonly bytecode: { readonly object: string } };
}

interface Compiled {
  readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
  readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
}

function compile(settings: object): { readonly input: object; readonly output: Compiled } {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const input = { ...INPUT, settings: { ...settings, outputSelection: SELECTION } };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled;
  const problem = output.errors?.find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new Error(problem.formattedMessage);
  return { input, output };
}

const CONTRACT_LINE = 1 + SOURCE.split('\n').findIndex((line) => line.startsWith('contract Failures'));
const selectorOf = (name: string): Hex => toFunctionSelector(`function ${name}(uint256)`);

interface RpcFailure {
  readonly message: string;
  readonly data?: unknown;
  readonly trace?: {
    readonly frames: readonly {
      readonly contract?: string;
      readonly function?: string;
      readonly file?: string;
      readonly line?: number;
      readonly column?: number;
    }[];
  };
}

const markAt = (line: number | undefined): string =>
  line === undefined ? '(no line)' : (/\/\/ (@\w+)$/.exec(SOURCE.split('\n')[line - 1] ?? '')?.[1] ?? `line ${line}`);

describe.each(Object.entries(SETTINGS))('%s', (variant, settings) => {
  let devnet: Devnet;
  let folder: string;
  let failures: Hex;
  let abi: readonly never[];
  let house: CompiledContract;
  let accounts: readonly Hex[];

  beforeAll(async () => {
    const { input, output } = compile(settings);
    folder = mkdtempSync(join(tmpdir(), 'halley-sources-'));
    writeFileSync(join(folder, 'build.json'), JSON.stringify({ input, output }));
    devnet = await createDevnet({ artifacts: folder });
    accounts = (await devnet.provider.request({ method: 'eth_accounts' })) as readonly Hex[];
    const codes = output.contracts[FILE];
    const deploy = async (bytecode: string): Promise<Hex> => {
      const [from] = accounts;
      const hash = await devnet.provider.request({
        method: 'eth_sendTransaction',
        params: [{ from, data: `0x${bytecode}` }],
      });
      const receipt = await devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
      return (receipt as { readonly contractAddress: Hex }).contractAddress;
    };
    const library = await deploy(codes?.['Checks']?.evm.bytecode.object ?? '');
    failures = await deploy(
      (codes?.['Failures']?.evm.bytecode.object ?? '').replace(/__\$.{34}\$__/g, library.slice(2).toLowerCase()),
    );
    abi = codes?.['Failures']?.abi ?? [];
    house = codes?.['House'] ?? house;
  }, 120_000);

  afterAll(async () => {
    await devnet.close();
    rmSync(folder, { recursive: true });
  });

  async function failureOf(request: object): Promise<RpcFailure> {
    try {
      await devnet.provider.request({
        method: 'eth_call',
        params: [{ from: accounts[0], gas: '0xf4240', ...request }],
      });
    } catch (error) {
      return error as RpcFailure;
    }
    throw new Error('the call succeeded');
  }

  const shown = ({ trace }: RpcFailure): readonly string[] =>
    (trace?.frames ?? []).map(
      ({ contract, function: name, line }) =>
        `${[contract, name].filter((part) => part !== undefined).join('.')} ${markAt(line)}`,
    );

  test.each(CASES)('$call($x): $frames', async ({ call, x, value, frames, says, viaIR = frames, viaIRSays = says }) => {
    const data = encodeFunctionData({ abi, functionName: call, args: [x ?? 1n] } as never);
    const failure = await failureOf({ to: failures, data, value: value && `0x${value.toString(16)}` });
    expect(shown(failure).join(' < ')).toBe((variant === 'viaIR' ? viaIR : frames).join(' < '));
    expect(failure.message.split('\n')[1]).toContain(variant === 'viaIR' ? viaIRSays : says);
  });

  test('names the contract for calls that no function of it takes', async () => {
    const unknown = await failureOf({ to: failures, data: '0x12345678' });
    expect(shown(unknown)).toEqual([`Failures line ${CONTRACT_LINE}`]);
    expect(unknown.message).toContain('no function with the selector 0x12345678, and no fallback function');
    const empty = await failureOf({ to: failures, value: '0x2b' });
    expect(empty.message).toContain('called without data, and has neither a receive nor a fallback function');
    const short = await failureOf({ to: failures, data: `${selectorOf('custom')}00` });
    expect(shown(short)).toEqual(['Failures.custom line 84']);
    expect(short.message).toContain('function custom was called with 1 bytes of arguments, expected at least 32');
  });

  test.each([
    [13n, 'x', '@floor'],
    [46n, '', '@house'],
  ])('tells a constructor from that of its base: %s, "%s"', async (x, name, mark) => {
    const data = encodeDeployData({
      abi: house.abi,
      bytecode: `0x${house.evm.bytecode.object}`,
      args: [x, name],
    } as never);
    expect(shown(await failureOf({ data }))).toEqual([`House.constructor ${mark}`]);
  });

  test('adds the stack to the text that clients parse, and to the error of an estimate', async () => {
    const data = encodeFunctionData({ abi, functionName: 'viaInternal', args: [45n] } as never);
    const request = { from: accounts[1], to: failures, data };
    const error = await devnet.provider
      .request({ method: 'eth_estimateGas', params: [request] })
      .catch((e) => e as RpcFailure);
    const lines = (error as RpcFailure).message.split('\n');
    expect(lines.slice(0, 2)).toEqual(['execution reverted: inner', '  reverted with reason string "inner"']);
    expect(lines[2]).toMatch(
      new RegExp(`^    at Failures.inner \\(contracts/Failures.sol:${lineOf('inner')}:\\d+\\)$`),
    );
  });
});

/**
 * Kinds of failures of Solidity contracts (`contracts/Kinds.sol`), each with the stack trace that a reader of the source
 * expects. Several compilers make them, and a devnet of any make runs them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Abi,
  encodeAbiParameters,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  toFunctionSelector,
} from 'viem';

const HARDHAT_FILE = new URL('../vectors/hardhat_stacks.json', import.meta.url);
/** What `scripts/record_stacks.ts` has recorded. */
const HARDHAT = (existsSync(HARDHAT_FILE) ? JSON.parse(readFileSync(HARDHAT_FILE, 'utf8')) : {}) as FramesByKind;

const KINDS_FILE = 'contracts/Kinds.sol';
const PARTS_FILE = 'contracts/Parts.sol';
const TEXTS = Object.fromEntries(
  [KINDS_FILE, PARTS_FILE].map((file) => [file, readFileSync(new URL(file, import.meta.url), 'utf8')]),
);

type Version = readonly [number, number, number];

const versionOf = (text: string): Version => text.split('.').map(Number) as unknown as Version;

const isBefore = (a: Version, b: Version): boolean => {
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0);
};

/** Version of solc with its settings. */
export interface Variant {
  readonly name: string;
  readonly version: string;
  readonly settings: object;
}

const VIA_IR = { viaIR: true, optimizer: { enabled: true, runs: 200 } };

/** Compilers from npm; those but the newest are installed beside the tests. */
export const VARIANTS: readonly Variant[] = [
  '0.5.17',
  '0.6.12',
  '0.7.6',
  '0.8.9',
  '0.8.28',
  '0.8.30',
  '0.8.37',
].flatMap((version) => [
  { name: `${version}`, version, settings: { optimizer: { enabled: false } } },
  { name: `${version} optimized`, version, settings: { optimizer: { enabled: true, runs: 200 } } },
  ...(isBefore(versionOf(version), [0, 8, 13]) ? [] : [{ name: `${version} viaIR`, version, settings: VIA_IR }]),
]);

const PACKAGES = {
  '0.8.37': new URL('../../node_modules/solc/', import.meta.url),
} as Readonly<Record<string, URL>>;
const packageOf = (version: string): URL =>
  PACKAGES[version] ?? new URL(`../compat/node_modules/solc-${version}/`, import.meta.url);

export const compilerExists = (version: string): boolean => existsSync(packageOf(version));

interface CompiledContract {
  readonly abi: Abi;
  readonly evm: { readonly bytecode: { readonly object: string } };
}

export interface Compilation {
  readonly input: object;
  readonly output: {
    readonly contracts: Readonly<Record<string, Readonly<Record<string, CompiledContract>>>>;
    readonly errors?: readonly { readonly severity: string; readonly formattedMessage: string }[];
  };
}

/** Returns the text as a compiler of a version takes it. Lines keep their numbers. */
function sourceFor(text: string, version: Version): string {
  let keeps = true;
  const lines = text.split('\n').map((line) => {
    const [, word, of] = /^\s*\/\/#(since|before|end) ?(.*)$/.exec(line) ?? [];
    if (word === undefined) return keeps ? line : '';
    keeps = word === 'end' || isBefore(version, versionOf(of ?? '')) === (word === 'before');
    return '';
  });
  let made = lines.join('\n');
  if (isBefore(version, [0, 6, 5])) made = made.replaceAll(' immutable ', ' ');
  if (isBefore(version, [0, 6, 0]))
    made = made.replaceAll(/ (virtual|override)\b/g, '').replaceAll('fallback()', 'function()');
  return made;
}

export function compileKinds({ version, settings }: Variant): Compilation {
  const solc = createRequire(packageOf(version))('./index.js') as { compile(input: string): string };
  const input = {
    language: 'Solidity',
    sources: Object.fromEntries(
      Object.entries(TEXTS).map(([file, text]) => [file, { content: sourceFor(text, versionOf(version)) }]),
    ),
    settings: {
      ...settings,
      evmVersion: isBefore(versionOf(version), [0, 8, 24]) ? undefined : 'cancun',
      outputSelection: {
        '*': { '*': ['abi', 'metadata', 'evm.bytecode', 'evm.deployedBytecode', 'evm.methodIdentifiers'], '': ['ast'] },
      },
    },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Compilation['output'];
  const problem = output.errors?.find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new Error(`solc ${version}: ${problem.formattedMessage}`);
  return { input, output };
}

/** Account that has neither code nor ether. */
const POOR: Hex = `0x${'0b'.repeat(20)}`;
const BIG = 2n ** 200n;
const LARGE = 24_577n;

/** Contract that the calls go to: its name, or code of no artifact. */
type Instance = 'Local' | 'Calls' | 'Proxy' | 'Stubborn' | 'Poor' | 'Linked' | 'stranger';

export interface Kind {
  readonly name: string;
  /** First compiler that has what fails. */
  readonly since?: string;
  readonly on: Instance | { readonly deploy: string };
  /** Function with its arguments, or those of the constructor. An account is named by its contract. */
  readonly args?: readonly unknown[];
  readonly call?: string;
  /** Call data in place of a function. */
  readonly data?: Hex;
  readonly value?: bigint;
  /** Frames, the innermost first: contract, function and the mark of the line, where it is not that of the function. */
  readonly frames: string;
}

const local = (call: string, x: unknown, frames = `Local.${call}`, since?: string): Kind => ({
  ...{ name: call, on: 'Local', call, args: [x], frames },
  ...(since !== undefined && { since }),
});
const calls = (call: string, x: unknown, frames = `Calls.${call}`, since?: string): Kind => ({
  ...local(call, x, frames, since),
  on: 'Calls',
});
const made = (name: string, args: readonly unknown[], frames: string, value?: bigint): Kind => ({
  ...{ name: `new ${name}`, on: { deploy: name }, args, frames },
  ...(value !== undefined && { value }),
});

export const KINDS: readonly Kind[] = [
  local('requireReason', 21n),
  local('requireSilent', 22n),
  local('requireCall', 23n),
  local('requireLines', 24n),
  local('requireSecond', 5n),
  local('revertReason', 25n),
  local('revertSilent', 26n),
  local('assertFails', 27n),
  local('inLoop', 4n),
  local('ternary', 28n, 'Local.refuse < Local.ternary'),
  local('indexList', 29n),
  local('indexFixed', 30n),
  local('indexBytes', 31n),
  local('divide', 0n),
  local('modulo', 0n),
  local('enumOf', 32n),
  local('popEmpty', 33n),
  local('callPointer', 34n),
  local('overflow', 2n ** 256n - 1n, undefined, '0.8.0'),
  local('underflow', 35n, undefined, '0.8.0'),
  local('product', BIG, undefined, '0.8.0'),
  local('overflowInside', 2n ** 256n - 2n, 'Local.plusTwo < Local.overflowInside', '0.8.0'),
  local('hugeMemory', BIG, undefined, '0.8.0'),
  local('decodeBool', 36n, undefined, '0.8.0'),
  local('slice', '0x0102030405060708', undefined, '0.8.0'),
  local('chain', 37n, 'Local.third < Local.second < Local.chain'),
  local('recursion', 2n, 'Local.again@again0 < Local.again < Local.again < Local.recursion'),
  local('inherited', 17n, 'Local.rootCheck < Local.inherited'),
  local('overridden', 17n, 'Local.rootCheck < Local.rootCheck@rootCheckOver < Local.overridden'),
  { ...local('pick', 38n, 'Local.pick'), name: 'overloaded', args: [38n, 39n] },
  local('libraryInternal', 40n, 'Inner.positive < Local.libraryInternal'),
  local('libraryUsing', 41n, 'Inner.positive < Local.libraryUsing'),
  local('libraryLinked', 42n, 'Linked.linked < Local.libraryLinked'),
  local('freeFunction', 43n, 'halve < Local.freeFunction', '0.7.1'),
  local('guarded', 44n, 'Local.onlyOwner < Local.guarded'),
  local('guardedByTwo', 45n, 'Local.rootOnly < Local.guardedByTwo'),
  local('guardedByArgument', 46n, 'Local.limited < Local.guardedByArgument'),
  local('guardedAfter', 47n, 'Local.afterwards < Local.guardedAfter'),
  local('guardedByCall', 48n, 'Local.refuse < Local.asking < Local.guardedByCall'),
  local('guardedBody', 39n),
  local('customError', 49n, undefined, '0.8.4'),
  local('customArguments', 50n, undefined, '0.8.4'),
  local('customElsewhere', 51n, undefined, '0.8.4'),
  local('requireCustom', 52n, undefined, '0.8.27'),
  local('inAssembly', 53n),
  local('invalidInAssembly', 54n),
  local('endless', 55n),
  local('endlessInside', 56_000n, 'Local.turn < Local.endlessInside'),
  local('immutableBound', 57n, undefined, '0.6.5'),
  local('selfCall', 58n, 'Local.requireReason < Local.selfCall'),
  local('list', 59n),
  { ...local('lists', 60n), args: [60n, 61n] },
  { ...local('noValue', 62n), value: 63n },
  { ...local('noValue', 64n), name: 'noValue without arguments', data: toFunctionSelector('noValue(uint256)') },
  {
    ...local('withString', ''),
    name: 'withString beyond the data',
    data: `${toFunctionSelector('withString(string)')}${'20'.padStart(64, '0')}${'ff'.padStart(64, '0')}`,
  },
  {
    ...local('withColor', 0),
    since: '0.8.0',
    name: 'withColor of no color',
    data: `${toFunctionSelector('withColor(uint8)')}${'09'.padStart(64, '0')}`,
  },
  { name: 'unknown selector', on: 'Local', data: '0x12345678', frames: 'Local@Local' },
  { name: 'no data', on: 'Local', data: '0x', frames: 'Local@Local' },
  { name: 'value without data', on: 'Calls', data: '0x', value: 65n, frames: 'Calls@Calls' },
  { name: 'three bytes', on: 'Local', data: '0x123456', frames: 'Local@Local' },
  calls('calleeRequire', 66n, 'Other.check < Calls.calleeRequire'),
  calls('calleeSilent', 67n, 'Other.checkSilent < Calls.calleeSilent'),
  calls('calleeCustom', 68n, 'Other.checkCustom < Calls.calleeCustom', '0.8.4'),
  calls('calleeIndex', 69n, 'Other.checkIndex < Calls.calleeIndex'),
  calls('calleeLines', 70n, 'Other.check < Calls.calleeLines'),
  calls('calleeEndless', 71n, 'Other.forever < Calls.calleeEndless'),
  calls('calleeUnknown', 72n, 'Other@Other < Calls.calleeUnknown'),
  calls('calleeNotPayable', 73n, 'Other.plain < Calls.calleeNotPayable'),
  calls('noCode', 74n),
  calls('wrongReturn', 75n),
  calls('twoDeep', 76n, 'Third.refuse@ThirdRefuse < Other.deeper < Calls.twoDeep'),
  calls('backAndForth', 77n, 'Calls.back < Other.forth < Calls.backAndForth'),
  calls('lowLevel', 78n),
  calls('bubble', 79n, 'Other.check < Calls.bubble'),
  calls('delegated', 80n, 'Other.check < Calls.delegated'),
  calls('caught', 81n, undefined, '0.6.0'),
  calls('caughtReason', 82n, 'Other.check < Calls.caughtReason', '0.6.0'),
  calls('survived', 83n, undefined, '0.6.0'),
  calls('tryNoCode', 84n, undefined, '0.6.0'),
  calls('insideTry', 85n, undefined, '0.6.0'),
  calls('transferPoor', POOR),
  calls('sendPoor', POOR),
  calls('transferRefused', 1n, 'Stubborn.receive < Calls.transferRefused', '0.6.0'),
  calls('valuePoor', 86n),
  calls('staticWrite', 87n, 'Other.write < Calls.staticWrite'),
  calls('precompile', 88n),
  calls('precompileRequired', 89n),
  calls('precompileInterface', 90n, 'Calls.precompileInterface | <precompile> < Calls.precompileInterface'),
  calls('stranger', 'stranger', '<unknown> < Calls.stranger'),
  calls('create', 13n, 'Unlucky.constructor@Unlucky < Calls.create'),
  calls(
    'createTwice',
    13n,
    'Unlucky.constructor@Unlucky < MakerOfUnlucky.constructor@MakerOfUnlucky < Calls.createTwice',
  ),
  calls('createPoor', 91n),
  {
    ...local('requireReason', 92n, 'Local.requireReason < Proxy.fallback@proxy'),
    name: 'through a proxy',
    on: 'Proxy',
  },
  { name: 'fallback reverts', on: 'Stubborn', data: '0x23456789', frames: 'Stubborn.fallback' },
  { name: 'receive reverts', since: '0.6.0', on: 'Stubborn', data: '0x', value: 93n, frames: 'Stubborn.receive' },
  { name: 'fallback is not payable', on: 'Poor', data: '0x34567890', value: 94n, frames: 'Poor.fallback@Poor' },
  {
    name: 'library called directly',
    on: 'Linked',
    data: `${toFunctionSelector('touch(uint256)')}${'5f'.padStart(64, '0')}`,
    frames: 'Linked.touch',
  },
  made('Unlucky', [13n], 'Unlucky.constructor@Unlucky'),
  made('Floor', [13n], 'Floor.constructor@Floor'),
  { ...made('House', [13n, 96n], 'House.constructor@Floor'), name: 'new House on no floor' },
  made('House', [97n, 96n], 'House.constructor@House'),
  made('FarHouse', [18n], 'FarHouse.constructor@RootMaker'),
  made('Bare', [], 'Bare@Bare', 98n),
  made('NotPayable', [99n], 'NotPayable.constructor@NotPayable', 100n),
  {
    name: 'new NotPayable without arguments',
    on: { deploy: 'NotPayable' },
    frames: 'NotPayable.constructor@NotPayable',
  },
  made('Built', [23n], 'Built.build < Built.constructor@Built'),
  made('Guarded', [24n], 'Guarded.fitting < Guarded.constructor@Guarded'),
  made('Initial', [], 'Initial.constructor@Initial'),
  made('Asserting', [26n], 'Asserting.constructor@Asserting'),
  made('Asking', ['Other', 101n], 'Other.check < Asking.constructor@Asking'),
  made('MakerOfUnlucky', [13n], 'Unlucky.constructor@Unlucky < MakerOfUnlucky.constructor@MakerOfUnlucky'),
  made('Large', [LARGE], 'Large.constructor@Large'),
  made('Tired', [102n], 'Tired.constructor@Tired'),
];

export const kindsOf = ({ version }: Variant): readonly Kind[] =>
  KINDS.filter(({ since }) => since === undefined || !isBefore(versionOf(version), versionOf(since)));

export interface Provider {
  request(request: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
}

/** Reverts with the reason "strange". */
const STRANGER = ((): Hex => {
  const reason = encodeAbiParameters([{ type: 'string' }], ['strange']).slice(2);
  const data = `08c379a0${reason}`;
  const size = (data.length / 2).toString(16).padStart(2, '0');
  const runtime = `60${size}600c60003960${size}6000fd${data}`;
  const all = (runtime.length / 2).toString(16).padStart(2, '0');
  return `0x60${all}600c60003960${all}6000f3${runtime}`;
})();

/** Deploys the contracts, and returns the request of each kind. */
export async function deployKinds(
  provider: Provider,
  { output }: Compilation,
): Promise<(kind: Kind) => Readonly<Record<string, string>>> {
  const [from] = (await provider.request({ method: 'eth_accounts' })) as readonly Hex[];
  if (from === undefined) throw new Error('the devnet has no accounts');
  const at = new Map<unknown, Hex>();
  const contractOf = (name: string): CompiledContract => {
    const found = output.contracts[KINDS_FILE]?.[name] ?? output.contracts[PARTS_FILE]?.[name];
    if (found === undefined) throw new Error(`no contract ${name} was compiled`);
    return found;
  };
  const placed = (args: readonly unknown[]): readonly unknown[] => args.map((value) => at.get(value) ?? value);
  const creation = (name: string, args?: readonly unknown[]): Hex => {
    const { abi, evm } = contractOf(name);
    const linked = evm.bytecode.object.replaceAll(/__.{38}/g, at.get('Linked')?.slice(2) ?? '');
    return args === undefined || args.length === 0
      ? `0x${linked}`
      : encodeDeployData({ abi, bytecode: `0x${linked}`, args: placed(args) } as never);
  };
  const deploy = async (name: Instance | 'Other', data: Hex, value = 0n): Promise<void> => {
    const hash = await provider.request({
      method: 'eth_sendTransaction',
      params: [{ from, data, value: `0x${value.toString(16)}`, gas: '0xd00000' }],
    });
    const receipt = await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] });
    at.set(name, (receipt as { readonly contractAddress: Hex }).contractAddress);
  };
  await deploy('Linked', creation('Linked'));
  await deploy('Local', creation('Local'));
  await deploy('Other', creation('Other'));
  await deploy('Calls', creation('Calls'), 1000n);
  await deploy('Proxy', creation('Proxy', ['Local']));
  await deploy('Stubborn', creation('Stubborn'));
  await deploy('Poor', creation('Poor'));
  await deploy('stranger', STRANGER);
  return ({ on, call, args = [], data, value = 0n }) => {
    const request = { from, gas: '0x1e8480', value: `0x${value.toString(16)}` };
    if (typeof on === 'object') return { ...request, data: creation(on.deploy, args) };
    const { abi } = contractOf(on === 'Proxy' || on === 'stranger' ? 'Local' : on);
    const given = data ?? encodeFunctionData({ abi, functionName: call, args: placed(args) } as never);
    return { ...request, to: at.get(on) ?? '', data: given };
  };
}

/** Frame in the form of the expected ones, with the number of its line. */
export const frameText = (contract: string | undefined, name: string | undefined, line: number | undefined): string =>
  `${[contract, name].filter((part) => part !== undefined && part !== '').join('.')}${line === undefined ? '' : `:${line}`}`;

/** Returns the expected frames with the numbers of their lines in the source of a compiler; some kinds have several. */
export function expectedFrames({ frames }: Kind, { version }: Variant): readonly string[] {
  const lines = new Map(
    Object.values(TEXTS).flatMap((text) =>
      sourceFor(text, versionOf(version))
        .split('\n')
        .flatMap((line, i): [string, number][] => {
          const mark = /\/\/ @(\w+)$/.exec(line)?.[1];
          return mark === undefined ? [] : [[mark, i + 1]];
        }),
    ),
  );
  const numbered = (frame: string): string => {
    if (frame.startsWith('<')) return frame;
    const [named = '', mark = named.replace(/^.*\./, '')] = frame.split('@');
    return `${named}:${lines.get(mark) ?? 'no mark'}`;
  };
  return frames.split(' | ').map((one) => one.split(' < ').map(numbered).join(' < '));
}

/** Frames of a kind on a devnet, as Hardhat has them, and as a reader expects them. */
export interface Compared {
  readonly kind: string;
  readonly ours: string;
  readonly isRight: boolean;
  readonly theirs: string;
  /** Whether functions and lines are right; Hardhat names the contract that runs, also for functions of libraries. */
  readonly theyAreRight: boolean;
}

const withoutContracts = (frames: string): string =>
  frames
    .split(' < ')
    .map((frame) => frame.replace(/^.*\./, '').replace(/^[A-Z]\w*:/, ':'))
    .join(' < ');

/** Runs all kinds of failures under a compiler on a devnet. */
export async function compareKinds(
  variant: Variant,
  devnet: { readonly provider: Provider },
): Promise<readonly Compared[]> {
  const { provider } = devnet;
  const compilation = compileKinds(variant);
  const { input, output } = compilation;
  await provider.request({ method: 'hardhat_addCompilationResult', params: [variant.version, input, output] });
  const requestOf = await deployKinds(provider, compilation);
  const compared: Compared[] = [];
  for (const kind of kindsOf(variant)) {
    const frames = await provider.request({ method: 'eth_call', params: [requestOf(kind)] }).then(
      () => [],
      ({ trace }: { readonly trace?: { readonly frames: readonly Frame[] } }) => trace?.frames ?? [],
    );
    const ours = frames.map(textOf).join(' < ');
    const theirs = framesUnder(HARDHAT, kind, variant) ?? 'not recorded';
    const expected = expectedFrames(kind, variant);
    const isRight = expected.includes(ours);
    const theyAreRight = expected.some((one) => withoutContracts(one) === withoutContracts(theirs));
    compared.push({ kind: kind.name, ours, isRight, theirs, theyAreRight });
  }
  return compared;
}

interface Frame {
  readonly contract?: string;
  readonly function?: string;
  readonly line?: number;
  readonly kind?: string;
}

function textOf({ contract, function: name, line, kind }: Frame): string {
  if (kind === 'precompile') return '<precompile>';
  return contract === undefined && name === undefined ? '<unknown>' : frameText(contract, name, line);
}

/** Frames of each kind, with the compilers that lead to them. */
export type FramesByKind = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Groups the frames of each kind. `results` has the frames by kind and compiler. */
export const groupFrames = (results: ReadonlyMap<string, ReadonlyMap<string, string>>): FramesByKind =>
  Object.fromEntries(
    [...results].map(([kind, byVariant]) => {
      const groups: Record<string, string> = {};
      for (const [name, frames] of byVariant)
        groups[frames] = groups[frames] === undefined ? name : `${groups[frames]}, ${name}`;
      return [kind, groups];
    }),
  );

/** Returns the frames of a kind under a compiler. */
const framesUnder = (all: FramesByKind, { name: kind }: Kind, { name }: Variant): string | undefined =>
  Object.entries(all[kind] ?? {}).find(([, names]) => names.split(', ').includes(name))?.[0];

/** Gas of deployments and functions, in the forms of Foundry's gas report, tables and JSON, and of Hardhat 3's JSON. */
import { AbiItem as OxItem } from 'ox';
import type { Bytes } from '../kernel/bytes.js';
import { functionIn, isReadOnly, specialIn } from './abi_names.js';
import type { AbiItem, CompiledContract } from './compiled_contract.js';
import type { ContractIndex } from './contract_index.js';
import { contractOf, type RecordedCode } from './recorded_code.js';

/** Creations by the same initcode. */
export interface RecordedCreation {
  readonly code: RecordedCode;
  /** Gas of the newest transaction that created the contract; `undefined` where contracts did. */
  readonly gas: number | undefined;
}

/** Calls of a code with the same selector. */
export interface RecordedCalls {
  readonly code: RecordedCode;
  /** The selector, or less where the call data are shorter. */
  readonly selector: Bytes;
  /** Whether the calls were reads, such as `eth_call`. */
  readonly isRead: boolean;
  /** Number of calls by the gas they used. */
  readonly gas: ReadonlyMap<number, number>;
}

/** Transactions and reads that succeeded, with the same code and selector. */
export interface RecordedTransactions {
  /** Code that ran, behind those of the proxies that passed the call on, outermost first. */
  readonly codes: readonly RecordedCode[];
  /** `undefined` for creations. */
  readonly selector: Bytes | undefined;
  readonly isRead: boolean;
  /** Bytes of the created contract; 0 for calls. */
  readonly runtimeSize: number;
  /** Number of runs by the gas of the whole transaction. */
  readonly gas: ReadonlyMap<number, number>;
}

/** Everything that reports of gas are made of. */
interface RecordedGas {
  readonly creations: Iterable<RecordedCreation>;
  readonly calls: Iterable<RecordedCalls>;
  readonly transactions: Iterable<RecordedTransactions>;
}

/** Gas of contracts, which are named with their source, such as `src/Shop.sol:Shop`. */
export interface MeasuredGas {
  /** Gas of the newest deployment by a transaction, 0 for none, and bytes of the newest initcode with arguments. */
  readonly creations: readonly { readonly contract: string; readonly gas: number; readonly size: number }[];
  /** Numbers of calls that used the same gas. */
  readonly calls: readonly {
    readonly contract: string;
    readonly signature: string;
    readonly gas: number;
    readonly calls: number;
  }[];
  readonly transactions: readonly MeasuredTransactions[];
}

/** Transactions that succeeded and used the same gas. */
interface MeasuredTransactions {
  readonly contract: string;
  /** Contracts that passed the call on, outermost first. */
  readonly proxies: readonly string[];
  /** Empty for deployments. */
  readonly signature: string;
  readonly runtimeSize: number;
  readonly gas: number;
  readonly calls: number;
}

export const NO_GAS: MeasuredGas = { creations: [], calls: [], transactions: [] };

/**
 * Returns the gas of the project's contracts. Reads count where the function is one that reads: other functions are only
 * tried so before a transaction. The work pauses after each code.
 */
export function* gasOf(
  index: ContractIndex,
  { creations, calls, transactions }: RecordedGas,
): Generator<undefined, MeasuredGas, undefined> {
  const found = {
    creations: [] as MeasuredGas['creations'][number][],
    calls: [] as MeasuredGas['calls'][number][],
    transactions: [] as MeasuredTransactions[],
  };
  for (const { code, gas = 0 } of creations) {
    const contract = contractOf(code, index)?.contract;
    if (contract !== undefined) found.creations.push({ contract: nameOf(contract), gas, size: code.bytes.length });
    yield undefined;
  }
  for (const { code, selector, isRead, gas } of calls) {
    const contract = contractOf(code, index)?.contract;
    const called = contract && functionAt(contract, selector);
    if (contract !== undefined && called !== undefined && (!isRead || isReadOnly(called)))
      for (const [used, count] of gas)
        found.calls.push({ contract: nameOf(contract), signature: signatureOf(called), gas: used, calls: count });
    yield undefined;
  }
  for (const { codes, selector, isRead, runtimeSize, gas } of transactions) {
    const contracts = codes.map((code) => contractOf(code, index)?.contract);
    const contract = contracts.at(-1);
    const called = contract && selector && functionAt(contract, selector);
    const isCounted = selector === undefined || (called?.type === 'function' && (!isRead || isReadOnly(called)));
    const proxies = contracts.slice(0, -1).map((proxy) => (proxy === undefined ? UNKNOWN : nameOf(proxy)));
    if (contract !== undefined && isCounted)
      for (const [used, count] of gas) {
        const about = {
          contract: nameOf(contract),
          proxies,
          signature: called ? signatureOf(called) : '',
          runtimeSize,
        };
        found.transactions.push({ ...about, gas: used, calls: count });
      }
    yield undefined;
  }
  return sumOfGas(found);
}

/** Name of a proxy without artifact. */
const UNKNOWN = '<UnrecognizedContract>';

const nameOf = ({ sourceName, name }: CompiledContract): string => (sourceName === '' ? name : `${sourceName}:${name}`);

function functionAt(contract: CompiledContract, selector: Bytes): AbiItem | undefined {
  const receive = selector.length === 0 ? specialIn(contract, 'receive') : undefined;
  return functionIn(contract, selector) ?? receive ?? specialIn(contract, 'fallback');
}

const signatureOf = (item: AbiItem): string =>
  item.type === 'function' ? OxItem.getSignature(item as OxItem.AbiItem) : `${item.type}()`;

/** Reads gas that was written as JSON. Throws SyntaxError for other text. */
export function readGas(text: string): MeasuredGas {
  const gas = (JSON.parse(text) ?? {}) as { readonly [member in keyof MeasuredGas]?: unknown };
  if (
    !isListOf(gas.creations, ['gas', 'size'], ['contract']) ||
    !isListOf(gas.calls, ['gas', 'calls'], ['contract', 'signature']) ||
    !isListOf(gas.transactions, ['gas', 'calls', 'runtimeSize'], ['contract', 'signature']) ||
    !(gas.transactions as readonly { proxies?: unknown }[]).every(({ proxies }) => Array.isArray(proxies))
  )
    throw new SyntaxError('expected creations and calls with their gas');
  return gas as unknown as MeasuredGas;
}

const isListOf = (list: unknown, numbers: readonly string[], texts: readonly string[]): boolean =>
  Array.isArray(list) &&
  list.every(
    (one: Readonly<Record<string, unknown>> | null) =>
      numbers.every((name) => Number.isSafeInteger(one?.[name])) &&
      texts.every((name) => typeof one?.[name] === 'string'),
  );

/** Returns the calls of all parts, and the creations of the last part that has them. */
export function sumOfGas(...parts: readonly MeasuredGas[]): MeasuredGas {
  const creations = new Map<string, MeasuredGas['creations'][number]>();
  for (const { contract, gas, size } of parts.flatMap((part) => part.creations))
    creations.set(contract, { contract, gas: gas || (creations.get(contract)?.gas ?? 0), size });
  const calls = summed(parts.flatMap((part) => part.calls));
  return {
    creations: [...creations.values()],
    calls,
    transactions: summed(parts.flatMap((part) => part.transactions)),
  };
}

function summed<T extends { readonly calls: number }>(all: readonly T[]): readonly T[] {
  const sums = new Map<string, T>();
  for (const one of all) {
    const key = JSON.stringify({ ...one, calls: 0 });
    sums.set(key, { ...one, calls: one.calls + (sums.get(key)?.calls ?? 0) });
  }
  return [...sums.values()];
}

/** Statistics of the gas of calls. `round` makes integers of the mean and the median. */
function statisticsOf(
  all: readonly { readonly gas: number; readonly calls: number }[],
  round: (value: number) => number,
) {
  const sorted = [...all].sort((a, b) => a.gas - b.gas);
  const calls = sorted.reduce((sum, one) => sum + one.calls, 0);
  const total = sorted.reduce((sum, one) => sum + one.gas * one.calls, 0);
  const gasAt = (position: number): number => {
    let left = position;
    for (const one of sorted) {
      if (left < one.calls) return one.gas;
      left -= one.calls;
    }
    return 0;
  };
  const median = round((gasAt(Math.ceil(calls / 2) - 1) + gasAt(Math.floor(calls / 2))) / 2);
  return { calls, min: gasAt(0), mean: round(total / calls), median, max: gasAt(calls - 1) };
}

/** Returns the report as Foundry writes it as JSON. */
export function gasList({ creations, calls }: MeasuredGas) {
  const deployments = new Map(creations.map(({ contract, gas, size }) => [contract, { gas, size }]));
  const names = [...new Set([...deployments.keys(), ...calls.map(({ contract }) => contract)])].sort();
  return names.map((contract) => {
    const own = calls.filter((one) => one.contract === contract);
    const signatures = [...new Set(own.map(({ signature }) => signature))].sort();
    return {
      contract,
      deployment: deployments.get(contract) ?? { gas: 0, size: 0 },
      functions: Object.fromEntries(
        signatures.map((name) => [
          name,
          statisticsOf(
            own.filter((one) => one.signature === name),
            Math.floor,
          ),
        ]),
      ),
    };
  });
}

/** Returns the report as Hardhat 3 writes it for `--gas-stats-json`: transactions that succeeded, with their whole gas. */
export function gasStats({ transactions }: MeasuredGas): object {
  const titleOf = ({ contract, proxies }: MeasuredTransactions): string =>
    proxies.length === 0 ? contract : `${contract} (via ${proxies.join(' → ')})`;
  const titles = new Map(transactions.map((one) => [titleOf(one), one]));
  const contracts = [...titles]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([title, { contract, proxies }]) => {
      const own = transactions.filter((one) => titleOf(one) === title);
      const deployments = transactions.filter((one) => one.contract === contract && one.signature === '');
      const signatures = [...new Set(own.map(({ signature }) => signature))].filter((text) => text !== '').sort();
      const named = namesOf(signatures).map(
        (name, i) => [name, own.filter((one) => one.signature === signatures[i])] as const,
      );
      const runtimeSize = deployments[0]?.runtimeSize;
      const stats = {
        sourceName: contract.slice(0, Math.max(0, contract.lastIndexOf(':'))),
        contractName: contract.slice(contract.lastIndexOf(':') + 1),
        proxyChain: proxies.length === 0 ? [] : [...proxies, contract],
        deployment: runtimeSize === undefined ? null : { ...countedOf(deployments), runtimeSize },
        functions: named.length === 0 ? null : Object.fromEntries(named.map(([name, all]) => [name, countedOf(all)])),
      };
      return [title, stats] as const;
    });
  return { contracts: Object.fromEntries(contracts) };
}

function countedOf(all: readonly MeasuredTransactions[]) {
  const { calls, min, mean, median, max } = statisticsOf(all, Math.round);
  return { min, max, avg: mean, median, count: calls };
}

/** Returns the names of functions. Overloaded functions have their signatures. */
function namesOf(signatures: readonly string[]): readonly string[] {
  const names = signatures.map((signature) => signature.replace(/\(.*/, ''));
  return names.map((name, i) => (names.indexOf(name) === names.lastIndexOf(name) ? name : (signatures[i] as string)));
}

/** Returns the report as Foundry prints it: a table for each contract. */
export const gasTables = (measured: MeasuredGas): string => gasList(measured).map(tableOf).join('\n');

function tableOf({ contract, deployment, functions }: ReturnType<typeof gasList>[number]): string {
  const names = namesOf(Object.keys(functions));
  const rows = [
    [`${contract} Contract`],
    ['Deployment Cost', 'Deployment Size'],
    [deployment.gas, deployment.size],
    [],
    ['Function Name', 'Min', 'Avg', 'Median', 'Max', '# Calls'],
    ...Object.values(functions).map(({ min, mean, median, max, calls }, i) => [
      names[i],
      min,
      mean,
      median,
      max,
      calls,
    ]),
  ].map((cells) => Array.from({ length: 6 }, (_, i) => cells[i] ?? ''));
  const widths = Array.from({ length: 6 }, (_, i) => Math.max(...rows.map((cells) => String(cells[i]).length)));
  const padded = (cell: string | number, width: number): string =>
    typeof cell === 'number' ? String(cell).padStart(width) : cell.padEnd(width);
  const line = (begin: string, fill: string, between: string, end: string): string =>
    begin + widths.map((width) => fill.repeat(width + 2)).join(between) + end;
  const texts = rows.map((cells) => `| ${cells.map((cell, i) => padded(cell, widths[i] ?? 0)).join(' | ')} |`);
  const [title = '', ...others] = texts;
  return [
    line('╭', '-', '+', '╮'),
    title,
    line('+', '=', '=', '+'),
    others.join(`\n${line('|', '-', '+', '|')}\n`),
    `${line('╰', '-', '+', '╯')}\n`,
  ].join('\n');
}

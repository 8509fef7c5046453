/** Gas of deployments and functions, in the forms of Foundry's gas report: tables, and JSON. */
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
}

/**
 * Returns the gas of the project's contracts. Reads count where the function is one that reads: other functions are only
 * tried so before a transaction. The work pauses after each code.
 */
export function* gasOf(
  index: ContractIndex,
  creations: Iterable<RecordedCreation>,
  calls: Iterable<RecordedCalls>,
): Generator<undefined, MeasuredGas, undefined> {
  const found = { creations: [] as MeasuredGas['creations'][number][], calls: [] as MeasuredGas['calls'][number][] };
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
  return sumOfGas(found);
}

const nameOf = ({ sourceName, name }: CompiledContract): string => (sourceName === '' ? name : `${sourceName}:${name}`);

function functionAt(contract: CompiledContract, selector: Bytes): AbiItem | undefined {
  const receive = selector.length === 0 ? specialIn(contract, 'receive') : undefined;
  return functionIn(contract, selector) ?? receive ?? specialIn(contract, 'fallback');
}

const signatureOf = (item: AbiItem): string =>
  item.type === 'function' ? OxItem.getSignature(item as OxItem.AbiItem) : `${item.type}()`;

/** Reads gas that was written as JSON. Throws SyntaxError for other text. */
export function readGas(text: string): MeasuredGas {
  const { creations, calls } = (JSON.parse(text) ?? {}) as { readonly [member in keyof MeasuredGas]?: unknown };
  if (
    !isListOf(creations, ['gas', 'size'], ['contract']) ||
    !isListOf(calls, ['gas', 'calls'], ['contract', 'signature'])
  )
    throw new SyntaxError('expected creations and calls with their gas');
  return { creations, calls } as unknown as MeasuredGas;
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
  const calls = new Map<string, MeasuredGas['calls'][number]>();
  for (const part of parts) {
    for (const { contract, gas, size } of part.creations)
      creations.set(contract, { contract, gas: gas || (creations.get(contract)?.gas ?? 0), size });
    for (const one of part.calls) {
      const key = `${one.contract} ${one.signature} ${one.gas}`;
      calls.set(key, { ...one, calls: one.calls + (calls.get(key)?.calls ?? 0) });
    }
  }
  return { creations: [...creations.values()], calls: [...calls.values()] };
}

/** Gas of a function, rounded down. */
interface FunctionGas {
  readonly calls: number;
  readonly min: number;
  readonly mean: number;
  readonly median: number;
  readonly max: number;
}

function statisticsOf(calls: MeasuredGas['calls']): FunctionGas {
  const sorted = [...calls].sort((a, b) => a.gas - b.gas);
  const number = sorted.reduce((sum, one) => sum + one.calls, 0);
  const total = sorted.reduce((sum, one) => sum + one.gas * one.calls, 0);
  const gasAt = (position: number): number => {
    let left = position;
    for (const one of sorted) {
      if (left < one.calls) return one.gas;
      left -= one.calls;
    }
    return 0;
  };
  const median = Math.floor((gasAt(Math.ceil(number / 2) - 1) + gasAt(Math.floor(number / 2))) / 2);
  return { calls: number, min: gasAt(0), mean: Math.floor(total / number), median, max: gasAt(number - 1) };
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
        signatures.map((name) => [name, statisticsOf(own.filter(({ signature }) => signature === name))]),
      ),
    };
  });
}

/** Returns the report as Foundry prints it: a table for each contract. */
export const gasTables = (measured: MeasuredGas): string => gasList(measured).map(tableOf).join('\n');

function tableOf({ contract, deployment, functions }: ReturnType<typeof gasList>[number]): string {
  const names = Object.keys(functions).map((signature) => signature.replace(/\(.*/, ''));
  const rows = [
    [`${contract} Contract`],
    ['Deployment Cost', 'Deployment Size'],
    [deployment.gas, deployment.size],
    [],
    ['Function Name', 'Min', 'Avg', 'Median', 'Max', '# Calls'],
    ...Object.entries(functions).map(([signature, { min, mean, median, max, calls }], i) => {
      // Overloaded functions have their signatures.
      const isAlone = names.filter((other) => other === names[i]).length === 1;
      return [isAlone ? names[i] : signature, min, mean, median, max, calls];
    }),
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

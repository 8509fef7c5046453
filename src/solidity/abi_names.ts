/** Finds functions, events and errors of a contract by their selectors, and writes them with their arguments. */
import { type AbiError, AbiParameters, AbiItem as OxItem } from 'ox';
import { readRevertData, revertReason } from '../codec/ethereum/revert_data.js';
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { to0x } from '../kernel/hex.js';
import type { AbiItem, AbiParameter, CompiledContract } from './compiled_contract.js';

export const SELECTOR_BYTES = 4;
/** Most characters of an error with its arguments. */
const MAX_TEXT = 1000;

type Selectors = ReadonlyMap<string, AbiItem>;

const selectors = new WeakMap<CompiledContract, Selectors>();

/** Returns functions, events and errors of a contract by type and selector. Damaged entries are left out. */
function selectorsOf(contract: CompiledContract): Selectors {
  const known = selectors.get(contract);
  if (known !== undefined) return known;
  const made = new Map<string, AbiItem>();
  for (const item of contract.abi) {
    if (item.type !== 'function' && item.type !== 'error' && item.type !== 'event') continue;
    try {
      const known = item as AbiError.AbiError;
      const id = item.type === 'event' ? OxItem.getSignatureHash(known) : OxItem.getSelector(known);
      made.set(`${item.type} ${id}`, item);
    } catch {
      // No data can be decoded with such an entry.
    }
  }
  selectors.set(contract, made);
  return made;
}

const selectorIn = (data: Bytes): string => to0x(data.subarray(0, SELECTOR_BYTES));

/** Returns the function that a call of a contract names; undefined for another selector, and for less than four bytes. */
export const functionIn = (contract: CompiledContract, input: Bytes): AbiItem | undefined =>
  input.length < SELECTOR_BYTES ? undefined : selectorsOf(contract).get(`function ${selectorIn(input)}`);

/** Argument or result of a function, or argument of an event. */
export interface NamedValue {
  readonly name?: string;
  readonly type: string;
  /** Text of the value, as Foundry prints it. */
  readonly value: string;
}

/** Returns values of these types from their ABI encoding; undefined for other data. */
export function decodedValues(types: readonly AbiParameter[], data: Bytes): readonly NamedValue[] | undefined {
  if (types.length === 0) return [];
  try {
    const values = AbiParameters.decode(types as AbiParameters.AbiParameters, to0x(data) as `0x${string}`, {
      as: 'Array',
      checksumAddress: true,
    });
    return (values as readonly unknown[]).map((value, i) => namedValue(types[i], valueText(value)));
  } catch {
    return undefined;
  }
}

const namedValue = ({ name = '', type }: AbiParameter = { type: '' }, value: string): NamedValue => ({
  ...(name !== '' && { name }),
  type,
  value,
});

/** Returns the event of a log with its arguments. `contracts` may define it. An indexed value of a dynamic type is a hash. */
export function eventIn(
  topics: readonly Bytes[],
  data: Bytes,
  contracts: Iterable<CompiledContract>,
): { readonly name: string; readonly arguments: readonly NamedValue[] } | undefined {
  const [id, ...indexed] = topics;
  if (id === undefined) return undefined;
  for (const contract of contracts) {
    const { name = '', inputs = [] } = selectorsOf(contract).get(`event ${to0x(id)}`) ?? {};
    const inTopics = inputs.filter((input) => input.indexed === true);
    if (name === '' || inTopics.length !== indexed.length) continue;
    const plain = decodedValues(
      inputs.filter((input) => input.indexed !== true),
      data,
    );
    const fromTopics = inTopics.map((input, i) => topicValue(input, indexed[i]));
    if (plain === undefined) continue;
    const [next, nextTopic] = [plain.values(), fromTopics.values()];
    return {
      name,
      arguments: inputs.flatMap(({ indexed: is }) => (is === true ? nextTopic : next).next().value ?? []),
    };
  }
  return undefined;
}

const DYNAMIC = /^(?:string|bytes|tuple)$|\[/;

function topicValue(input: AbiParameter, topic: Bytes | undefined): NamedValue {
  const known = topic === undefined || DYNAMIC.test(input.type) ? undefined : decodedValues([input], topic)?.[0];
  return known ?? namedValue(input, to0x(topic ?? EMPTY_BYTES));
}

/** Returns revert data as an error with its arguments: `Locked(5, "x")`. `contracts` may define the error. */
export function customErrorIn(data: Bytes, contracts: Iterable<CompiledContract>): string | undefined {
  if (data.length < SELECTOR_BYTES) return undefined;
  const key = `error ${selectorIn(data)}`;
  for (const contract of contracts) {
    const item = selectorsOf(contract).get(key);
    // The data may only begin like this error.
    const values = item && decodedValues(item.inputs ?? [], data.subarray(SELECTOR_BYTES));
    if (item === undefined || values === undefined) continue;
    const text = `${item.name}(${values.map(({ value }) => value).join(', ')})`;
    return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
  }
  return undefined;
}

function valueText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(valueText).join(', ')}]`;
  if (typeof value === 'object' && value !== null) return `(${Object.values(value).map(valueText).join(', ')})`;
  return typeof value === 'string' && !value.startsWith('0x') ? JSON.stringify(value) : String(value);
}

/** Returns what revert data say in words, and which kind of error they are. Empty data say nothing. */
export function revertText(
  data: Bytes,
  contracts: Iterable<CompiledContract>,
): { readonly kind: 'revert' | 'panic' | 'custom error'; readonly message: string } | undefined {
  const read = readRevertData(data);
  switch (read.type) {
    case 'error':
      return { kind: 'revert', message: `reverted with reason string ${JSON.stringify(read.reason)}` };
    case 'panic':
      return { kind: 'panic', message: `reverted with panic code 0x${read.code.toString(16)}: ${revertReason(data)}` };
    case 'other': {
      if (data.length === 0) return undefined;
      const error = customErrorIn(data, contracts);
      if (error !== undefined) return { kind: 'custom error', message: `reverted with custom error ${error}` };
      return { kind: 'revert', message: `reverted with data of an unknown error, ${data.length} bytes` };
    }
  }
}

/** Returns whether call data have the arguments of a function. Values beyond an enumeration count as arguments. */
export const hasArguments = ({ inputs = [] }: AbiItem, input: Bytes): boolean =>
  decodedValues(inputs, input.subarray(SELECTOR_BYTES)) !== undefined;

/** Returns the least bytes of the arguments of a function. Each parameter takes a word or more. */
export const leastArguments = ({ inputs = [] }: AbiItem): number => 32 * inputs.length;

export const isPayable = ({ stateMutability, payable }: AbiItem): boolean =>
  stateMutability === 'payable' || payable === true;

export const isReadOnly = ({ stateMutability, constant }: AbiItem): boolean =>
  stateMutability === 'view' || stateMutability === 'pure' || constant === true;

/** Returns the entry of the constructor, the fallback or the receive function. */
export const specialIn = (
  { abi }: CompiledContract,
  type: 'constructor' | 'fallback' | 'receive',
): AbiItem | undefined => abi.find((item) => item.type === type);

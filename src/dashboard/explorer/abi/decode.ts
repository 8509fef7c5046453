/** Decodes calls, results, reverts and logs with the known ABIs. What does not decode stays hex. */
import { type AbiParameter, decodeAbi, decodeAbiLog } from '../../../codec/ethereum/abi.js';
import { fromHex } from '../../../kernel/hex.js';
import type { ArtifactFile } from '../../../rpc/dashboard/wire.js';
import { type AbiEntry, type AbiIndex, indexAbi, SELECTOR_CHARS } from './abi_index.js';
import { anyAbi } from './registry.js';

export interface DecodedArgument {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
}

export interface Decoded {
  /** Name of the function, error or event. */
  readonly name: string;
  readonly args: readonly DecodedArgument[];
}

function attempt<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

function paired(parameters: readonly AbiParameter[], values: readonly unknown[]): readonly DecodedArgument[] {
  return parameters.map(({ name, type }, i) => ({ name: name || `${i}`, type, value: values[i] }));
}

/** Decodes the parameters of a function or an error; undefined when the data do not fit. */
export const decodeParameters = (
  parameters: readonly AbiParameter[],
  data: string,
): readonly DecodedArgument[] | undefined => attempt(() => paired(parameters, decodeAbi(parameters, fromHex(data))));

function firstThatFits(entries: readonly AbiEntry[] | undefined, data: string): Decoded | undefined {
  for (const { name, inputs } of entries ?? []) {
    const args = decodeParameters(inputs, `0x${data.slice(SELECTOR_CHARS)}`);
    if (args !== undefined) return { name, args };
  }
  return undefined;
}

const selectorOf = (data: string): string => data.slice(0, SELECTOR_CHARS);

/** Returns the functions that a call may be of. */
const functionsOf = (index: AbiIndex, input: string): readonly AbiEntry[] =>
  index.functions.get(selectorOf(input)) ?? [];

/** Decodes the input of a call. Earlier indexes have precedence, such as that of the called contract. */
export function decodeCall(input: string, ...indexes: readonly AbiIndex[]): Decoded | undefined {
  for (const index of indexes) {
    const decoded = firstThatFits(index.functions.get(selectorOf(input)), input);
    if (decoded !== undefined) return decoded;
  }
  return undefined;
}

/** Decodes the result of a call, by the function that its input names. */
export function decodeResult(input: string, output: string, ...indexes: readonly AbiIndex[]) {
  for (const { outputs = [] } of indexes.flatMap((index) => functionsOf(index, input))) {
    const decoded = decodeParameters(outputs, output);
    if (decoded !== undefined) return decoded;
  }
  return undefined;
}

export interface ChainLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
}

/** Most hex characters of the data of a log that is decoded: the rest of the page must not wait for it. */
const MAX_LOG_DATA = 200_000;

/** Decodes a log; undefined when no known event fits, or when it has too much data. */
export function decodeLog({ topics, data }: ChainLog, ...indexes: readonly AbiIndex[]): Decoded | undefined {
  const [signature, ...indexed] = topics;
  if (signature === undefined || data.length > MAX_LOG_DATA) return undefined;
  for (const { name, inputs } of indexes.flatMap((index) => index.events.get(signature) ?? [])) {
    const values = attempt(() => decodeAbiLog(inputs, indexed.map(fromHex), fromHex(data)));
    if (values !== undefined) return { name, args: paired(inputs, values) };
  }
  return undefined;
}

const BUILT_IN = new Map<string, AbiEntry>([
  ['0x08c379a0', { type: 'error', name: 'Error', inputs: [{ name: 'message', type: 'string' }] }],
  ['0x4e487b71', { type: 'error', name: 'Panic', inputs: [{ name: 'code', type: 'uint256' }] }],
]);

/** Meanings of the codes of `Panic(uint256)`, as Solidity's documentation has them. */
const PANICS: Readonly<Record<string, string>> = {
  '1': 'an assertion failed',
  '17': 'an arithmetic operation overflowed',
  '18': 'division or modulo by zero',
  '33': 'conversion to a value that the enum does not have',
  '34': 'a storage byte array is encoded wrongly',
  '49': 'pop of an empty array',
  '50': 'an array index is out of bounds',
  '65': 'too much memory was allocated',
  '81': 'a function variable without a value was called',
};

interface Revert extends Decoded {
  /** Meaning of a panic. */
  readonly meaning?: string;
}

/** Decodes the data of a revert; undefined for no data and for an unknown error. */
export function decodeRevert(data: string, ...indexes: readonly AbiIndex[]): Revert | undefined {
  const selector = selectorOf(data);
  const entries = [BUILT_IN.get(selector) ?? [], ...indexes.map((index) => index.errors.get(selector) ?? [])].flat();
  const decoded = firstThatFits(entries, data);
  if (decoded?.name !== 'Panic') return decoded;
  const meaning = PANICS[String(decoded.args[0]?.value)];
  return meaning === undefined ? decoded : { ...decoded, meaning };
}

/** Returns a revert in a line: `TooLittle(50, 100)`. */
export const revertText = ({ name, args, meaning }: Revert): string =>
  `${name}(${args.map(({ value }) => String(value)).join(', ')})${meaning === undefined ? '' : `, ${meaning}`}`;

/** Returns the name of the called function, `transfer` without one, or the selector of an unknown one. */
export const functionName = (input: string, known?: string): string =>
  known ?? (input.length < SELECTOR_CHARS ? 'transfer' : input.slice(0, SELECTOR_CHARS));

interface Call {
  readonly to: string | null;
  readonly input: string;
}

/** Returns what a transaction does, by the known ABIs. */
export const callName = ({ to, input }: Call): string =>
  to === null ? 'creates a contract' : functionName(input, decodeCall(input, anyAbi.value)?.name);

/** Most characters of a title, and of an argument in it. */
const TITLE_CHARS = 80;
const ARGUMENT_CHARS = 20;

const argumentText = (value: unknown): string => {
  if (typeof value === 'object' && value !== null) return '…';
  const text = String(value);
  return text.length > ARGUMENT_CHARS ? `${text.slice(0, ARGUMENT_CHARS / 2)}…` : text;
};

/** Returns what a transaction does with its arguments: `Token.transfer(0x7099…, 25)`. `target` is what it calls or creates. */
export function txTitle({ to, input }: Call, artifacts: ReadonlyMap<string, ArtifactFile>, target?: string): string {
  const artifact = artifacts.get((target ?? '').toLowerCase());
  const contract = artifact?.contract.slice(0, TITLE_CHARS);
  if (to === null) return `New ${contract ?? 'contract'}`;
  if (input === '0x') return contract === undefined ? 'Transfer' : `Transfer to ${contract}`;
  const decoded = decodeCall(input, ...(artifact === undefined ? [] : [indexAbi(artifact)]), anyAbi.value);
  const name = functionName(input, decoded?.name);
  const args = decoded?.args.map(({ value }) => argumentText(value)).join(', ');
  const call = args === undefined ? name : `${name}(${args})`;
  return (contract === undefined ? call : `${contract}.${call}`).slice(0, 2 * TITLE_CHARS);
}

/** Finds functions and errors of a contract by their selectors, and writes errors with their arguments. */
import { type AbiError, AbiParameters, AbiItem as OxItem } from 'ox';
import { readRevertData, revertReason } from '../codec/ethereum/revert_data.js';
import type { Bytes } from '../kernel/bytes.js';
import { to0x } from '../kernel/hex.js';
import type { AbiItem, CompiledContract } from './compiled_contract.js';

const SELECTOR_BYTES = 4;
/** Most characters of an error with its arguments. */
const MAX_TEXT = 1000;

type Selectors = ReadonlyMap<string, AbiItem>;

const selectors = new WeakMap<CompiledContract, Selectors>();

/** Returns the functions and errors of a contract by type and selector. Damaged entries are left out. */
function selectorsOf(contract: CompiledContract): Selectors {
  const known = selectors.get(contract);
  if (known !== undefined) return known;
  const made = new Map<string, AbiItem>();
  for (const item of contract.abi) {
    if (item.type !== 'function' && item.type !== 'error') continue;
    try {
      made.set(`${item.type} ${OxItem.getSelector(item as AbiError.AbiError)}`, item);
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

/** Returns revert data as an error with its arguments: `Locked(5, "x")`. `contracts` may define the error. */
function customErrorIn(data: Bytes, contracts: Iterable<CompiledContract>): string | undefined {
  if (data.length < SELECTOR_BYTES) return undefined;
  const key = `error ${selectorIn(data)}`;
  for (const contract of contracts) {
    const item = selectorsOf(contract).get(key);
    if (item === undefined) continue;
    try {
      const inputs = (item as AbiError.AbiError).inputs;
      const values =
        inputs.length === 0
          ? []
          : AbiParameters.decode(inputs, to0x(data.subarray(SELECTOR_BYTES)) as `0x${string}`, {
              as: 'Array',
              checksumAddress: true,
            });
      const text = `${item.name}(${(values as readonly unknown[]).map(valueText).join(', ')})`;
      return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text;
    } catch {
      // The data only begin like this error.
    }
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

/**
 * Defines stateful precompiles: an address and functions with Solidity's ABI that do what modules do (cosmos/evm
 * `precompiles`). Each is one file. Its writes and events are undone with the frame that called it. A failure reverts
 * with its text, as `require` would.
 */
import { AbiEvent, AbiFunction, AbiItem, AbiParameters } from 'ox';
import type { EthereumLog } from '../../../codec/ethereum/receipt.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { fromHex, to0x } from '../../../kernel/hex.js';
import { failure, SDK_CODES, TxFailure } from '../../types/refusal.js';
import type { CallEvm } from '../module/call_evm.js';
import type { MessageContext } from '../module/message.js';
import { READ_FLAT, READ_PER_BYTE, WRITE_FLAT, WRITE_PER_BYTE } from '../module/metered_state.js';
import { SdkQueryError } from '../query/failure.js';

/** State and services for a precompile's function. */
export interface PrecompileContext extends MessageContext {
  /** Address of the precompile itself, even if another contract runs it by DELEGATECALL or CALLCODE. */
  readonly address: Bytes;
  readonly caller: Bytes;
  /** Amount of the base denom that the call has brought to the precompile's account. */
  readonly value: bigint;
  /** Adds a log of the precompile, from an event of the ABI and its arguments in order. */
  readonly log: (event: SolidityEvent, args: readonly unknown[]) => void;
}

export interface SolidityEvent {
  /** Parsed when it is first read. */
  readonly abi: AbiEvent.AbiEvent;
}

/** Declares an event by its signature, such as `event Delegate(address indexed delegatorAddress, …)`. */
export const solidityEvent = (signature: string): SolidityEvent =>
  parsedLate(() => AbiEvent.from(signature as 'event E()'));

/** Parses on first use, since parsing is slow and most chains never call a precompile. */
function parsedLate<T>(parse: () => T): { readonly abi: T } {
  let parsed: T | undefined;
  return {
    get abi() {
      parsed ??= parse();
      return parsed;
    },
  };
}

/** Runs `make` once for each object. */
function memoizedBy<K extends object, T extends object>(make: (key: K) => T): (key: K) => T {
  const cache = new WeakMap<K, T>();
  return (key) => {
    const known = cache.get(key) ?? make(key);
    cache.set(key, known);
    return known;
  };
}

export interface PrecompileFunction {
  /** Parsed when it is first read. */
  readonly abi: AbiFunction.AbiFunction;
  /** Returns the outputs in order. Throws TxFailure. */
  readonly run: (args: readonly unknown[], context: PrecompileContext) => Awaitable<readonly unknown[]>;
}

export interface Precompile {
  /** Name in cosmos/evm, such as `staking`. */
  readonly name: string;
  /** 20 bytes. */
  readonly address: Bytes;
  /** Returns the signature of the function with this selector (`0x…`), such as `delegate(address,string,uint256)`. */
  readonly signatureOf: (selector: string) => string | undefined;
  /** Returns the gas to pay before the run. The gas of the work itself is added to it. */
  readonly gasOf: (input: Bytes) => bigint;
  /** Whether reads and writes of the state cost gas as in the SDK's stores. */
  readonly chargesState: boolean;
  /** Runs a call. It adds the log function and the address, which `PrecompileCall` omits. */
  readonly run: (input: Bytes, call: PrecompileCall) => Promise<PrecompileResult>;
}

export interface PrecompileCall extends Omit<PrecompileContext, 'log' | 'address'> {
  readonly isStatic: boolean;
}

export interface PrecompileResult {
  readonly reverted: boolean;
  /** ABI-encoded; after a revert an `Error(string)`. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
}

const SELECTOR_BYTES = 4;

/**
 * Declares a function by its `signature` as Solidity writes it, with structs before it. Its state mutability decides
 * whether it may change state.
 */
export function precompileFunction(
  signature: string | readonly string[],
  run: PrecompileFunction['run'],
): PrecompileFunction {
  return Object.assign(
    parsedLate(() => AbiFunction.from(signature as string) as AbiFunction.AbiFunction),
    { run },
  );
}

export interface PrecompileOptions {
  /** Gas of each function by its name; the state is then free. Without it a call costs gas by its length. */
  readonly prices?: Readonly<Record<string, bigint>>;
  /** Returns the error text of a function that takes no value but received some. */
  readonly valueRefusal?: (value: bigint, called: { readonly name: string }) => string;
  /** Runs when the input names none of the functions. It has no arguments. */
  readonly fallback?: PrecompileFunction;
}

/** Returns the functions by selector, which are computed when a function is first called. */
const selectorsOf = memoizedBy(
  (functions: readonly PrecompileFunction[]): ReadonlyMap<string, PrecompileFunction> =>
    new Map(functions.map((entry) => [AbiFunction.getSelector(entry.abi), entry])),
);

/** Defines a precompile by cosmos/evm's name for it, and its address: 0x and 40 hex digits. */
export function definePrecompile(
  name: string,
  address: string,
  functions: readonly PrecompileFunction[],
  options: PrecompileOptions = {},
): Precompile {
  const bytes = fromHex(address.slice(2));
  const { prices, valueRefusal = (_, { name }) => `${name} takes no value`, fallback } = options;
  const find = (input: Bytes): PrecompileFunction | undefined =>
    selectorsOf(functions).get(to0x(input.subarray(0, SELECTOR_BYTES))) ?? fallback;
  return {
    name,
    address: bytes,
    signatureOf: (selector) => {
      const found = selectorsOf(functions).get(selector);
      return found && AbiItem.getSignature(found.abi);
    },
    gasOf: (input) => {
      const size = BigInt(input.length);
      const found = find(input);
      if (found === undefined) return 0n;
      if (prices !== undefined) return prices[found.abi.name] ?? 0n;
      return isView(found) ? READ_FLAT + READ_PER_BYTE * size : WRITE_FLAT + WRITE_PER_BYTE * size;
    },
    chargesState: prices === undefined,
    run: async (input, call) => {
      const logs: EthereumLog[] = [];
      try {
        const found = find(input);
        if (found === undefined) throw unknownFunction(input);
        if (call.isStatic && !isView(found)) throw failure('unauthorized', 'write protection');
        if (call.value > 0n && found.abi.stateMutability !== 'payable')
          throw failure('invalidRequest', valueRefusal(call.value, found.abi));
        const log: PrecompileContext['log'] = (event, args) => logs.push(encodeLog(bytes, event, args));
        const callEvm: CallEvm = async (question) => {
          const answer = await call.callEvm(question);
          if (question.commit !== false) logs.push(...answer.logs);
          return answer;
        };
        const outputs = await found.run(decodeArgs(found, input), { ...call, address: bytes, log, callEvm });
        return { reverted: false, output: encode(found.abi.outputs, outputs), logs };
      } catch (error) {
        return { reverted: true, output: revertData(reasonOf(error)), logs: [] };
      }
    },
  };
}

/** Makes the failure of a call that names no function. Its texts are those of cosmos/evm and of geth's ABI decoder. */
const unknownFunction = (input: Bytes): TxFailure =>
  failure(
    'unknownRequest',
    input.length < SELECTOR_BYTES
      ? 'execution reverted'
      : `no method with id: ${to0x(input.subarray(0, SELECTOR_BYTES))}`,
  );

/** Returns the reason with which a call reverts. Throws any error that is no revert. */
function reasonOf(error: unknown): string {
  if (error instanceof SdkQueryError) return error.text;
  // Without gas the frame returns no text.
  if (error instanceof TxFailure && error.refusal.code !== SDK_CODES.outOfGas) return error.refusal.log;
  throw error;
}

const isView = ({ abi }: PrecompileFunction): boolean =>
  abi.stateMutability === 'view' || abi.stateMutability === 'pure';

/** Decodes the arguments. Throws TxFailure if they are malformed. */
function decodeArgs({ abi }: PrecompileFunction, input: Bytes): readonly unknown[] {
  if (abi.inputs.length === 0) return [];
  try {
    const data = to0x(input.subarray(SELECTOR_BYTES)) as `0x${string}`;
    const args = AbiParameters.decode(abi.inputs, data) as readonly unknown[];
    // The decoder accepts a word of 256 bits for a number of fewer bits; the encoder does not.
    AbiParameters.encode(abi.inputs, args as never);
    return args;
  } catch (error) {
    throw failure('invalidRequest', `abi: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const encode = (types: readonly AbiParameters.Parameter[], values: readonly unknown[]): Bytes =>
  fromHex(AbiParameters.encode(types, values as never).slice(2));

/** Selector of `Error(string)`. */
const ERROR = fromHex('08c379a0');

const revertData = (text: string): Bytes => concatBytes(ERROR, encode([{ type: 'string' }], [text]));

function encodeLog(address: Bytes, { abi: event }: SolidityEvent, args: readonly unknown[]): EthereumLog {
  const indexed = args.map((arg, i) => (event.inputs[i]?.indexed ? arg : undefined));
  const { topics } = AbiEvent.encode(event, indexed as never);
  const plain = event.inputs.filter(({ indexed: isTopic }) => !isTopic);
  const data = args.filter((_, i) => !event.inputs[i]?.indexed);
  return { address, topics: topics.map((topic) => fromHex((topic as string).slice(2))), data: encode(plain, data) };
}

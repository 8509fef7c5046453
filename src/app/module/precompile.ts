/**
 * Contracts of the chain itself: an address, and functions with Solidity's ABI that run what modules run (cosmos/evm
 * `precompiles`). One file each. What they write and emit is undone with the frame that called them; a failure reverts
 * with its text, as `require` would.
 */
import { AbiError, AbiEvent, AbiFunction, AbiParameters } from 'ox';
import type { EthereumLog } from '../../codec/cosmos_tx.js';
import type { Bytes } from '../../kernel/bytes.js';
import { fromHex, to0x, toHex } from '../../kernel/hex.js';
import { failure, TxFailure } from './failure.js';
import type { MessageContext } from './message.js';
import { READ_FLAT, READ_PER_BYTE, WRITE_FLAT, WRITE_PER_BYTE } from './metered_state.js';

/** What a call of a precompile works with. */
export interface PrecompileContext extends MessageContext {
  readonly caller: Bytes;
  /** Base denom, which the call has brought to the precompile's account. */
  readonly value: bigint;
  /** A log of the precompile's own, by an event of the ABI and its arguments in order. */
  readonly log: (event: SolidityEvent, args: readonly unknown[]) => void;
}

export type SolidityEvent = AbiEvent.AbiEvent;

/** `event Delegate(address indexed delegatorAddress, …)`. */
export const solidityEvent = (signature: string): SolidityEvent => AbiEvent.from(signature as 'event E()');

export interface PrecompileFunction {
  readonly abi: AbiFunction.AbiFunction;
  /** The outputs in order. Throws TxFailure. */
  readonly run: (args: readonly unknown[], context: PrecompileContext) => readonly unknown[];
}

export interface Precompile {
  /** 20 bytes. */
  readonly address: Bytes;
  /** Of the work itself comes on top. */
  readonly gasOf: (input: Bytes) => bigint;
  /** What is left out of the context is made here. */
  readonly run: (input: Bytes, call: PrecompileCall) => PrecompileResult;
}

export interface PrecompileCall extends Omit<PrecompileContext, 'log'> {
  readonly isStatic: boolean;
}

export interface PrecompileResult {
  readonly reverted: boolean;
  /** ABI-encoded; an `Error(string)` when it reverted. */
  readonly output: Bytes;
  readonly logs: readonly EthereumLog[];
}

const SELECTOR_BYTES = 4;

/** A function that changes state, or only reads: `signature` as Solidity writes it, with structs before it. */
export function precompileFunction(
  signature: string | readonly string[],
  run: PrecompileFunction['run'],
): PrecompileFunction {
  return { abi: AbiFunction.from(signature as string) as AbiFunction.AbiFunction, run };
}

export function definePrecompile(address: string, functions: readonly PrecompileFunction[]): Precompile {
  const bySelector = new Map(functions.map((entry) => [AbiFunction.getSelector(entry.abi).slice(2), entry]));
  const bytes = fromHex(address.slice(2));
  const find = (input: Bytes): PrecompileFunction | undefined =>
    bySelector.get(toHex(input.subarray(0, SELECTOR_BYTES)));
  return {
    address: bytes,
    gasOf: (input) => {
      const size = BigInt(input.length);
      const found = find(input);
      if (found === undefined) return 0n;
      return isView(found) ? READ_FLAT + READ_PER_BYTE * size : WRITE_FLAT + WRITE_PER_BYTE * size;
    },
    run: (input, call) => {
      const logs: EthereumLog[] = [];
      try {
        const found = find(input);
        if (found === undefined)
          throw failure('unknownRequest', `no method with id: ${to0x(input.subarray(0, SELECTOR_BYTES))}`);
        if (call.isStatic && !isView(found)) throw failure('unauthorized', 'write protection');
        if (call.value > 0n && found.abi.stateMutability !== 'payable')
          throw failure('invalidRequest', `${found.abi.name} takes no value`);
        const log: PrecompileContext['log'] = (event, args) => logs.push(encodeLog(bytes, event, args));
        const outputs = found.run(decodeArgs(found, input), { ...call, log });
        return { reverted: false, output: encode(found.abi.outputs, outputs), logs };
      } catch (error) {
        if (!(error instanceof TxFailure) || error.refusal.code === OUT_OF_GAS) throw error;
        return { reverted: true, output: revertData(error.refusal.log), logs: [] };
      }
    },
  };
}

/** Of the SDK: the frame runs out of gas and says nothing. */
const OUT_OF_GAS = 11;

const isView = ({ abi }: PrecompileFunction): boolean =>
  abi.stateMutability === 'view' || abi.stateMutability === 'pure';

/** Throws TxFailure for arguments that are none. */
function decodeArgs({ abi }: PrecompileFunction, input: Bytes): readonly unknown[] {
  if (abi.inputs.length === 0) return [];
  try {
    return AbiParameters.decode(
      abi.inputs,
      to0x(input.subarray(SELECTOR_BYTES)) as `0x${string}`,
    ) as readonly unknown[];
  } catch (error) {
    throw failure('invalidRequest', `abi: ${error instanceof Error ? error.message : String(error)}`);
  }
}

const encode = (types: readonly AbiParameters.Parameter[], values: readonly unknown[]): Bytes =>
  fromHex(AbiParameters.encode(types, values as never).slice(2));

const revertData = (text: string): Bytes =>
  fromHex(AbiError.encode(AbiError.from('error Error(string)'), [text]).slice(2));

function encodeLog(address: Bytes, event: SolidityEvent, args: readonly unknown[]): EthereumLog {
  const indexed = args.map((arg, i) => (event.inputs[i]?.indexed ? arg : undefined));
  const { topics } = AbiEvent.encode(event, indexed as never);
  const plain = event.inputs.filter(({ indexed: isTopic }) => !isTopic);
  const data = args.filter((_, i) => !event.inputs[i]?.indexed);
  return { address, topics: topics.map((topic) => fromHex((topic as string).slice(2))), data: encode(plain, data) };
}

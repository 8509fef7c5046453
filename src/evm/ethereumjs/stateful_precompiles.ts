/**
 * Adapts the chain's stateful precompiles to the library's precompiles. The library does not pass them the caller or
 * the value. These are read from the call that was entered last, because calls are entered one at a time.
 */
import { EVMError, type ExecResult, type Message, type PrecompileInput } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import { equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { headerTime, NANOS_PER_SECOND } from '../../kernel/time.js';
import type { BlockContext } from '../block_context.js';
import type { ContractAnswer, ContractCall, NativeResult, NativesInState, StatefulPrecompile } from '../machine.js';
import type { MachineState } from '../state.js';
import type { StateAdapter } from './state_adapter.js';

/** Records the running call and the current block. */
export class Frame {
  #message: Message | undefined;
  block: BlockContext | undefined;

  enter(message: Message): void {
    this.#message = message;
  }

  get running(): { readonly message: Message; readonly block: BlockContext } {
    const { block } = this;
    if (this.#message === undefined || block === undefined)
      throw new InvariantViolation('a stateful precompile runs outside of a call');
    return { message: this.#message, block };
  }
}

/** Dependencies of the stateful precompiles of a machine. */
export interface PrecompileDeps<S extends MachineState> {
  readonly adapter: StateAdapter<S>;
  readonly frame: Frame;
  readonly callContract: (call: ContractCall, within: Message) => Promise<ContractAnswer>;
}

type PrecompileFunction = (input: PrecompileInput) => Promise<ExecResult>;

export const nativePrecompiles = <S extends MachineState>(
  natives: readonly StatefulPrecompile<S>[],
  deps: PrecompileDeps<S>,
) => natives.map((native) => ({ address: new Address(native.address), function: nativeFunction(native, deps) }));

/** Returns a function that finds the precompiles whose existence depends on the state. */
export const nativesInState =
  <S extends MachineState>({ code, at }: NativesInState<S>, deps: PrecompileDeps<S>): FindNative =>
  (found, address) => {
    if (found.length !== code.length || !equalBytes(found, code)) return undefined;
    const native = at(deps.adapter.state, address);
    return native && nativeFunction(native, deps);
  };

/** Returns the function that runs in place of the code that was found at an address. */
export type FindNative = (code: Uint8Array, address: Uint8Array) => PrecompileFunction | undefined;

const nativeFunction =
  <S extends MachineState>(
    native: StatefulPrecompile<S>,
    { adapter, frame, callContract }: PrecompileDeps<S>,
  ): PrecompileFunction =>
  async ({ data, gasLimit }) => {
    const { message, block } = frame.running;
    const isBorrowed = message.delegatecall || !equalBytes(message.to?.bytes ?? native.address, native.address);
    const call = {
      input: data,
      gas: gasLimit,
      caller: message.caller.bytes,
      value: message.delegatecall ? 0n : message.value,
      isStatic: message.isStatic || isBorrowed,
      state: adapter.state,
      block: { height: block.number, time: headerTime(block.timestamp * NANOS_PER_SECOND) },
      callContract: (call: ContractCall) => callContract(call, message),
    };
    try {
      const result = resultOf(await native.run(call), gasLimit);
      // The accounts that the precompile's own calls destroyed and created.
      const { selfdestruct, createdAddresses } = message;
      return { ...result, selfdestruct, createdAddresses };
    } catch (error) {
      throw adapter.recordAbsence(error);
    }
  };

function resultOf({ outcome, gasUsed, output, logs }: NativeResult, gasLimit: bigint): ExecResult {
  switch (outcome) {
    case 'success':
      return {
        executionGasUsed: gasUsed,
        returnValue: output,
        logs: logs.map(({ address, topics, data }) => [address, [...topics], data]),
      };
    case 'reverted':
      return failed(EVMError.errorMessages.REVERT, gasUsed, output);
    case 'out of gas':
      return failed(EVMError.errorMessages.OUT_OF_GAS, gasLimit, new Uint8Array());
  }
}

const failed = (
  reason: ConstructorParameters<typeof EVMError>[0],
  executionGasUsed: bigint,
  returnValue: Uint8Array,
): ExecResult => ({ executionGasUsed, returnValue, exceptionError: new EVMError(reason) });

/**
 * Contracts of the chain itself as precompiles of the library, which tells them neither who calls nor with what: the
 * call that was entered last is theirs, because one is entered at a time.
 */
import { EVMError, type ExecResult, type Message, type PrecompileInput } from '@ethereumjs/evm';
import { Address } from '@ethereumjs/util';
import { equalBytes } from '../../kernel/bytes.js';
import { InvariantViolation } from '../../kernel/errors.js';
import { NANOS_PER_SECOND } from '../../kernel/time.js';
import type { BlockContext } from '../block_context.js';
import type { NativeContract, NativeResult } from '../machine.js';
import type { MachineState } from '../state.js';
import type { StateAdapter } from './state_adapter.js';

/** The call that is running, and the block around it. */
export class Frame {
  #message: Message | undefined;
  block: BlockContext | undefined;

  enter(message: Message): void {
    this.#message = message;
  }

  get running(): { readonly message: Message; readonly block: BlockContext } {
    const { block } = this;
    if (this.#message === undefined || block === undefined)
      throw new InvariantViolation('a native contract runs outside of a call');
    return { message: this.#message, block };
  }
}

export const nativePrecompiles = <S extends MachineState>(
  natives: readonly NativeContract<S>[],
  adapter: StateAdapter<S>,
  frame: Frame,
) =>
  natives.map((native) => ({
    address: new Address(native.address),
    function: ({ data, gasLimit }: PrecompileInput): ExecResult => {
      const { message, block } = frame.running;
      const isBorrowed = message.delegatecall || !equalBytes(message.to?.bytes ?? native.address, native.address);
      const call = {
        input: data,
        gas: gasLimit,
        caller: message.caller.bytes,
        value: message.delegatecall ? 0n : message.value,
        isStatic: message.isStatic || isBorrowed,
        state: adapter.state,
        block: { height: block.number, time: block.timestamp * NANOS_PER_SECOND },
      };
      try {
        return resultOf(native.run(call), gasLimit);
      } catch (error) {
        throw adapter.kept(error);
      }
    },
  }));

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

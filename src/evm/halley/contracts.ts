/**
 * Calls contracts that are implemented without EVM code: Ethereum's precompiles and the chain's stateful precompiles.
 */
import { InputError } from '../../crypto/curves/input_error.js';
import type { ByteText } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { headerTime, NANOS_PER_SECOND } from '../../kernel/time.js';
import type { ContractAnswer, ContractCall, NativeResult, StatefulPrecompile } from '../machine.js';
import { OUT_OF_GAS } from '../out_of_gas.js';
import type { MachineState } from '../state.js';
import type { Code } from './codes.js';
import type { Ended } from './frame.js';
import { REVERTED } from './halts.js';
import type { Precompiled } from './precompiles/precompiled.js';
import type { Run } from './run.js';

/** Call of such a contract. */
export interface ContractFrame {
  readonly depth: number;
  readonly caller: Bytes;
  readonly value: bigint;
  readonly isStatic: boolean;
  /** Whether another contract runs this one as its own code. */
  readonly isBorrowed: boolean;
  readonly input: Bytes;
  readonly gas: bigint;
}

/** Implements a contract without EVM code. */
export type Contract = (frame: ContractFrame) => Ended | Promise<Ended>;

export function contractAt<S extends MachineState>(
  run: Run<S>,
  address: Bytes,
  text: ByteText,
  code: Code,
): Contract | undefined {
  const precompiled = run.rules.precompiledAt(address);
  if (precompiled !== undefined) return (frame) => runPrecompiled(run, precompiled, frame);
  const native = run.rules.nativeAt(run.state, address, text, code);
  return native && ((frame) => runNative(run, native, frame));
}

const failed = (error: string): Ended => ({ error, output: EMPTY_BYTES, gasLeft: 0n });

function runPrecompiled<S extends MachineState>(
  run: Run<S>,
  contract: Precompiled,
  { input, gas }: ContractFrame,
): Ended | Promise<Ended> {
  const price = contract.gasOf(input);
  if (price === Number.POSITIVE_INFINITY || BigInt(price) > gas) return failed(OUT_OF_GAS);
  const gasLeft = gas - BigInt(price);
  const wait = contract.prepare?.();
  if (wait === undefined) return runPrepared(run, contract, input, gasLeft);
  return wait.then(() => runPrepared(run, contract, input, gasLeft));
}

function runPrepared<S extends MachineState>(
  run: Run<S>,
  contract: Precompiled,
  input: Bytes,
  gasLeft: bigint,
): Ended | Promise<Ended> {
  const ended = (output: Bytes): Ended => ({ error: undefined, output, gasLeft });
  try {
    const result = contract.run(input);
    if (result instanceof Uint8Array) return ended(result);
    const output = advance(run, result);
    return output instanceof Uint8Array ? ended(output) : output.then(ended, refused);
  } catch (error) {
    return refused(error);
  }
}

function refused(error: unknown): Ended {
  if (!(error instanceof InputError)) throw error;
  return failed(error.message);
}

/** Runs the steps of a long computation and calls the guard between them. */
function advance<S extends MachineState>(run: Run<S>, steps: Generator<void, Bytes>): Bytes | Promise<Bytes> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    const wait = run.guard.look();
    if (wait !== undefined) return wait.then(() => advance(run, steps));
  }
}

async function runNative<S extends MachineState>(
  run: Run<S>,
  native: StatefulPrecompile<S>,
  { input, gas, caller, value, isStatic, isBorrowed, depth }: ContractFrame,
): Promise<Ended> {
  const { state, context } = run;
  const logs = run.logs.length;
  run.handOver();
  const within = { depth, isStatic };
  const callContract = (call: ContractCall): Promise<ContractAnswer> => run.callWithin(call, within);
  let result: NativeResult;
  try {
    result = await native.run({
      input,
      gas,
      caller,
      value,
      isStatic: isStatic || isBorrowed,
      state,
      block: { height: context.number, time: headerTime(context.timestamp * NANOS_PER_SECOND) },
      callContract,
    });
  } catch (error) {
    throw run.recordAbsence(error);
  }
  if (run.absence !== undefined) throw run.absence;
  run.takeBack();
  // A query of the chain may take milliseconds. The loop counts only exits of the interpreter, and an awaited call is
  // none.
  const wait = run.guard.look();
  if (wait !== undefined) await wait;
  // The precompile's result includes the logs of the contracts that it called.
  run.logs.length = logs;
  if (result.outcome === 'success')
    for (const log of result.logs) {
      run.logs.push(log);
      run.reportLog(log);
    }
  return endOf(result, gas);
}

function endOf({ outcome, gasUsed, output }: NativeResult, gas: bigint): Ended {
  switch (outcome) {
    case 'success':
      return { error: undefined, output, gasLeft: gas - gasUsed };
    case 'reverted':
      return { error: REVERTED, output, gasLeft: gas - gasUsed };
    case 'out of gas':
      return failed(OUT_OF_GAS);
  }
}

/** Runs calls that no operation makes: the message's own call, and calls by stateful precompiles. */
import { textOfAddress } from '../../kernel/byte_text.js';
import { type Bytes, bigintToBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { ContractAnswer, ContractCall } from '../machine.js';
import type { MachineState } from '../state.js';
import { codeOf, isEmpty, runnableOf, transferProblem } from './accounts.js';
import { NO_CODE } from './codes.js';
import { contractAt } from './contracts.js';
import { type Ended, type Frame, MAX_DEPTH } from './frame.js';
import { REVERTED, TOO_DEEP } from './halts.js';
import * as layout from './layout.js';
import { WORD_BYTES } from './layout.js';
import type { CallingFrame, Run } from './run.js';

export interface HostCall {
  readonly depth: number;
  readonly from: Bytes;
  readonly to: Bytes;
  readonly value: bigint;
  readonly input: Bytes;
  readonly gas: bigint;
  readonly isStatic: boolean;
}

/** Runs a call. When it fails, its changes are undone. */
export function callByHost<S extends MachineState>(run: Run<S>, call: HostCall): Ended | Promise<Ended> {
  const { depth, from, to, value, input, gas, isStatic } = call;
  run.enter({ type: 'CALL', depth, from, to, input, gas, value });
  const account = run.state.account(to);
  const problem = value > 0n ? transferProblem(run, from, to, value) : undefined;
  if (problem !== undefined) return reportEnd(run, call, refused(problem, gas));
  const position = run.position();
  const text = textOfAddress(to);
  if (value > 0n) run.transfer(from, to, value);
  else if (account !== undefined && isEmpty(account)) run.touched.add(text);
  run.recordConsoleCall(to, input);
  const code = codeOf(run, account);
  const contract = contractAt(run, to, text, code);
  if (contract !== undefined) {
    const ended = contract({ depth, caller: from, value, isStatic, isBorrowed: false, input, gas });
    const end = (later: Ended): Ended => {
      if (later.error !== undefined) run.backTo(position);
      return reportEnd(run, call, later);
    };
    return ended instanceof Promise ? ended.then(end) : end(ended);
  }
  const runs = runnableOf(run, code);
  if (runs === NO_CODE) return reportEnd(run, call, { error: undefined, output: EMPTY_BYTES, gasLeft: gas });
  const frame: Frame = {
    type: 'CALL',
    depth,
    address: to,
    account: run.numberOf(to, text),
    caller: from,
    value,
    isStatic,
    position,
    gas,
    isHosts: true,
  };
  return runByHost(run, frame, run.engine.codes.placeOf(runs, run.wasm), input, false);
}

/**
 * Enters a frame that no operation opened, and runs it. `place` is the address of its code. With `isOwnCode`, the code
 * is released together with the frame.
 */
export function runByHost<S extends MachineState>(
  run: Run<S>,
  frame: Frame,
  place: number,
  input: Bytes,
  isOwnCode: boolean,
): Ended | Promise<Ended> {
  const { wasm } = run;
  wasm.setWord(layout.SELF, frame.address);
  wasm.setWord(layout.CALLER, frame.caller);
  wasm.setWord(layout.BROUGHT, bigintToBytes(frame.value, WORD_BYTES));
  wasm.call.enter(place, wasm.put(input), input.length, frame.gas, frame.account, frame.isStatic, isOwnCode);
  run.frames.push(frame);
  const wait = run.untilEnded();
  const ended = (): Ended => run.ended as Ended;
  return wait === undefined ? ended() : wait.then(ended);
}

const refused = (error: string, gasLeft: bigint): Ended => ({ error, output: EMPTY_BYTES, gasLeft });

function reportEnd<S extends MachineState>(run: Run<S>, { depth, gas }: HostCall, ended: Ended): Ended {
  const { error, output, gasLeft } = ended;
  run.exit(depth, error === undefined || error === REVERTED ? output : EMPTY_BYTES, gas - gasLeft, error);
  return ended;
}

/**
 * Calls a contract from a stateful precompile (cosmos/evm `CallEVM` from a precompile), one frame deeper in the same
 * run.
 */
export async function callWithin<S extends MachineState>(
  run: Run<S>,
  { from, to, input, gas, commit }: ContractCall,
  within: CallingFrame,
): Promise<ContractAnswer> {
  const depth = within.depth + 1;
  const failed = { reverted: false, output: EMPTY_BYTES, logs: [] };
  if (depth > MAX_DEPTH) return { ...failed, error: TOO_DEEP, gasUsed: 0n };
  run.takeBack();
  const position = run.position();
  const logs = run.logs.length;
  const mark = run.interpreterMark();
  try {
    const call = { depth, from, to, value: 0n, input, gas, isStatic: within.isStatic };
    const { error, output, gasLeft } = await callByHost(run, call);
    const gasUsed = gas - gasLeft;
    const emitted = error === undefined ? run.logs.slice(logs) : [];
    if (!commit) {
      run.backTo(position);
      run.interpreterBackTo(mark);
    }
    run.handOver();
    if (error === undefined) return { error, reverted: false, output, logs: emitted, gasUsed };
    const reverted = error === REVERTED;
    return { ...failed, error, reverted, output: reverted ? output : EMPTY_BYTES, gasUsed };
  } catch (error) {
    throw run.recordAbsence(error);
  }
}

/**
 * Implements CALL, CALLCODE, DELEGATECALL and STATICCALL (go-ethereum `core/vm/evm.go`, `operations_acl.go`; EIPs 2929,
 * 7702).
 */
import { type ByteText, textOfAddress } from '../../kernel/byte_text.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { FrameType } from '../observer.js';
import { opcodeOf } from '../opcodes.js';
import type { Account, MachineState } from '../state.js';
import { accessGas, codeOf, delegateOf, isEmpty, runnableOf, transferProblem } from './accounts.js';
import { type Code, NO_CODE } from './codes.js';
import { contractAt } from './contracts.js';
import { type Ended, type Frame, MAX_DEPTH } from './frame.js';
import { fail } from './frame_end.js';
import { REVERTED, TOO_DEEP } from './halts.js';
import * as layout from './layout.js';
import type { Run } from './run.js';

const CALL = opcodeOf('CALL');
const DELEGATECALL = opcodeOf('DELEGATECALL');
const STATICCALL = opcodeOf('STATICCALL');

const TYPES: Readonly<Record<number, FrameType>> = {
  [CALL]: 'CALL',
  242: 'CALLCODE',
  [DELEGATECALL]: 'DELEGATECALL',
  [STATICCALL]: 'STATICCALL',
};

const VALUE_GAS = 9_000;
const NEW_ACCOUNT_GAS = 25_000;
const STIPEND = 2_300;

/** Account that the current operation calls, as the state has it. */
interface Callee {
  readonly op: number;
  readonly address: Bytes;
  readonly text: ByteText;
  readonly account: Account | undefined;
  readonly code: Code;
  readonly delegate: Bytes | undefined;
  readonly hasValue: boolean;
}

export function call<S extends MachineState>(run: Run<S>): Promise<void> | undefined {
  const { wasm } = run;
  const { address, text } = run.engine.addresses.of(wasm);
  const account = run.state.account(address);
  const code = codeOf(run, account);
  const callee: Callee = {
    op: wasm.number(layout.OP),
    address,
    text,
    account,
    code,
    delegate: delegateOf(run, code),
    hasValue: wasm.number(layout.VALUE) !== 0,
  };
  if (wasm.call.priceCall(priceOf(run, callee)) === 0) return fail(run, layout.OUT_OF_GAS);
  if (!run.isStepped) return act(run, callee);
  const wait = run.report(wasm.gas(layout.COST));
  return wait === undefined ? act(run, callee) : wait.then(() => act(run, callee));
}

/** Returns the price without the cost of memory. */
function priceOf<S extends MachineState>(run: Run<S>, { op, text, account, delegate, hasValue }: Callee): number {
  let price = accessGas(run, text);
  if (delegate !== undefined) price += accessGas(run, textOfAddress(delegate), text);
  if (!hasValue) return price;
  return price + VALUE_GAS + (op === CALL && isEmpty(account) ? NEW_ACCOUNT_GAS : 0);
}

function act<S extends MachineState>(run: Run<S>, callee: Callee): Promise<void> | undefined {
  const { op, address, text, account, code, delegate, hasValue } = callee;
  const { wasm, frame } = run;
  run.warm.add(text);
  if (delegate !== undefined) run.warm.add(textOfAddress(delegate));
  if (wasm.call.payCall(hasValue ? STIPEND : 0) === 0) return fail(run, layout.OUT_OF_GAS);
  const called = calledFrame(run, callee, frame);
  const { depth, value } = called;
  if (run.observer?.enter !== undefined) {
    const type = called.type;
    run.enter({ type, depth, from: frame.address, to: address, input: wasm.data, gas: called.gas, value });
  }
  if (depth > MAX_DEPTH) return skip(run, depth, TOO_DEEP);
  const problem = hasValue ? transferProblem(run, frame.address, called.address, value) : undefined;
  if (problem !== undefined) return skip(run, depth, problem);
  if (op === CALL) run.transfer(frame.address, address, value);
  if (!hasValue && account !== undefined && isEmpty(account)) run.touched.add(text);
  run.recordConsoleCall(address);
  const contract = contractAt(run, address, text, code);
  if (contract !== undefined) {
    const { caller, isStatic } = called;
    const isBorrowed = op !== CALL && op !== STATICCALL;
    const input = wasm.data;
    const gas = wasm.gas(layout.CHILD_GAS);
    const about = { caller, value: op === DELEGATECALL ? 0n : value, isStatic, isBorrowed, depth, input, gas };
    const ended = contract(about);
    if (ended instanceof Promise) return ended.then((later) => answer(run, called, gas, later));
    return answer(run, called, gas, ended);
  }
  const runs = runnableOf(run, code);
  if (runs === NO_CODE) return skip(run, depth, undefined);
  wasm.call.enterCall(run.engine.codes.placeOf(runs, wasm), called.account);
  run.frames.push(called);
  return undefined;
}

function calledFrame<S extends MachineState>(
  run: Run<S>,
  { op, address, text, hasValue }: Callee,
  frame: Frame,
): Frame {
  const { wasm } = run;
  const isOwn = op === CALL || op === STATICCALL;
  const isDelegate = op === DELEGATECALL;
  return {
    type: TYPES[op] as FrameType,
    depth: frame.depth + 1,
    address: isOwn ? address : frame.address,
    account: isOwn ? run.numberOf(address, text) : frame.account,
    caller: isDelegate ? frame.caller : frame.address,
    value: isDelegate ? frame.value : hasValue ? wasm.valueAt(wasm.number(layout.VALUE)) : 0n,
    isStatic: frame.isStatic || op === STATICCALL,
    position: run.position(),
    gas: run.observer === undefined ? 0n : wasm.gas(layout.CHILD_GAS),
    isHosts: false,
  };
}

/** Ends a call that runs no code. All gas of the call is returned. */
function skip<S extends MachineState>(run: Run<S>, depth: number, error: string | undefined): undefined {
  run.wasm.call.skipCall(error === undefined);
  run.exit(depth, EMPTY_BYTES, 0n, error);
}

function answer<S extends MachineState>(
  run: Run<S>,
  { position, depth }: Frame,
  gas: bigint,
  { error, output: given, gasLeft }: Ended,
): undefined {
  const { wasm } = run;
  if (error !== undefined) run.backTo(position);
  const output = error === undefined || error === REVERTED ? given : EMPTY_BYTES;
  wasm.call.answerCall(error === undefined, gasLeft, wasm.put(output), output.length);
  run.exit(depth, output, gas - gasLeft, error);
}

/** Ends frames of the interpreter. */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { MachineState } from '../state.js';
import type { Frame } from './frame.js';
import { CODE_INVALID, CODE_TOO_LARGE, CODE_UNPAID, haltReason, priceOfFailure, REVERTED } from './halts.js';
import * as layout from './layout.js';
import type { Run } from './run.js';

const CODE_BYTE_GAS = 200;
/** First byte that new code must not have (EIP-3541). */
const RESERVED_BYTE = 0xef;

const isCreation = ({ type }: Frame): boolean => type === 'CREATE' || type === 'CREATE2';

/** Fails the current operation, and its frame with it. */
export function fail<S extends MachineState>(run: Run<S>, reason: number): Promise<void> | undefined {
  const { wasm } = run;
  wasm.setNumber(layout.REASON, reason);
  wasm.setNumber(layout.DATA_BYTES, 0);
  wasm.setNumber(layout.REPORTED, 0);
  return failed(run);
}

/** Handles an operation that the interpreter reported as failed. */
export function failed<S extends MachineState>(run: Run<S>): Promise<void> | undefined {
  const { wasm } = run;
  if (run.isStepped && wasm.number(layout.REPORTED) === 0) {
    const { cost, error } = priceOfFailure(wasm, run.rules.initcodeSizeLimit);
    const wait = run.report(cost, error);
    if (wait !== undefined) return wait.then(() => frameEnded(run, layout.FAILED));
  }
  return frameEnded(run, layout.FAILED);
}

/** Ends the running frame with this status. */
export function frameEnded<S extends MachineState>(run: Run<S>, status: number): undefined {
  const { wasm, observer } = run;
  const frame = run.frames.pop() as Frame;
  if (observer?.counts !== undefined && !run.isStepped) wasm.takeCounts((counts) => observer.counts?.(counts));
  const isReverted = status === layout.REVERTED;
  const isKnown = frame.isHosts || observer !== undefined;
  let isSuccess = status === layout.STOPPED || status === layout.RETURNED;
  let error = isSuccess ? undefined : isReverted ? REVERTED : isKnown ? haltReason(wasm) : '';
  let output = isKnown && status !== layout.FAILED ? wasm.data : EMPTY_BYTES;
  let gasLeft = isKnown && status !== layout.FAILED ? wasm.gas(layout.GAS) : 0n;
  if (isSuccess && isCreation(frame)) {
    const code = isKnown ? output : wasm.data;
    error = deploy(run, frame, code);
    isSuccess = error === undefined;
    gasLeft = isSuccess ? gasLeft - BigInt(CODE_BYTE_GAS * code.length) : 0n;
    if (!isSuccess) output = EMPTY_BYTES;
  }
  if (!isSuccess) run.backTo(frame.position);
  if (isKnown) run.exit(frame.depth, output, frame.gas - gasLeft, error);
  if (frame.isHosts) {
    wasm.call.leave(isSuccess);
    run.ended = { error, output, gasLeft };
  } else if (isCreation(frame)) {
    wasm.setWord(layout.ADDRESS, frame.address);
    wasm.call.leaveCreation(isSuccess, isReverted);
  } else wasm.call.leaveCall(isSuccess, isSuccess || isReverted);
}

/** Stores the code of a creation. Returns geth's error text when the code cannot be deployed. */
function deploy<S extends MachineState>(run: Run<S>, { address }: Frame, code: Bytes): string | undefined {
  if (code.length > run.rules.codeSizeLimit) return CODE_TOO_LARGE;
  if (code[0] === RESERVED_BYTE) return CODE_INVALID;
  if (run.wasm.call.spend(CODE_BYTE_GAS * code.length) === 0) return CODE_UNPAID;
  if (code.length > 0) run.state.setAccount(address, { ...run.account(address), codeHash: run.state.setCode(code) });
  return undefined;
}

/** Normalizes the traces of both nodes. Each removed difference has its reason. */
import { opName } from '../../../src/evm/opcodes.js';
import { type Difference, differences } from './compare.js';
import type { Json } from './node.js';

/**
 * Normalizes a frame of `callTracer`.
 * - Anvil's outermost frame has the gas without the intrinsic gas; geth's has the transaction's limit.
 * - Anvil shows logs of frames that fail, which are on no receipt; geth clears them.
 * - The EVMs have different error texts, so only the presence of an error is compared.
 * - Anvil's frame of a self-destruct may lack its heir, or name another sender; geth's has both.
 * - Anvil omits the output of a creation that fails in its last step.
 */
export function callFrame(frame: Json, outermost = true): Json {
  const { gas, error, revertReason, logs, calls, output, ...rest } = frame;
  if (rest.type === 'SELFDESTRUCT') return { type: rest.type };
  return {
    ...rest,
    ...(!outermost && { gas }),
    ...(error === undefined ? { output, logs, to: rest.to } : { failed: true }),
    revertReason,
    calls: (calls ?? []).map((call: Json) => callFrame(call, false)),
  };
}

const OPENS_A_FRAME = /^CREATE/;

/**
 * Normalizes a step of the struct logger.
 * - geth and Anvil charge differently for an operation that fails, and have different error texts.
 * - Anvil adds to a creation's cost the gas that goes into it; geth does so only for calls.
 * - Anvil does not name an undefined operation by its code.
 * - Anvil shows an empty list where geth omits a member. It also shows refunds of zero, and each frame's storage
 *   separately.
 */
export const structLog = ({ pc, op, gas, gasCost, depth, stack, memory, error }: Json): Json => ({
  pc,
  op: /not defined$/.test(op) ? 'Unknown' : op,
  gas,
  depth,
  stack,
  memory: memory ?? [],
  ...(error === undefined && !OPENS_A_FRAME.test(op) && { gasCost }),
});

/**
 * Returns the error of a step. The struct logger has none for a copy beyond the return data, because the copy is paid
 * first.
 */
export function failureAt(steps: readonly Json[], i: number): string | undefined {
  const { op, depth, error } = steps[i] ?? {};
  const isLast = (steps[i + 1]?.depth ?? 0) < depth;
  return error ?? (op === 'RETURNDATACOPY' && isLast ? 'return data out of bounds' : undefined);
}

/** Removes steps that only one node has: Anvil shows a STOP for empty code, and geth shows no step. */
export function alignSteps(ours: readonly Json[], theirs: readonly Json[]): readonly Json[] {
  let at = 0;
  return theirs.filter((step) => {
    const same = ours[at]?.pc === step.pc && ours[at]?.depth === step.depth;
    if (!same && step.op === 'STOP' && step.pc === 0) return false;
    at++;
    return true;
  });
}

/**
 * Converts steps of geth's JSON logger to the members of the struct logger. The JSON logger reports a paid operation
 * that fails a second time, without a price. It names the operations of the EVM object format.
 */
export function gethSteps(lines: readonly Json[]): readonly Json[] {
  const steps: Json[] = [];
  for (const { pc, op, gas, gasCost, depth, stack, refund, memory, returnData, error } of lines) {
    if (pc === undefined) continue;
    const last = steps.at(-1);
    if (error !== undefined && last?.pc === pc && last.depth === depth && last.gas === Number(gas)) continue;
    steps.push({
      pc,
      op: opName(op),
      gas: Number(gas),
      gasCost: Number(gasCost),
      depth,
      stack,
      refund,
      memory: memory ?? '0x',
      returnData: returnData ?? '0x',
      ...(error !== undefined && { error }),
    });
  }
  return steps;
}

/** Converts our step to the same form. */
export const likeGeth = ({ storage: _, memory, refund, returnData, ...step }: Json): Json => ({
  ...step,
  refund: refund ?? 0,
  memory: `0x${(memory ?? []).map((word: string) => word.slice(2)).join('')}`,
  returnData: returnData ?? '0x',
});

/**
 * Compares steps. The cost of a failing operation and its error are not compared. The struct logger has no error for a
 * failure in a paid operation, where ours has one. The library checks in another order than geth.
 */
export const gethDifferences = (ours: readonly Json[], theirs: readonly Json[]): Difference[] =>
  differences(
    ours.map(({ error, gasCost, ...step }) => (error === undefined ? { ...step, gasCost } : step)),
    theirs.map(({ error: _, gasCost, ...step }, i) => (ours[i]?.error === undefined ? { ...step, gasCost } : step)),
  );

/** Builds frames like `callTracer` from geth's lines. The gas and the error text of the outermost frame differ. */
export function gethFrames(lines: readonly Json[]): Json {
  const open: Json[] = [];
  let root: Json;
  for (const line of lines) {
    if (line.type !== undefined) {
      const { from, to, input, gas, value, type } = line;
      const frame = { from, to, input: input ?? '0x', gas, ...(type !== 'STATICCALL' && { value }), type, calls: [] };
      open.at(-1)?.calls.push(frame);
      open.push(frame);
    } else if (line.gasUsed !== undefined && line.pc === undefined) {
      const frame = open.pop();
      const shows = line.output !== '' && (line.error === undefined || line.error === 'execution reverted');
      frame.gasUsed = line.gasUsed;
      frame.output = shows ? `0x${line.output}` : undefined;
      frame.error = reasonOf(line.error, frame.to);
      // The tracer names no address for a contract that was not created.
      if (line.error !== undefined && /^CREATE/.test(frame.type)) frame.to = undefined;
      if (open.length === 0) root = frame;
    }
  }
  return root;
}

const PRECOMPILE = /^0x0{36}[0-9a-f]{4}$/;

/**
 * Normalizes an error text.
 * - The text of a precompile's failure depends on how geth was built.
 * - geth still names the operations of the EVM object format, which are undefined.
 * - A price that overflows while it is counted is `out of gas` twice in geth.
 */
function reasonOf(error: string | undefined, to: string | undefined): string | undefined {
  if (error === undefined) return undefined;
  if (to !== undefined && PRECOMPILE.test(to)) return 'failed';
  return error.replace(/^invalid opcode: .*/, 'invalid opcode').replace('out of gas: out of gas', 'out of gas');
}

/** Converts our frame to the same form. */
export function framesLikeGeth({ revertReason: _, logs: _2, calls, error, ...frame }: Json): Json {
  const reason = reasonOf(error, frame.to);
  return { to: undefined, output: undefined, ...frame, error: reason, calls: (calls ?? []).map(framesLikeGeth) };
}

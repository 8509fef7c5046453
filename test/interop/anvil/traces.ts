/** Traces as both nodes mean them: what Anvil tells in its own way is taken out, each with its reason. */
import { opName } from '../../../src/evm/opcodes.js';
import { type Difference, differences } from './compare.js';
import type { Json } from './node.js';

/**
 * A frame of `callTracer`.
 * - Anvil's outermost frame has the gas without what the transaction owes before it begins; geth's has its limit.
 * - Anvil shows logs of frames that fail, which are on no receipt; geth clears them.
 * - Errors have each machine's own words: that there is one is compared.
 * - Anvil's frame of a self-destruct may lack its heir, or name another sender; geth's has both.
 * - Anvil leaves out the output of a creation that fails in its last step.
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
 * Steps of the struct logger.
 * - Of an operation that fails, geth and Anvil charge differently, and say so in their own words.
 * - Anvil counts with a creation the gas that goes into it; geth does so with calls alone.
 * - Anvil names no undefined operation by its code.
 * - Anvil shows an empty list where geth leaves a member out, refunds of nothing, and each frame's storage apart.
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

/** What went wrong in a step; the struct logger does not say so of a copy beyond the return data, which is paid first. */
export function failureAt(steps: readonly Json[], i: number): string | undefined {
  const { op, depth, error } = steps[i] ?? {};
  const isLast = (steps[i + 1]?.depth ?? 0) < depth;
  return error ?? (op === 'RETURNDATACOPY' && isLast ? 'return data out of bounds' : undefined);
}

/** Anvil has a STOP for code that is empty; geth has no step. */
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
 * Steps of geth's JSON logger, in the struct logger's spelling. It tells of an operation that fails when it runs a second
 * time, without a price, which the struct logger does not. Operations of the EVM object format have names there.
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

/** Ours, told likewise. */
export const likeGeth = ({ storage: _, memory, refund, returnData, ...step }: Json): Json => ({
  ...step,
  refund: refund ?? 0,
  memory: `0x${(memory ?? []).map((word: string) => word.slice(2)).join('')}`,
  returnData: returnData ?? '0x',
});

/**
 * Of an operation that fails, what it would have cost and why are said apart: the struct logger says nothing of what goes
 * wrong in an operation that was paid, where ours says it, and the library's order of checks is another than geth's.
 */
export const gethDifferences = (ours: readonly Json[], theirs: readonly Json[]): Difference[] =>
  differences(
    ours.map(({ error, gasCost, ...step }) => (error === undefined ? { ...step, gasCost } : step)),
    theirs.map(({ error: _, gasCost, ...step }, i) => (ours[i]?.error === undefined ? { ...step, gasCost } : step)),
  );

/** The frames between geth's lines as `callTracer` has them, but for the gas of the outermost, and what it says. */
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
      // The tracer names no address for what was not made.
      if (line.error !== undefined && /^CREATE/.test(frame.type)) frame.to = undefined;
      if (open.length === 0) root = frame;
    }
  }
  return root;
}

const PRECOMPILE = /^0x0{36}[0-9a-f]{4}$/;

/**
 * - Whose words a precompile's are depends on how geth was built.
 * - geth still names the operations of the EVM object format, which are undefined.
 * - A price that overflows while it is counted is `out of gas` twice there.
 */
function reasonOf(error: string | undefined, to: string | undefined): string | undefined {
  if (error === undefined) return undefined;
  if (to !== undefined && PRECOMPILE.test(to)) return 'failed';
  return error.replace(/^invalid opcode: .*/, 'invalid opcode').replace('out of gas: out of gas', 'out of gas');
}

/** Ours, told likewise. */
export function framesLikeGeth({ revertReason: _, logs: _2, calls, error, ...frame }: Json): Json {
  const reason = reasonOf(error, frame.to);
  return { to: undefined, output: undefined, ...frame, error: reason, calls: (calls ?? []).map(framesLikeGeth) };
}

/** Watches a run up to a step, and shows what the debugger shows there: functions, stack, memory, storage, variables. */
import type { EvmDebugFrame, EvmDebugView } from '../backend/evm/debugging.js';
import type { FrameEnd, FrameStart, Observer, OpcodeStep } from '../evm/observer.js';
import { type Bytes, bigintToBytes, bytesToBigint, EMPTY_BYTES } from '../kernel/bytes.js';
import { to0x } from '../kernel/hex.js';
import { decodedValues, functionIn, SELECTOR_BYTES } from './abi_names.js';
import { type CallRecorder, isCreation, type RunningFrame } from './call_recorder.js';
import { placedFrames } from './explain_failure.js';
import { parametersOf } from './parameters.js';
import { type Preimages, stateVariables } from './storage_layout.js';

const KECCAK256 = 0x20;
const SLOAD = 0x54;
const SSTORE = 0x55;
/** Operations that begin a frame: CREATE, CALL, CALLCODE, DELEGATECALL, CREATE2, STATICCALL. */
const CALLS: ReadonlySet<number> = new Set([0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa]);

const WORD_BYTES = 32;
/** Most preimages of hashes that are kept, for the keys of mappings, and most bytes of one. */
const MAX_PREIMAGES = 10_000;
const MAX_PREIMAGE_BYTES = 256;
/** Most slots that are shown. */
const MAX_SLOTS = 1_000;
/** Most frames that are shown; a recursion has more. */
const MAX_FRAMES = 200;

export class DebugView implements Observer {
  /** What is shown, once the step is reached. */
  view: (Omit<EvmDebugView, 'op'> & { readonly op: number }) | undefined;
  #step = 0;
  /** Stack of each frame at its last call. */
  readonly #stacks: (readonly bigint[])[] = [];
  /** Slots that the run has accessed, by account. */
  readonly #slots = new Map<string, Map<string, Bytes>>();
  readonly #preimages: Preimages & Map<bigint, Bytes> = new Map();
  #hashed: Bytes | undefined;

  constructor(
    private readonly calls: CallRecorder,
    private readonly wanted: number,
  ) {}

  enter = (start: FrameStart): void => {
    this.calls.enter(start);
    this.#stacks.push([]);
  };

  exit = (end: FrameEnd): void => {
    this.calls.exit(end);
    this.#stacks.pop();
  };

  step = (step: OpcodeStep): void => {
    if (this.view !== undefined) return;
    this.calls.step(step);
    const running = this.calls.running;
    const call = running?.calls.at(-1);
    if (call?.entry === step.pc && call.height < 0) call.height = step.stack().length;
    if (this.#hashed !== undefined) this.#preimages.set(step.stack().at(-1) ?? 0n, this.#hashed);
    this.#hashed = undefined;
    const isLast = this.#step++ === this.wanted;
    if (step.op === KECCAK256) this.#hash(step);
    else if (step.op === SLOAD || step.op === SSTORE) this.#touch(step);
    else if (CALLS.has(step.op)) this.#stacks[this.#stacks.length - 1] = step.stack();
    if (isLast && running !== undefined) this.view = this.#show(step, running);
  };

  #hash(step: OpcodeStep): void {
    const stack = step.stack();
    const [at = 0n, length = 0n] = [stack.at(-1), stack.at(-2)];
    if (length > MAX_PREIMAGE_BYTES || this.#preimages.size >= MAX_PREIMAGES || step.error !== undefined) return;
    const data = new Uint8Array(Number(length));
    data.set(step.memory().subarray(Number(at), Number(at + length)));
    this.#hashed = data;
  }

  #touch(step: OpcodeStep): void {
    const slot = step.stack().at(-1);
    if (slot === undefined) return;
    const account = to0x(step.address);
    const slots = this.#slots.get(account) ?? new Map<string, Bytes>();
    this.#slots.set(account, slots);
    const bytes = bigintToBytes(slot, WORD_BYTES);
    if (slots.size < MAX_SLOTS) slots.set(to0x(bytes), bytes);
  }

  #show(step: OpcodeStep, { start, known }: RunningFrame): NonNullable<DebugView['view']> {
    const stack = step.stack();
    const read = (slot: bigint): Bytes => step.storage(bigintToBytes(slot, WORD_BYTES));
    const slots = [...(this.#slots.get(to0x(step.address)) ?? [])].sort(([a], [b]) => (a < b ? -1 : 1));
    const memory = step.memory().slice();
    return {
      step: this.wanted,
      ...{ pc: step.pc, op: step.op, gas: step.gas, gasCost: step.gasCost, depth: step.depth, error: step.error },
      address: step.address,
      frames: this.#frames(stack),
      stack,
      memory,
      calldata: isCreation(start) ? EMPTY_BYTES : start.input,
      returnData: step.returnData,
      storage: slots.map(([slot, bytes]) => ({ slot, value: bytesToBigint(step.storage(bytes)) })),
      state: known === undefined ? [] : stateVariables(known, read, this.#preimages),
    };
  }

  #frames(stack: readonly bigint[]): readonly EvmDebugFrame[] {
    const { frames } = this.calls;
    const shown: EvmDebugFrame[] = [];
    for (let i = frames.length - 1; i >= 0 && shown.length < MAX_FRAMES; i--) {
      const running = frames[i];
      if (running !== undefined)
        shown.push(...shownFrames(running, i === frames.length - 1 ? stack : (this.#stacks[i] ?? [])));
    }
    return shown;
  }
}

/** Returns the frames of the functions of one account, the innermost first. */
function shownFrames(running: RunningFrame, stack: readonly bigint[]): readonly EvmDebugFrame[] {
  const { known, start } = running;
  const placed = placedFrames(running, running.place, running.calls);
  return placed.map(({ frame, entered }, i) => {
    const isOutermost = i === placed.length - 1;
    const called = known === undefined || !isOutermost ? undefined : functionIn(known.contract, start.input);
    const isCalled = called !== undefined && called.name === frame.function && !isCreation(start);
    return {
      ...frame,
      arguments: isCalled ? (decodedValues(called.inputs ?? [], start.input.subarray(SELECTOR_BYTES)) ?? []) : [],
      locals: known === undefined || entered === undefined ? [] : parametersOf(known, entered, stack, start.input),
    };
  });
}

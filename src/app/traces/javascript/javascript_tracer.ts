/**
 * Runs tracers that are JavaScript programs (go-ethereum `eth/tracers/js`) in QuickJS, an interpreter compiled to
 * WebAssembly: a program reaches nothing but the functions of `prelude.ts`. Time is limited for each call of the
 * program, and memory for all of it.
 */
import type { QuickJSContext, QuickJSHandle, QuickJSSyncVariant, QuickJSWASMModule } from 'quickjs-emscripten-core';
import { createAddress } from '../../../codec/ethereum/tx.js';
import type { FrameEnd, FrameStart, OpcodeStep } from '../../../evm/observer.js';
import { opcodeOf, opName } from '../../../evm/opcodes.js';
import { EMPTY_ACCOUNT } from '../../../evm/state.js';
import { type Bytes, concatBytes, EMPTY_BYTES, leftPadded } from '../../../kernel/bytes.js';
import { InvariantViolation } from '../../../kernel/errors.js';
import { keccak256 } from '../../../kernel/hash.js';
import { fromHex, to0x } from '../../../kernel/hex.js';
import { codeOf } from '../../state/reader.js';
import { quantity, wordText } from '../geth_error_text.js';
import { type TracedMessage, type TracedRun, type Tracer, TracerFailure } from '../tracer.js';
import { PRELUDE } from './prelude.js';

/** Memory of one program, without its typed arrays. */
const MEMORY_BYTES = 32 * 1024 * 1024;
/** Memory of all programs together, in pages of 64 KiB: typed arrays count only here. */
const INITIAL_PAGES = 256;
const MAXIMUM_PAGES = 2048;
const STACK_BYTES = 256 * 1024;
/**
 * Most checks of the interpreter during one call of a program. It makes one at about every 10,000 branches and calls,
 * so that a loop takes some tens of milliseconds. Operations on large values take longer than branches.
 */
const CHECKS_PER_CALL = 12;
/** Longest part of memory that a program may request at once, beyond what exists: geth's own limit. */
const MAX_PADDING = 1024 * 1024;

let quickJs: QuickJSWASMModule | undefined;
/** Whether an error of the interpreter itself has damaged its memory, so that the next trace loads another one. */
let isDamaged = false;

/** Returns whether the name of a tracer is a program. */
export const isProgram = (tracer: string | undefined): tracer is string => tracer?.includes('{') === true;

/** Loads the interpreter, unless it is loaded. */
export async function loadQuickJs(): Promise<void> {
  if (quickJs !== undefined && !isDamaged) return;
  const { newQuickJSWASMModuleFromVariant, newVariant } = await import('quickjs-emscripten-core');
  const { default: loaded } = (await import('@jitl/quickjs-singlefile-cjs-release-sync')) as unknown as {
    readonly default: QuickJSSyncVariant | { readonly default: QuickJSSyncVariant };
  };
  // Bundled, the default export is the variant; in Node.js it is the module that has the variant.
  const variant = 'default' in loaded ? loaded.default : loaded;
  const { Memory } = WebAssembly as unknown as MemoryOfWebAssembly;
  const wasmMemory = new Memory({ initial: INITIAL_PAGES, maximum: MAXIMUM_PAGES }) as never;
  const made = await newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
  if (quickJs !== undefined && !isDamaged) return;
  [quickJs, isDamaged] = [made, false];
}

/** Part of WebAssembly's interface that the types of Node.js lack. */
interface MemoryOfWebAssembly {
  readonly Memory: new (pages: { readonly initial: number; readonly maximum: number }) => object;
}

/** Operations that end a frame without a fault. A creation may fail after them. */
const ENDS: ReadonlySet<number> = new Set([opcodeOf('STOP'), opcodeOf('RETURN'), opcodeOf('SELFDESTRUCT')]);

/** Frame of the EVM as CALLER, ADDRESS and CALLVALUE see it. */
interface Scope {
  readonly caller: Bytes;
  readonly value: bigint;
  readonly input: Bytes;
  /** Whether the last operation was shown without an error, so that an error of the frame is a fault of it. */
  hasStepped: boolean;
}

/** Creates a tracer. Throws TracerFailure if the program is not a tracer, or fails when it starts. */
export function javascriptTracer(message: TracedMessage, source: string): Tracer {
  const program = new Program(message, source);
  const { hooks } = program;
  return {
    observer: {
      step: hooks.includes('step') ? (step) => program.step(step) : undefined,
      enter: (frame) => program.enter(frame),
      exit: (end) => program.exit(end),
    },
    result: (run) => program.result(run),
    close: () => program.close(),
  };
}

/** Makes a failure with geth's words for the function of the program. */
const inFunction = (text: string, where: string | undefined): TracerFailure =>
  new TracerFailure(where === undefined ? text : `${text}    in server-side tracer function '${where}'`);

type HostValue = string | number | boolean | undefined;

class Program {
  readonly hooks: string;
  readonly #vm: QuickJSContext;
  readonly #functions: QuickJSHandle;
  #checks = 0;
  /** First failure of the program, after which it is not called again. */
  #failure: TracerFailure | undefined;
  #isClosed = false;
  readonly #scopes: Scope[] = [];
  #step: OpcodeStep | undefined;
  /** Error that `log.getError` returns. */
  #error: string | undefined;
  #stack: readonly bigint[] | undefined;
  #frame: FrameStart | undefined;
  #end: FrameEnd | undefined;
  #root: { start: FrameStart; input: string; end?: FrameEnd; output?: string } | undefined;

  constructor(
    private readonly message: TracedMessage,
    source: string,
  ) {
    if (quickJs === undefined) throw new InvariantViolation('the interpreter is loaded before a program starts');
    const runtime = quickJs.newRuntime();
    runtime.setMemoryLimit(MEMORY_BYTES);
    runtime.setMaxStackSize(STACK_BYTES);
    runtime.setInterruptHandler(() => ++this.#checks > CHECKS_PER_CALL);
    this.#vm = runtime.newContext();
    try {
      this.#functions = this.#started(source);
      this.hooks = this.#vm.getProp(this.#functions, 'hooks').consume((hooks) => this.#vm.getString(hooks));
      this.#call('setup', JSON.stringify(message.config));
      if (this.#failure !== undefined) throw this.#failure;
    } catch (error) {
      if (error instanceof TracerFailure && !this.#isClosed) this.#dispose();
      throw error instanceof TracerFailure ? error : this.#broken(error, undefined);
    }
  }

  /** Returns the failure for an error of the interpreter itself, such as a full stack. Nothing in it can be released. */
  #broken(error: unknown, where: string | undefined): TracerFailure {
    this.#isClosed = true;
    isDamaged = true;
    return inFunction(String(error), where);
  }

  #dispose(): void {
    const { runtime } = this.#vm;
    if (this.#functions !== undefined) this.#functions.dispose();
    this.#vm.dispose();
    runtime.dispose();
  }

  /** Runs the prelude, and returns the functions that call the program. */
  #started(source: string): QuickJSHandle {
    const vm = this.#vm;
    const host = vm.newFunction('host', (...args) => this.#answer(args.map((arg) => vm.dump(arg))));
    const text = vm.newString(source);
    try {
      const prelude = vm.unwrapResult(vm.evalCode(PRELUDE, 'prelude'));
      try {
        const result = vm.callFunction(prelude, vm.undefined, host, text);
        if (result.error !== undefined) throw this.#failed(result.error, undefined);
        return result.value;
      } finally {
        prelude.dispose();
      }
    } finally {
      host.dispose();
      text.dispose();
    }
  }

  #answer([name, ...args]: readonly unknown[]): QuickJSHandle {
    const vm = this.#vm;
    const value = this.#host(String(name), args);
    switch (typeof value) {
      case 'string':
        return vm.newString(value);
      case 'number':
        return vm.newNumber(value);
      case 'boolean':
        return value ? vm.true : vm.false;
      case 'undefined':
        return vm.undefined;
    }
  }

  /** Calls one of the program's functions, unless it has failed before. Returns its result where it is a text. */
  #call(name: string, ...args: readonly string[]): string | undefined {
    if (this.#failure !== undefined || this.#isClosed) return undefined;
    this.#checks = 0;
    const vm = this.#vm;
    const given = args.map((arg) => vm.newString(arg));
    const called = vm.getProp(this.#functions, name);
    try {
      const result = vm.callFunction(called, vm.undefined, ...given);
      if (result.error !== undefined) {
        this.#failure = this.#failed(result.error, name);
        return undefined;
      }
      return result.value.consume((value) => (vm.typeof(value) === 'string' ? vm.getString(value) : undefined));
    } catch (error) {
      this.#failure = this.#broken(error, name);
      return undefined;
    } finally {
      if (!this.#isClosed) for (const handle of [called, ...given]) handle.dispose();
    }
  }

  /** Returns the failure for a thrown value, with geth's words for the place. */
  #failed(thrown: QuickJSHandle, where: string | undefined): TracerFailure {
    const value: unknown = thrown.consume((handle) => this.#vm.dump(handle));
    const { name, message } = (typeof value === 'object' && value !== null ? value : {}) as Record<string, unknown>;
    const isLong = name === 'InternalError' && message === 'interrupted';
    const text = isLong
      ? 'execution timeout'
      : [name, message ?? value].filter((part) => part !== undefined && part !== 'Error').join(': ');
    return inFunction(text, where);
  }

  step(step: OpcodeStep): void {
    this.#step = step;
    this.#stack = undefined;
    this.#error = step.error;
    const scope = this.#scopes.at(-1);
    if (scope !== undefined) scope.hasStepped = step.error === undefined && !ENDS.has(step.op);
    this.#call('step');
  }

  enter(start: FrameStart): void {
    const { type, from, value, input, depth } = start;
    const parent = this.#scopes.at(-1);
    const isCreation = type === 'CREATE' || type === 'CREATE2';
    const caller = type === 'DELEGATECALL' && parent !== undefined ? parent.caller : from;
    this.#scopes.push({ caller, value, input: isCreation ? EMPTY_BYTES : input.slice(), hasStepped: false });
    if (depth === 0) this.#root = { start, input: to0x(input) };
    else if (this.hooks.includes('frames')) {
      this.#frame = start;
      this.#call('enter');
    }
  }

  exit(end: FrameEnd): void {
    const { depth, error } = end;
    if (error !== undefined && this.#scopes.at(-1)?.hasStepped === true) {
      this.#error = error;
      this.#call('fault');
    }
    this.#scopes.pop();
    if (depth === 0 && this.#root !== undefined) Object.assign(this.#root, { end, output: to0x(end.output) });
    else if (this.hooks.includes('frames')) {
      this.#end = end;
      this.#call('exit');
    }
  }

  /** Returns the result as JSON. Throws TracerFailure if the program failed. */
  result({ gasUsed }: TracedRun): string {
    const text = this.#call('result', JSON.stringify(this.#context(gasUsed)));
    if (this.#failure !== undefined) throw this.#failure;
    const json = text ?? 'null';
    this.message.budget.take(json.length);
    return json;
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#dispose();
  }

  /** Returns the members of the object that `result` receives, with their kinds. */
  #context(gasUsed: bigint): object {
    const { place, coinbase, gas, blockNumber, tip = 0n } = this.message;
    const bytes = (value: Bytes): unknown => ['bytes', to0x(value)];
    const number = (value: bigint | number): unknown => ['number', Number(value)];
    const { start, input = '0x', end, output = '0x' } = this.#root ?? {};
    const isCreation = start?.type === 'CREATE' || start?.type === 'CREATE2';
    return {
      ...(place && {
        blockHash: bytes(place.blockHash),
        txIndex: number(place.transactionIndex),
        txHash: bytes(place.transactionHash),
      }),
      block: number(blockNumber ?? place?.blockNumber ?? 0n),
      gas: number(gas),
      gasPrice: ['big', quantity(tip)],
      coinbase: bytes(coinbase),
      gasUsed: number(gasUsed),
      ...(start && {
        type: ['text', isCreation ? 'CREATE' : 'CALL'],
        ...{
          from: bytes(start.from),
          to: bytes(start.to),
          input: ['bytes', input],
          value: ['big', quantity(start.value)],
        },
      }),
      ...(end?.error !== undefined && { error: ['text', end.error] }),
      output: ['bytes', output],
    };
  }

  /** Answers a request of the prelude. What it throws becomes an exception in the program. */
  #host(name: string, args: readonly unknown[]): HostValue {
    const ofStep = STEP[name];
    if (ofStep !== undefined) return this.#step === undefined ? 0 : ofStep(this.#step);
    const { state } = this.message;
    const text = (i: number): Bytes => fromHex(String(args[i]).slice(2));
    // As geth's engine converts an argument that is missing or no whole number.
    const whole = (i: number): number => Math.trunc(Number(args[i])) || 0;
    const account = () => state.account(text(0)) ?? EMPTY_ACCOUNT;
    const scope = this.#scopes.at(-1);
    switch (name) {
      case 'error':
        return this.#error;
      case 'stackLength':
        return this.#items().length;
      case 'peek':
        return quantity(peek(this.#items(), whole(0)));
      case 'memorySlice':
        return to0x(memorySlice(this.#step?.memory() ?? EMPTY_BYTES, whole(0), whole(1)));
      case 'memoryWord':
        return memoryWord(this.#step?.memory() ?? EMPTY_BYTES, whole(0));
      case 'caller':
        return to0x(scope?.caller ?? EMPTY_BYTES);
      case 'value':
        return quantity(scope?.value ?? 0n);
      case 'input':
        return to0x(scope?.input ?? EMPTY_BYTES);
      case 'balance':
        return quantity(account().balance);
      case 'nonce':
        return Number(account().nonce);
      case 'code':
        return to0x(codeOf(state, text(0)));
      case 'state':
        return this.#slot(text(0), text(1));
      case 'exists':
        return state.account(text(0)) !== undefined;
      case 'isPrecompiled':
        return this.message.isPrecompile(text(0));
      case 'contract':
        return to0x(createAddress(text(0), BigInt(whole(1))));
      case 'contract2': {
        const hash = keccak256(concatBytes(Uint8Array.of(0xff), text(0), text(1), keccak256(text(2))));
        return to0x(hash.subarray(12));
      }
      default:
        return this.#ofFrame(name);
    }
  }

  #items(): readonly bigint[] {
    this.#stack ??= this.#step?.stack() ?? [];
    return this.#stack;
  }

  /** Returns a slot. A machine may hold the newest value of the executing contract's own slots back from the state. */
  #slot(address: Bytes, slot: Bytes): string {
    const step = this.#step;
    const isOwn = step !== undefined && to0x(step.address) === to0x(address);
    return wordText(isOwn && this.#scopes.length > 0 ? step.storage(slot) : this.message.state.storage(address, slot));
  }

  #ofFrame(name: string): HostValue {
    const [frame, end] = [this.#frame, this.#end];
    switch (name) {
      case 'frameType':
        return frame?.type;
      case 'frameFrom':
        return to0x(frame?.from ?? EMPTY_BYTES);
      case 'frameTo':
        return to0x(frame?.to ?? EMPTY_BYTES);
      case 'frameInput':
        return to0x(frame?.input ?? EMPTY_BYTES);
      case 'frameGas':
        return Number(frame?.gas ?? 0n);
      case 'frameValue':
        return frame === undefined || frame.type === 'STATICCALL' ? undefined : quantity(frame.value);
      case 'exitGas':
        return Number(end?.gasUsed ?? 0n);
      case 'exitOutput':
        return to0x(end?.output ?? EMPTY_BYTES);
      case 'exitError':
        return end?.error;
      default:
        throw new InvariantViolation(`the prelude requests ${name}, which the host does not know`);
    }
  }
}

/** Facts of a step, by the names that the prelude requests. */
const STEP: Readonly<Record<string, (step: OpcodeStep) => HostValue>> = {
  pc: ({ pc }) => pc,
  op: ({ op }) => op,
  opName: ({ op }) => opName(op),
  gas: ({ gas }) => Number(gas),
  cost: ({ gasCost }) => Number(gasCost),
  depth: ({ depth }) => depth + 1,
  refund: ({ refund }) => Number(refund),
  address: ({ address }) => to0x(address),
  memoryLength: (step) => step.memory().length,
};

function peek(stack: readonly bigint[], index: number): bigint {
  const item = index < 0 ? undefined : stack.at(-1 - index);
  if (item === undefined) throw new Error(`tracer accessed out of bound stack: size ${stack.length}, index ${index}`);
  return item;
}

function memorySlice(memory: Bytes, begin: number, end: number): Bytes {
  if (end === begin) return EMPTY_BYTES;
  if (!(end > begin && begin >= 0)) throw new Error(`tracer accessed out of bound memory: offset ${begin}, end ${end}`);
  const missing = end - Math.max(memory.length, begin);
  if (missing > MAX_PADDING) throw new Error(`reached limit for padding memory slice: ${missing}`);
  const part = new Uint8Array(end - begin);
  part.set(memory.subarray(begin, end));
  return part;
}

function memoryWord(memory: Bytes, offset: number): string {
  if (offset < 0 || memory.length < offset + 32)
    throw new Error(`tracer accessed out of bound memory: available ${memory.length}, offset ${offset}, size 32`);
  return to0x(leftPadded(memory.subarray(offset, offset + 32), 32));
}

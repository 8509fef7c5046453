/**
 * Wraps one instance of the interpreter's WebAssembly module: its linear memory, and access to the exchange area. The
 * module imports nothing, so it never calls the host while one of its own calls is active.
 */
import { type Bytes, bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HARDFORKS, type Hardfork } from '../hardfork.js';
import { OBSERVED_INTERPRETER, PLAIN_INTERPRETER } from './interpreter.generated.js';
import { ADDRESS, DATA, DATA_BYTES, WORD_BYTES } from './layout.js';

/** Exports of `interpreter/index.ts`. Positions in memory are offsets in bytes. */
export interface InterpreterExports {
  readonly memory: WebAssembly.Memory;
  readonly exchange: WebAssembly.Global;
  readonly surroundings: WebAssembly.Global;
  readonly CODE_HEADER: WebAssembly.Global;
  setFork(number: number): void;
  setInitcodeLimit(bytes: bigint): void;
  run(wasReported: boolean): number;
  take(bytes: number): number;
  takeCode(length: number): number;
  analyse(code: number): void;
  countOperations(): void;
  codeOf(): number;
  countersOf(code: number): number;
  clearCounters(code: number): void;
  resetFrames(): void;
  resetSlots(): void;
  enter(
    code: number,
    input: number,
    inputBytes: number,
    gas: bigint,
    account: number,
    isStatic: boolean,
    isOwnCode: boolean,
  ): void;
  enterCall(code: number, account: number): void;
  enterCreation(code: number, account: number): void;
  leave(isSuccess: boolean): void;
  leaveCall(isSuccess: boolean, keepsGas: boolean): void;
  leaveCreation(isSuccess: boolean, isReverted: boolean): void;
  skipCall(isSuccess: boolean): void;
  skipCreation(isSuccess: boolean, keepsGas: boolean): void;
  answerCall(isSuccess: boolean, gasLeft: bigint, data: number, bytes: number): void;
  price(extra: number): number;
  priceCall(extra: number): number;
  payCall(stipend: number): number;
  finish(items: number): number;
  spend(gas: number): number;
  memoryOf(): number;
  refundOf(): bigint;
  setRefund(refund: bigint): void;
  undoMark(): number;
  undoTo(mark: number): void;
  constantPriceOf(op: number): number;
  provideSlot(account: number): void;
  markWhole(account: number): void;
  forgetWhole(): void;
  accessSlot(account: number): void;
  replaceSlot(number: number): void;
  lookUpSlot(account: number): number;
  nextSlot(from: number, isChanged: boolean): number;
}

const WORD = WORD_BYTES;
const ADDRESS_BYTES = 20;
/** Bytes up to which a loop copies faster than `set`. */
const SHORT = 12;
const LIMB_BITS = 64n;
/** Most bytes of linear memory, which cannot shrink. An instance with more is not used again. */
const MAX_RETAINED_BYTES = 16 * 1024 * 1024;

/** Report of an instance on its operations: none, each of them when it happens, or how often each ran. */
export type Watched = 'nothing' | 'steps' | 'counts';

/** Those rules of a chain that the interpreter itself applies. */
export interface InterpreterRules {
  readonly hardfork: Hardfork;
  /** Most bytes of initcode. */
  readonly initcodeSizeLimit: number;
}

const modules = new Map<string, WebAssembly.Module>();

function moduleOf(base64: string): WebAssembly.Module {
  const known = modules.get(base64);
  if (known !== undefined) return known;
  const made = new WebAssembly.Module(Buffer.from(base64, 'base64'));
  modules.set(base64, made);
  return made;
}

export class Instance {
  readonly call: InterpreterExports;
  readonly #exchange: number;
  readonly #surroundings: number;
  readonly #header: number;
  #u8!: Uint8Array;
  #u32!: Uint32Array;
  #u64!: BigUint64Array;

  constructor({ hardfork, initcodeSizeLimit }: InterpreterRules, watched: Watched) {
    const module = moduleOf(watched === 'nothing' ? PLAIN_INTERPRETER : OBSERVED_INTERPRETER);
    this.call = new WebAssembly.Instance(module).exports as unknown as InterpreterExports;
    if (watched === 'counts') this.call.countOperations();
    this.call.setFork(HARDFORKS.indexOf(hardfork));
    this.call.setInitcodeLimit(BigInt(initcodeSizeLimit));
    this.#exchange = this.call.exchange.value;
    this.#surroundings = this.call.surroundings.value;
    this.#header = this.call.CODE_HEADER.value;
    this.#look();
  }

  get isTooLarge(): boolean {
    return this.call.memory.buffer.byteLength > MAX_RETAINED_BYTES;
  }

  /** Creates new views, because views become detached when the memory grows. */
  #look(): void {
    const { buffer } = this.call.memory;
    this.#u8 = new Uint8Array(buffer);
    this.#u32 = new Uint32Array(buffer);
    this.#u64 = new BigUint64Array(buffer);
  }

  /** Returns the memory. Its contents are valid until the interpreter is called again. */
  get bytes(): Bytes {
    if (this.#u8.length === 0) this.#look();
    return this.#u8;
  }

  /** Reads a 32-bit number of the exchange area. */
  number(offset: number): number {
    if (this.#u32.length === 0) this.#look();
    return this.#u32[(this.#exchange + offset) >> 2] as number;
  }

  setNumber(offset: number, value: number): void {
    if (this.#u32.length === 0) this.#look();
    this.#u32[(this.#exchange + offset) >> 2] = value;
  }

  /** Reads an amount of gas of the exchange area. */
  gas(offset: number): bigint {
    if (this.#u64.length === 0) this.#look();
    return BigInt.asIntN(64, this.#u64[(this.#exchange + offset) >> 3] as bigint);
  }

  /** Copies 32 bytes of the exchange area. */
  word(offset: number): Bytes {
    const at = this.#exchange + offset;
    return this.bytes.slice(at, at + WORD);
  }

  /** Writes bytes to the exchange area, left-padded with zeros. */
  setWord(offset: number, bytes: Bytes): void {
    const { bytes: memory } = this;
    const at = this.#exchange + offset;
    for (let i = at >> 2; i < (at + WORD) >> 2; i++) this.#u32[i] = 0;
    const start = at + WORD - bytes.length;
    if (bytes.length > SHORT) memory.set(bytes, start);
    else for (let i = 0; i < bytes.length; i++) memory[start + i] = bytes[i] as number;
  }

  /** Reports whether the exchange area holds this address. */
  hasAddress(address: Bytes): boolean {
    const { bytes: memory } = this;
    const start = this.#exchange + ADDRESS + WORD - ADDRESS_BYTES;
    for (let i = ADDRESS_BYTES - 1; i >= 0; i--) if (memory[start + i] !== address[i]) return false;
    return true;
  }

  get address(): Bytes {
    const end = this.#exchange + ADDRESS + WORD;
    return this.bytes.slice(end - ADDRESS_BYTES, end);
  }

  /** Copies the bytes that are passed in or returned. */
  get data(): Bytes {
    const length = this.number(DATA_BYTES);
    return length === 0 ? EMPTY_BYTES : this.copy(this.number(DATA), length);
  }

  copy(at: number, length: number): Bytes {
    return this.bytes.slice(at, at + length);
  }

  /** Reads a word in the form of the stack. */
  valueAt(at: number): bigint {
    if (this.#u64.length === 0) this.#look();
    const from = at >> 3;
    let value = this.#u64[from + 3] as bigint;
    for (let limb = 2; limb >= 0; limb--) value = (value << LIMB_BITS) | (this.#u64[from + limb] as bigint);
    return value;
  }

  setValueAt(at: number, value: bigint): void {
    if (this.#u64.length === 0) this.#look();
    let rest = value;
    for (let from = at >> 3, limb = 0; limb < 4; limb++) {
      this.#u64[from + limb] = rest;
      if (rest !== 0n) rest >>= LIMB_BITS;
    }
  }

  /** Writes a word of the transaction or the block that code can read. */
  setSurrounding(offset: number, value: bigint | Bytes): void {
    this.setValueAt(this.#surroundings + offset, typeof value === 'bigint' ? value : bytesToBigint(value));
  }

  /** Copies bytes into a new block of memory. Returns its position, or 0 for no bytes. */
  put(bytes: Bytes): number {
    if (bytes.length === 0) return 0;
    const at = this.#taken(this.call.take(bytes.length));
    this.bytes.set(bytes, at);
    return at;
  }

  /** Copies code into memory and prepares it to run. */
  putCode(bytes: Bytes): number {
    const code = this.#taken(this.call.takeCode(bytes.length));
    this.bytes.set(bytes, code + this.#header);
    this.call.analyse(code);
    return code;
  }

  /** Passes the counters of the running frame's code to a function, and sets them to zero. */
  takeCounts(take: (counts: Uint32Array) => void): void {
    const code = this.call.codeOf();
    if (this.#u32.length === 0) this.#look();
    const at = this.call.countersOf(code) >> 2;
    take(this.#u32.subarray(at, at + (this.#u32[code >> 2] as number)));
    this.call.clearCounters(code);
  }

  #taken(at: number): number {
    if (at === 0)
      throw new RangeError('the interpreter is out of memory: WebAssembly could not grow its linear memory');
    return at;
  }
}

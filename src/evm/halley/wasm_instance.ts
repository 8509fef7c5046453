/**
 * The interpreter as WebAssembly: one instance, its linear memory, and reading and writing of what both sides exchange.
 * It imports nothing, so no call of it ever stands on the host's stack while another begins.
 */
import { type Bytes, bytesToBigint, EMPTY_BYTES } from '../../kernel/bytes.js';
import { HARDFORKS, type Hardfork } from '../hardfork.js';
import { OBSERVED_INTERPRETER, PLAIN_INTERPRETER } from './interpreter.generated.js';
import { ADDRESS, DATA, DATA_BYTES, WORD_BYTES } from './layout.js';

/** What `interpreter/index.ts` exports. Places in memory are numbers of bytes. */
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
/** Bytes that are copied sooner one by one. */
const SHORT = 12;
const LIMB_BITS = 64n;
/** Of linear memory, which cannot shrink: an instance that has more is not used again. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024;

/** Holds those of a chain's rules that the interpreter itself applies. */
export interface InterpreterRules {
  readonly hardfork: Hardfork;
  /** The limit of initcode in bytes. */
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

  constructor({ hardfork, initcodeSizeLimit }: InterpreterRules, isObserved: boolean) {
    const module = moduleOf(isObserved ? OBSERVED_INTERPRETER : PLAIN_INTERPRETER);
    this.call = new WebAssembly.Instance(module).exports as unknown as InterpreterExports;
    this.call.setFork(HARDFORKS.indexOf(hardfork));
    this.call.setInitcodeLimit(BigInt(initcodeSizeLimit));
    this.#exchange = this.call.exchange.value;
    this.#surroundings = this.call.surroundings.value;
    this.#header = this.call.CODE_HEADER.value;
    this.#look();
  }

  get isTooLarge(): boolean {
    return this.call.memory.buffer.byteLength > MAX_KEPT_BYTES;
  }

  /** Views end when the memory grows. */
  #look(): void {
    const { buffer } = this.call.memory;
    this.#u8 = new Uint8Array(buffer);
    this.#u32 = new Uint32Array(buffer);
    this.#u64 = new BigUint64Array(buffer);
  }

  /** What stands there holds until the interpreter is called again. */
  get bytes(): Bytes {
    if (this.#u8.length === 0) this.#look();
    return this.#u8;
  }

  /** A number of the exchange. */
  number(offset: number): number {
    if (this.#u32.length === 0) this.#look();
    return this.#u32[(this.#exchange + offset) >> 2] as number;
  }

  setNumber(offset: number, value: number): void {
    if (this.#u32.length === 0) this.#look();
    this.#u32[(this.#exchange + offset) >> 2] = value;
  }

  /** An amount of gas of the exchange. */
  gas(offset: number): bigint {
    if (this.#u64.length === 0) this.#look();
    return BigInt.asIntN(64, this.#u64[(this.#exchange + offset) >> 3] as bigint);
  }

  /** A copy of 32 bytes of the exchange. */
  word(offset: number): Bytes {
    const at = this.#exchange + offset;
    return this.bytes.slice(at, at + WORD);
  }

  /** Of the exchange, with zeros before it. */
  setWord(offset: number, bytes: Bytes): void {
    const { bytes: memory } = this;
    const at = this.#exchange + offset;
    for (let i = at >> 2; i < (at + WORD) >> 2; i++) this.#u32[i] = 0;
    const start = at + WORD - bytes.length;
    if (bytes.length > SHORT) memory.set(bytes, start);
    else for (let i = 0; i < bytes.length; i++) memory[start + i] = bytes[i] as number;
  }

  /** Whether that of the exchange is this one. */
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

  /** A copy of what goes in or comes out. */
  get data(): Bytes {
    const length = this.number(DATA_BYTES);
    return length === 0 ? EMPTY_BYTES : this.copy(this.number(DATA), length);
  }

  copy(at: number, length: number): Bytes {
    return this.bytes.slice(at, at + length);
  }

  /** The number in a word as the stack has it. */
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

  /** One that code reads of its transaction or block. */
  setSurrounding(offset: number, value: bigint | Bytes): void {
    this.setValueAt(this.#surroundings + offset, typeof value === 'bigint' ? value : bytesToBigint(value));
  }

  /** A block that holds these bytes; 0 for none. */
  put(bytes: Bytes): number {
    if (bytes.length === 0) return 0;
    const at = this.#taken(this.call.take(bytes.length));
    this.bytes.set(bytes, at);
    return at;
  }

  /** Code, ready to run. */
  putCode(bytes: Bytes): number {
    const code = this.#taken(this.call.takeCode(bytes.length));
    this.bytes.set(bytes, code + this.#header);
    this.call.analyse(code);
    return code;
  }

  #taken(at: number): number {
    if (at === 0) throw new RangeError('the interpreter has no room left');
    return at;
  }
}

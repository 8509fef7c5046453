/**
 * Computes a running hash of what an observer receives: two halves of 32 bits, so that two streams can be compared at
 * little cost. For failures it only includes that they failed. Equal digests count as equal streams; otherwise the
 * streams are compared line by line.
 */
import type { EthereumLog } from '../../src/codec/ethereum/receipt.js';
import type { FrameEnd, FrameStart, Observer, OpcodeStep } from '../../src/evm/observer.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { REVERTED } from './judge.js';

/** Stack items from the top; SWAP16 reaches the last. */
const ITEMS = 17;
/** Bytes at the start of memory; TAIL is that at its end. */
const HEAD = 1_024;
const TAIL = 64;

/** Operations that write memory. Memory is long, so it is hashed only after these. */
const WRITERS: ReadonlySet<number> = new Set([
  ...[0x37, 0x39, 0x3c, 0x3e, 0x52, 0x53, 0x5e, 0xf0, 0xf1, 0xf2, 0xf4, 0xf5, 0xfa],
]);

const limbs = new BigUint64Array(4);
const halves = new Uint32Array(limbs.buffer);

export class Digest implements Observer {
  #a = 0x811c9dc5;
  #b = 0x9e3779b9;
  steps = 0;
  #depth = -1;
  #looksAtMemory = true;

  get value(): string {
    return `${(this.#a >>> 0).toString(16)}.${(this.#b >>> 0).toString(16)}`;
  }

  step(step: OpcodeStep): void {
    this.steps++;
    const { op, depth, error } = step;
    this.#add(step.pc);
    this.#add(op);
    this.#add(depth);
    this.#number(step.gas);
    // Reports of a failing operation are compared line by line.
    if (error === undefined) {
      this.#number(step.gasCost);
      this.#number(step.refund);
    }
    if (depth !== this.#depth) this.#bytes(step.address);
    this.#ends(step.returnData);
    const stack = step.stack();
    const { length } = stack;
    this.#add(length);
    for (let i = Math.max(0, length - ITEMS); i < length; i++) this.#word(stack[i] as bigint);
    const memory = step.memory();
    this.#add(memory.length);
    if (this.#looksAtMemory || depth !== this.#depth) this.#ends(memory);
    this.#depth = depth;
    this.#looksAtMemory = WRITERS.has(op);
  }

  /** Yields now and then, because a run may have to wait for its observer. */
  yieldIfDue(): Promise<void> | undefined {
    return this.steps % 97 === 0 ? Promise.resolve() : undefined;
  }

  enter({ type, depth, from, to, input, gas, value }: FrameStart): void {
    this.#text(type);
    this.#add(depth);
    this.#bytes(from);
    this.#bytes(to);
    this.#ends(input);
    this.#number(gas);
    this.#word(value);
  }

  exit(end: FrameEnd): void {
    this.#add(end.depth);
    this.#ends(end.output);
    this.#number(end.gasUsed);
    this.#add(end.error === undefined ? 0 : end.error === REVERTED ? 1 : 2);
  }

  log({ address, topics, data }: EthereumLog): void {
    this.#bytes(address);
    for (const topic of topics) this.#bytes(topic);
    this.#ends(data);
  }

  #add(value: number): void {
    this.#a = Math.imul(this.#a ^ value, 0x01000193);
    this.#b = Math.imul((this.#b << 13) | (this.#b >>> 19), 0x85ebca6b) ^ value;
    this.#a ^= this.#a >>> 15;
  }

  /** Adds a number of 64 bits. */
  #number(value: bigint): void {
    const small = Number(value);
    this.#add(small | 0);
    this.#add((small / 2 ** 32) | 0);
  }

  #word(value: bigint): void {
    if (value <= 0xffff_ffffn) {
      this.#add(Number(value) | 0);
      return;
    }
    limbs[0] = value;
    limbs[1] = value >> 64n;
    limbs[2] = value >> 128n;
    limbs[3] = value >> 192n;
    for (let i = 0; i < 8; i++) this.#add(halves[i] as number);
  }

  #bytes(bytes: Bytes, from = 0, to = bytes.length): void {
    for (let i = from; i < to; i++) this.#add(bytes[i] as number);
  }

  #ends(bytes: Bytes): void {
    const { length } = bytes;
    this.#add(length);
    if (length <= HEAD + TAIL) this.#bytes(bytes);
    else {
      this.#bytes(bytes, 0, HEAD);
      this.#bytes(bytes, length - TAIL, length);
    }
  }

  #text(text: string): void {
    this.#add(text.length);
    for (let i = 0; i < text.length; i++) this.#add(text.charCodeAt(i));
  }
}

/** Builds bytecode: operations, labels, data after the code, and the height of the stack if no operation fails. */
import { stackChange, stackNeed } from './operations.js';

const JUMPDEST = 0x5b;
const PUSH0 = 0x5f;
const PUSH2 = 0x61;

export class Code {
  /** Maps operations that the fork does not have yet to substitutes. */
  constructor(private readonly substitutes: ReadonlyMap<number, number> = new Map()) {}

  readonly #bytes: number[] = [];
  readonly #labels: number[] = [];
  readonly #uses: { readonly at: number; readonly label: number }[] = [];
  readonly #data: { readonly at: number; readonly bytes: Uint8Array }[] = [];
  /** Items on the stack. */
  height = 0;

  get length(): number {
    return this.#bytes.length;
  }

  op(...opcodes: readonly number[]): this {
    for (const wanted of opcodes) {
      const opcode = this.substitutes.get(wanted) ?? wanted;
      this.#bytes.push(opcode);
      this.height = Math.max(0, this.height + stackChange(opcode));
    }
    return this;
  }

  /** Returns true when the stack has the items that the operation takes. */
  affords(opcode: number): boolean {
    return this.height >= stackNeed(opcode);
  }

  /** Pushes a value with the shortest operation, or with one of `width` bytes. */
  push(value: bigint | number, width?: number): this {
    const digits = BigInt(value).toString(16);
    const needed = BigInt(value) === 0n ? 0 : Math.ceil(digits.length / 2);
    const length = Math.max(width ?? needed, needed);
    this.#bytes.push(PUSH0 + length);
    const padded = digits.padStart(length * 2, '0');
    for (let i = 0; i < length; i++) this.#bytes.push(Number.parseInt(padded.slice(2 * i, 2 * i + 2), 16));
    this.height++;
    return this;
  }

  /** Appends bytes unchanged; their effect on the stack is unknown. */
  raw(bytes: Iterable<number>): this {
    this.#bytes.push(...bytes);
    return this;
  }

  /** Creates a label for a position that may come later. */
  label(): number {
    this.#labels.push(0);
    return this.#labels.length - 1;
  }

  pushLabel(label: number): this {
    this.#uses.push({ at: this.#bytes.length + 1, label });
    this.#bytes.push(PUSH2, 0, 0);
    this.height++;
    return this;
  }

  /** Places the label here. */
  place(label: number): this {
    this.#labels[label] = this.#bytes.length;
    this.#bytes.push(JUMPDEST);
    return this;
  }

  /** Pushes the position of bytes that are placed after the code. */
  pushData(bytes: Uint8Array): this {
    this.#data.push({ at: this.#bytes.length + 1, bytes });
    this.#bytes.push(PUSH2, 0, 0);
    this.height++;
    return this;
  }

  build(): Uint8Array {
    const bytes = [...this.#bytes];
    const patch = (at: number, value: number): void => {
      bytes[at] = value >> 8;
      bytes[at + 1] = value & 255;
    };
    for (const { at, label } of this.#uses) patch(at, this.#labels[label] ?? 0);
    for (const { at, bytes: data } of this.#data) {
      patch(at, bytes.length);
      bytes.push(...data);
    }
    return Uint8Array.from(bytes);
  }
}

/**
 * Assembles bytecode from names and numbers: `assemble('PUSH0', 7n, 'SSTORE')`. The shortest operation pushes a number,
 * and bytes are copied unchanged. `:name` is a JUMPDEST, and `@name` pushes its position.
 */
import type { Hex } from 'viem';
import { opName } from '../../../src/evm/opcodes.js';
import { to0x } from '../../../src/kernel/hex.js';

const CODES = new Map(Array.from({ length: 256 }, (_, code) => [opName(code), code]));
const JUMPDEST = 0x5b;
const PUSH0 = 0x5f;
const PUSH2 = 0x61;

export type Item = string | bigint | number | Uint8Array;

export function assemble(...items: readonly Item[]): Uint8Array {
  const code: number[] = [];
  const labels = new Map<string, number>();
  const uses: [at: number, label: string][] = [];
  for (const item of items) {
    if (item instanceof Uint8Array) code.push(...item);
    else if (typeof item !== 'string') code.push(...push(BigInt(item)));
    else if (item.startsWith(':')) {
      labels.set(item.slice(1), code.length);
      code.push(JUMPDEST);
    } else if (item.startsWith('@')) {
      uses.push([code.length + 1, item.slice(1)]);
      code.push(PUSH2, 0, 0);
    } else code.push(codeOf(item));
  }
  for (const [at, label] of uses) {
    const target = labels.get(label);
    if (target === undefined) throw new Error(`the label ${label} is missing`);
    code[at] = target >> 8;
    code[at + 1] = target & 255;
  }
  return Uint8Array.from(code);
}

function codeOf(name: string): number {
  const code = CODES.get(name);
  if (code === undefined) throw new Error(`unknown operation ${name}`);
  return code;
}

function push(value: bigint): number[] {
  if (value === 0n) return [PUSH0];
  const hex = value.toString(16);
  const digits = hex.length % 2 === 0 ? hex : `0${hex}`;
  const bytes = digits.match(/../g)?.map((byte) => Number.parseInt(byte, 16)) ?? [];
  return [PUSH0 + bytes.length, ...bytes];
}

/** Returns creation code that deploys `code`. */
export function deploys(code: Uint8Array): Uint8Array {
  const head = (offset: number): Uint8Array =>
    assemble(
      Uint8Array.of(PUSH2, code.length >> 8, code.length & 255),
      'DUP1',
      offset,
      'PUSH0',
      'CODECOPY',
      'PUSH0',
      'RETURN',
    );
  return Uint8Array.from([...head(head(1).length), ...code]);
}

export const hex = (code: Uint8Array): Hex => to0x(code) as Hex;

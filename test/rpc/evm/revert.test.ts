/** Decodes the reasons in revert data, built by viem, to go-ethereum's texts. */
import { encodeErrorResult, type Hex, hexToBytes, parseAbi } from 'viem';
import { describe, expect, it } from 'vitest';
import { revertReason } from '../../../src/codec/ethereum/revert_data.js';
import { revertError } from '../../../src/rpc/evm/outcomes.js';

const abi = parseAbi(['error Error(string)', 'error Panic(uint256)', 'error Custom(string)']);
const reasonOf = (data: Hex) => revertReason(hexToBytes(data));
const errorString = (text: string) => encodeErrorResult({ abi, errorName: 'Error', args: [text] });
const panic = (code: bigint) => encodeErrorResult({ abi, errorName: 'Panic', args: [code] });

describe('a reason', () => {
  it('is the string of a require, whatever its length', () => {
    for (const text of ['', 'x', 'not enough', 'ü'.repeat(40)]) expect(reasonOf(errorString(text))).toBe(text);
  });

  it.each([
    [0x00n, 'generic panic'],
    [0x01n, 'assert(false)'],
    [0x11n, 'arithmetic underflow or overflow'],
    [0x12n, 'division or modulo by zero'],
    [0x21n, 'enum overflow'],
    [0x22n, 'invalid encoded storage byte array accessed'],
    [0x31n, 'out-of-bounds array access; popping on an empty array'],
    [0x32n, 'out-of-bounds access of an array or bytesN'],
    [0x41n, 'out of memory'],
    [0x51n, 'uninitialized function'],
    [0x99n, 'unknown panic code: 0x99'],
  ])('names panic %i', (code, text) => {
    expect(reasonOf(panic(code))).toBe(text);
  });

  it('is undefined for custom errors, for no data, and for truncated data', () => {
    expect(reasonOf(encodeErrorResult({ abi, errorName: 'Custom', args: ['x'] }))).toBeUndefined();
    expect(reasonOf('0x')).toBeUndefined();
    const whole = errorString('0123456789abcdef0123456789abcdef');
    expect(reasonOf(whole)).toBe('0123456789abcdef0123456789abcdef');
    for (let bytes = 4; bytes < 4 + 96; bytes++)
      expect(reasonOf(whole.slice(0, 2 + 2 * bytes) as Hex), `${bytes} bytes`).toBeUndefined();
    for (let bytes = 4; bytes < 36; bytes++)
      expect(reasonOf(panic(1n).slice(0, 2 + 2 * bytes) as Hex), `${bytes} bytes`).toBeUndefined();
  });

  it('is undefined when the string is outside the data', () => {
    const selector = '0x08c379a0';
    const word = (n: bigint) => n.toString(16).padStart(64, '0');
    expect(reasonOf(`${selector}${word(33n)}${word(0n)}`)).toBeUndefined();
    expect(reasonOf(`${selector}${word(2n ** 255n)}${word(0n)}`)).toBeUndefined();
    expect(reasonOf(`${selector}${word(32n)}${word(1n)}`)).toBeUndefined();
    expect(reasonOf(`${selector}${word(32n)}${word(0n)}`)).toBe('');
    // As in go-ethereum, the one word is both the offset of the length and the length.
    expect(reasonOf(`${selector}${word(0n)}`)).toBe('');
  });
});

it('a reverted call has code 3 and all of its data', () => {
  const data = errorString('no');
  expect(revertError(hexToBytes(data))).toMatchObject({ code: 3, message: 'execution reverted: no', data });
  expect(revertError(Uint8Array.of())).toMatchObject({ code: 3, message: 'execution reverted', data: '0x' });
});

describe('the message of a custom error, as in Anvil 1.7.1', () => {
  const tail = '0'.repeat(62);
  it.each<[Hex, string]>([
    ['0xdeadbeef', 'custom error 0xdeadbeef'],
    ['0x12345678', 'custom error 0x12345678'],
    [`0xdeadbeef${tail}ff`, `custom error 0xdeadbeef: ${tail}ff`],
    [`0xdeadbeef${tail}05`, `custom error 0xdeadbeef: ${'\u0000'.repeat(31)}\u0005`],
    [`0x08c379a0${tail}20${tail}c8`, `custom error 0x08c379a0: ${tail}20${tail}c8`],
    ['0xab', 'custom error bytes 0xab'],
    ['0x6e6f', 'no'],
  ])('has the selector and the arguments of %s', (data, text) => {
    expect(revertError(hexToBytes(data))).toMatchObject({ code: 3, message: `execution reverted: ${text}`, data });
  });
});

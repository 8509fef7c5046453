/** Converts the library's frames to those that an observer receives. */
import type { EVMRunCallOpts, Message } from '@ethereumjs/evm';
import { generateAddress2 } from '@ethereumjs/util';
import { createAddress } from '../../codec/ethereum/tx.js';
import { type Bytes, bigintToBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { FrameStart, FrameType } from '../observer.js';
import { opcodeOf } from '../opcodes.js';
import type { RunState } from './observed_step.js';

/** Maps the opcodes that open a frame to its type. */
export const OPENERS: ReadonlyMap<number, FrameType> = new Map(
  (['CREATE', 'CALL', 'CALLCODE', 'DELEGATECALL', 'CREATE2', 'STATICCALL'] as const).map((type) => [
    opcodeOf(type),
    type,
  ]),
);

const CALL_STIPEND = 2_300n;
const ADDRESS_BYTES = 20;
const WORD_BYTES = 32;
/** Is EIP-3541's byte and the byte after it. The library silently skips a creation whose code begins with both. */
const EOF_MAGIC = [0xef, 0x00];

const addressOf = (word: bigint): Bytes => bigintToBytes(word, WORD_BYTES).subarray(WORD_BYTES - ADDRESS_BYTES);

/** Describes the transaction's own frame. `nonce` is its sender's nonce at the creation. */
export function outermostFrame({ caller, to, data, gasLimit, value }: EVMRunCallOpts, nonce: bigint): FrameStart {
  const from = (caller as NonNullable<typeof caller>).bytes;
  return {
    type: to === undefined ? 'CREATE' : 'CALL',
    depth: 0,
    from,
    to: to?.bytes ?? createAddress(from, nonce),
    input: data ?? EMPTY_BYTES,
    gas: gasLimit ?? 0n,
    value: value ?? 0n,
  };
}

/** Describes a frame that the library enters. */
export function innerFrame(type: FrameType, message: Message, nonce: bigint): FrameStart {
  const { depth, gasLimit: gas, value } = message;
  // The library passes a view of the caller's memory, which changes.
  const input = message.data.slice();
  const caller = message.caller.bytes;
  const about = { type, depth, input, gas, value };
  switch (type) {
    case 'DELEGATECALL':
      return { ...about, from: message.to?.bytes ?? caller, to: message.codeAddress.bytes };
    case 'CREATE':
    case 'CREATE2':
      return { ...about, from: caller, to: createdBy(caller, nonce, message.salt, input) };
    case 'CALL':
    case 'CALLCODE':
    case 'STATICCALL':
    case 'SELFDESTRUCT':
      return { ...about, from: caller, to: message.codeAddress.bytes };
  }
}

const createdBy = (from: Bytes, nonce: bigint, salt: Bytes | undefined, code: Bytes): Bytes =>
  salt === undefined ? createAddress(from, nonce) : generateAddress2(from, salt, code);

/**
 * Describes the frame that an operation is about to open. It is read before the operation acts, because the library
 * reports nothing of a frame that is then rejected.
 */
export function attemptOf(type: FrameType, runState: RunState): FrameStart | undefined {
  const { stack, env, memory, messageGasLimit: gas = 0n } = runState;
  const from = env.address.bytes;
  const about = { type, depth: env.depth + 1, from };
  const input = (at: bigint | undefined, size: bigint | undefined): Bytes =>
    size === 0n ? EMPTY_BYTES : memory.read(Number(at), Number(size));
  if (type === 'CREATE' || type === 'CREATE2') {
    const [value = 0n, at, size, salt = 0n] = stack.peek(type === 'CREATE' ? 3 : 4);
    const code = input(at, size);
    if (EOF_MAGIC.every((byte, i) => code[i] === byte)) return undefined;
    const salted = type === 'CREATE' ? undefined : bigintToBytes(salt, WORD_BYTES);
    return { ...about, to: createdBy(from, env.contract.nonce, salted, code), input: code, gas, value };
  }
  const carries = type === 'CALL' || type === 'CALLCODE';
  const [, to = 0n, ...rest] = stack.peek(carries ? 5 : 4);
  const [at, size] = carries ? rest.slice(1) : rest;
  const value = carries ? (rest[0] as bigint) : type === 'DELEGATECALL' ? env.callValue : 0n;
  const stipend = carries && value !== 0n ? CALL_STIPEND : 0n;
  return { ...about, to: addressOf(to), input: input(at, size), gas: gas + stipend, value };
}

/** Describes a self-destruct, whose beneficiary is on the stack. */
export function inheritance({ stack, env }: RunState): FrameStart {
  const [heir = 0n] = stack.peek(1);
  const { balance: value } = env.contract;
  const about = { type: 'SELFDESTRUCT', depth: env.depth + 1, input: EMPTY_BYTES, gas: 0n } as const;
  return { ...about, from: env.address.bytes, to: addressOf(heir), value };
}

/** Implements CREATE, CREATE2 and messages that create a contract (go-ethereum `core/vm/evm.go` `create`). */
import { createAddress } from '../../codec/ethereum/tx.js';
import { textOfAddress } from '../../kernel/byte_text.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import type { FrameType } from '../observer.js';
import { opcodeOf } from '../opcodes.js';
import { type Account, EMPTY_ACCOUNT, type MachineState } from '../state.js';
import { hasCode, hasRoomFor } from './accounts.js';
import { type Ended, type Frame, MAX_DEPTH } from './frame.js';
import { COLLISION, INSUFFICIENT_BALANCE, NONCE_OVERFLOW, TOO_DEEP, VALUE_OVERFLOW } from './halts.js';
import { runByHost } from './host_calls.js';
import * as layout from './layout.js';
import type { Run } from './run.js';

const CREATE2 = opcodeOf('CREATE2');
const MAX_NONCE = 2n ** 64n - 1n;
const SALTED = Uint8Array.of(0xff);

/** Computes the address of CREATE2 (EIP-1014). */
const saltedAddress = (from: Bytes, salt: Bytes, initcode: Bytes): Bytes =>
  keccak256(concatBytes(SALTED, from, salt, keccak256(initcode))).slice(12);

/** Performs the current operation, a creation that has already paid its price. */
export function create<S extends MachineState>(run: Run<S>): undefined {
  const { wasm, frame } = run;
  const initcode = wasm.data;
  const isSalted = wasm.number(layout.OP) === CREATE2;
  const value = wasm.valueAt(wasm.number(layout.VALUE));
  const creator = run.account(frame.address);
  const address = isSalted
    ? saltedAddress(frame.address, wasm.word(layout.TOPICS), initcode)
    : createAddress(frame.address, creator.nonce);
  const type: FrameType = isSalted ? 'CREATE2' : 'CREATE';
  const depth = frame.depth + 1;
  const gas = wasm.gas(layout.CHILD_GAS);
  run.enter({ type, depth, from: frame.address, to: address, input: initcode, gas, value });
  const refusal = refusalOf(depth, creator, value);
  if (refusal !== undefined) return skip(run, depth, 0n, refusal);
  run.state.setAccount(frame.address, { ...creator, nonce: creator.nonce + 1n });
  run.warm.add(textOfAddress(address));
  const before = run.state.account(address);
  if (isTaken(before)) return skip(run, depth, gas, COLLISION);
  if (!hasRoomFor(before, value)) return skip(run, depth, 0n, VALUE_OVERFLOW);
  const created = begin(run, { type, depth, address, caller: frame.address, value, gas, isHosts: false });
  if (initcode.length === 0) {
    wasm.setWord(layout.ADDRESS, address);
    wasm.call.skipCreation(true, true);
    run.exit(depth, EMPTY_BYTES, 0n, undefined);
    return;
  }
  const place = wasm.putCode(initcode);
  wasm.setWord(layout.ADDRESS, address);
  wasm.call.enterCreation(place, created.account);
  run.frames.push(created);
}

/** Returns geth's error text when a creation cannot begin. Such a creation costs nothing. */
function refusalOf(depth: number, creator: Account, value: bigint): string | undefined {
  if (depth > MAX_DEPTH) return TOO_DEEP;
  if (creator.balance < value) return INSUFFICIENT_BALANCE;
  return creator.nonce === MAX_NONCE ? NONCE_OVERFLOW : undefined;
}

/** Runs the creation of the message itself. The sender's nonce is already increased. */
export function createByHost<S extends MachineState>(
  run: Run<S>,
  { from, value, initcode, gas }: { from: Bytes; value: bigint; initcode: Bytes; gas: bigint },
): Ended | Promise<Ended> {
  const sender = run.account(from);
  const address = createAddress(from, sender.nonce - 1n);
  run.enter({ type: 'CREATE', depth: 0, from, to: address, input: initcode, gas, value });
  const end = (ended: Ended): Ended => {
    run.exit(0, ended.output, gas - ended.gasLeft, ended.error);
    return ended;
  };
  if (sender.balance < value) return end({ error: INSUFFICIENT_BALANCE, output: EMPTY_BYTES, gasLeft: gas });
  run.warm.add(textOfAddress(address));
  const before = run.state.account(address);
  if (isTaken(before)) return end({ error: COLLISION, output: EMPTY_BYTES, gasLeft: 0n });
  if (!hasRoomFor(before, value)) return end({ error: VALUE_OVERFLOW, output: EMPTY_BYTES, gasLeft: gas });
  const created = begin(run, { type: 'CREATE', depth: 0, address, caller: from, value, gas, isHosts: true });
  if (initcode.length === 0) return end({ error: undefined, output: EMPTY_BYTES, gasLeft: gas });
  return runByHost(run, created, run.wasm.putCode(initcode), EMPTY_BYTES, true);
}

/** Reports whether the address is in use (EIP-684). On this chain no account without code has storage. */
const isTaken = (account: Account | undefined): boolean =>
  account !== undefined && (account.nonce !== 0n || hasCode(account));

/** Creates the new account with nonce 1 (EIP-161) and transfers the value to it. */
function begin<S extends MachineState>(
  run: Run<S>,
  about: Pick<Frame, 'type' | 'depth' | 'address' | 'caller' | 'value' | 'gas' | 'isHosts'>,
): Frame {
  const { type, depth, address, caller, value, gas, isHosts } = about;
  const text = textOfAddress(address);
  const position = run.position();
  const { balance } = run.account(address);
  run.state.setAccount(address, { ...EMPTY_ACCOUNT, balance, nonce: 1n });
  run.created.add(text);
  run.transfer(caller, address, value);
  const account = run.numberOf(address, text);
  return { type, depth, address, account, caller, value, isStatic: false, position, gas, isHosts };
}

/** Ends a creation that runs no code. */
function skip<S extends MachineState>(run: Run<S>, depth: number, gasUsed: bigint, error: string): undefined {
  run.wasm.call.skipCreation(false, gasUsed === 0n);
  run.exit(depth, EMPTY_BYTES, gasUsed, error);
}

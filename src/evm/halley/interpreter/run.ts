/**
 * Implements the interpreter's loop, which runs the code of the current frame until it ends or needs the host, and
 * returns a status. On return, the current operation has not acted yet, unless the status says that it has.
 *
 * Checks have go-ethereum's order (`core/vm/interpreter.go`): stack, price, memory, and then the operation's own
 * checks. The loop is one function in one file, because its local variables would have to be reloaded after every call.
 */
import { CODE_HEADER } from './code';
import { div, mod, sdiv, smod } from './divide';
import { exchange, surroundings } from './exchange';
import {
  ADDRESS,
  BAD_JUMP,
  BASEFEE,
  BEYOND_RETURN_DATA,
  BLOBBASEFEE,
  CALLED,
  CHAINID,
  COINBASE,
  COST,
  CREATED,
  DATA,
  DATA_BYTES,
  EXTRA,
  FAILED,
  GAS,
  GASLIMIT,
  GASPRICE,
  HOST,
  INITCODE_SIZE,
  INVALID,
  LOGGED,
  MEMORY,
  MEMORY_BYTES,
  NUMBER,
  OP,
  ORIGIN,
  OUT_OF_GAS,
  OVERFLOW,
  PAUSED,
  PC,
  PREVRANDAO,
  REACH,
  REASON,
  REFUND,
  REQUESTED,
  RETURNED,
  RETURN_DATA,
  RETURN_DATA_BYTES,
  REVERTED,
  SLOT_KEY,
  SLOT_MISSING,
  STACK,
  STEPPED,
  STOPPED,
  TIMESTAMP,
  REPORTED,
  TOP,
  TOPICS,
  UNDERFLOW,
  VALUE,
  WRITE_PROTECTION,
} from '../layout';
import {
  expand,
  F_ACCOUNT,
  F_CALLER,
  F_CODE,
  F_FLOOR,
  F_GAS,
  F_INPUT,
  F_INPUT_BYTES,
  F_MEMORY,
  F_MEMORY_BYTES,
  F_PC,
  F_SELF,
  F_STACK,
  F_STATIC,
  F_TOP,
  F_VALUE,
  frame,
  handOn,
  refund,
  returned,
  returnedBytes,
  setRefund,
  SLICE,
} from './frames';
import { keccak256 } from './keccak';
import { addmod, mulmod } from './modular';
import { exp, mul } from './multiply';
import { DYNAMIC, definePrices, needOf, priceOf, pushesOf, UNDEFINED } from './prices';
import {
  addSlot,
  zeroSlot,
  currentOf,
  findSlot,
  isWhole,
  isFlagged,
  LOADED,
  originalOf,
  TRANSIENT,
  WARM,
  warmSlot,
  writeSlot,
} from './slots';
import * as word from './word';


/** Is the largest reach in memory that has a price (go-ethereum `memoryGasCost`). */
const MAX_REACH: u64 = 0x1fffffffe0;
/** Replaces lengths that are too large for any gas to pay. */
const FAR: u64 = 1 << 40;

const CANCUN: u32 = 1;
const OSAKA: u32 = 3;

let fork: u32 = OSAKA;
/** Limits initcode in bytes (EIP-3860). */
let initcodeLimit: u64 = 49_152;
/** Is true when the current operation was already reported to the observer. */
let knows: bool = false;

/** Sets the fork: 0 is Shanghai, followed by Cancun, Prague and Osaka. */
export function setFork(number: u32): void {
  fork = number;
  if (OBSERVED) definePrices(number);
}

export function setInitcodeLimit(bytes: u64): void {
  initcodeLimit = bytes;
}

/** Returns the number in a word, or FAR when it is larger. */
@inline
function sizeAt(at: usize): u64 {
  const low = load<u64>(at);
  return word.isSmall(at) && low < FAR ? low : FAR;
}

/** Returns where an area of memory ends. */
@inline
function reachOf(offset: usize, bytes: u64): u64 {
  return bytes == 0 ? 0 : sizeAt(offset) + bytes;
}

@inline
function max(a: u64, b: u64): u64 {
  return a > b ? a : b;
}

@inline
function wordsOf(bytes: u64): u64 {
  return (bytes + 31) >> 5;
}

@inline
function memoryGas(words: u64): i64 {
  return <i64>(words * 3 + ((words * words) >> 9));
}

/** Returns the price of extending memory to this reach, which is at most MAX_REACH. */
@inline
function growth(reach: u64, memoryBytes: u64): i64 {
  return reach <= memoryBytes ? 0 : memoryGas(wordsOf(reach)) - memoryGas(memoryBytes >> 5);
}

/** Reads up to 32 bytes of code as a number. */
function pushBytes(from: usize, bytes: u32, to: usize): void {
  let left = bytes;
  for (let limb: u32 = 0; limb < 4; limb++) {
    let value: u64 = 0;
    if (left >= 8) {
      left -= 8;
      value = bswap(load<u64>(from + left));
    } else if (left > 0) {
      value = bswap(load<u64>(from)) >> (64 - (left << 3));
      left = 0;
    }
    store<u64>(to + (limb << 3), value);
  }
}

/** Reads 32 bytes of the input, with zeros after its end. */
function loadInput(at: usize): void {
  const size = <u64>load<u32>(frame, F_INPUT_BYTES);
  const from = sizeAt(at);
  const input = <usize>load<u32>(frame, F_INPUT);
  if (from + 32 <= size) {
    word.loadBig(input + <usize>from, at);
    return;
  }
  const scratch = exchange + TOPICS;
  memory.fill(scratch, 0, 32);
  if (from < size) memory.copy(scratch, input + <usize>from, <usize>(size - from));
  word.loadBig(scratch, at);
}

/** Copies bytes of a source that has `size` bytes, with zeros after its end. */
function copyPadded(to: usize, source: usize, size: u64, from: u64, bytes: u64): void {
  const there = from >= size ? 0 : size - from < bytes ? size - from : bytes;
  if (there > 0) memory.copy(to, source + <usize>from, <usize>there);
  if (there < bytes) memory.fill(to + <usize>there, 0, <usize>(bytes - there));
}

function exit(status: u32, pc: usize, sp: usize, gas: i64): u32 {
  const place = <u32>(pc - load<u32>(frame, F_CODE) - CODE_HEADER);
  store<u32>(frame, place, F_PC);
  store<u32>(frame, <u32>sp, F_TOP);
  store<i64>(frame, gas, F_GAS);
  store<u32>(exchange, place, PC);
  store<u32>(exchange, load<u8>(pc), OP);
  store<u32>(exchange, <u32>sp, TOP);
  store<i64>(exchange, gas, GAS);
  store<u32>(exchange, load<u32>(frame, F_MEMORY_BYTES), MEMORY_BYTES);
  store<u32>(exchange, load<u32>(frame, F_STACK), STACK);
  if (OBSERVED) {
    store<u32>(exchange, load<u32>(frame, F_MEMORY), MEMORY);
    store<u32>(exchange, knows, REPORTED);
    store<u32>(exchange, <u32>returned, RETURN_DATA);
    store<u32>(exchange, returnedBytes, RETURN_DATA_BYTES);
  }
  return status;
}

/** Reports a failure. Stack, memory and gas stay as they were before the operation, so that the host can explain it. */
function fail(reason: u32, pc: usize, sp: usize, gas: i64): u32 {
  store<u32>(exchange, reason, REASON);
  store<u32>(exchange, 0, DATA_BYTES);
  return exit(FAILED, pc, sp, gas);
}

/** Reports an operation to the observer. `after` is the refund counter including what the operation adds. */
function tell(cost: i64, pc: usize, sp: usize, gas: i64, after: i64): u32 {
  store<i64>(exchange, cost, COST);
  store<i64>(exchange, after, REFUND);
  return cost > gas ? fail(OUT_OF_GAS, pc, sp, gas) : exit(STEPPED, pc, sp, gas);
}

/** Asks the host to price and perform an operation. Passes what the interpreter knows of its price and its reach. */
function ask(status: u32, extra: i64, reach: u64, pc: usize, sp: usize, gas: i64): u32 {
  store<i64>(exchange, extra, EXTRA);
  store<u32>(exchange, <u32>reach, REACH);
  store<i64>(exchange, refund, REFUND);
  return exit(status, pc, sp, gas);
}

/** Asks the host for the slot in SLOT_KEY. */
function askSlot(pc: usize, sp: usize, gas: i64): u32 {
  word.storeBig(sp, exchange + SLOT_KEY);
  return exit(SLOT_MISSING, pc, sp, gas);
}

function pause(pc: usize, sp: usize, gas: i64): u32 {
  store<i64>(frame, gas - SLICE, F_FLOOR);
  return exit(PAUSED, pc, sp, gas);
}

@inline
function isDestination(code: usize, at: usize): bool {
  return word.isSmall(at) && isJumpdest(code, load<u64>(at));
}

@inline
function isJumpdest(code: usize, to: u64): bool {
  if (to >= load<u32>(code)) return false;
  return ((<u32>load<u8>(<usize>load<u32>(code, 4) + <usize>(to >> 3)) >> (<u32>to & 7)) & 1) != 0;
}

/**
 * Returns the constant price of an operation, or `DYNAMIC` when its operands determine it. Only the observed build has
 * these prices.
 */
export function constantPriceOf(op: u32): u32 {
  const price = priceOf(op);
  return price == UNDEFINED ? 0 : price;
}

/** Runs code. `wasReported` is true when the first operation was already reported to the observer. */
// Long: one case for each opcode, because program counter, stack and gas are locals that functions could not share.
export function run(wasReported: bool): u32 {
  const code = <usize>load<u32>(frame, F_CODE);
  const bytes = code + CODE_HEADER;
  const base = <usize>load<u32>(frame, F_STACK);
  const limit = base + 1023 * 32;
  const floor = load<i64>(frame, F_FLOOR);
  let pc = bytes + load<u32>(frame, F_PC);
  let sp = <usize>load<u32>(frame, F_TOP);
  let gas = load<i64>(frame, F_GAS);
  let mem = <usize>load<u32>(frame, F_MEMORY);
  let memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
  let told = wasReported;

  while (true) {
    const op = <u32>load<u8>(pc);
    const isReported = told;
    if (OBSERVED) {
      told = false;
      knows = isReported;
      if (!isReported) {
        const price = priceOf(op);
        if (price == UNDEFINED) return tell(0, pc, sp, gas, refund);
        const items = <i32>(sp - base + 32) >> 5;
        if (items < <i32>needOf(op)) return fail(UNDERFLOW, pc, sp, gas);
        if (pushesOf(op) != 0 && items == 1024) return fail(OVERFLOW, pc, sp, gas);
        if (price != DYNAMIC) return tell(price, pc, sp, gas, refund);
      }
    }
    switch (op) {
      case 0x00: // STOP
        store<u32>(exchange, 0, DATA_BYTES);
        return exit(STOPPED, pc, sp, gas);
      case 0x01: { // ADD
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.add(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x02: { // MUL
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 5) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 5;
        mul(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x03: { // SUB
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.sub(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x04: { // DIV
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 5) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 5;
        div(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x05: { // SDIV
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 5) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 5;
        sdiv(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x06: { // MOD
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 5) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 5;
        mod(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x07: { // SMOD
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 5) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 5;
        smod(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x08: { // ADDMOD
        if (sp < base + 64) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 8) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 8;
        addmod(sp, sp - 32, sp - 64, sp - 64);
        sp -= 64;
        pc++;
        continue;
      }
      case 0x09: { // MULMOD
        if (sp < base + 64) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 8) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 8;
        mulmod(sp, sp - 32, sp - 64, sp - 64);
        sp -= 64;
        pc++;
        continue;
      }
      case 0x0a: { // EXP
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        const cost: i64 = 10 + 50 * <i64>word.byteLength(sp - 32);
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (gas < floor) return pause(pc, sp, gas);
        gas -= cost;
        exp(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x0b: { // SIGNEXTEND
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 5) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 5;
        word.signextend(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x10: { // LT
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.setSmall(sp - 32, <u64>word.lt(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case 0x11: { // GT
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.setSmall(sp - 32, <u64>word.gt(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case 0x12: { // SLT
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.setSmall(sp - 32, <u64>word.slt(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case 0x13: { // SGT
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.setSmall(sp - 32, <u64>word.sgt(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case 0x14: { // EQ
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.setSmall(sp - 32, <u64>word.eq(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case 0x15: { // ISZERO
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.setSmall(sp, <u64>word.isZero(sp));
        pc++;
        continue;
      }
      case 0x16: { // AND
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.and(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x17: { // OR
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.or(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x18: { // XOR
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.xor(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x19: { // NOT
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.not(sp, sp);
        pc++;
        continue;
      }
      case 0x1a: { // BYTE
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.byteAt(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x1b: { // SHL
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.shl(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x1c: { // SHR
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.shr(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x1d: { // SAR
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        word.sar(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x1e: { // CLZ
        if (fork < OSAKA) return fail(INVALID, pc, sp, gas);
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 5) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 5;
        word.countLeadingZeros(sp, sp);
        pc++;
        continue;
      }
      case 0x20: { // KECCAK256
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 32);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = 30 + <i64>wordsOf(size) * 6 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (gas < floor) return pause(pc, sp, gas);
        if (reach > memBytes) {
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        }
        gas -= cost;
        keccak256(size == 0 ? mem : mem + load<u32>(sp), <u32>size, sp - 32);
        word.loadBig(sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case 0x30: { // ADDRESS
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(frame + F_SELF, sp);
        pc++;
        continue;
      }
      case 0x31: { // BALANCE
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        return ask(HOST, 0, 0, pc, sp, gas);
      }
      case 0x32: { // ORIGIN
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + ORIGIN, sp);
        pc++;
        continue;
      }
      case 0x33: { // CALLER
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(frame + F_CALLER, sp);
        pc++;
        continue;
      }
      case 0x34: { // CALLVALUE
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(frame + F_VALUE, sp);
        pc++;
        continue;
      }
      case 0x35: { // CALLDATALOAD
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        loadInput(sp);
        pc++;
        continue;
      }
      case 0x36: { // CALLDATASIZE
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.setSmall(sp, load<u32>(frame, F_INPUT_BYTES));
        pc++;
        continue;
      }
      case 0x37: { // CALLDATACOPY
        if (sp < base + 64) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = 3 + <i64>wordsOf(size) * 3 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (gas < floor) return pause(pc, sp, gas);
        if (reach > memBytes) {
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        }
        gas -= cost;
        if (size > 0) copyPadded(mem + load<u32>(sp), load<u32>(frame, F_INPUT), load<u32>(frame, F_INPUT_BYTES), sizeAt(sp - 32), size);
        sp -= 96;
        pc++;
        continue;
      }
      case 0x38: { // CODESIZE
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.setSmall(sp, load<u32>(code));
        pc++;
        continue;
      }
      case 0x39: { // CODECOPY
        if (sp < base + 64) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = 3 + <i64>wordsOf(size) * 3 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (gas < floor) return pause(pc, sp, gas);
        if (reach > memBytes) {
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        }
        gas -= cost;
        if (size > 0) copyPadded(mem + load<u32>(sp), bytes, load<u32>(code), sizeAt(sp - 32), size);
        sp -= 96;
        pc++;
        continue;
      }
      case 0x3a: { // GASPRICE
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + GASPRICE, sp);
        pc++;
        continue;
      }
      case 0x3b: { // EXTCODESIZE
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        return ask(HOST, 0, 0, pc, sp, gas);
      }
      case 0x3c: { // EXTCODECOPY
        if (sp < base + 96) return fail(UNDERFLOW, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        const size = sizeAt(sp - 96);
        const reach = reachOf(sp - 32, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        return ask(HOST, <i64>wordsOf(size) * 3 + growth(reach, memBytes), reach, pc, sp, gas);
      }
      case 0x3d: { // RETURNDATASIZE
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.setSmall(sp, returnedBytes);
        pc++;
        continue;
      }
      case 0x3e: { // RETURNDATACOPY
        if (sp < base + 64) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = 3 + <i64>wordsOf(size) * 3 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (gas < floor) return pause(pc, sp, gas);
        if (sizeAt(sp - 32) + size > returnedBytes) return fail(BEYOND_RETURN_DATA, pc, sp, gas);
        if (reach > memBytes) {
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        }
        gas -= cost;
        if (size > 0) copyPadded(mem + load<u32>(sp), returned, returnedBytes, sizeAt(sp - 32), size);
        sp -= 96;
        pc++;
        continue;
      }
      case 0x3f: { // EXTCODEHASH
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        return ask(HOST, 0, 0, pc, sp, gas);
      }
      case 0x40: { // BLOCKHASH
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        return ask(HOST, 20, 0, pc, sp, gas);
      }
      case 0x41: { // COINBASE
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + COINBASE, sp);
        pc++;
        continue;
      }
      case 0x42: { // TIMESTAMP
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + TIMESTAMP, sp);
        pc++;
        continue;
      }
      case 0x43: { // NUMBER
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + NUMBER, sp);
        pc++;
        continue;
      }
      case 0x44: { // PREVRANDAO
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + PREVRANDAO, sp);
        pc++;
        continue;
      }
      case 0x45: { // GASLIMIT
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + GASLIMIT, sp);
        pc++;
        continue;
      }
      case 0x46: { // CHAINID
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + CHAINID, sp);
        pc++;
        continue;
      }
      case 0x47: { // SELFBALANCE
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        return ask(HOST, 5, 0, pc, sp, gas);
      }
      case 0x48: { // BASEFEE
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + BASEFEE, sp);
        pc++;
        continue;
      }
      case 0x49: { // BLOBHASH
        if (fork < CANCUN) return fail(INVALID, pc, sp, gas);
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        // No transaction of this chain has blobs.
        word.setSmall(sp, 0);
        pc++;
        continue;
      }
      case 0x4a: { // BLOBBASEFEE
        if (fork < CANCUN) return fail(INVALID, pc, sp, gas);
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.copy(surroundings + BLOBBASEFEE, sp);
        pc++;
        continue;
      }
      case 0x50: { // POP
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp -= 32;
        pc++;
        continue;
      }
      case 0x51: { // MLOAD
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        const reach = reachOf(sp, 32);
        if (OBSERVED || reach > memBytes) {
          if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
          const cost = 3 + growth(reach, memBytes);
          if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
          if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= cost;
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        } else {
          if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= 3;
        }
        word.loadBig(mem + load<u32>(sp), sp);
        pc++;
        continue;
      }
      case 0x52: { // MSTORE
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        const reach = reachOf(sp, 32);
        if (OBSERVED || reach > memBytes) {
          if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
          const cost = 3 + growth(reach, memBytes);
          if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
          if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= cost;
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        } else {
          if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= 3;
        }
        word.storeBig(sp - 32, mem + load<u32>(sp));
        sp -= 64;
        pc++;
        continue;
      }
      case 0x53: { // MSTORE8
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        const reach = reachOf(sp, 1);
        if (OBSERVED || reach > memBytes) {
          if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
          const cost = 3 + growth(reach, memBytes);
          if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
          if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= cost;
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        } else {
          if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= 3;
        }
        store<u8>(mem + load<u32>(sp), load<u8>(sp - 32));
        sp -= 64;
        pc++;
        continue;
      }
      case 0x54: { // SLOAD
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        const account = load<u32>(frame, F_ACCOUNT);
        let entry = findSlot(account, sp);
        const isWarm = entry != 0 && isFlagged(entry, WARM);
        const cost: i64 = isWarm ? 100 : 2100;
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (entry == 0 || !isFlagged(entry, LOADED)) {
          if (!isWhole(account)) return askSlot(pc, sp, gas);
          entry = zeroSlot(account, sp, entry);
        }
        gas -= cost;
        if (!isWarm) warmSlot(entry);
        word.copy(currentOf(entry), sp);
        pc++;
        continue;
      }
      case 0x55: { // SSTORE
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        if (gas <= 2300) return fail(OUT_OF_GAS, pc, sp, gas);
        const account = load<u32>(frame, F_ACCOUNT);
        let entry = findSlot(account, sp);
        if (entry == 0 || !isFlagged(entry, LOADED)) {
          if (!isWhole(account)) return askSlot(pc, sp, gas);
          entry = zeroSlot(account, sp, entry);
        }
        const isWarm = isFlagged(entry, WARM);
        const value = sp - 32;
        const current = currentOf(entry);
        const original = originalOf(entry);
        let cost: i64 = isWarm ? 100 : 2200;
        let back: i64 = 0;
        if (!word.eq(value, current)) {
          const wasZero = word.isZero(original);
          if (word.eq(current, original)) {
            cost += wasZero ? 19_900 : 2_800;
            if (!wasZero && word.isZero(value)) back = 4_800;
          } else {
            if (!wasZero) {
              if (word.isZero(current)) back -= 4_800;
              else if (word.isZero(value)) back += 4_800;
            }
            if (word.eq(value, original)) back += wasZero ? 19_900 : 2_800;
          }
        }
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund + back);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= cost;
        setRefund(refund + back);
        if (!isWarm) warmSlot(entry);
        writeSlot(entry, value);
        sp -= 64;
        pc++;
        continue;
      }
      case 0x56: { // JUMP
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 8) return fail(OUT_OF_GAS, pc, sp, gas);
        if (!isDestination(code, sp)) return fail(BAD_JUMP, pc, sp, gas);
        gas -= 8;
        pc = bytes + load<u32>(sp);
        sp -= 32;
        if (!OBSERVED && gas >= 1) {
          // Performs the JUMPDEST as well.
          gas -= 1;
          pc++;
        }
        if (gas < floor) {
          if (OBSERVED) knows = false;
          return pause(pc, sp, gas);
        }
        continue;
      }
      case 0x57: { // JUMPI
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 10) return fail(OUT_OF_GAS, pc, sp, gas);
        if (word.isZero(sp - 32)) {
          pc++;
        } else {
          if (!isDestination(code, sp)) return fail(BAD_JUMP, pc, sp, gas);
          pc = bytes + load<u32>(sp);
        }
        gas -= 10;
        sp -= 64;
        if (gas < floor) {
          if (OBSERVED) knows = false;
          return pause(pc, sp, gas);
        }
        continue;
      }
      case 0x58: { // PC
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.setSmall(sp, pc - bytes);
        pc++;
        continue;
      }
      case 0x59: { // MSIZE
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.setSmall(sp, memBytes);
        pc++;
        continue;
      }
      case 0x5a: { // GAS
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.setSmall(sp, gas);
        pc++;
        continue;
      }
      case 0x5b: { // JUMPDEST
        if (gas < 1) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 1;
        pc++;
        continue;
      }
      case 0x5c: { // TLOAD
        if (fork < CANCUN) return fail(INVALID, pc, sp, gas);
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 100) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 100;
        const entry = findSlot(load<u32>(frame, F_ACCOUNT) | TRANSIENT, sp);
        if (entry == 0) word.setSmall(sp, 0);
        else word.copy(currentOf(entry), sp);
        pc++;
        continue;
      }
      case 0x5d: { // TSTORE
        if (fork < CANCUN) return fail(INVALID, pc, sp, gas);
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 100) return fail(OUT_OF_GAS, pc, sp, gas);
        if (load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        gas -= 100;
        const account = load<u32>(frame, F_ACCOUNT) | TRANSIENT;
        const known = findSlot(account, sp);
        writeSlot(known == 0 ? addSlot(account, sp, LOADED) : known, sp - 32);
        sp -= 64;
        pc++;
        continue;
      }
      case 0x5e: { // MCOPY
        if (fork < CANCUN) return fail(INVALID, pc, sp, gas);
        if (sp < base + 64) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = max(reachOf(sp, size), reachOf(sp - 32, size));
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = 3 + <i64>wordsOf(size) * 3 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (gas < floor) return pause(pc, sp, gas);
        if (reach > memBytes) {
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        }
        gas -= cost;
        if (size > 0) memory.copy(mem + load<u32>(sp), mem + load<u32>(sp - 32), <usize>size);
        sp -= 96;
        pc++;
        continue;
      }
      case 0x5f: { // PUSH0
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 2) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 2;
        sp += 32;
        word.setSmall(sp, 0);
        pc++;
        continue;
      }
      case 0x60: { // PUSH1
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        const to = <u64>load<u8>(pc, 1);
        const next = <u32>load<u8>(pc, 2);
        if (!OBSERVED && (next & 0xfe) == 0x56 && gas >= 11 && isJumpdest(code, to)) {
          // Performs the JUMP or JUMPI after it and the JUMPDEST at the destination too. The gas of PUSH1 is already
          // paid.
          if (next == 0x56) {
            gas -= 9;
            pc = bytes + <usize>to + 1;
            if (gas < floor) return pause(pc, sp, gas);
            continue;
          }
          if (sp >= base) {
            gas -= 10;
            if (word.isZero(sp)) pc += 3;
            else {
              gas -= 1;
              pc = bytes + <usize>to + 1;
            }
            sp -= 32;
            if (gas < floor) return pause(pc, sp, gas);
            continue;
          }
        }
        sp += 32;
        word.setSmall(sp, to);
        pc += 2;
        continue;
      }
      case 0x61: { // PUSH2
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        const to = ((<u64>load<u8>(pc, 1)) << 8) | load<u8>(pc, 2);
        const next = <u32>load<u8>(pc, 3);
        if (!OBSERVED && (next & 0xfe) == 0x56 && gas >= 11 && isJumpdest(code, to)) {
          if (next == 0x56) {
            gas -= 9;
            pc = bytes + <usize>to + 1;
            if (gas < floor) return pause(pc, sp, gas);
            continue;
          }
          if (sp >= base) {
            gas -= 10;
            if (word.isZero(sp)) pc += 4;
            else {
              gas -= 1;
              pc = bytes + <usize>to + 1;
            }
            sp -= 32;
            if (gas < floor) return pause(pc, sp, gas);
            continue;
          }
        }
        sp += 32;
        word.setSmall(sp, to);
        pc += 3;
        continue;
      }
      case 0x62:
      case 0x63:
      case 0x64:
      case 0x65:
      case 0x66:
      case 0x67: { // PUSH3 to PUSH8
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        sp += 32;
        word.setSmall(sp, bswap(load<u64>(pc, 1)) >> ((0x67 - op) << 3));
        pc += op - 0x5e;
        continue;
      }
      case 0x68:
      case 0x69:
      case 0x6a:
      case 0x6b:
      case 0x6c:
      case 0x6d:
      case 0x6e:
      case 0x6f:
      case 0x70:
      case 0x71:
      case 0x72:
      case 0x73:
      case 0x74:
      case 0x75:
      case 0x76:
      case 0x77:
      case 0x78:
      case 0x79:
      case 0x7a:
      case 0x7b:
      case 0x7c:
      case 0x7d:
      case 0x7e:
      case 0x7f: { // PUSH9 to PUSH32
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        sp += 32;
        pushBytes(pc + 1, op - 0x5f, sp);
        pc += op - 0x5e;
        continue;
      }
      case 0x80:
      case 0x81:
      case 0x82:
      case 0x83:
      case 0x84:
      case 0x85:
      case 0x86:
      case 0x87:
      case 0x88:
      case 0x89:
      case 0x8a:
      case 0x8b:
      case 0x8c:
      case 0x8d:
      case 0x8e:
      case 0x8f: { // DUP1 to DUP16
        const from = sp - ((op - 0x80) << 5);
        if (from < base || sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        sp += 32;
        word.copy(from, sp);
        pc++;
        continue;
      }
      case 0x90:
      case 0x91:
      case 0x92:
      case 0x93:
      case 0x94:
      case 0x95:
      case 0x96:
      case 0x97:
      case 0x98:
      case 0x99:
      case 0x9a:
      case 0x9b:
      case 0x9c:
      case 0x9d:
      case 0x9e:
      case 0x9f: { // SWAP1 to SWAP16
        const other = sp - ((op - 0x8f) << 5);
        if (other < base || sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < 3) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= 3;
        const low = v128.load(sp);
        const high = v128.load(sp, 16);
        word.copy(other, sp);
        v128.store(other, low);
        v128.store(other, high, 16);
        pc++;
        continue;
      }
      case 0xa0:
      case 0xa1:
      case 0xa2:
      case 0xa3:
      case 0xa4: { // LOG0 to LOG4
        const topics = op - 0xa0;
        if (sp < base + 32 + (topics << 5)) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 32);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = 375 * <i64>(topics + 1) + <i64>size * 8 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= cost;
        store<u32>(exchange, size == 0 ? 0 : load<u32>(frame, F_MEMORY) + load<u32>(sp), DATA);
        store<u32>(exchange, <u32>size, DATA_BYTES);
        for (let i: u32 = 0; i < topics; i++) word.storeBig(sp - 64 - (i << 5), exchange + TOPICS + (i << 5));
        sp -= 64 + (topics << 5);
        const status = exit(LOGGED, pc + 1, sp, gas);
        store<u32>(exchange, op, OP);
        return status;
      }
      case 0xf0:
      case 0xf5: { // CREATE, CREATE2
        const isSalted = op == 0xf5;
        if (sp < base + (isSalted ? 96 : 64)) return fail(UNDERFLOW, pc, sp, gas);
        if (load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = reachOf(sp - 32, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        if (size > initcodeLimit) return fail(gas < 32_000 ? OUT_OF_GAS : INITCODE_SIZE, pc, sp, gas);
        const cost = 32_000 + <i64>wordsOf(size) * (isSalted ? 8 : 2) + growth(reach, memBytes);
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= cost;
        store<u32>(exchange, size == 0 ? 0 : load<u32>(frame, F_MEMORY) + load<u32>(sp - 32), DATA);
        store<u32>(exchange, <u32>size, DATA_BYTES);
        store<u32>(exchange, <u32>sp, VALUE);
        if (isSalted) word.storeBig(sp - 96, exchange + TOPICS);
        sp -= isSalted ? 96 : 64;
        const status = exit(CREATED, pc + 1, sp, gas);
        store<u32>(exchange, op, OP);
        handOn();
        return status;
      }
      case 0xf1:
      case 0xf2:
      case 0xf4:
      case 0xfa: { // CALL, CALLCODE, DELEGATECALL, STATICCALL
        const takesValue = op <= 0xf2;
        if (sp < base + (takesValue ? 192 : 160)) return fail(UNDERFLOW, pc, sp, gas);
        const hasValue = takesValue && !word.isZero(sp - 64);
        if (hasValue && op == 0xf1 && load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        const areas = takesValue ? sp - 96 : sp - 64;
        const reach = max(reachOf(areas, sizeAt(areas - 32)), reachOf(areas - 64, sizeAt(areas - 96)));
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        word.storeBig(sp - 32, exchange + ADDRESS);
        const requested = load<u64>(sp);
        store<u64>(exchange, word.isSmall(sp) && requested <= <u64>i64.MAX_VALUE ? requested : <u64>i64.MAX_VALUE, REQUESTED);
        store<u32>(exchange, hasValue, VALUE);
        return ask(CALLED, growth(reach, memBytes), reach, pc, sp, gas);
      }
      case 0xf3:
      case 0xfd: { // RETURN, REVERT
        if (sp < base + 32) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 32);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = growth(reach, memBytes);
        if (OBSERVED && !isReported) return tell(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= cost;
        store<u32>(exchange, size == 0 ? 0 : load<u32>(frame, F_MEMORY) + load<u32>(sp), DATA);
        store<u32>(exchange, <u32>size, DATA_BYTES);
        return exit(op == 0xf3 ? RETURNED : REVERTED, pc, sp, gas);
      }
      case 0xff: { // SELFDESTRUCT
        if (sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        return ask(HOST, 5_000, 0, pc, sp, gas);
      }
      default:
        return fail(INVALID, pc, sp, gas);
    }
  }
}

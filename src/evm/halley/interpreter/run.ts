/**
 * Implements the interpreter's loop, which runs the code of the current frame until it ends or needs the host, and
 * returns a status. On return, the current operation has not acted yet, unless the status says that it has.
 *
 * Checks have go-ethereum's order (`core/vm/interpreter.go`): stack, price, memory, and then the operation's own
 * checks. The loop is one function in one file, because its local variables would have to be reloaded after every call.
 */
import { CODE_HEADER, count, isCounting } from './code';
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
import * as opcode from './opcodes.generated';
import { DYNAMIC, needOf, priceOf, pushesOf, UNDEFINED } from './prices';
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


/** Largest reach in memory that has a price (go-ethereum `memoryGasCost`). */
const MAX_REACH: u64 = 0x1fffffffe0;
/** Replacement of lengths that are too large for any gas to pay. */
const FAR: u64 = 1 << 40;

const OSAKA: u32 = 3;

let fork: u32 = OSAKA;
/** Most bytes of initcode (EIP-3860). */
let initcodeLimit: u64 = 49_152;
/** Whether the current operation was already reported to the observer. */
let knows: bool = false;

/** Sets the fork: 0 is Shanghai, followed by Cancun, Prague and Osaka. */
export function setFork(number: u32): void {
  fork = number;
  if (OBSERVED) opcode.definePrices(number);
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
function report(cost: i64, pc: usize, sp: usize, gas: i64, after: i64): u32 {
  store<i64>(exchange, cost, COST);
  store<i64>(exchange, after, REFUND);
  return cost > gas ? fail(OUT_OF_GAS, pc, sp, gas) : exit(STEPPED, pc, sp, gas);
}

/**
 * Exits to the host, which prices and performs the operation. Passes the known part of the price, and the memory that it
 * reaches.
 */
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
  let reported = wasReported;

  while (true) {
    const op = <u32>load<u8>(pc);
    if (OBSERVED && isCounting && !reported) {
      count(code, pc - bytes);
      reported = true;
    }
    const isReported = reported;
    if (OBSERVED) {
      reported = false;
      knows = isReported;
      if (!isReported) {
        const price = priceOf(op);
        if (price == UNDEFINED) return report(0, pc, sp, gas, refund);
        const items = <i32>(sp - base + 32) >> 5;
        if (items < <i32>needOf(op)) return fail(UNDERFLOW, pc, sp, gas);
        if (pushesOf(op) != 0 && items == 1024) return fail(OVERFLOW, pc, sp, gas);
        if (price != DYNAMIC) return report(price, pc, sp, gas, refund);
      }
    }
    switch (op) {
      case opcode.STOP:
        store<u32>(exchange, 0, DATA_BYTES);
        return exit(STOPPED, pc, sp, gas);
      case opcode.ADD: {
        if (sp < base + opcode.ADD_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.ADD_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.ADD_GAS;
        word.add(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.MUL: {
        if (sp < base + opcode.MUL_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.MUL_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.MUL_GAS;
        mul(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.SUB: {
        if (sp < base + opcode.SUB_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SUB_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SUB_GAS;
        word.sub(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.DIV: {
        if (sp < base + opcode.DIV_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.DIV_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.DIV_GAS;
        div(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.SDIV: {
        if (sp < base + opcode.SDIV_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SDIV_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SDIV_GAS;
        sdiv(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.MOD: {
        if (sp < base + opcode.MOD_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.MOD_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.MOD_GAS;
        mod(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.SMOD: {
        if (sp < base + opcode.SMOD_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SMOD_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SMOD_GAS;
        smod(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.ADDMOD: {
        if (sp < base + opcode.ADDMOD_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.ADDMOD_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.ADDMOD_GAS;
        addmod(sp, sp - 32, sp - 64, sp - 64);
        sp -= 64;
        pc++;
        continue;
      }
      case opcode.MULMOD: {
        if (sp < base + opcode.MULMOD_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.MULMOD_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.MULMOD_GAS;
        mulmod(sp, sp - 32, sp - 64, sp - 64);
        sp -= 64;
        pc++;
        continue;
      }
      case opcode.EXP: {
        if (sp < base + opcode.EXP_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const cost: i64 = 10 + 50 * <i64>word.byteLength(sp - 32);
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (gas < floor) return pause(pc, sp, gas);
        gas -= cost;
        exp(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.SIGNEXTEND: {
        if (sp < base + opcode.SIGNEXTEND_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SIGNEXTEND_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SIGNEXTEND_GAS;
        word.signextend(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.LT: {
        if (sp < base + opcode.LT_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.LT_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.LT_GAS;
        word.setSmall(sp - 32, <u64>word.lt(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.GT: {
        if (sp < base + opcode.GT_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.GT_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.GT_GAS;
        word.setSmall(sp - 32, <u64>word.gt(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.SLT: {
        if (sp < base + opcode.SLT_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SLT_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SLT_GAS;
        word.setSmall(sp - 32, <u64>word.slt(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.SGT: {
        if (sp < base + opcode.SGT_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SGT_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SGT_GAS;
        word.setSmall(sp - 32, <u64>word.sgt(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.EQ: {
        if (sp < base + opcode.EQ_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.EQ_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.EQ_GAS;
        word.setSmall(sp - 32, <u64>word.eq(sp, sp - 32));
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.ISZERO: {
        if (sp < base + opcode.ISZERO_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.ISZERO_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.ISZERO_GAS;
        word.setSmall(sp, <u64>word.isZero(sp));
        pc++;
        continue;
      }
      case opcode.AND: {
        if (sp < base + opcode.AND_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.AND_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.AND_GAS;
        word.and(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.OR: {
        if (sp < base + opcode.OR_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.OR_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.OR_GAS;
        word.or(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.XOR: {
        if (sp < base + opcode.XOR_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.XOR_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.XOR_GAS;
        word.xor(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.NOT: {
        if (sp < base + opcode.NOT_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.NOT_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.NOT_GAS;
        word.not(sp, sp);
        pc++;
        continue;
      }
      case opcode.BYTE: {
        if (sp < base + opcode.BYTE_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.BYTE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.BYTE_GAS;
        word.byteAt(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.SHL: {
        if (sp < base + opcode.SHL_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SHL_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SHL_GAS;
        word.shl(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.SHR: {
        if (sp < base + opcode.SHR_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SHR_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SHR_GAS;
        word.shr(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.SAR: {
        if (sp < base + opcode.SAR_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SAR_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SAR_GAS;
        word.sar(sp, sp - 32, sp - 32);
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.CLZ: {
        if (fork < opcode.CLZ_SINCE) return fail(INVALID, pc, sp, gas);
        if (sp < base + opcode.CLZ_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.CLZ_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.CLZ_GAS;
        word.countLeadingZeros(sp, sp);
        pc++;
        continue;
      }
      case opcode.KECCAK256: {
        if (sp < base + opcode.KECCAK256_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 32);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = opcode.KECCAK256_GAS + <i64>wordsOf(size) * 6 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
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
      case opcode.ADDRESS: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.ADDRESS_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.ADDRESS_GAS;
        sp += 32;
        word.copy(frame + F_SELF, sp);
        pc++;
        continue;
      }
      case opcode.BALANCE: {
        if (sp < base + opcode.BALANCE_NEED) return fail(UNDERFLOW, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        return ask(HOST, 0, 0, pc, sp, gas);
      }
      case opcode.ORIGIN: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.ORIGIN_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.ORIGIN_GAS;
        sp += 32;
        word.copy(surroundings + ORIGIN, sp);
        pc++;
        continue;
      }
      case opcode.CALLER: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.CALLER_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.CALLER_GAS;
        sp += 32;
        word.copy(frame + F_CALLER, sp);
        pc++;
        continue;
      }
      case opcode.CALLVALUE: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.CALLVALUE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.CALLVALUE_GAS;
        sp += 32;
        word.copy(frame + F_VALUE, sp);
        pc++;
        continue;
      }
      case opcode.CALLDATALOAD: {
        if (sp < base + opcode.CALLDATALOAD_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.CALLDATALOAD_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.CALLDATALOAD_GAS;
        loadInput(sp);
        pc++;
        continue;
      }
      case opcode.CALLDATASIZE: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.CALLDATASIZE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.CALLDATASIZE_GAS;
        sp += 32;
        word.setSmall(sp, load<u32>(frame, F_INPUT_BYTES));
        pc++;
        continue;
      }
      case opcode.CALLDATACOPY: {
        if (sp < base + opcode.CALLDATACOPY_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = opcode.CALLDATACOPY_GAS + <i64>wordsOf(size) * 3 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
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
      case opcode.CODESIZE: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.CODESIZE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.CODESIZE_GAS;
        sp += 32;
        word.setSmall(sp, load<u32>(code));
        pc++;
        continue;
      }
      case opcode.CODECOPY: {
        if (sp < base + opcode.CODECOPY_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = opcode.CODECOPY_GAS + <i64>wordsOf(size) * 3 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
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
      case opcode.GASPRICE: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.GASPRICE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.GASPRICE_GAS;
        sp += 32;
        word.copy(surroundings + GASPRICE, sp);
        pc++;
        continue;
      }
      case opcode.EXTCODESIZE: {
        if (sp < base + opcode.EXTCODESIZE_NEED) return fail(UNDERFLOW, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        return ask(HOST, 0, 0, pc, sp, gas);
      }
      case opcode.EXTCODECOPY: {
        if (sp < base + opcode.EXTCODECOPY_NEED) return fail(UNDERFLOW, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        const size = sizeAt(sp - 96);
        const reach = reachOf(sp - 32, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        return ask(HOST, <i64>wordsOf(size) * 3 + growth(reach, memBytes), reach, pc, sp, gas);
      }
      case opcode.RETURNDATASIZE: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.RETURNDATASIZE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.RETURNDATASIZE_GAS;
        sp += 32;
        word.setSmall(sp, returnedBytes);
        pc++;
        continue;
      }
      case opcode.RETURNDATACOPY: {
        if (sp < base + opcode.RETURNDATACOPY_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = opcode.RETURNDATACOPY_GAS + <i64>wordsOf(size) * 3 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
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
      case opcode.EXTCODEHASH: {
        if (sp < base + opcode.EXTCODEHASH_NEED) return fail(UNDERFLOW, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        return ask(HOST, 0, 0, pc, sp, gas);
      }
      case opcode.BLOCKHASH: {
        if (sp < base + opcode.BLOCKHASH_NEED) return fail(UNDERFLOW, pc, sp, gas);
        return ask(HOST, opcode.BLOCKHASH_GAS, 0, pc, sp, gas);
      }
      case opcode.COINBASE: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.COINBASE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.COINBASE_GAS;
        sp += 32;
        word.copy(surroundings + COINBASE, sp);
        pc++;
        continue;
      }
      case opcode.TIMESTAMP: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.TIMESTAMP_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.TIMESTAMP_GAS;
        sp += 32;
        word.copy(surroundings + TIMESTAMP, sp);
        pc++;
        continue;
      }
      case opcode.NUMBER: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.NUMBER_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.NUMBER_GAS;
        sp += 32;
        word.copy(surroundings + NUMBER, sp);
        pc++;
        continue;
      }
      case opcode.DIFFICULTY: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.DIFFICULTY_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.DIFFICULTY_GAS;
        sp += 32;
        word.copy(surroundings + PREVRANDAO, sp);
        pc++;
        continue;
      }
      case opcode.GASLIMIT: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.GASLIMIT_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.GASLIMIT_GAS;
        sp += 32;
        word.copy(surroundings + GASLIMIT, sp);
        pc++;
        continue;
      }
      case opcode.CHAINID: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.CHAINID_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.CHAINID_GAS;
        sp += 32;
        word.copy(surroundings + CHAINID, sp);
        pc++;
        continue;
      }
      case opcode.SELFBALANCE: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        return ask(HOST, opcode.SELFBALANCE_GAS, 0, pc, sp, gas);
      }
      case opcode.BASEFEE: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.BASEFEE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.BASEFEE_GAS;
        sp += 32;
        word.copy(surroundings + BASEFEE, sp);
        pc++;
        continue;
      }
      case opcode.BLOBHASH: {
        if (fork < opcode.BLOBHASH_SINCE) return fail(INVALID, pc, sp, gas);
        if (sp < base + opcode.BLOBHASH_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.BLOBHASH_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.BLOBHASH_GAS;
        // No transaction of this chain has blobs.
        word.setSmall(sp, 0);
        pc++;
        continue;
      }
      case opcode.BLOBBASEFEE: {
        if (fork < opcode.BLOBBASEFEE_SINCE) return fail(INVALID, pc, sp, gas);
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.BLOBBASEFEE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.BLOBBASEFEE_GAS;
        sp += 32;
        word.copy(surroundings + BLOBBASEFEE, sp);
        pc++;
        continue;
      }
      case opcode.POP: {
        if (sp < base + opcode.POP_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.POP_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.POP_GAS;
        sp -= 32;
        pc++;
        continue;
      }
      case opcode.MLOAD: {
        if (sp < base + opcode.MLOAD_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const reach = reachOf(sp, 32);
        if (OBSERVED || reach > memBytes) {
          if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
          const cost = opcode.MLOAD_GAS + growth(reach, memBytes);
          if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
          if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= cost;
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        } else {
          if (gas < opcode.MLOAD_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= opcode.MLOAD_GAS;
        }
        word.loadBig(mem + load<u32>(sp), sp);
        pc++;
        continue;
      }
      case opcode.MSTORE: {
        if (sp < base + opcode.MSTORE_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const reach = reachOf(sp, 32);
        if (OBSERVED || reach > memBytes) {
          if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
          const cost = opcode.MSTORE_GAS + growth(reach, memBytes);
          if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
          if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= cost;
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        } else {
          if (gas < opcode.MSTORE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= opcode.MSTORE_GAS;
        }
        word.storeBig(sp - 32, mem + load<u32>(sp));
        sp -= 64;
        pc++;
        continue;
      }
      case opcode.MSTORE8: {
        if (sp < base + opcode.MSTORE8_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const reach = reachOf(sp, 1);
        if (OBSERVED || reach > memBytes) {
          if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
          const cost = opcode.MSTORE8_GAS + growth(reach, memBytes);
          if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
          if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
          if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= cost;
          mem = <usize>load<u32>(frame, F_MEMORY);
          memBytes = <u64>load<u32>(frame, F_MEMORY_BYTES);
        } else {
          if (gas < opcode.MSTORE8_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
          gas -= opcode.MSTORE8_GAS;
        }
        store<u8>(mem + load<u32>(sp), load<u8>(sp - 32));
        sp -= 64;
        pc++;
        continue;
      }
      case opcode.SLOAD: {
        if (sp < base + opcode.SLOAD_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const account = load<u32>(frame, F_ACCOUNT);
        let entry = findSlot(account, sp);
        const isWarm = entry != 0 && isFlagged(entry, WARM);
        const cost: i64 = isWarm ? 100 : 2100;
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
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
      case opcode.SSTORE: {
        if (sp < base + opcode.SSTORE_NEED) return fail(UNDERFLOW, pc, sp, gas);
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
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund + back);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= cost;
        setRefund(refund + back);
        if (!isWarm) warmSlot(entry);
        writeSlot(entry, value);
        sp -= 64;
        pc++;
        continue;
      }
      case opcode.JUMP: {
        if (sp < base + opcode.JUMP_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.JUMP_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        if (!isDestination(code, sp)) return fail(BAD_JUMP, pc, sp, gas);
        gas -= opcode.JUMP_GAS;
        pc = bytes + load<u32>(sp);
        sp -= 32;
        if (!OBSERVED && gas >= opcode.JUMPDEST_GAS) {
          // Performs the JUMPDEST as well.
          gas -= opcode.JUMPDEST_GAS;
          pc++;
        }
        if (gas < floor) {
          if (OBSERVED) knows = false;
          return pause(pc, sp, gas);
        }
        continue;
      }
      case opcode.JUMPI: {
        if (sp < base + opcode.JUMPI_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.JUMPI_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        if (word.isZero(sp - 32)) {
          pc++;
        } else {
          if (!isDestination(code, sp)) return fail(BAD_JUMP, pc, sp, gas);
          pc = bytes + load<u32>(sp);
        }
        gas -= opcode.JUMPI_GAS;
        sp -= 64;
        if (gas < floor) {
          if (OBSERVED) knows = false;
          return pause(pc, sp, gas);
        }
        continue;
      }
      case opcode.PC: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.PC_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.PC_GAS;
        sp += 32;
        word.setSmall(sp, pc - bytes);
        pc++;
        continue;
      }
      case opcode.MSIZE: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.MSIZE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.MSIZE_GAS;
        sp += 32;
        word.setSmall(sp, memBytes);
        pc++;
        continue;
      }
      case opcode.GAS: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.GAS_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.GAS_GAS;
        sp += 32;
        word.setSmall(sp, gas);
        pc++;
        continue;
      }
      case opcode.JUMPDEST: {
        if (gas < opcode.JUMPDEST_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.JUMPDEST_GAS;
        pc++;
        continue;
      }
      case opcode.TLOAD: {
        if (fork < opcode.TLOAD_SINCE) return fail(INVALID, pc, sp, gas);
        if (sp < base + opcode.TLOAD_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.TLOAD_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.TLOAD_GAS;
        const entry = findSlot(load<u32>(frame, F_ACCOUNT) | TRANSIENT, sp);
        if (entry == 0) word.setSmall(sp, 0);
        else word.copy(currentOf(entry), sp);
        pc++;
        continue;
      }
      case opcode.TSTORE: {
        if (fork < opcode.TSTORE_SINCE) return fail(INVALID, pc, sp, gas);
        if (sp < base + opcode.TSTORE_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.TSTORE_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        if (load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        gas -= opcode.TSTORE_GAS;
        const account = load<u32>(frame, F_ACCOUNT) | TRANSIENT;
        const known = findSlot(account, sp);
        writeSlot(known == 0 ? addSlot(account, sp, LOADED) : known, sp - 32);
        sp -= 64;
        pc++;
        continue;
      }
      case opcode.MCOPY: {
        if (fork < opcode.MCOPY_SINCE) return fail(INVALID, pc, sp, gas);
        if (sp < base + opcode.MCOPY_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = max(reachOf(sp, size), reachOf(sp - 32, size));
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = opcode.MCOPY_GAS + <i64>wordsOf(size) * 3 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
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
      case opcode.PUSH0: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.PUSH0_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.PUSH0_GAS;
        sp += 32;
        word.setSmall(sp, 0);
        pc++;
        continue;
      }
      case opcode.PUSH1: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.PUSH1_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.PUSH1_GAS;
        const to = <u64>load<u8>(pc, 1);
        const next = <u32>load<u8>(pc, 2);
        if (!OBSERVED && (next & 0xfe) == opcode.JUMP && gas >= opcode.JUMPI_GAS + opcode.JUMPDEST_GAS && isJumpdest(code, to)) {
          // Performs the JUMP or JUMPI after it and the JUMPDEST at the destination too. The gas of PUSH1 is already
          // paid.
          if (next == opcode.JUMP) {
            gas -= opcode.JUMP_GAS + opcode.JUMPDEST_GAS;
            pc = bytes + <usize>to + 1;
            if (gas < floor) return pause(pc, sp, gas);
            continue;
          }
          if (sp >= base) {
            gas -= opcode.JUMPI_GAS;
            if (word.isZero(sp)) pc += 3;
            else {
              gas -= opcode.JUMPDEST_GAS;
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
      case opcode.PUSH2: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.PUSH2_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.PUSH2_GAS;
        const to = ((<u64>load<u8>(pc, 1)) << 8) | load<u8>(pc, 2);
        const next = <u32>load<u8>(pc, 3);
        if (!OBSERVED && (next & 0xfe) == opcode.JUMP && gas >= opcode.JUMPI_GAS + opcode.JUMPDEST_GAS && isJumpdest(code, to)) {
          if (next == opcode.JUMP) {
            gas -= opcode.JUMP_GAS + opcode.JUMPDEST_GAS;
            pc = bytes + <usize>to + 1;
            if (gas < floor) return pause(pc, sp, gas);
            continue;
          }
          if (sp >= base) {
            gas -= opcode.JUMPI_GAS;
            if (word.isZero(sp)) pc += 4;
            else {
              gas -= opcode.JUMPDEST_GAS;
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
      case opcode.PUSH3:
      case opcode.PUSH4:
      case opcode.PUSH5:
      case opcode.PUSH6:
      case opcode.PUSH7:
      case opcode.PUSH8: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.PUSH3_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.PUSH3_GAS;
        sp += 32;
        word.setSmall(sp, bswap(load<u64>(pc, 1)) >> ((<u64>opcode.PUSH8 - op) << 3));
        pc += op - opcode.PUSH0 + 1;
        continue;
      }
      case opcode.PUSH9:
      case opcode.PUSH10:
      case opcode.PUSH11:
      case opcode.PUSH12:
      case opcode.PUSH13:
      case opcode.PUSH14:
      case opcode.PUSH15:
      case opcode.PUSH16:
      case opcode.PUSH17:
      case opcode.PUSH18:
      case opcode.PUSH19:
      case opcode.PUSH20:
      case opcode.PUSH21:
      case opcode.PUSH22:
      case opcode.PUSH23:
      case opcode.PUSH24:
      case opcode.PUSH25:
      case opcode.PUSH26:
      case opcode.PUSH27:
      case opcode.PUSH28:
      case opcode.PUSH29:
      case opcode.PUSH30:
      case opcode.PUSH31:
      case opcode.PUSH32: {
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.PUSH9_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.PUSH9_GAS;
        sp += 32;
        pushBytes(pc + 1, op - opcode.PUSH0, sp);
        pc += op - opcode.PUSH0 + 1;
        continue;
      }
      case opcode.DUP1:
      case opcode.DUP2:
      case opcode.DUP3:
      case opcode.DUP4:
      case opcode.DUP5:
      case opcode.DUP6:
      case opcode.DUP7:
      case opcode.DUP8:
      case opcode.DUP9:
      case opcode.DUP10:
      case opcode.DUP11:
      case opcode.DUP12:
      case opcode.DUP13:
      case opcode.DUP14:
      case opcode.DUP15:
      case opcode.DUP16: {
        const from = sp - ((op - opcode.DUP1) << 5);
        if (from < base || sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (sp >= limit) return fail(OVERFLOW, pc, sp, gas);
        if (gas < opcode.DUP1_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.DUP1_GAS;
        sp += 32;
        word.copy(from, sp);
        pc++;
        continue;
      }
      case opcode.SWAP1:
      case opcode.SWAP2:
      case opcode.SWAP3:
      case opcode.SWAP4:
      case opcode.SWAP5:
      case opcode.SWAP6:
      case opcode.SWAP7:
      case opcode.SWAP8:
      case opcode.SWAP9:
      case opcode.SWAP10:
      case opcode.SWAP11:
      case opcode.SWAP12:
      case opcode.SWAP13:
      case opcode.SWAP14:
      case opcode.SWAP15:
      case opcode.SWAP16: {
        const other = sp - ((op - opcode.SWAP1 + 1) << 5);
        if (other < base || sp < base) return fail(UNDERFLOW, pc, sp, gas);
        if (gas < opcode.SWAP1_GAS) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= opcode.SWAP1_GAS;
        const low = v128.load(sp);
        const high = v128.load(sp, 16);
        word.copy(other, sp);
        v128.store(other, low);
        v128.store(other, high, 16);
        pc++;
        continue;
      }
      case opcode.LOG0:
      case opcode.LOG1:
      case opcode.LOG2:
      case opcode.LOG3:
      case opcode.LOG4: {
        const topics = op - opcode.LOG0;
        if (sp < base + opcode.LOG0_NEED + (topics << 5)) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 32);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = 375 * <i64>(topics + 1) + <i64>size * 8 + growth(reach, memBytes);
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
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
      case opcode.CREATE:
      case opcode.CREATE2: {
        const isSalted = op == opcode.CREATE2;
        if (sp < base + (isSalted ? opcode.CREATE2_NEED : opcode.CREATE_NEED)) return fail(UNDERFLOW, pc, sp, gas);
        if (load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        const size = sizeAt(sp - 64);
        const reach = reachOf(sp - 32, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        if (size > initcodeLimit) return fail(gas < opcode.CREATE_GAS ? OUT_OF_GAS : INITCODE_SIZE, pc, sp, gas);
        const cost = opcode.CREATE_GAS + <i64>wordsOf(size) * (isSalted ? 8 : 2) + growth(reach, memBytes);
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
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
      case opcode.CALL:
      case opcode.CALLCODE:
      case opcode.DELEGATECALL:
      case opcode.STATICCALL: {
        const takesValue = op <= opcode.CALLCODE;
        if (sp < base + (takesValue ? opcode.CALL_NEED : opcode.DELEGATECALL_NEED)) return fail(UNDERFLOW, pc, sp, gas);
        const hasValue = takesValue && !word.isZero(sp - 64);
        if (hasValue && op == opcode.CALL && load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        const areas = takesValue ? sp - 96 : sp - 64;
        const reach = max(reachOf(areas, sizeAt(areas - 32)), reachOf(areas - 64, sizeAt(areas - 96)));
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        word.storeBig(sp - 32, exchange + ADDRESS);
        const requested = load<u64>(sp);
        store<u64>(exchange, word.isSmall(sp) && requested <= <u64>i64.MAX_VALUE ? requested : <u64>i64.MAX_VALUE, REQUESTED);
        store<u32>(exchange, hasValue, VALUE);
        return ask(CALLED, growth(reach, memBytes), reach, pc, sp, gas);
      }
      case opcode.RETURN:
      case opcode.REVERT: {
        if (sp < base + opcode.RETURN_NEED) return fail(UNDERFLOW, pc, sp, gas);
        const size = sizeAt(sp - 32);
        const reach = reachOf(sp, size);
        if (reach > MAX_REACH) return fail(OUT_OF_GAS, pc, sp, gas);
        const cost = growth(reach, memBytes);
        if (OBSERVED && !isReported) return report(cost, pc, sp, gas, refund);
        if (gas < cost) return fail(OUT_OF_GAS, pc, sp, gas);
        if (!expand(reach)) return fail(OUT_OF_GAS, pc, sp, gas);
        gas -= cost;
        store<u32>(exchange, size == 0 ? 0 : load<u32>(frame, F_MEMORY) + load<u32>(sp), DATA);
        store<u32>(exchange, <u32>size, DATA_BYTES);
        return exit(op == opcode.RETURN ? RETURNED : REVERTED, pc, sp, gas);
      }
      case opcode.SELFDESTRUCT: {
        if (sp < base + opcode.SELFDESTRUCT_NEED) return fail(UNDERFLOW, pc, sp, gas);
        if (load<u32>(frame, F_STATIC) != 0) return fail(WRITE_PROTECTION, pc, sp, gas);
        word.storeBig(sp, exchange + ADDRESS);
        return ask(HOST, opcode.SELFDESTRUCT_GAS, 0, pc, sp, gas);
      }
      default:
        return fail(INVALID, pc, sp, gas);
    }
  }
}

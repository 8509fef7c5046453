/**
 * The frames of running code, one after the other in linear memory. No frame occupies the host's stack, so 1,025 frames
 * cost only their memory.
 */
import { giveCode } from './code';
import { exchange } from './exchange';
import { ADDRESS, BROUGHT, CALLER, CHILD_GAS, COST, DATA, DATA_BYTES, EXTRA, GAS, OP, REACH, REQUESTED, SELF, TOP, VALUE } from '../layout';
import { capacityOf, give, take } from './heap';
import { undoMark, undoTo } from './slots';
import { loadBig } from './word';

const FRAMES: u32 = 1025;
const FRAME: u32 = 192;
const STACK_BYTES: u32 = 1024 * 32;

export const F_CODE: usize = 0;
/** Position of the next operation, counted from the beginning of the code. */
export const F_PC: usize = 4;
export const F_STACK: usize = 8;
/** Address of the top word. It is one word before F_STACK when the stack is empty. */
export const F_TOP: usize = 12;
export const F_MEMORY: usize = 16;
/** Capacity of the memory's block. F_MEMORY_BYTES is the memory that is paid for. Both are in bytes. */
const F_CAPACITY: usize = 20;
export const F_MEMORY_BYTES: usize = 24;
export const F_INPUT: usize = 28;
export const F_INPUT_BYTES: usize = 32;
export const F_STATIC: usize = 36;
/** Number of the account whose storage the frame uses. */
export const F_ACCOUNT: usize = 40;
/**
 * Position in the frame's memory to which the return data of the call that it paid for is copied. F_ANSWER_BYTES
 * is the size there.
 */
const F_ANSWER: usize = 44;
const F_ANSWER_BYTES: usize = 48;
const F_UNDO: usize = 52;
/** Code that is released together with the frame. F_OWNS_INPUT is nonzero when the input is released too. */
const F_OWN_CODE: usize = 56;
const F_OWNS_INPUT: usize = 60;
export const F_GAS: usize = 64;
const F_REFUND: usize = 72;
/** Gas below which the interpreter pauses and returns to the host. */
export const F_FLOOR: usize = 80;
/** Gas of the call or creation that the frame paid for. */
const F_CHILD_GAS: usize = 88;
export const F_SELF: usize = 96;
export const F_CALLER: usize = 128;
export const F_VALUE: usize = 160;

/** Most memory of a frame, in bytes. More would cost more gas than exists. */
const MAX_MEMORY: u64 = 1 << 30;

/** Gas between two pauses. */
export const SLICE: i64 = 250_000;

const CALL: u32 = 0xf1;
const CALLCODE: u32 = 0xf2;
const DELEGATECALL: u32 = 0xf4;
const STATICCALL: u32 = 0xfa;

let frames: usize = 0;
export let frame: usize = 0;
export let refund: i64 = 0;

/** Address of the last call's return data. It may be in memory of a frame that has ended. */
export let returned: usize = 0;
export let returnedBytes: u32 = 0;
let returnedBlock: usize = 0;
let returnedCapacity: u32 = 0;

export function setRefund(value: i64): void {
  refund = value;
}

export function refundOf(): i64 {
  return refund;
}

export function memoryOf(): usize {
  return load<u32>(frame, F_MEMORY);
}

/** Returns the code of the running frame. */
export function codeOf(): usize {
  return load<u32>(frame, F_CODE);
}

/** Resets all frames and releases what an earlier run left. */
export function resetFrames(): void {
  if (frames == 0) {
    frames = take(FRAMES * FRAME);
    memory.fill(frames, 0, FRAMES * FRAME);
  }
  while (frame != 0) drop();
  frame = 0;
  refund = 0;
  forgetReturned();
}

function drop(): void {
  give(load<u32>(frame, F_MEMORY), load<u32>(frame, F_CAPACITY));
  const own = load<u32>(frame, F_OWN_CODE);
  if (own != 0) giveCode(own);
  if (load<u32>(frame, F_OWNS_INPUT) != 0) give(load<u32>(frame, F_INPUT), load<u32>(frame, F_INPUT_BYTES));
  frame = frame == frames ? 0 : frame - FRAME;
}

function forgetReturned(): void {
  give(returnedBlock, returnedCapacity);
  returnedBlock = 0;
  returned = 0;
  returnedBytes = 0;
}

/** Initializes a new frame's stack, memory and counters. */
function push(code: usize, own: bool, gas: i64, account: u32): void {
  frame = frame == 0 ? frames : frame + FRAME;
  let stack = <usize>load<u32>(frame, F_STACK);
  if (stack == 0) {
    stack = take(STACK_BYTES);
    if (stack == 0) unreachable();
    store<u32>(frame, stack, F_STACK);
  }
  store<u32>(frame, code, F_CODE);
  store<u32>(frame, 0, F_PC);
  store<u32>(frame, stack - 32, F_TOP);
  store<u32>(frame, 0, F_MEMORY);
  store<u32>(frame, 0, F_CAPACITY);
  store<u32>(frame, 0, F_MEMORY_BYTES);
  store<u32>(frame, account, F_ACCOUNT);
  store<u32>(frame, undoMark(), F_UNDO);
  store<u32>(frame, own ? code : 0, F_OWN_CODE);
  store<u32>(frame, 0, F_OWNS_INPUT);
  store<i64>(frame, gas, F_GAS);
  store<i64>(frame, refund, F_REFUND);
  store<i64>(frame, gas - SLICE, F_FLOOR);
  forgetReturned();
}

/**
 * Enters a frame that the host itself runs, with SELF, CALLER and BROUGHT from the exchange area. The input is in a
 * block of its own, which the frame takes over.
 */
export function enter(
  code: usize,
  input: usize,
  inputBytes: u32,
  gas: i64,
  account: u32,
  isStatic: bool,
  isOwnCode: bool,
): void {
  push(code, isOwnCode, gas, account);
  store<u32>(frame, input, F_INPUT);
  store<u32>(frame, inputBytes, F_INPUT_BYTES);
  store<u32>(frame, 1, F_OWNS_INPUT);
  store<u32>(frame, isStatic, F_STATIC);
  loadBig(exchange + SELF, frame + F_SELF);
  loadBig(exchange + CALLER, frame + F_CALLER);
  loadBig(exchange + BROUGHT, frame + F_VALUE);
}

/** Prices the operation that the host performs. Returns false when the frame cannot pay. */
export function price(extra: u32): bool {
  const cost = load<i64>(exchange, EXTRA) + extra;
  store<i64>(exchange, cost, COST);
  return cost <= load<i64>(frame, F_GAS);
}

/** Prices a call, which passes on a part of the remaining gas (EIP-150). Returns false when the frame cannot pay. */
export function priceCall(extra: u32): bool {
  const cost = load<i64>(exchange, EXTRA) + extra;
  const left = load<i64>(frame, F_GAS) - cost;
  if (left < 0) {
    store<i64>(exchange, cost, COST);
    return false;
  }
  const most = left - (left >> 6);
  const requested = load<i64>(exchange, REQUESTED);
  const handed = requested < most ? requested : most;
  store<i64>(exchange, handed, CHILD_GAS);
  store<i64>(exchange, cost + handed, COST);
  return true;
}

/**
 * Pays the price and advances to the next operation, with `items` fewer on the stack. Returns false when there is no
 * memory.
 */
export function finish(items: i32): bool {
  if (!expand(load<u32>(exchange, REACH))) return false;
  const gas = load<i64>(frame, F_GAS) - load<i64>(exchange, COST);
  store<i64>(frame, gas, F_GAS);
  store<i64>(exchange, gas, GAS);
  store<u32>(frame, load<u32>(frame, F_TOP) - (items << 5), F_TOP);
  store<u32>(frame, load<u32>(frame, F_PC) + 1, F_PC);
  return true;
}

/** Pays the price of a call. Its value stays in place on the stack. Returns false when there is no memory. */
export function payCall(stipend: u32): bool {
  const top = <usize>load<u32>(frame, F_TOP);
  const op = load<u32>(exchange, OP);
  const hasValue = op == CALL || op == CALLCODE;
  // The areas are below gas, address and, if there is one, value.
  const areas = hasValue ? top - 96 : top - 64;
  const input = load<u32>(areas);
  const inputBytes = load<u32>(areas - 32);
  if (!finish(hasValue ? 6 : 5)) return false;
  const memory = load<u32>(frame, F_MEMORY);
  const handed = load<i64>(exchange, CHILD_GAS) + stipend;
  store<i64>(exchange, handed, CHILD_GAS);
  store<i64>(frame, handed, F_CHILD_GAS);
  handFloorOn(handed);
  store<u32>(exchange, inputBytes == 0 ? 0 : memory + input, DATA);
  store<u32>(exchange, inputBytes, DATA_BYTES);
  store<u32>(exchange, <u32>(top - 64), VALUE);
  store<u32>(frame, load<u32>(areas - 64), F_ANSWER);
  store<u32>(frame, load<u32>(areas - 96), F_ANSWER_BYTES);
  return true;
}

/** Enters the code that the running frame called and paid for. */
export function enterCall(code: usize, account: u32): void {
  const caller = frame;
  const op = load<u32>(exchange, OP);
  const value = load<u32>(exchange, VALUE);
  push(code, false, load<i64>(caller, F_CHILD_GAS), account);
  store<u32>(frame, load<u32>(exchange, DATA), F_INPUT);
  store<u32>(frame, load<u32>(exchange, DATA_BYTES), F_INPUT_BYTES);
  store<u32>(frame, op == STATICCALL ? 1 : load<u32>(caller, F_STATIC), F_STATIC);
  if (op == CALL || op == STATICCALL) {
    // The address is as code passed it: its upper twelve bytes may have any value.
    loadBig(exchange + ADDRESS, frame + F_SELF);
    store<u32>(frame, 0, F_SELF + 20);
    store<u64>(frame, 0, F_SELF + 24);
  } else memory.copy(frame + F_SELF, caller + F_SELF, 32);
  memory.copy(frame + F_CALLER, caller + (op == DELEGATECALL ? F_CALLER : F_SELF), 32);
  if (op == DELEGATECALL) memory.copy(frame + F_VALUE, caller + F_VALUE, 32);
  else if (op == STATICCALL) memory.fill(frame + F_VALUE, 0, 32);
  else memory.copy(frame + F_VALUE, value, 32);
}

/** Enters the initcode of a contract whose creation the running frame paid for. */
export function enterCreation(code: usize, account: u32): void {
  const creator = frame;
  const value = load<u32>(exchange, VALUE);
  push(code, true, load<i64>(creator, F_CHILD_GAS), account);
  store<u32>(frame, 0, F_INPUT);
  store<u32>(frame, 0, F_INPUT_BYTES);
  store<u32>(frame, 0, F_STATIC);
  loadBig(exchange + ADDRESS, frame + F_SELF);
  memory.copy(frame + F_CALLER, creator + F_SELF, 32);
  memory.copy(frame + F_VALUE, value, 32);
}

/** Passes all but one 64th of the remaining gas to a creation. */
export function handOn(): void {
  const left = load<i64>(frame, F_GAS);
  const handed = left - (left >> 6);
  store<i64>(frame, left - handed, F_GAS);
  store<i64>(frame, handed, F_CHILD_GAS);
  store<i64>(exchange, handed, CHILD_GAS);
  handFloorOn(handed);
}

/** Lowers the floor by the gas that is passed on, since this frame does not spend it. */
@inline
function handFloorOn(gas: i64): void {
  store<i64>(frame, load<i64>(frame, F_FLOOR) - gas, F_FLOOR);
}

/** Spends gas. Returns false when the frame has less. */
export function spend(gas: u32): bool {
  const left = load<i64>(frame, F_GAS) - gas;
  if (left < 0) return false;
  store<i64>(frame, left, F_GAS);
  return true;
}

/**
 * Ends the running frame, and undoes its changes unless it succeeded. Its return data stays available to the frame
 * below.
 */
function end(isSuccess: bool): void {
  if (!isSuccess) {
    undoTo(load<u32>(frame, F_UNDO));
    refund = load<i64>(frame, F_REFUND);
  }
  forgetReturned();
  returned = load<u32>(exchange, DATA);
  returnedBytes = load<u32>(exchange, DATA_BYTES);
  if (returnedBytes > 0) {
    returnedBlock = load<u32>(frame, F_MEMORY);
    returnedCapacity = load<u32>(frame, F_CAPACITY);
    store<u32>(frame, 0, F_MEMORY);
  }
  drop();
}

/** Ends a frame that the host entered. */
export function leave(isSuccess: bool): void {
  end(isSuccess);
}

/**
 * Ends a call whose return data is DATA. Its remaining gas is returned, unless it failed for a reason other than
 * REVERT.
 */
export function leaveCall(isSuccess: bool, keepsGas: bool): void {
  const gasLeft = keepsGas ? load<i64>(frame, F_GAS) : 0;
  end(isSuccess);
  answer(isSuccess, gasLeft);
}

/** Ends a call that ran no code and returned nothing. */
export function skipCall(isSuccess: bool): void {
  forgetReturned();
  answer(isSuccess, load<i64>(frame, F_CHILD_GAS));
}

/** Ends a call that the host performed. Its return data is in a block of its own, which is taken over. */
export function answerCall(isSuccess: bool, gasLeft: i64, data: usize, bytes: u32): void {
  forgetReturned();
  returned = data;
  returnedBytes = bytes;
  returnedBlock = data;
  returnedCapacity = bytes;
  answer(isSuccess, gasLeft);
}

function answer(isSuccess: bool, gasLeft: i64): void {
  const wanted = load<u32>(frame, F_ANSWER_BYTES);
  const bytes = returnedBytes < wanted ? returnedBytes : wanted;
  if (bytes > 0) memory.copy(<usize>load<u32>(frame, F_MEMORY) + load<u32>(frame, F_ANSWER), returned, bytes);
  resume(gasLeft);
  const top = <usize>load<u32>(frame, F_TOP);
  store<u64>(top, isSuccess ? 1 : 0);
  store<u64>(top, 0, 8);
  store<u64>(top, 0, 16);
  store<u64>(top, 0, 24);
}

/** Ends the frame of a creation, and pushes ADDRESS when it succeeded. Only the data of a revert is retained. */
export function leaveCreation(isSuccess: bool, isReverted: bool): void {
  const gasLeft = isSuccess || isReverted ? load<i64>(frame, F_GAS) : 0;
  end(isSuccess);
  if (!isReverted) forgetReturned();
  created(isSuccess, gasLeft);
}

/** Ends a creation that had no frame. */
export function skipCreation(isSuccess: bool, keepsGas: bool): void {
  forgetReturned();
  created(isSuccess, keepsGas ? load<i64>(frame, F_CHILD_GAS) : 0);
}

function created(isSuccess: bool, gasLeft: i64): void {
  resume(gasLeft);
  const top = <usize>load<u32>(frame, F_TOP);
  if (isSuccess) loadBig(exchange + ADDRESS, top);
  else memory.fill(top, 0, 32);
}

@inline
function resume(gasLeft: i64): void {
  store<i64>(frame, load<i64>(frame, F_GAS) + gasLeft, F_GAS);
  store<i64>(frame, load<i64>(frame, F_FLOOR) + gasLeft, F_FLOOR);
}

/**
 * Extends the memory with zeros to this position, rounded up to whole words. The caller has paid for it. Returns false
 * when there is no memory.
 */
export function expand(reach: u64): bool {
  const bytes = load<u32>(frame, F_MEMORY_BYTES);
  if (reach <= bytes) return true;
  if (reach > MAX_MEMORY) return false;
  const wanted = (<u32>reach + 31) & ~31;
  const block = <usize>load<u32>(frame, F_MEMORY);
  if (wanted > load<u32>(frame, F_CAPACITY)) {
    const larger = take(wanted);
    if (larger == 0) return false;
    if (bytes > 0) memory.copy(larger, block, bytes);
    give(block, load<u32>(frame, F_CAPACITY));
    store<u32>(frame, larger, F_MEMORY);
    store<u32>(frame, capacityOf(wanted), F_CAPACITY);
    memory.fill(larger + bytes, 0, wanted - bytes);
  } else memory.fill(block + bytes, 0, wanted - bytes);
  store<u32>(frame, wanted, F_MEMORY_BYTES);
  return true;
}

@inline
export function depth(): u32 {
  return <u32>(frame - frames) / FRAME;
}

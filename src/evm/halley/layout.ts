/**
 * What the interpreter and its host agree on: where things stand in the exchange, a block of linear memory, and what the
 * statuses are. Read by both compilers, so it imports nothing and has no types. Offsets are in bytes. Words are as the
 * stack has them (four limbs of 64 bits, the lowest first), addresses, slots and topics big-endian.
 */

export const WORD_BYTES = 32;

/** Where the code stands: the place of its next operation, that operation, the top of the stack, gas that is left. */
export const PC = 0;
export const OP = 4;
export const TOP = 8;
export const REASON = 12;
export const GAS = 16;
/** All that the operation costs, and the refund counter with what it adds. */
export const COST = 24;
export const REFUND = 32;
/** What a call hands on. */
export const CHILD_GAS = 40;
/** Bytes that go in, or come out, or are logged. */
export const DATA = 48;
export const DATA_BYTES = 52;
export const MEMORY = 56;
export const MEMORY_BYTES = 60;
export const STACK = 64;
/** Where the value of a call or a creation stands; of a call that is not paid yet, whether there is one. */
export const VALUE = 72;
/** Gas of the operation that is known here: its memory, what it copies; and how far it reaches in memory. */
export const REACH = 76;
export const EXTRA = 80;
/** What a call asks to hand on. */
export const REQUESTED = 88;
/** 32 bytes, the address in the last 20. */
export const ADDRESS = 96;
/** Up to four of 32 bytes, or the salt of a creation. */
export const TOPICS = 128;
/** A slot and its value, big-endian; whose it is; and the slot as the stack has it. */
export const SLOT_KEY = 256;
export const SLOT_VALUE = 384;
export const SLOT = 416;
export const SLOT_ACCOUNT = 448;
/** Observed runs: the operation that waits has been told. */
export const REPORTED = 452;
/** Observed runs: what the last call answered. */
export const RETURN_DATA = 456;
export const RETURN_DATA_BYTES = 460;
/** Self, caller, value of the outermost frame: big-endian. */
export const SELF = 288;
export const CALLER = 320;
export const BROUGHT = 352;

/** Words that code reads of the transaction and its block, in a block of their own. */
export const ORIGIN = 0;
export const GASPRICE = 32;
export const COINBASE = 64;
export const TIMESTAMP = 96;
export const NUMBER = 128;
export const PREVRANDAO = 160;
export const GASLIMIT = 192;
export const CHAINID = 224;
export const BASEFEE = 256;
export const BLOBBASEFEE = 288;

/** Why the interpreter comes back. */
export const STOPPED = 0;
export const RETURNED = 1;
export const REVERTED = 2;
/** See REASON. */
export const FAILED = 3;
/** A slice of gas is used up; nothing is asked for. */
export const PAUSED = 4;
/** Observed runs alone: an operation is priced and has not acted. */
export const STEPPED = 5;
/** A slot was met that the host has to load. */
export const SLOT_MISSING = 6;
/** The host's own operation: it prices, acts, and calls `finish`. */
export const HOST = 7;
export const LOGGED = 8;
export const CALLED = 9;
export const CREATED = 10;

/** Why code failed. */
export const OUT_OF_GAS = 1;
export const UNDERFLOW = 2;
export const OVERFLOW = 3;
export const INVALID = 4;
export const BAD_JUMP = 5;
export const WRITE_PROTECTION = 6;
export const BEYOND_RETURN_DATA = 7;
export const INITCODE_SIZE = 8;
export const VALUE_OVERFLOW = 9;

/** Accounts of which the interpreter can know that it has all of their storage: the first ones, by number. */
export const WHOLE_ACCOUNTS = 1024;

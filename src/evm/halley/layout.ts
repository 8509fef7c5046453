/**
 * Defines what the interpreter and its host agree on: the offsets in the exchange area, which is a block of linear
 * memory, and the statuses. Both compilers read this file, so it imports nothing and has no types. Offsets are in
 * bytes.
 *
 * Words have the form of the stack: four limbs of 64 bits, the lowest first. Addresses, slots and topics are
 * big-endian.
 */

export const WORD_BYTES = 32;

/**
 * Position of the next operation. OP is the operation, TOP the top of the stack, REASON the cause of a failure, and GAS
 * the gas left.
 */
export const PC = 0;
export const OP = 4;
export const TOP = 8;
export const REASON = 12;
export const GAS = 16;
/** Whole price of the operation. REFUND holds the refund counter including what the operation adds. */
export const COST = 24;
export const REFUND = 32;
/** Gas that a call passes on. */
export const CHILD_GAS = 40;
/** Address of the bytes that are passed in, returned or logged. DATA_BYTES holds their number. */
export const DATA = 48;
export const DATA_BYTES = 52;
export const MEMORY = 56;
export const MEMORY_BYTES = 60;
export const STACK = 64;
/** Locates the value of a call or a creation. For a call that is not paid yet, it is nonzero when there is a value. */
export const VALUE = 72;
/**
 * Extent to which the operation reaches in memory. EXTRA holds the part of its price that the interpreter can compute:
 * for memory and for copied bytes.
 */
export const REACH = 76;
export const EXTRA = 80;
/** Gas that a call requests for its callee. */
export const REQUESTED = 88;
/** 32 bytes; the address is in the last 20. */
export const ADDRESS = 96;
/** Up to four topics of 32 bytes, or the salt of a creation. */
export const TOPICS = 128;
/**
 * Slot in big-endian form; SLOT_VALUE is its value. SLOT holds the slot in the form of the stack, and SLOT_ACCOUNT its
 * account.
 */
export const SLOT_KEY = 256;
export const SLOT_VALUE = 384;
export const SLOT = 416;
export const SLOT_ACCOUNT = 448;
/** Nonzero in observed runs when the current operation has been reported. */
export const REPORTED = 452;
/** Address of the last call's return data in observed runs. RETURN_DATA_BYTES holds its size. */
export const RETURN_DATA = 456;
export const RETURN_DATA_BYTES = 460;
/** Address of the outermost frame in big-endian form. CALLER and BROUGHT hold its caller and its value. */
export const SELF = 288;
export const CALLER = 320;
export const BROUGHT = 352;

/** First word of the transaction and its block that code can read. These words are in a block of their own. */
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

/** First of the statuses, which state why the interpreter returns to the host. */
export const STOPPED = 0;
export const RETURNED = 1;
export const REVERTED = 2;
/** Status of a failed frame; REASON holds the cause. */
export const FAILED = 3;
/** Status when a slice of gas is used up; the interpreter requests nothing. */
export const PAUSED = 4;
/** Status when an operation is priced and has not acted. It occurs only in observed runs. */
export const STEPPED = 5;
/** Status when the host has to load a slot. */
export const SLOT_MISSING = 6;
/** Status when the host performs the operation: it prices it, acts, and calls `finish`. */
export const HOST = 7;
export const LOGGED = 8;
export const CALLED = 9;
export const CREATED = 10;

/** First of the causes for which code fails. */
export const OUT_OF_GAS = 1;
export const UNDERFLOW = 2;
export const OVERFLOW = 3;
export const INVALID = 4;
export const BAD_JUMP = 5;
export const WRITE_PROTECTION = 6;
export const BEYOND_RETURN_DATA = 7;
export const INITCODE_SIZE = 8;
export const VALUE_OVERFLOW = 9;

/** Most accounts, by number, of which the interpreter can record that it has their whole storage. */
export const WHOLE_ACCOUNTS = 1024;

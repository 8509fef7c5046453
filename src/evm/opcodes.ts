/**
 * The table of all opcodes. Everything that others state about an opcode follows from its row: what the observed build
 * of the interpreter reports (`scripts/opcode_constants.mjs` writes it for the compiler), the error texts, the names in
 * traces, and what the generator of programs needs. An opcode's implementation is a case in
 * `halley/interpreter/run.ts`; what the host performs is in `halley/operations.ts`.
 */
import { HARDFORKS, type Hardfork } from './hardfork.js';

/**
 * Locates an area of memory that an operation accesses. `offset` is a position on the stack; `length` is a position
 * (number) or the length itself (bigint).
 */
type Area = readonly [offset: number, length: number | bigint];

/** Meaning of a stack item: of the first item, or for a callee the second. */
type Accessed = 'slot' | 'account' | 'beneficiary' | 'callee';

interface Row {
  readonly code: number;
  /** Items that must be on the stack. `leaves` counts how many items are in their place afterwards. */
  readonly takes: number;
  readonly leaves: number;
  /** Constant part of the price, which geth takes before it reads the operands (`core/vm/jump_table.go`). */
  readonly gas: number;
  /** Whether the price has a further part, which depends on the operands. */
  readonly isDynamic?: boolean;
  /** Whether the host prices and performs the operation. */
  readonly isByHost?: boolean;
  /** Data that the operation accesses besides memory. */
  readonly accesses?: Accessed;
  readonly areas?: readonly Area[];
  /** First fork that has the operation. Without it, all supported forks have it. */
  readonly since?: Hardfork;
}

export interface Opcode extends Row {
  /** Name in go-ethereum. */
  readonly name: string;
}

const CALL_AREAS: readonly Area[] = [
  [3, 4],
  [5, 6],
];
const PLAIN_CALL_AREAS: readonly Area[] = [
  [2, 3],
  [4, 5],
];

const TABLE = {
  STOP: { code: 0x00, takes: 0, leaves: 0, gas: 0 },
  ADD: { code: 0x01, takes: 2, leaves: 1, gas: 3 },
  MUL: { code: 0x02, takes: 2, leaves: 1, gas: 5 },
  SUB: { code: 0x03, takes: 2, leaves: 1, gas: 3 },
  DIV: { code: 0x04, takes: 2, leaves: 1, gas: 5 },
  SDIV: { code: 0x05, takes: 2, leaves: 1, gas: 5 },
  MOD: { code: 0x06, takes: 2, leaves: 1, gas: 5 },
  SMOD: { code: 0x07, takes: 2, leaves: 1, gas: 5 },
  ADDMOD: { code: 0x08, takes: 3, leaves: 1, gas: 8 },
  MULMOD: { code: 0x09, takes: 3, leaves: 1, gas: 8 },
  EXP: { code: 0x0a, takes: 2, leaves: 1, gas: 0, isDynamic: true },
  SIGNEXTEND: { code: 0x0b, takes: 2, leaves: 1, gas: 5 },
  LT: { code: 0x10, takes: 2, leaves: 1, gas: 3 },
  GT: { code: 0x11, takes: 2, leaves: 1, gas: 3 },
  SLT: { code: 0x12, takes: 2, leaves: 1, gas: 3 },
  SGT: { code: 0x13, takes: 2, leaves: 1, gas: 3 },
  EQ: { code: 0x14, takes: 2, leaves: 1, gas: 3 },
  ISZERO: { code: 0x15, takes: 1, leaves: 1, gas: 3 },
  AND: { code: 0x16, takes: 2, leaves: 1, gas: 3 },
  OR: { code: 0x17, takes: 2, leaves: 1, gas: 3 },
  XOR: { code: 0x18, takes: 2, leaves: 1, gas: 3 },
  NOT: { code: 0x19, takes: 1, leaves: 1, gas: 3 },
  BYTE: { code: 0x1a, takes: 2, leaves: 1, gas: 3 },
  SHL: { code: 0x1b, takes: 2, leaves: 1, gas: 3 },
  SHR: { code: 0x1c, takes: 2, leaves: 1, gas: 3 },
  SAR: { code: 0x1d, takes: 2, leaves: 1, gas: 3 },
  CLZ: { code: 0x1e, takes: 1, leaves: 1, gas: 5, since: 'osaka' },
  KECCAK256: { code: 0x20, takes: 2, leaves: 1, gas: 30, isDynamic: true, areas: [[0, 1]] },
  ADDRESS: { code: 0x30, takes: 0, leaves: 1, gas: 2 },
  BALANCE: { code: 0x31, takes: 1, leaves: 1, gas: 100, isDynamic: true, isByHost: true, accesses: 'account' },
  ORIGIN: { code: 0x32, takes: 0, leaves: 1, gas: 2 },
  CALLER: { code: 0x33, takes: 0, leaves: 1, gas: 2 },
  CALLVALUE: { code: 0x34, takes: 0, leaves: 1, gas: 2 },
  CALLDATALOAD: { code: 0x35, takes: 1, leaves: 1, gas: 3 },
  CALLDATASIZE: { code: 0x36, takes: 0, leaves: 1, gas: 2 },
  CALLDATACOPY: { code: 0x37, takes: 3, leaves: 0, gas: 3, isDynamic: true, areas: [[0, 2]] },
  CODESIZE: { code: 0x38, takes: 0, leaves: 1, gas: 2 },
  CODECOPY: { code: 0x39, takes: 3, leaves: 0, gas: 3, isDynamic: true, areas: [[0, 2]] },
  GASPRICE: { code: 0x3a, takes: 0, leaves: 1, gas: 2 },
  EXTCODESIZE: { code: 0x3b, takes: 1, leaves: 1, gas: 100, isDynamic: true, isByHost: true, accesses: 'account' },
  EXTCODECOPY: {
    code: 0x3c,
    takes: 4,
    leaves: 0,
    gas: 100,
    isDynamic: true,
    isByHost: true,
    accesses: 'account',
    areas: [[1, 3]],
  },
  RETURNDATASIZE: { code: 0x3d, takes: 0, leaves: 1, gas: 2 },
  RETURNDATACOPY: { code: 0x3e, takes: 3, leaves: 0, gas: 3, isDynamic: true, areas: [[0, 2]] },
  EXTCODEHASH: { code: 0x3f, takes: 1, leaves: 1, gas: 100, isDynamic: true, isByHost: true, accesses: 'account' },
  BLOCKHASH: { code: 0x40, takes: 1, leaves: 1, gas: 20, isByHost: true },
  COINBASE: { code: 0x41, takes: 0, leaves: 1, gas: 2 },
  TIMESTAMP: { code: 0x42, takes: 0, leaves: 1, gas: 2 },
  NUMBER: { code: 0x43, takes: 0, leaves: 1, gas: 2 },
  DIFFICULTY: { code: 0x44, takes: 0, leaves: 1, gas: 2 },
  GASLIMIT: { code: 0x45, takes: 0, leaves: 1, gas: 2 },
  CHAINID: { code: 0x46, takes: 0, leaves: 1, gas: 2 },
  SELFBALANCE: { code: 0x47, takes: 0, leaves: 1, gas: 5, isByHost: true },
  BASEFEE: { code: 0x48, takes: 0, leaves: 1, gas: 2 },
  BLOBHASH: { code: 0x49, takes: 1, leaves: 1, gas: 3, since: 'cancun' },
  BLOBBASEFEE: { code: 0x4a, takes: 0, leaves: 1, gas: 2, since: 'cancun' },
  POP: { code: 0x50, takes: 1, leaves: 0, gas: 2 },
  MLOAD: { code: 0x51, takes: 1, leaves: 1, gas: 3, isDynamic: true, areas: [[0, 32n]] },
  MSTORE: { code: 0x52, takes: 2, leaves: 0, gas: 3, isDynamic: true, areas: [[0, 32n]] },
  MSTORE8: { code: 0x53, takes: 2, leaves: 0, gas: 3, isDynamic: true, areas: [[0, 1n]] },
  SLOAD: { code: 0x54, takes: 1, leaves: 1, gas: 0, isDynamic: true, accesses: 'slot' },
  SSTORE: { code: 0x55, takes: 2, leaves: 0, gas: 0, isDynamic: true, accesses: 'slot' },
  JUMP: { code: 0x56, takes: 1, leaves: 0, gas: 8 },
  JUMPI: { code: 0x57, takes: 2, leaves: 0, gas: 10 },
  PC: { code: 0x58, takes: 0, leaves: 1, gas: 2 },
  MSIZE: { code: 0x59, takes: 0, leaves: 1, gas: 2 },
  GAS: { code: 0x5a, takes: 0, leaves: 1, gas: 2 },
  JUMPDEST: { code: 0x5b, takes: 0, leaves: 0, gas: 1 },
  TLOAD: { code: 0x5c, takes: 1, leaves: 1, gas: 100, since: 'cancun' },
  TSTORE: { code: 0x5d, takes: 2, leaves: 0, gas: 100, since: 'cancun' },
  MCOPY: {
    code: 0x5e,
    takes: 3,
    leaves: 0,
    gas: 3,
    isDynamic: true,
    since: 'cancun',
    areas: [
      [0, 2],
      [1, 2],
    ],
  },
  PUSH0: { code: 0x5f, takes: 0, leaves: 1, gas: 2 },
  LOG0: { code: 0xa0, takes: 2, leaves: 0, gas: 0, isDynamic: true, areas: [[0, 1]] },
  LOG1: { code: 0xa1, takes: 3, leaves: 0, gas: 0, isDynamic: true, areas: [[0, 1]] },
  LOG2: { code: 0xa2, takes: 4, leaves: 0, gas: 0, isDynamic: true, areas: [[0, 1]] },
  LOG3: { code: 0xa3, takes: 5, leaves: 0, gas: 0, isDynamic: true, areas: [[0, 1]] },
  LOG4: { code: 0xa4, takes: 6, leaves: 0, gas: 0, isDynamic: true, areas: [[0, 1]] },
  CREATE: { code: 0xf0, takes: 3, leaves: 1, gas: 32_000, isDynamic: true, areas: [[1, 2]] },
  CALL: { code: 0xf1, takes: 7, leaves: 1, gas: 100, isDynamic: true, accesses: 'callee', areas: CALL_AREAS },
  CALLCODE: { code: 0xf2, takes: 7, leaves: 1, gas: 100, isDynamic: true, accesses: 'callee', areas: CALL_AREAS },
  RETURN: { code: 0xf3, takes: 2, leaves: 0, gas: 0, isDynamic: true, areas: [[0, 1]] },
  DELEGATECALL: {
    code: 0xf4,
    takes: 6,
    leaves: 1,
    gas: 100,
    isDynamic: true,
    accesses: 'callee',
    areas: PLAIN_CALL_AREAS,
  },
  CREATE2: { code: 0xf5, takes: 4, leaves: 1, gas: 32_000, isDynamic: true, areas: [[1, 2]] },
  STATICCALL: {
    code: 0xfa,
    takes: 6,
    leaves: 1,
    gas: 100,
    isDynamic: true,
    accesses: 'callee',
    areas: PLAIN_CALL_AREAS,
  },
  REVERT: { code: 0xfd, takes: 2, leaves: 0, gas: 0, isDynamic: true, areas: [[0, 1]] },
  SELFDESTRUCT: {
    code: 0xff,
    takes: 1,
    leaves: 0,
    gas: 5_000,
    isDynamic: true,
    isByHost: true,
    accesses: 'beneficiary',
  },
} as const satisfies Readonly<Record<string, Row>>;

const family = (name: string, first: number, last: number, row: (n: number) => Row): Opcode[] =>
  Array.from({ length: last - first + 1 }, (_, i) => ({ name: `${name}${first + i}`, ...row(first + i) }));

/** All opcodes in the order of their codes. The designated INVALID (0xfe) is not an operation. */
export const OPCODES: readonly Opcode[] = [
  ...Object.entries(TABLE).map(([name, row]): Opcode => ({ name, ...row })),
  ...family('PUSH', 1, 32, (n) => ({ code: 0x5f + n, takes: 0, leaves: 1, gas: 3 })),
  ...family('DUP', 1, 16, (n) => ({ code: 0x7f + n, takes: n, leaves: n + 1, gas: 3 })),
  ...family('SWAP', 1, 16, (n) => ({ code: 0x8f + n, takes: n + 1, leaves: n + 1, gas: 3 })),
].sort((a, b) => a.code - b.code);

const BY_CODE: readonly (Opcode | undefined)[] = OPCODES.reduce((all: (Opcode | undefined)[], opcode) => {
  all[opcode.code] = opcode;
  return all;
}, Array(256).fill(undefined));

/** Designated invalid instruction (EIP-141). */
export const INVALID = 0xfe;

/** Returns the row of a code, in whatever fork it is defined. */
export const opcodeAt = (code: number): Opcode | undefined => BY_CODE[code];

export const opcodeOf = (name: keyof typeof TABLE): number => TABLE[name].code;

/** Returns the codes of the operations that access one of these. */
export const codesThatAccess = (...what: readonly Accessed[]): ReadonlySet<number> =>
  new Set(OPCODES.filter(({ accesses }) => accesses !== undefined && what.includes(accesses)).map(({ code }) => code));

/** Returns the position of the first fork that has the operation among the supported forks. */
export const forkOf = ({ since = HARDFORKS[0] }: Opcode): number => HARDFORKS.indexOf(since);

const NAMES = Array.from(
  BY_CODE,
  (opcode, code) => opcode?.name ?? (code === INVALID ? 'INVALID' : undefinedOpcode(code)),
);

/** Returns an opcode's name in go-ethereum's spelling. */
export const opName = (code: number): string => NAMES[code] as string;

/** Describes a code without an operation, as go-ethereum does. */
export function undefinedOpcode(code: number): string {
  return `opcode 0x${code.toString(16)} not defined`;
}

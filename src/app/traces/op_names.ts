/** Names the operations by their codes, in go-ethereum's spelling. */

/** Lists the names of consecutive codes, with the first code of each range. */
const RANGES: readonly (readonly [first: number, names: string])[] = [
  [0x00, 'STOP ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD EXP SIGNEXTEND'],
  [0x10, 'LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR CLZ'],
  [0x20, 'KECCAK256'],
  [0x30, 'ADDRESS BALANCE ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CALLDATACOPY'],
  [0x38, 'CODESIZE CODECOPY GASPRICE EXTCODESIZE EXTCODECOPY RETURNDATASIZE RETURNDATACOPY EXTCODEHASH'],
  [0x40, 'BLOCKHASH COINBASE TIMESTAMP NUMBER DIFFICULTY GASLIMIT CHAINID SELFBALANCE BASEFEE BLOBHASH BLOBBASEFEE'],
  [0x50, 'POP MLOAD MSTORE MSTORE8 SLOAD SSTORE JUMP JUMPI PC MSIZE GAS JUMPDEST TLOAD TSTORE MCOPY PUSH0'],
  [0x60, numbered('PUSH', 1, 32)],
  [0x80, numbered('DUP', 1, 16)],
  [0x90, numbered('SWAP', 1, 16)],
  [0xa0, numbered('LOG', 0, 4)],
  [0xf0, 'CREATE CALL CALLCODE RETURN DELEGATECALL CREATE2'],
  [0xfa, 'STATICCALL'],
  [0xfd, 'REVERT INVALID SELFDESTRUCT'],
];

const NAMES = Array.from({ length: 256 }, (_, code) => `opcode 0x${code.toString(16)} not defined`);
for (const [first, names] of RANGES)
  names.split(' ').forEach((name, i) => {
    NAMES[first + i] = name;
  });

export const opName = (code: number): string => NAMES[code] as string;

function numbered(name: string, from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => `${name}${from + i}`).join(' ');
}

/** Defines contracts that are deployed before the first drawn transaction, and draws code. */
import { concatBytes } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { assemble, type Item } from './assembler.js';
import type { Draw } from './draw.js';

/** Calls the address in the first word with the rest of the input; logs and returns the output. */
export const FORWARDER = assemble(
  ...[32, 'CALLDATASIZE', 'SUB', 32, 'PUSH0', 'CALLDATACOPY'],
  ...['PUSH0', 'PUSH0', 32, 'CALLDATASIZE', 'SUB', 'PUSH0', 'CALLVALUE', 'PUSH0', 'CALLDATALOAD', 'GAS', 'CALL'],
  ...['RETURNDATASIZE', 'PUSH0', 'PUSH0', 'RETURNDATACOPY', 'RETURNDATASIZE', 'PUSH0', 'LOG1'],
  ...['RETURNDATASIZE', 'PUSH0', 'RETURN'],
);

/**
 * Calls the address in the second word with the rest of the input. The first word selects CALL, CALLCODE, DELEGATECALL
 * or STATICCALL. It returns the success flag.
 */
export const CALLER = assemble(
  ...[64, 'CALLDATASIZE', 'SUB', 64, 'PUSH0', 'CALLDATACOPY'],
  ...['PUSH0', 'CALLDATALOAD', 'DUP1', 1, 'EQ', '@callcode', 'JUMPI'],
  ...['DUP1', 2, 'EQ', '@delegatecall', 'JUMPI', 'DUP1', 3, 'EQ', '@staticcall', 'JUMPI'],
  ...[64, 'PUSH0', 64, 'CALLDATASIZE', 'SUB', 'PUSH0', 'CALLVALUE', 32, 'CALLDATALOAD', 'GAS', 'CALL', '@end', 'JUMP'],
  ':callcode',
  ...[
    64,
    'PUSH0',
    64,
    'CALLDATASIZE',
    'SUB',
    'PUSH0',
    'CALLVALUE',
    32,
    'CALLDATALOAD',
    'GAS',
    'CALLCODE',
    '@end',
    'JUMP',
  ],
  ':delegatecall',
  ...[64, 'PUSH0', 64, 'CALLDATASIZE', 'SUB', 'PUSH0', 32, 'CALLDATALOAD', 'GAS', 'DELEGATECALL', '@end', 'JUMP'],
  ':staticcall',
  ...[64, 'PUSH0', 64, 'CALLDATASIZE', 'SUB', 'PUSH0', 32, 'CALLDATALOAD', 'GAS', 'STATICCALL'],
  ':end',
  ...['PUSH0', 'MSTORE', 'RETURNDATASIZE', 32, 'MSTORE', 64, 'PUSH0', 'RETURN'],
);

/** Self-destructs in favor of the first word. Without input it only receives value. */
export const MORTAL = assemble(
  'CALLDATASIZE',
  'ISZERO',
  '@stay',
  'JUMPI',
  'PUSH0',
  'CALLDATALOAD',
  'SELFDESTRUCT',
  ':stay',
  'STOP',
);

/**
 * Runs CREATE2 with the code after the first word, which is the salt, and the received value. It stores the address in
 * slot 0.
 */
export const MAKER = assemble(
  ...[32, 'CALLDATASIZE', 'SUB', 32, 'PUSH0', 'CALLDATACOPY'],
  ...['PUSH0', 'CALLDATALOAD', 32, 'CALLDATASIZE', 'SUB', 'PUSH0', 'CALLVALUE', 'CREATE2'],
  ...['DUP1', 'PUSH0', 'SSTORE', 'PUSH0', 'MSTORE', 32, 'PUSH0', 'RETURN'],
);

/**
 * Stores and logs the values of the block that code can read, except its hash and its randomness, which differ between
 * the chains.
 */
export const CONTRACTS_SETUP = assemble(
  ...[
    'NUMBER',
    'TIMESTAMP',
    'COINBASE',
    'GASLIMIT',
    'CHAINID',
    'BASEFEE',
    'BLOBBASEFEE',
    'ORIGIN',
    'GASPRICE',
    'CALLER',
  ].flatMap((name, i) => [name, 'DUP1', 32 * i, 'MSTORE', i + 1, 'SSTORE']),
  ...['PUSH0', 'BLOBHASH', 99, 'SSTORE', 320, 'PUSH0', 'LOG0'],
);

/** Operations that work only on the stack. */
const FREE =
  'ADD MUL SUB DIV SDIV MOD SMOD ADDMOD MULMOD SIGNEXTEND LT GT SLT SGT EQ ISZERO AND OR XOR NOT BYTE SHL SHR SAR CLZ';
const ENVIRONMENT =
  'ADDRESS ORIGIN CALLER CALLVALUE CALLDATALOAD CALLDATASIZE CODESIZE GASPRICE RETURNDATASIZE COINBASE NUMBER GASLIMIT CHAINID SELFBALANCE BASEFEE BLOBHASH BLOBBASEFEE PC MSIZE GAS BALANCE EXTCODESIZE EXTCODEHASH EXP';
const MEMORY =
  'MLOAD MSTORE MSTORE8 KECCAK256 CALLDATACOPY CODECOPY EXTCODECOPY RETURNDATACOPY MCOPY LOG0 LOG1 LOG2 LOG3 LOG4';
const STORAGE = 'SLOAD SSTORE TLOAD TSTORE';
const FRAMES = 'CREATE CREATE2 CALL CALLCODE DELEGATECALL STATICCALL RETURN REVERT SELFDESTRUCT STOP INVALID';
const words = (text: string): readonly string[] => text.split(' ');

const WORDS = [0n, 1n, 2n, 31n, 32n, 33n, 255n, 256n, 2n ** 63n, 2n ** 255n, 2n ** 256n - 1n];

/** Draws an offset in memory, mostly a small one. */
const place = (draw: Draw): bigint => (draw.happens(1) ? draw.one(WORDS) : BigInt(draw.below(200)));

/** Draws operations with prepared operands; most of them succeed. */
export function drawProgram(draw: Draw, addresses: readonly bigint[]): Uint8Array {
  const items: Item[] = [];
  const count = draw.between(5, 60);
  const value = (): bigint =>
    draw.happens(40) ? draw.one(WORDS) : draw.happens(30) ? draw.one(addresses) : BigInt(draw.below(1000));
  for (let i = 0; i < count; i++) {
    switch (draw.below(10)) {
      case 0:
      case 1:
      case 2: {
        items.push(value(), value(), value(), draw.one(words(FREE)));
        break;
      }
      case 3:
      case 4: {
        items.push(value(), draw.one(words(ENVIRONMENT)));
        break;
      }
      case 5:
      case 6: {
        const name = draw.one(words(MEMORY));
        items.push(value(), value(), value(), value());
        if (name === 'EXTCODECOPY') items.push(place(draw), place(draw), place(draw), draw.one(addresses));
        else items.push(place(draw), name.startsWith('LOG') ? BigInt(draw.below(70)) : place(draw), place(draw));
        items.push(name);
        break;
      }
      case 7:
      case 8: {
        items.push(value(), BigInt(draw.below(4)), draw.one(words(STORAGE)));
        break;
      }
      default:
        items.push(...frame(draw, addresses));
    }
    if (draw.happens(20)) items.push(`DUP${draw.between(1, 3)}`, `SWAP${draw.between(1, 2)}`);
    if (draw.happens(1)) items.push(draw.bytes(1));
  }
  return assemble(...items);
}

function frame(draw: Draw, addresses: readonly bigint[]): Item[] {
  const name = draw.one(words(FRAMES));
  const area = (): Item[] => [BigInt(draw.below(64)), BigInt(draw.below(64))];
  const gas = (): Item[] => (draw.happens(70) ? ['GAS'] : [BigInt(draw.below(30_000))]);
  const funds = BigInt(draw.happens(80) ? 0 : draw.below(3));
  switch (name) {
    case 'CREATE':
      // The code is a part of memory, which is often empty, so that an account without code is created.
      return [BigInt(draw.below(64)), BigInt(draw.below(64)), funds, name];
    case 'CREATE2':
      return [BigInt(draw.below(3)), BigInt(draw.below(64)), BigInt(draw.below(64)), funds, name];
    case 'CALL':
    case 'CALLCODE':
      return [...area(), ...area(), funds, draw.one(addresses), ...gas(), name];
    case 'DELEGATECALL':
    case 'STATICCALL':
      return [...area(), ...area(), draw.one(addresses), ...gas(), name];
    case 'SELFDESTRUCT':
      return draw.happens(30) ? [draw.one(addresses), name] : [];
    case 'RETURN':
    case 'REVERT':
      return draw.happens(20) ? [...area(), name] : [];
    default:
      return draw.happens(10) ? [name] : [];
  }
}

/** Draws copies in memory: MCOPY over itself, forwards and backwards, and the cost of growth. */
export function drawCopies(draw: Draw): Uint8Array {
  const items: Item[] = [];
  for (let i = 0; i < 4; i++) items.push(BigInt(`0x${Buffer.from(draw.bytes(32)).toString('hex')}`), 32 * i, 'MSTORE');
  for (let i = draw.between(1, 6); i > 0; i--) items.push(draw.below(160), draw.below(160), draw.below(200), 'MCOPY');
  if (draw.happens(10)) items.push(draw.between(1, 3) * 100_000, 'PUSH0', 'PUSH0', 'MCOPY');
  items.push('MSIZE', 'PUSH0', 'LOG0', 'MSIZE', 'PUSH0', 'RETURN');
  return assemble(...items);
}

/** Draws uses of transient storage, also in frames that fail and in static frames. */
export function drawTransient(draw: Draw): Uint8Array {
  const items: Item[] = [];
  for (let i = draw.between(1, 5); i > 0; i--)
    items.push(draw.below(100), draw.below(3), 'TSTORE', draw.below(3), 'TLOAD', draw.below(3), 'SSTORE');
  const call = draw.one(['CALL', 'STATICCALL', 'DELEGATECALL']);
  // The code calls itself once. The inner call has input; it writes and may fail.
  return assemble(
    ...['CALLDATASIZE', '@inner', 'JUMPI', ...items],
    ...['PUSH0', 'PUSH0', 1, 'PUSH0', ...(call === 'CALL' ? ['PUSH0'] : []), 'ADDRESS', 'GAS', call, 7, 'SSTORE'],
    ...['PUSH0', 'TLOAD', 8, 'SSTORE', 'STOP', ':inner', draw.below(100), 'PUSH0', 'TSTORE'],
    ...(draw.happens(50) ? ['PUSH0', 'PUSH0', 'REVERT'] : ['STOP']),
  );
}

const FAILS = fromHex('602a5f526020');

/** Draws creation code that ends in different ways. */
export function drawCreation(draw: Draw, deployed: Uint8Array): Uint8Array {
  switch (draw.below(10)) {
    case 0:
      return assemble(draw.bytes(0), 0xdead, 'PUSH0', 'MSTORE', 32, 'PUSH0', 'REVERT');
    case 1:
      // The size is EIP-170's limit, or one byte more.
      return assemble(0x6000 + draw.below(2), 'PUSH0', 'RETURN');
    case 2:
      // EIP-3541 forbids this code.
      return assemble(0xef, 'PUSH0', 'MSTORE8', 1 + draw.below(3), 'PUSH0', 'RETURN');
    case 3:
      return assemble('INVALID');
    case 4:
      return assemble('CALLER', 'SELFDESTRUCT');
    case 5:
      return new Uint8Array();
    case 6:
      return assemble(1, 'PUSH0', 'SSTORE', 2, 1, 'SSTORE', 'PUSH0', 'PUSH0', 'SSTORE', 'PUSH0', 'PUSH0', 'RETURN');
    case 7:
      return concatBytes(FAILS, draw.bytes(20));
    default:
      return deployed;
  }
}

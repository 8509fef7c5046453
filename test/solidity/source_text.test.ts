import { expect, test } from 'vitest';
import { SourceText } from '../../src/solidity/source_text.js';

const TEXT = `// contract NotOne { function no() public {} }
pragma solidity ^0.8.0;
import {A as B} from "x.sol";
using {add} for uint256 global;
struct S { uint256 x; }
error Bad(string why);
uint256 constant FREE = 7;
function free(uint256 x) pure returns (uint256) { return x; }
library L { function f() internal { } }
interface I { function g() external; }
abstract contract C is I, L2({a: 1}) {
  using L for uint256;
  enum E { A, B }
  mapping(address => mapping(uint256 => S)) public override balances;
  string public name = "a } \\" { ;";
  uint256 internal hidden = 5;
  function(uint256) external returns (bool) public pointer;
  event Happened(uint256 indexed x);
  constructor(uint256 x) payable { if (x > 0) { hidden = x; } }
  modifier only(address a) { require(a != address(0)); _; }
  function g() external override only(msg.sender) { /* } */ hidden++; }
  function none() external virtual;
  receive() external payable {}
  fallback(bytes calldata) external returns (bytes memory) { assembly { revert(0, 0) } }
}
contract Old { function () external payable { } function D() public {} }
`;

const source = new SourceText('C.sol', TEXT);

test('finds contracts and functions without a syntax tree', () => {
  const found = source.declarations.map(({ kind, name, contract }) => `${kind} ${contract?.name ?? ''}.${name}`);
  expect(found).toEqual([
    'function .free',
    'library .L',
    'function L.f',
    'interface .I',
    'contract .C',
    'getter C.balances',
    'getter C.name',
    'getter C.pointer',
    'constructor C.constructor',
    'modifier C.only',
    'function C.g',
    'receive C.receive',
    'fallback C.fallback',
    'contract .Old',
    'fallback Old.fallback',
    'function Old.D',
  ]);
});

test('has the ranges that solc gives declarations', () => {
  const textOf = (name: string): string | undefined => {
    const one = source.declarations.find((each) => each.name === name);
    return one && source.slice(one.start, one.end);
  };
  expect(textOf('g')).toBe('function g() external override only(msg.sender) { /* } */ hidden++; }');
  expect(textOf('name')).toBe('string public name = "a } \\" { ;"');
  expect(textOf('L')).toBe('library L { function f() internal { } }');
});

test('counts columns in characters and offsets in bytes', () => {
  const text = new SourceText('u.sol', '// ü€😀\nüx = 1; // é\ny');
  const offset = new TextEncoder().encode('// ü€😀\nü').length;
  expect(text.positionOf(offset)).toEqual({ line: 2, column: 2 });
  expect(text.slice(offset, offset + 1)).toBe('x');
  expect(text.positionOf(100_000)).toEqual({ line: 3, column: 2 });
  expect(text.statementAt({ line: 2, column: 2 })).toBe('// ü€😀\nüx = 1');
});

test('finds functions behind characters of several bytes', () => {
  const text = new SourceText(
    'u.sol',
    '// ü€😀…\ncontract C { function f() public { /* ž */ } function g() public { } }',
  );
  const [, f, g] = text.declarations;
  expect([f, g].map((one) => one && text.slice(one.start, one.end))).toEqual([
    'function f() public { /* ž */ }',
    'function g() public { }',
  ]);
  expect(text.functionAt(f?.end ?? 0, g?.start ?? 0)).toBeUndefined();
  expect(text.functionAt(g?.start ?? 0, (g?.start ?? 0) + 1)).toBe(g);
  expect(text.functionAt(0, 1)).toBeUndefined();
});

test('reads a damaged text of the greatest size in linear time', () => {
  const size = 1_000_000;
  expect(new SourceText('quotes.sol', '"'.padEnd(size, '\\"')).declarations).toEqual([]);
  expect(new SourceText('comments.sol', ''.padEnd(size, '/* ')).declarations).toEqual([]);
});

test.each(['{', '}}}', '(((', 'contract', 'contract A {', 'function', 'contract A { function f(', '"', '/*'])(
  'survives the unfinished text %s',
  (text) => {
    expect(Array.isArray(new SourceText('x.sol', text).declarations)).toBe(true);
  },
);

/** Defines a minimal ERC-20. solc compiles it when the benchmark runs. */

import type { Bytes } from '../src/kernel/bytes.js';
import { fromHex } from '../src/kernel/hex.js';
import { compileSolidity } from '../test/support/solidity.js';

/** Selector of `balanceOf(address)`. */
export const ERC20_BALANCE_OF = '0x70a08231';

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
contract Token {
  mapping(address => uint256) public balanceOf;
  event Transfer(address indexed from, address indexed to, uint256 value);
  constructor() { balanceOf[msg.sender] = 1e24; emit Transfer(address(0), msg.sender, 1e24); }
  function transfer(address to, uint256 value) external returns (bool) {
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
}`;

/** Returns the creation code. */
export async function compileErc20(): Promise<Bytes> {
  const { bytecode } = await compileSolidity(SOURCE, 'Token');
  return fromHex(bytecode);
}

/**
 * Defines a contract that logs a given number of times, stores a number, returns the base fee, and can revert after all
 * that.
 */
import { type Abi, encodeFunctionData, getContractAddress, type Hex } from 'viem';
import { dev } from '../../app/support/wallet.js';
import { compileSolidity } from '../solidity.js';
import type { TestDevnet } from './test_devnet.js';

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;
contract Diary {
  uint256 public page;
  event Entry(address indexed by, uint256 indexed page, string text);
  event Note(uint256 page);
  constructor() payable { emit Entry(msg.sender, 0, "begun"); }
  function write(uint256 times, uint256 value) external payable {
    page = value;
    for (uint256 i = 0; i < times; i++)
      if (i % 2 == 0) emit Entry(msg.sender, value + i, "a sentence that is longer than a word of memory");
      else emit Note(value + i);
  }
  function tear() external payable { page = 99; emit Note(99); revert("torn"); }
  function fee() external view returns (uint256) { return block.basefee; }
  receive() external payable {}
}`;

const compiled = await compileSolidity(SOURCE, 'Diary');
export const DIARY_CODE: Hex = compiled.bytecode;
export const DIARY_ABI: Abi = compiled.abi;

export const diaryCall = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: DIARY_ABI, functionName, args });

/** Deploys the contract from account 9 in a block of its own. */
export async function deployDiary(testDevnet: TestDevnet): Promise<Hex> {
  const nonce = BigInt(await testDevnet.ask('eth_getTransactionCount', dev(9).address, 'latest'));
  await testDevnet.send(9, { data: DIARY_CODE, gas: 1_500_000n });
  await testDevnet.mine();
  return getContractAddress({ from: dev(9).address, nonce }).toLowerCase() as Hex;
}

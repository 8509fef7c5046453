/** Defines a contract that reads everything visible to code, and leaves its frame in every possible way. */
import { encodeFunctionData, type Hex } from 'viem';
import { compileSolidity } from '../solidity.js';

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;
contract Observatory {
  uint256 public nights;
  mapping(uint256 => bytes32) public seen;
  mapping(uint256 => uint256) public sky;
  event Night(uint256 indexed number, bytes32 indexed what) anonymous;
  event Borrowed(bool ok, bytes returned);
  constructor() payable {}
  receive() external payable { nights++; }

  function look(address who, uint256 back) external payable returns (bytes32 what) {
    what = keccak256(abi.encode(block.number, block.timestamp, block.coinbase, block.prevrandao, block.gaslimit, block.basefee));
    what = keccak256(abi.encode(what, block.chainid, tx.origin, tx.gasprice, blockhash(block.number - back), block.blobbasefee));
    what = keccak256(abi.encode(what, who.balance, who.codehash, who.code, block.coinbase.balance, address(this).balance));
    what = keccak256(abi.encode(what, gasleft(), msg.sender, msg.value, msg.data));
    seen[++nights] = what;
    emit Night(nights, what);
  }
  function borrow(address code, bytes calldata data) external payable returns (bool ok) {
    bytes memory returned;
    (ok, returned) = code.delegatecall(data);
    emit Borrowed(ok, returned);
  }
  function call(address to, uint256 value, uint256 gasLimit, bytes calldata data) external payable returns (bool ok) {
    bytes memory returned;
    (ok, returned) = to.call{value: value, gas: gasLimit}(data);
    emit Borrowed(ok, returned);
  }
  function speak(string calldata text) external view {
    address(0x000000000000000000636F6e736F6c652e6c6f67).staticcall(abi.encodeWithSignature("log(string)", text));
  }
  function paint(uint256 from, uint256 count, uint256 value) external {
    for (uint256 i = from; i < from + count; i++) sky[i] = value * i;
  }
  function fold(uint256 from, uint256 count) external returns (uint256 sum) {
    for (uint256 i = from; i < from + count; i++) { sum += sky[i]; delete sky[i]; }
    nights = sum;
  }
  function raise(bytes calldata code, bytes32 salt, bool at) external payable returns (address made) {
    bytes memory init = code;
    uint256 value = msg.value;
    assembly {
      switch at
      case 0 { made := create(value, add(init, 32), mload(init)) }
      default { made := create2(value, add(init, 32), mload(init), salt) }
    }
    seen[uint256(salt)] = bytes32(uint256(uint160(made)));
  }
  function tear(string calldata why) external { nights = 77; revert(why); }
  function close(address payable heir) external { selfdestruct(heir); }
}`;

export const OBSERVATORY = await compileSolidity(SOURCE, 'Observatory');

export const observatoryCall = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: OBSERVATORY.abi, functionName, args });

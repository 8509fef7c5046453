/** Compiles Solidity for the application's tests. */
import { type Abi, encodeFunctionData, type Hex } from 'viem';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { compileSolidity } from '../../support/solidity.js';
import type { TestChain } from './chain.js';
import { type Dev, sign } from './wallet.js';

const SINK = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

contract Child {
  uint256 public seed;
  receive() external payable {}
  constructor(uint256 s, bool die) payable {
    seed = s;
    if (die) selfdestruct(payable(address(uint160(s))));
    if (s == 13) revert("unlucky");
  }
  function end(address payable to) external { selfdestruct(to); }
}

/// Does a little of everything that costs gas in its own way.
contract Sink {
  mapping(uint256 => uint256) public slots;
  uint256 transient flash;
  address public last;
  event Poked(address indexed by, uint256 indexed what, bytes data);
  error Custom(uint256 code, address who);

  constructor() payable {}
  receive() external payable {}

  function set(uint256 key, uint256 value) external payable { slots[key] = value; }
  function setAll(uint256 from, uint256 count, uint256 value) external {
    for (uint256 i = from; i < from + count; i++) slots[i] = value;
  }
  function poke(uint256 what, bytes calldata data) external { emit Poked(msg.sender, what, data); }
  function fail(uint256 code) external payable {
    slots[code] = 1;
    emit Poked(msg.sender, code, "");
    if (code % 4 == 0) revert("no reason to go on");
    if (code % 4 == 1) revert Custom(code, msg.sender);
    if (code % 4 == 2) { uint256[] memory a = new uint256[](1); a[code + 2] = 1; }
    assembly { invalid() }
  }
  function tryFail(uint256 code, uint256 gasLimit) external returns (bool ok) {
    (ok, ) = address(this).call{gas: gasLimit}(abi.encodeCall(this.fail, (code)));
    slots[code + 1] = ok ? 2 : 3;
  }
  function make(uint256 seed, bool die, uint256 value) external payable returns (address) {
    try new Child{value: value}(seed, die) returns (Child c) { last = address(c); } catch { slots[seed] = 99; }
    return last;
  }
  function makeAt(bytes32 salt, uint256 seed) external payable {
    try new Child{salt: salt, value: msg.value}(seed, false) returns (Child c) { last = address(c); } catch {}
  }
  function makeAndEnd(uint256 seed, address payable to) external payable {
    Child c = new Child{value: msg.value}(seed, false);
    c.end(to);
    (bool ok, ) = payable(address(c)).call{value: address(this).balance / 7}("");
    slots[seed] = ok ? 1 : 2;
  }
  function endLast(address payable to) external { Child(payable(last)).end(to); }
  function pay(address payable to, uint256 value) external { (bool ok, ) = to.call{value: value}(""); slots[7] = ok ? 1 : 0; }
  function hash(uint256 rounds) external returns (bytes32 h) {
    for (uint256 i = 0; i < rounds; i++) h = keccak256(abi.encode(h, i));
    slots[8] = uint256(h);
  }
  function precompiles(bytes32 h, bytes calldata data) external returns (bytes32) {
    address signer = ecrecover(h, 27, bytes32(uint256(5)), bytes32(uint256(6)));
    bytes20 r = ripemd160(data);
    (bool ok, bytes memory out) = address(5).staticcall(abi.encodePacked(uint256(1), uint256(1), uint256(1), hex"030507"));
    slots[9] = uint256(sha256(data)) ^ uint256(uint160(signer)) ^ uint160(r) ^ out.length ^ (ok ? 1 : 0);
    return sha256(data);
  }
  function flashy(uint256 v) external returns (uint256) { flash = v; this.addFlash(); slots[10] = flash; return flash; }
  function addFlash() external { flash += 1; }
  function readOnly(uint256 key) external view returns (bool ok) {
    (ok, ) = address(this).staticcall(abi.encodeCall(this.set, (key, 1)));
  }
  function balanceOf(address who) external view returns (uint256) { return who.balance; }
  function dive(uint256 depth) external returns (uint256) {
    if (depth == 0) return gasleft();
    slots[depth] = gasleft() % 3;
    return this.dive(depth - 1);
  }
  function spin() external pure { while (true) {} }
  function scene() external view returns (uint256, uint256, address, uint256, uint256, uint256, uint256, address, uint256) {
    return (block.number, block.timestamp, block.coinbase, block.prevrandao, block.gaslimit, block.basefee, block.chainid, tx.origin, tx.gasprice);
  }
  function hashOf(uint256 number) external view returns (bytes32) { return blockhash(number); }
}`;

const sink = await compileSolidity(SINK, 'Sink');
export const SINK_ABI: Abi = sink.abi;
export const SINK_CODE: Hex = sink.bytecode;

export const sinkCall = (functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi: SINK_ABI, functionName, args });

/** Deploys the contract in a separate block. */
export async function deploySink(chain: TestChain, owner: Dev, value = 0n): Promise<Bytes> {
  const address = createAddress(owner.bytes, chain.nonce(owner.bytes));
  const { outcomes } = await chain.mine(await sign(chain, owner, { data: SINK_CODE, value }));
  if (outcomes[0]?.vmError !== '') throw new Error(`the deployment failed: ${outcomes[0]?.vmError}`);
  return address;
}

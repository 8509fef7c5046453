/** Provides a chain with servers, and a contract for client libraries to use. */
import { type Address, getContractAddress, type Hex, parseAbi } from 'viem';
import { createDevnet, type Devnet, type DevnetOptions } from '../../src/devnet/index.js';
import { compileSolidity } from '../support/solidity.js';

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

contract Lab {
  string public constant name = "Laboratory";
  string public constant symbol = "LAB";
  uint8 public constant decimals = 6;
  uint256 public totalSupply;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
  address public owner;

  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);
  error TooLittle(uint256 held, uint256 wanted);

  constructor(uint256 supply) payable {
    owner = msg.sender;
    totalSupply = supply;
    balanceOf[msg.sender] = supply;
    emit Transfer(address(0), msg.sender, supply);
  }
  receive() external payable {}

  function transfer(address to, uint256 value) external returns (bool) {
    if (balanceOf[msg.sender] < value) revert TooLittle(balanceOf[msg.sender], value);
    balanceOf[msg.sender] -= value;
    balanceOf[to] += value;
    emit Transfer(msg.sender, to, value);
    return true;
  }
  function approve(address spender, uint256 value) external returns (bool) {
    allowance[msg.sender][spender] = value;
    emit Approval(msg.sender, spender, value);
    return true;
  }
  function fail(string calldata why) external pure { revert(why); }
  function panic(uint256 by) external pure returns (uint256) { return 1 / by; }
  function eip712Domain() external view returns (bytes1, string memory, string memory, uint256, address, bytes32, uint256[] memory) {
    return (hex"0f", "Laboratory", "1", block.chainid, address(this), 0, new uint256[](0));
  }
  /// ERC-1271: what the owner signed, the contract signed.
  function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
    bytes32 r = bytes32(signature[0:32]);
    bytes32 s = bytes32(signature[32:64]);
    return ecrecover(hash, uint8(signature[64]), r, s) == owner ? bytes4(0x1626ba7e) : bytes4(0xffffffff);
  }
}

contract Multicall {
  struct Call3 { address target; bool allowFailure; bytes callData; }
  struct Result { bool success; bytes returnData; }
  function aggregate3(Call3[] calldata calls) external payable returns (Result[] memory results) {
    results = new Result[](calls.length);
    for (uint256 i = 0; i < calls.length; i++) {
      (bool success, bytes memory returnData) = calls[i].target.call(calls[i].callData);
      require(success || calls[i].allowFailure, "Multicall3: call failed");
      results[i] = Result(success, returnData);
    }
  }
}`;

export const LAB_SIGNATURES = [
  'constructor(uint256 supply) payable',
  'function name() view returns (string)',
  'function symbol() view returns (string)',
  'function decimals() view returns (uint8)',
  'function totalSupply() view returns (uint256)',
  'function balanceOf(address) view returns (uint256)',
  'function allowance(address, address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'function approve(address spender, uint256 value) returns (bool)',
  'function fail(string why) pure',
  'function panic(uint256 by) pure returns (uint256)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
  'event Approval(address indexed owner, address indexed spender, uint256 value)',
  'error TooLittle(uint256 held, uint256 wanted)',
] as const;
export const LAB_ABI = parseAbi(LAB_SIGNATURES);

/** Slots of the contract's storage, in the order of its declarations. */
export const TOTAL_SUPPLY_SLOT = 0;
export const BALANCES_SLOT = 1;
export const SUPPLY = 1_000_000n;
export const HELD = 7n;

export interface Lab {
  readonly devnet: Devnet;
  readonly url: string;
  readonly wsUrl: string;
  readonly chainId: number;
  readonly accounts: readonly Address[];
  readonly keys: readonly Hex[];
  readonly bytecode: Hex;
  readonly deployedBytecode: Hex;
  /**
   * Address of the contract. The first account created it with the first transaction of block `block`; it holds `HELD`
   * wei.
   */
  readonly address: Address;
  readonly multicall: Address;
  readonly hash: Hex;
  readonly block: bigint;
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>;
}

export async function openLab(options: DevnetOptions = {}): Promise<Lab> {
  const devnet = await createDevnet({
    seed: 'lab',
    jsonRpc: { address: true, wsAddress: true, namespaces: ['all'] },
    ...options,
  });
  const [lab, multicall] = await Promise.all([compileSolidity(SOURCE, 'Lab'), compileSolidity(SOURCE, 'Multicall')]);
  const ask = (method: string, ...params: readonly unknown[]) => devnet.provider.request({ method, params });
  const accounts = devnet.accounts.map(({ address }) => address as Address);
  const from = accounts[0] as Address;
  const data = `${lab.bytecode}${SUPPLY.toString(16).padStart(64, '0')}`;
  const value = `0x${HELD.toString(16)}`;
  const hash = (await ask('eth_sendTransaction', { from, data, value, gas: '0x2dc6c0' })) as Hex;
  const { blockNumber } = (await ask('eth_getTransactionReceipt', hash)) as { blockNumber: Hex };
  await ask('eth_sendTransaction', { from, data: multicall.bytecode, gas: '0x2dc6c0' });
  return {
    devnet,
    url: devnet.urls.evmHttp as string,
    wsUrl: devnet.urls.evmWs as string,
    chainId: Number(devnet.evmChainId),
    accounts,
    keys: devnet.accounts.map(({ privateKey }) => privateKey as Hex),
    bytecode: lab.bytecode,
    deployedBytecode: lab.deployedBytecode,
    address: getContractAddress({ from, nonce: 0n }),
    multicall: getContractAddress({ from, nonce: 1n }),
    hash,
    block: BigInt(blockNumber),
    ask,
  };
}

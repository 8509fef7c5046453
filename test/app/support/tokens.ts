/** Compiles ERC-20 contracts for the application's tests, correct and misbehaving ones. */
import { type Abi, decodeFunctionResult, encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { createAddress } from '../../../src/codec/ethereum/tx.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { to0x } from '../../../src/kernel/hex.js';
import { compileSolidity } from '../../support/solidity.js';
import type { TestChain } from './chain.js';
import { type Dev, sign } from './wallet.js';

const TOKENS = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

contract Token {
  string public name;
  string public symbol;
  uint8 public decimals;
  uint256 public totalSupply;
  mapping(address => uint256) internal held;
  mapping(address => mapping(address => uint256)) public allowance;
  event Transfer(address indexed from, address indexed to, uint256 value);
  event Approval(address indexed owner, address indexed spender, uint256 value);

  constructor(string memory n, string memory s, uint8 d, uint256 supply) {
    (name, symbol, decimals) = (n, s, d);
    mint(msg.sender, supply);
  }
  function mint(address to, uint256 amount) public { held[to] += amount; totalSupply += amount; emit Transfer(address(0), to, amount); }
  function balanceOf(address who) public view virtual returns (uint256) { return held[who]; }
  function approve(address spender, uint256 amount) external returns (bool) {
    allowance[msg.sender][spender] = amount; emit Approval(msg.sender, spender, amount); return true;
  }
  function move(address from, address to, uint256 amount) internal virtual {
    require(held[from] >= amount, "ERC20: transfer amount exceeds balance");
    held[from] -= amount; held[to] += amount; emit Transfer(from, to, amount);
  }
  function transfer(address to, uint256 amount) external virtual returns (bool) { move(msg.sender, to, amount); return true; }
  function transferFrom(address from, address to, uint256 amount) external returns (bool) {
    allowance[from][msg.sender] -= amount; move(from, to, amount); return true;
  }
}

/// Misbehaves as it is told.
contract Rogue is Token {
  uint256 public way;
  constructor() Token("Rogue", "RGE", 6, 1_000_000) {}
  function behave(uint256 w) external { way = w; }
  function end() external { selfdestruct(payable(msg.sender)); }
  function balanceOf(address who) public view override returns (uint256) {
    if (way == 5) revert("not telling");
    return held[who];
  }
  function move(address from, address to, uint256 amount) internal override {
    if (way == 1) return;                                       // says it did, and did nothing
    if (way == 2) { super.move(from, to, amount - amount / 10); return; }  // takes a fee
    if (way == 3) { held[to] += amount; return; }               // gives without taking
    super.move(from, to, amount);
    if (way == 4) super.move(to, from, amount);                 // takes back at once
    if (way == 6) { uint256 x; while (true) x++; }
    if (way == 7) revert("not today");
  }
  function transfer(address to, uint256 amount) external override returns (bool) {
    move(msg.sender, to, amount);
    if (way == 9) { assembly { return(0, 0) } }
    return way != 8;
  }
}

/// Returns nothing from transfer, and may log as it is told.
contract Quiet {
  string public constant name = "1 Quiet (token)";
  bytes32 public constant symbol = "QT";
  uint8 public constant decimals = 18;
  mapping(address => uint256) public balanceOf;
  uint256 public way;
  event Transfer(address indexed from, address indexed to, uint256 value);
  constructor() { balanceOf[msg.sender] = 1_000_000; }
  function behave(uint256 w) external { way = w; }
  function transfer(address to, uint256 amount) external {
    balanceOf[msg.sender] -= amount; balanceOf[to] += amount;
    if (way != 1) emit Transfer(msg.sender, to, amount);
    if (way == 2) emit Transfer(msg.sender, to, amount);
  }
}`;

const compiled = async (name: string) => compileSolidity(TOKENS, name);
export const TOKEN = await compiled('Token');
export const ROGUE = await compiled('Rogue');
export const QUIET = await compiled('Quiet');

interface Compiled {
  readonly abi: Abi;
  readonly bytecode: Hex;
}

/** Deploys a contract in a separate block. */
export async function deploy(
  chain: TestChain,
  owner: Dev,
  { abi, bytecode }: Compiled,
  ...args: readonly unknown[]
): Promise<Bytes> {
  const address = createAddress(owner.bytes, chain.nonce(owner.bytes));
  const data = encodeDeployData({ abi, bytecode, args });
  const { outcomes } = await chain.mine(await sign(chain, owner, { data }));
  if (outcomes[0]?.vmError !== '') throw new Error(`the deployment failed: ${outcomes[0]?.vmError}`);
  return address;
}

/** Sends a call in a separate block. */
export async function send(
  chain: TestChain,
  from: Dev,
  to: Bytes,
  data: Hex,
  wish: { readonly value?: bigint; readonly gas?: bigint } = {},
) {
  const { outcomes } = await chain.mine(await sign(chain, from, { to, data, ...wish }));
  const [outcome] = outcomes;
  if (outcome === undefined) throw new Error('the transaction did not reach the machine');
  return outcome;
}

export const callOf = ({ abi }: Pick<Compiled, 'abi'>, functionName: string, ...args: readonly unknown[]): Hex =>
  encodeFunctionData({ abi, functionName, args });

/** Returns the result of a view on top of the chain. */
export async function view(
  chain: TestChain,
  { abi }: Pick<Compiled, 'abi'>,
  to: Bytes,
  functionName: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  const input = Buffer.from(encodeFunctionData({ abi, functionName, args }).slice(2), 'hex');
  const request = { from: undefined, to, input: new Uint8Array(input), client: { id: 'test' } };
  const outcome = await chain.app.evm.call(request as never, chain.height);
  if (outcome.type !== 'success')
    throw new Error(JSON.stringify(outcome, (_, v) => (typeof v === 'bigint' ? `${v}` : v)));
  return decodeFunctionResult({ abi, functionName, data: to0x(outcome.returnData) as Hex });
}

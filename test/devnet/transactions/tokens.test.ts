/** Tests balances and allowances of tokens, wherever a token stores them. */
import { decodeFunctionResult, encodeFunctionData, type Hex } from 'viem';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet } from '../../../src/devnet/index.js';
import { asking } from '../../support/ask.js';
import { compileSolidity } from '../../support/solidity.js';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const CAROL = '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc';

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Plain {
  address owner = msg.sender;
  bool paused;
  mapping(address => uint256) public balanceOf;
  mapping(address => mapping(address => uint256)) public allowance;
}

/** Neighbours in the slot must stay. */
contract Packed {
  struct Account { uint64 nonce; uint96 balance; bool frozen; }
  mapping(address => Account) public accounts;
  constructor() { accounts[msg.sender] = Account(7, 5, true); }
  function balanceOf(address who) external view returns (uint256) { return accounts[who].balance; }
}

/** The highest bit is a flag. */
contract Flagged {
  mapping(address => uint256) states;
  constructor() { states[msg.sender] = (1 << 255) | 5; }
  function balanceOf(address who) external view returns (uint256) { return states[who] & ((1 << 255) - 1); }
  function flag(address who) external view returns (bool) { return states[who] >> 255 == 1; }
}

/** Vyper hashes the slot before the key. */
contract Vyper {
  function balanceOf(address who) external view returns (uint256 held) {
    bytes32 slot = keccak256(abi.encode(uint256(3), who));
    assembly { held := sload(slot) }
  }
}

contract Proxy {
  address immutable code = address(new Plain());
  bytes32 constant KEPT = keccak256("implementation");
  constructor() { bytes32 at = KEPT; address to = code; assembly { sstore(at, to) } }
  fallback() external {
    bytes32 at = KEPT;
    assembly {
      calldatacopy(0, 0, calldatasize())
      let ok := delegatecall(gas(), sload(at), 0, calldatasize(), 0, 0)
      returndatacopy(0, 0, returndatasize())
      if ok { return(0, returndatasize()) }
      revert(0, returndatasize())
    }
  }
}

/** Another contract keeps the balances. */
contract Outside {
  Plain immutable store = new Plain();
  function balanceOf(address who) external view returns (uint256) { return store.balanceOf(who); }
}

/** No slot holds what it answers. */
contract Rebasing {
  mapping(address => uint256) shares;
  function balanceOf(address who) external view returns (uint256) { return shares[who] * 3; }
}
`;

let ask: ReturnType<typeof asking>;
const devnetOf = async () => {
  const devnet = await createDevnet({ seed: 'tokens' });
  ask = asking(devnet);
  return devnet;
};

async function deploy(name: string): Promise<{ readonly token: Hex }> {
  const { bytecode } = await compileSolidity(SOURCE, name);
  const hash = await ask('eth_sendTransaction', { from: ALICE, data: bytecode });
  return { token: (await ask('eth_getTransactionReceipt', hash)).contractAddress };
}

async function view(token: Hex, functionName: string, ...args: Hex[]): Promise<unknown> {
  const { abi } = await compileSolidity(
    SOURCE,
    NAMES.has(functionName) ? 'Plain' : (NAMED.get(functionName) as string),
  );
  const data = await ask('eth_call', { to: token, data: encodeFunctionData({ abi, functionName, args }) }, 'latest');
  return decodeFunctionResult({ abi, functionName, data });
}
const NAMES = new Set(['balanceOf', 'allowance']);
const NAMED = new Map([
  ['accounts', 'Packed'],
  ['flag', 'Flagged'],
]);

beforeAll(async () => void (await compileSolidity(SOURCE, 'Plain')), 60_000);

describe('a balance', () => {
  it.each(['Plain', 'Packed', 'Flagged', 'Vyper', 'Proxy', 'Outside'])('is set in a token that is %s', async (name) => {
    const devnet = await devnetOf();
    onTestFinished(() => devnet.close());
    const { token } = await deploy(name);
    const { height } = devnet;
    for (const [who, amount] of [
      [BOB, 123_456n],
      [ALICE, 10n ** 24n],
      [ALICE, 0n],
    ] as const) {
      expect(await ask('anvil_dealERC20', who, token, `0x${amount.toString(16)}`)).toBeNull();
      expect(await view(token, 'balanceOf', who)).toBe(amount);
    }
    expect(await view(token, 'balanceOf', BOB)).toBe(123_456n);
    expect(await view(token, 'balanceOf', CAROL)).toBe(0n);
    expect(devnet.height).toBe(height);
    // A block then holds the change.
    await devnet.mine();
    expect(await view(token, 'balanceOf', BOB)).toBe(123_456n);
  });

  it('leaves other values of the same slot unchanged', async () => {
    const devnet = await devnetOf();
    onTestFinished(() => devnet.close());
    const { token } = await deploy('Packed');
    await ask('anvil_setERC20Balance', ALICE, token, '0x9');
    expect(await view(token, 'accounts', ALICE)).toEqual([7n, 9n, true]);
    // The slot has 96 bits.
    await expect(ask('hardhat_dealERC20', ALICE, token, `0x${(2n ** 96n).toString(16)}`)).rejects.toThrow(
      /no slot found/,
    );
    expect(await view(token, 'accounts', ALICE)).toEqual([7n, 9n, true]);
    const flagged = await deploy('Flagged');
    expect(await ask('hardhat_dealERC20', ALICE, flagged.token, '0x9')).toBe(true);
    expect([await view(flagged.token, 'balanceOf', ALICE), await view(flagged.token, 'flag', ALICE)]).toEqual([
      9n,
      true,
    ]);
  });

  it.each([
    ['a token whose balances no slot holds', 'Rebasing'],
    ['an account without code', undefined],
  ])('is refused by %s', async (_, name) => {
    const devnet = await devnetOf();
    onTestFinished(() => devnet.close());
    const token = name === undefined ? BOB : (await deploy(name)).token;
    await expect(ask('anvil_dealERC20', BOB, token, '0x64')).rejects.toThrow(/no slot found: no single storage slot/);
    expect(devnet.height).toBe(name === undefined ? 1n : 2n);
  });
});

it('an allowance is set', async () => {
  const devnet = await devnetOf();
  onTestFinished(() => devnet.close());
  for (const name of ['Plain', 'Proxy']) {
    const { token } = await deploy(name);
    expect(await ask('anvil_setERC20Allowance', ALICE, BOB, token, '0x64')).toBeNull();
    expect(await view(token, 'allowance', ALICE, BOB)).toBe(100n);
    expect(await view(token, 'allowance', BOB, ALICE)).toBe(0n);
  }
});

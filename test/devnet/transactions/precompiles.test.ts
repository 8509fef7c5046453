/**
 * Calls precompiles from Solidity through viem: they run the same code as messages, and are reverted with their frames.
 */
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  getContract,
  type Hex,
  parseAbi,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import { createDevnet, type Devnet, fixedClock } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { compileSolidity } from '../../support/solidity.js';

const STAKING = '0x0000000000000000000000000000000000000800';
const BECH32 = '0x0000000000000000000000000000000000000400';

const SOURCE = `
// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
interface Staking {
  function delegate(address delegatorAddress, string memory validatorAddress, uint256 amount) external returns (bool);
  function delegation(address delegatorAddress, string memory validatorAddress) external view returns (uint256);
}
contract Delegator {
  Staking constant STAKING = Staking(${STAKING});
  uint256 public caught;
  receive() external payable {}
  function delegate(string memory validator, uint256 amount) public returns (bool) {
    return STAKING.delegate(address(this), validator, amount);
  }
  function delegateAndRevert(string memory validator, uint256 amount) external {
    delegate(validator, amount);
    revert("not meant");
  }
  function tryBoth(string memory validator, uint256 amount) external {
    delegate(validator, amount);
    try this.delegateAndRevert(validator, amount) {} catch { caught++; }
  }
  function delegateWithinStaticCall(string memory validator, uint256 amount) external returns (bool ok) {
    (ok, ) = address(this).staticcall(abi.encodeCall(this.delegate, (validator, amount)));
  }
  function viewAsOwnCode(string memory validator) external payable returns (bool ok, uint256 shares, uint256 value) {
    bytes memory answer;
    (ok, answer) = address(STAKING).delegatecall(abi.encodeCall(Staking.delegation, (address(this), validator)));
    if (ok) assembly { shares := mload(add(answer, 32)) }
    value = msg.value;
  }
  function asOwnCode(address delegator, string memory validator, uint256 amount) external returns (bool ok) {
    (ok, ) = address(STAKING).delegatecall(abi.encodeCall(Staking.delegate, (delegator, validator, amount)));
  }
}`;

const COIN = 10n ** 18n;
const ABI = parseAbi([
  'struct Coin { string denom; uint256 amount; }',
  'struct Description { string moniker; string identity; string website; string securityContact; string details; }',
  'struct Validator { string operatorAddress; string consensusPubkey; bool jailed; uint8 status; uint256 tokens; uint256 delegatorShares; Description description; int64 unbondingHeight; int64 unbondingTime; uint256 commission; uint256 minSelfDelegation; }',
  'function delegate(address delegatorAddress, string validatorAddress, uint256 amount) returns (bool success)',
  'function delegation(address delegatorAddress, string validatorAddress) view returns (uint256 shares, Coin balance)',
  'function validator(address validatorAddress) view returns (Validator validator)',
  'event Delegate(address indexed delegatorAddress, address indexed validatorAddress, uint256 amount, uint256 newShares)',
]);
const BECH32_ABI = parseAbi([
  'function hexToBech32(address addr, string prefix) returns (string bech32Address)',
  'function bech32ToHex(string bech32Address) returns (address addr)',
]);

let devnet: Devnet;
let reader: ReturnType<typeof createPublicClient>;
let wallet: ReturnType<typeof createWalletClient>;
let operator: Hex;
let validator: string;

const chain = defineChain({
  id: 31337,
  name: 'halley',
  nativeCurrency: { name: 'Halley', symbol: 'HLY', decimals: 18 },
  rpcUrls: { default: { http: [] } },
});

beforeEach(async () => {
  devnet = await createDevnet({ clock: fixedClock(parseTime('2025-01-01T00:00:00Z') as UnixNanos) });
  const transport = custom(devnet.provider as Parameters<typeof custom>[0]);
  const account = privateKeyToAccount(devnet.accounts[0]?.privateKey as Hex);
  reader = createPublicClient({ chain, transport, cacheTime: 0, pollingInterval: 10 });
  wallet = createWalletClient({ chain, transport, account });
  operator = (await reader.getBlock({ blockNumber: 1n })).miner as Hex;
  validator = encodeBech32('halleyvaloper', fromHex(operator.slice(2)));
});

afterEach(() => devnet.close());

const account = () => wallet.account?.address as Hex;

async function deployed() {
  const { abi, bytecode } = await compileSolidity(SOURCE, 'Delegator');
  const hash = await wallet.deployContract({ abi, bytecode, chain, account: wallet.account as never });
  const { contractAddress: address } = await reader.waitForTransactionReceipt({ hash });
  await wallet.sendTransaction({ to: address as Hex, value: 100n * COIN, chain, account: wallet.account as never });
  return { address: address as Hex, abi: abi as Abi };
}

const delegation = (delegator: Hex) =>
  reader.readContract({ address: STAKING, abi: ABI, functionName: 'delegation', args: [delegator, validator] });

async function send(address: Hex, abi: Abi, functionName: string, args: readonly unknown[]) {
  const hash = await wallet.writeContract({
    address,
    abi,
    functionName,
    args,
    gas: 1_000_000n,
    chain,
    account: wallet.account as never,
  });
  return reader.waitForTransactionReceipt({ hash });
}

describe('staking', () => {
  it('delegates for its caller, and logs it', async () => {
    const before = await reader.readContract({
      address: STAKING,
      abi: ABI,
      functionName: 'validator',
      args: [operator],
    });
    const receipt = await send(STAKING, ABI as Abi, 'delegate', [account(), validator, 5n * COIN]);
    expect(receipt.status).toBe('success');
    expect(await delegation(account())).toEqual([5n * COIN * COIN, { denom: 'ahalley', amount: 5n * COIN }]);
    const after = await reader.readContract({
      address: STAKING,
      abi: ABI,
      functionName: 'validator',
      args: [operator],
    });
    expect(after.tokens - before.tokens).toBe(5n * COIN);
    expect(after).toMatchObject({
      operatorAddress: expect.stringMatching(new RegExp(operator, 'i')),
      status: 3,
      jailed: false,
    });
    const [event] = await reader.getContractEvents({
      address: STAKING,
      abi: ABI,
      eventName: 'Delegate',
      fromBlock: receipt.blockNumber,
    });
    expect(event?.args).toMatchObject({ delegatorAddress: account(), amount: 5n * COIN, newShares: 5n * COIN * COIN });
    expect(event?.address).toBe(STAKING);
  });

  it('refuses to delegate for another, with a reason', async () => {
    const other = devnet.accounts[1]?.address as Hex;
    await expect(
      reader.simulateContract({
        address: STAKING,
        abi: ABI,
        functionName: 'delegate',
        args: [other, validator, 1n],
        account: account(),
      }),
    ).rejects.toThrow(`msg.sender address ${account()} does not match the requester address ${other}`);
    await expect(
      reader.simulateContract({
        address: STAKING,
        abi: ABI,
        functionName: 'delegate',
        args: [account(), 'halleyvaloper1', 1n],
        account: account(),
      }),
    ).rejects.toThrow('invalid validator address');
  });

  it('delegates for a contract, and leaves nothing behind in a reverted frame', async () => {
    const { address, abi } = await deployed();
    const held = await reader.getBalance({ address });
    const receipt = await send(address, abi, 'tryBoth', [validator, 3n * COIN]);
    expect(receipt.status).toBe('success');
    expect(await reader.readContract({ address, abi, functionName: 'caught' })).toBe(1n);
    expect(await delegation(address)).toEqual([3n * COIN * COIN, { denom: 'ahalley', amount: 3n * COIN }]);
    expect(held - (await reader.getBalance({ address }))).toBe(3n * COIN);
    expect(receipt.logs.filter((log) => log.address === STAKING)).toHaveLength(1);
    const failed = await send(address, abi, 'delegateAndRevert', [validator, COIN]);
    expect([failed.status, failed.logs]).toEqual(['reverted', []]);
    expect((await delegation(address))[1].amount).toBe(3n * COIN);
  });

  it('cannot be run as code of another contract', async () => {
    const { address, abi } = await deployed();
    const { result } = await reader.simulateContract({
      address,
      abi,
      functionName: 'asOwnCode',
      args: [account(), validator, COIN],
      account: account(),
    });
    expect(result).toBe(false);
    await send(address, abi, 'asOwnCode', [account(), validator, COIN]);
    expect((await delegation(account()))[1].amount).toBe(0n);
  });

  it('writes nothing below a static call, at any depth', async () => {
    const { address, abi } = await deployed();
    await send(address, abi, 'delegate', [validator, 3n * COIN]);
    const call = {
      address,
      abi,
      functionName: 'delegateWithinStaticCall',
      args: [validator, COIN],
      account: account(),
    };
    expect((await reader.simulateContract({ ...call, gas: 1_000_000n })).result).toBe(false);
    await send(address, abi, 'delegateWithinStaticCall', [validator, COIN]);
    expect((await delegation(address))[1].amount).toBe(3n * COIN);
  });

  it('responds to a payable contract that calls one of its views by DELEGATECALL', async () => {
    const { address, abi } = await deployed();
    await send(address, abi, 'delegate', [validator, 3n * COIN]);
    for (const value of [0n, 7n]) {
      const call = { address, abi, functionName: 'viewAsOwnCode', args: [validator], account: account(), value };
      const { result } = await reader.simulateContract(call);
      expect(result).toEqual([true, 3n * COIN * COIN, value]);
    }
  });

  it('accepts its functions without value, and refuses value', async () => {
    const contract = getContract({ address: STAKING, abi: ABI, client: { public: reader, wallet } });
    expect(await contract.read.validator([account()])).toMatchObject({ operatorAddress: '', status: 0, tokens: 0n });
    expect(
      await reader.estimateContractGas({
        address: STAKING,
        abi: ABI,
        functionName: 'delegate',
        args: [account(), validator, COIN],
        account: account(),
      }),
    ).toBeGreaterThan(40_000n);
    const call = { to: STAKING, data: '0x12345678' as Hex, account: account() } as const;
    await expect(reader.call(call)).rejects.toThrow('no method with id: 0x12345678');
  });
});

describe('bech32', () => {
  it('converts addresses to text and back', async () => {
    const text = encodeBech32('halley', fromHex(account().slice(2)));
    const { result } = await reader.simulateContract({
      address: BECH32,
      abi: BECH32_ABI,
      functionName: 'hexToBech32',
      args: [account(), 'halley'],
    });
    expect(result).toBe(text);
    const back = await reader.simulateContract({
      address: BECH32,
      abi: BECH32_ABI,
      functionName: 'bech32ToHex',
      args: [text],
    });
    expect(back.result).toBe(account());
    await expect(
      reader.simulateContract({ address: BECH32, abi: BECH32_ABI, functionName: 'bech32ToHex', args: [`${text}x`] }),
    ).rejects.toThrow('decoding bech32 failed');
  });
});

/** Tests a contract with a time lock on a chain in this process: no node to start, no port, no clean-up. */
import { clients } from 'halley-devnet/viem';
import { test as base } from 'halley-devnet/vitest';
import { type Address, parseAbi, parseEther } from 'viem';
import { expect } from 'vitest';
import { compile } from './compile.js';

const abi = parseAbi([
  'constructor(uint256 until) payable',
  'function unlockTime() view returns (uint256)',
  'function withdraw()',
  'event Withdrawn(uint256 amount)',
  'error Locked(uint256 until)',
  'error NotOwner(address caller)',
]);
const WEEK = 7n * 24n * 3600n;

/** Combines the fixtures of `halley-devnet/vitest` with viem's clients of the same chain. */
const test = base.extend('viem', ({ devnet }) => clients(devnet));

let vault: Address;

// This runs once for the file: every test below finds the contract deployed, and locked for a week.
test.beforeAll(async ({ chain }) => {
  const { publicClient, walletClient } = clients(chain);
  const hash = await walletClient.deployContract({
    abi,
    bytecode: compile('Vault'),
    args: [chain.time.now + WEEK],
    value: parseEther('5'),
  });
  const { contractAddress } = await publicClient.waitForTransactionReceipt({ hash });
  vault = contractAddress as Address;
});

const withdrawal = () => ({ address: vault, abi, functionName: 'withdraw' }) as const;

test('locks the deposit for a week', async ({ viem: { publicClient, walletClient } }) => {
  await expect(walletClient.writeContract(withdrawal())).rejects.toThrow('Locked');
  expect(await publicClient.getBalance({ address: vault })).toBe(parseEther('5'));
});

test('pays the deposit back after the week', async ({ devnet, viem: { publicClient, walletClient } }) => {
  await devnet.time.increase(WEEK);
  const hash = await walletClient.writeContract(withdrawal());
  const { blockNumber } = await publicClient.waitForTransactionReceipt({ hash });
  const [withdrawn] = await publicClient.getContractEvents({ address: vault, abi, fromBlock: blockNumber });
  expect(withdrawn?.args).toEqual({ amount: parseEther('5') });
  expect(await publicClient.getBalance({ address: vault })).toBe(0n);
});

// The week of the previous test has not passed here, and the vault is not empty.
test('pays only its owner', async ({ viem: { publicClient, testClient, walletClient, accounts } }) => {
  const theft = { ...withdrawal(), account: accounts[1] };
  await expect(walletClient.writeContract(theft)).rejects.toThrow('Locked');
  const unlockTime = await publicClient.readContract({ address: vault, abi, functionName: 'unlockTime' });
  await testClient.setNextBlockTimestamp({ timestamp: unlockTime });
  await testClient.mine({ blocks: 1 });
  await expect(walletClient.writeContract(theft)).rejects.toThrow('NotOwner');
});

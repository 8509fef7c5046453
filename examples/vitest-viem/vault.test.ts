/** A contract with a time lock, on a chain in this process: no node to start, no port, no clean-up. */
import type { Devnet } from 'halley-devnet';
import { test } from 'halley-devnet/vitest';
import { type Address, createTestClient, custom, parseAbi, parseEther, publicActions, walletActions } from 'viem';
import { anvil } from 'viem/chains';
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

const clientOf = ({ provider }: Devnet) =>
  createTestClient({ chain: anvil, mode: 'anvil', transport: custom(provider) })
    .extend(publicActions)
    .extend(walletActions);

let vault: Address;

// Once for the file: every test below finds the contract there, locked for a week.
test.beforeAll(async ({ chain }) => {
  const client = clientOf(chain);
  const [owner] = await client.getAddresses();
  const hash = await client.deployContract({
    abi,
    bytecode: compile('Vault'),
    args: [chain.time.now + WEEK],
    account: owner as Address,
    value: parseEther('5'),
  });
  vault = (await client.getTransactionReceipt({ hash })).contractAddress as Address;
});

const withdrawal = (by: Address | undefined) =>
  ({ address: vault, abi, functionName: 'withdraw', account: by as Address }) as const;

test('keeps what it was given for a week', async ({ devnet }) => {
  const client = clientOf(devnet);
  const [owner] = await client.getAddresses();
  await expect(client.simulateContract(withdrawal(owner))).rejects.toThrow('Locked');
  expect(await client.getBalance({ address: vault })).toBe(parseEther('5'));
});

test('gives it back after the week', async ({ devnet }) => {
  const client = clientOf(devnet);
  const [owner] = await client.getAddresses();
  await devnet.time.increase(WEEK);
  const hash = await client.writeContract(withdrawal(owner));
  const { blockNumber } = await client.getTransactionReceipt({ hash });
  const [withdrawn] = await client.getContractEvents({ address: vault, abi, fromBlock: blockNumber });
  expect(withdrawn?.args).toEqual({ amount: parseEther('5') });
  expect(await client.getBalance({ address: vault })).toBe(0n);
});

// The week of the test before has not passed here, nor is the vault empty.
test('gives it to nobody else', async ({ devnet }) => {
  const client = clientOf(devnet);
  const [, stranger] = await client.getAddresses();
  await expect(client.simulateContract(withdrawal(stranger))).rejects.toThrow('Locked');
  const unlockTime = await client.readContract({ address: vault, abi, functionName: 'unlockTime' });
  await client.setNextBlockTimestamp({ timestamp: unlockTime });
  await client.mine({ blocks: 1 });
  await expect(client.simulateContract(withdrawal(stranger))).rejects.toThrow('NotOwner');
});

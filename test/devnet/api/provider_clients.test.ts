/** Tests other projects' clients on the provider, without a socket between them and the chain. */
import { BrowserProvider, ContractFactory, isError, parseEther } from 'ethers';
import { ContractFunctionExecutionError, createTestClient, custom, parseAbi, publicActions, walletActions } from 'viem';
import { anvil } from 'viem/chains';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  createDevnet,
  type Devnet,
  type DevnetOptions,
  fixedClock,
  type RequestArguments,
} from '../../../src/devnet/index.js';
import { compileSolidity } from '../../support/solidity.js';
import { START } from '../node_kit.js';

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ clock: fixedClock(START), ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

const PURSE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
contract Purse {
  error Empty(address who);
  event Filled(uint256 amount);
  function fill() external payable { emit Filled(msg.value); }
  function take() external view { if (msg.sender.balance < 1 ether) revert("poor"); revert Empty(msg.sender); }
}`;
const ABI = ['error Empty(address who)', 'event Filled(uint256 amount)', 'function fill() payable', 'function take()'];
const purse = () => compileSolidity(PURSE, 'Purse');

describe.each(['anvil', 'hardhat'] as const)('viem’s test client in mode %s', (mode) => {
  const clientOf = (devnet: Devnet) =>
    createTestClient({ chain: anvil, mode, transport: custom(devnet.provider), pollingInterval: 10 })
      .extend(publicActions)
      .extend(walletActions);

  it('deploys, writes, reads events and classifies reverts', async () => {
    const devnet = await start({ compat: mode });
    const client = clientOf(devnet);
    const [account] = await client.getAddresses();
    if (account === undefined) throw new Error('the node has accounts');
    const abi = parseAbi(ABI);
    const hash = await client.deployContract({ abi, bytecode: (await purse()).bytecode, account });
    const { contractAddress: address } = await client.waitForTransactionReceipt({ hash });
    if (!address) throw new Error('a contract was made');
    await client.writeContract({ address, abi, functionName: 'fill', account, value: 5n } as never);
    const events = await client.getContractEvents({ address, abi, fromBlock: 0n });
    expect(events).toMatchObject([{ eventName: 'Filled', args: { amount: 5n } }]);
    const refused = client.simulateContract({ address, abi, functionName: 'take', account } as never);
    await expect(refused).rejects.toBeInstanceOf(ContractFunctionExecutionError);
    await expect(refused).rejects.toMatchObject({ cause: { data: { errorName: 'Empty', args: [account] } } });
  });

  it('sends dev transactions, mines and reverts', async () => {
    const devnet = await start({ compat: mode });
    const client = clientOf(devnet);
    const address = `0x${'ab'.repeat(20)}` as const;
    const id = await client.snapshot();
    await client.setBalance({ address, value: 7n });
    await client.increaseTime({ seconds: 100 });
    await client.mine({ blocks: 3, interval: 10 });
    expect([await client.getBlockNumber({ cacheTime: 0 }), await client.getBalance({ address })]).toEqual([4n, 7n]);
    await client.revert({ id });
    expect([await client.getBlockNumber({ cacheTime: 0 }), await client.getBalance({ address })]).toEqual([1n, 0n]);
  });
});

describe('ethers’ BrowserProvider', () => {
  it('signs with the node, deploys, waits, and classifies reverts', async () => {
    const devnet = await start();
    const provider = new BrowserProvider(devnet.provider);
    onTestFinished(() => provider.destroy());
    const signer = await provider.getSigner(1);
    expect(await signer.getAddress()).toBe(devnet.accounts[1]?.address);
    const { bytecode } = await purse();
    const contract = await new ContractFactory(ABI, bytecode, signer).deploy();
    await contract.waitForDeployment();
    const receipt = await (await contract.getFunction('fill')({ value: 9n })).wait();
    expect(receipt.logs[0].args.amount).toBe(9n);
    const failure = await contract
      .getFunction('take')
      .staticCall()
      .catch((error: unknown) => error);
    expect(isError(failure, 'CALL_EXCEPTION') && failure.revert).toMatchObject({
      name: 'Empty',
      args: [devnet.accounts[1]?.address],
    });
    const poor = await signer
      .sendTransaction({ to: signer, value: parseEther('99999') })
      .catch((error: unknown) => error);
    expect(isError(poor, 'INSUFFICIENT_FUNDS')).toBe(true);
  });

  it('sends one request for a call and an estimate that revert', async () => {
    const devnet = await start();
    const contract = '0x00000000000000000000000000000000000000aa';
    // Reverts without data.
    await devnet.provider.request({ method: 'hardhat_setCode', params: [contract, '0x5f5ffd'] });
    const methods: string[] = [];
    const provider = new BrowserProvider({
      request: (args: RequestArguments) => {
        methods.push(args.method);
        return devnet.provider.request(args);
      },
    });
    onTestFinished(() => provider.destroy());
    await provider.getNetwork();
    methods.length = 0;
    for (const ask of [() => provider.call({ to: contract }), () => provider.estimateGas({ to: contract })])
      expect(isError(await ask().catch((error: unknown) => error), 'CALL_EXCEPTION')).toBe(true);
    expect(methods.filter((method) => method !== 'eth_chainId')).toEqual(['eth_call', 'eth_estimateGas']);
  });

  it('receives blocks', async () => {
    const devnet = await start();
    const provider = new BrowserProvider(devnet.provider, 'any', { polling: true, pollingInterval: 10 });
    onTestFinished(() => provider.destroy());
    const received = new Promise((resolve) => void provider.once('block', resolve));
    await provider.getBlockNumber();
    await devnet.mine();
    expect(await received).toBeTypeOf('number');
  });
});

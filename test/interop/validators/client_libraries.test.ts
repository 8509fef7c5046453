/** Uses one node by viem and ethers, while another validator is killed and comes back. */
import { Contract, ContractFactory, JsonRpcProvider, Wallet, WebSocketProvider } from 'ethers';
import { encodeFunctionData, type Hex } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { TOKEN_SOURCE } from '../../e2e/token.js';
import { compileSolidity } from '../../support/solidity.js';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { accountOf, reader, receiptOn, subscriber, wallet } from './clients.js';
import { eventually, type Network, startNetwork } from './network.js';
import type { Node } from './node.js';

const POLL_MS = 50;

let network: Network;
let node: Node;
let victim: Node;

describe.skipIf(cometbftIsAbsent)('a node, while another validator is away', () => {
  beforeAll(async () => {
    network = await startNetwork({ validators: 4 });
    [node, victim] = [network.node(0), network.node(3)];
    await Promise.all([victim.kill('app'), victim.kill('engine')]);
  });
  afterAll(() => network?.close());

  it('serves ethers: deployment, transactions, events, errors and fees', async () => {
    const { abi, bytecode } = await compileSolidity(TOKEN_SOURCE, 'Token');
    const provider = new JsonRpcProvider(node.evm, undefined, { pollingInterval: POLL_MS, cacheTimeout: -1 });
    const signer = new Wallet(DEVELOPMENT_ACCOUNTS[0]?.privateKey as string, provider);
    const deployed = await new ContractFactory(abi as never, bytecode, signer).deploy(1000n);
    await deployed.waitForDeployment();
    const token = new Contract(await deployed.getAddress(), abi as never, signer);
    const sockets = new WebSocketProvider(node.evmWs);
    const seen: unknown[] = [];
    await new Contract(token.target, abi as never, sockets).on('Transfer', (_, to, value) => seen.push([to, value]));
    const to = accountOf(5).address;
    const sent = await token['transfer']?.(to, 7n);
    expect(await sent.wait(2)).toMatchObject({ status: 1 });
    await eventually('the event has arrived', () => seen.length > 0);
    expect(seen).toEqual([[to, 7n]]);
    expect(await token['balanceOf']?.(to)).toBe(7n);
    expect(await token.queryFilter('Transfer', 0)).toHaveLength(2);
    await expect(token['transfer']?.staticCall(to, 5000n)).rejects.toThrow('balance too low');
    expect((await provider.getFeeData()).maxFeePerGas).toBeGreaterThan(0n);
    const block = await provider.getBlock('latest', true);
    expect(block?.number).toBeGreaterThan(sent.blockNumber ?? 0);
    await sockets.destroy();
    provider.destroy();
  });

  it('serves viem: calls, gas, access lists, traces, proofs and subscriptions', async () => {
    const { abi, bytecode } = await compileSolidity(TOKEN_SOURCE, 'Token');
    const client = reader(node);
    const heads: bigint[] = [];
    const stop = subscriber(node).watchBlockNumber({ onBlockNumber: (number) => heads.push(number) });
    const created = await receiptOn(node, await wallet(node, 1).deployContract({ abi, bytecode, args: [50n] }));
    const address = created.contractAddress as Hex;
    const call = { address, abi, functionName: 'transfer', args: [accountOf(6).address, 3n] } as const;
    const gas = await client.estimateContractGas({ ...call, account: accountOf(1) });
    const receipt = await receiptOn(node, await wallet(node, 1).writeContract({ ...call, gas }));
    expect(receipt).toMatchObject({ status: 'success' });
    const data = encodeFunctionData(call);
    const { accessList } = await client.createAccessList({ to: address, data, account: accountOf(1) });
    expect(accessList).toMatchObject([{ address }]);
    const { accountProof } = await client.getProof({ address, storageKeys: [] });
    expect(accountProof.length).toBeGreaterThan(0);
    const trace = await node.evmCall('debug_traceTransaction', receipt.transactionHash, { tracer: 'callTracer' });
    expect(trace).toMatchObject({ type: 'CALL', to: address });
    await eventually('heads have arrived', () => heads.length > 1);
    stop();
  });

  it('gives the validator that comes back the same blocks', async () => {
    await victim.start();
    const height = await node.height();
    await victim.reach(height);
    const number = `0x${height.toString(16)}`;
    const blocks = [node, victim].map((each) => each.evmCall('eth_getBlockByNumber', number, true));
    expect(await blocks[1]).toEqual(await blocks[0]);
  });
});

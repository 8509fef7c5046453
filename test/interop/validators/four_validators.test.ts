/**
 * Runs four validators, each engine and each application a process of its own, and uses them as clients do. In the end
 * the simulation's application executes all blocks again and must come to the same hashes.
 */
import { DirectSecp256k1HdWallet, type EncodeObject } from '@cosmjs/proto-signing';
import {
  assertIsDeliverTxSuccess,
  GasPrice,
  QueryClient,
  SigningStargateClient,
  setupTxExtension,
} from '@cosmjs/stargate';
import { Comet38Client } from '@cosmjs/tendermint-rpc';
import {
  GetBlockByHeightRequest,
  GetBlockByHeightResponse,
  GetNodeInfoResponse,
  GetSyncingResponse,
} from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query';
import { GetBlockWithTxsResponse } from 'cosmjs-types/cosmos/tx/v1beta1/service';
import { getContractAddress, type Hex, type Log, parseAbi, parseGwei } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ClientState, ConsensusState } from '../../../src/codec/ibc/tendermint.js';
import { SDK_SPECS } from '../../../src/codec/merkle/ics23_spec.js';
import { DEVELOPMENT_MNEMONIC } from '../../../src/config/development_accounts.js';
import { toHex, toUpperHex } from '../../../src/kernel/hex.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { halley } from '../../cli/run.js';
import { TOKEN_SOURCE } from '../../e2e/token.js';
import { compileSolidity } from '../../support/solidity.js';
import { duplicateVoteEvidence } from '../equivocation.js';
import { nanosOf, TENDERMINT, timeOf } from '../ibc_go_kit.js';
import { ourHeader } from '../our_headers.js';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { accountOf, reader, receiptOn, subscriber, wallet } from './clients.js';
import { eventually, type Network, startNetwork } from './network.js';
import type { Node } from './node.js';
import { type BlockAnswer, reexecute } from './reexecute.js';

const TOKEN_ABI = parseAbi([
  'constructor(uint256 supply)',
  'function balanceOf(address) view returns (uint256)',
  'function transfer(address to, uint256 value) returns (bool)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
]);
const HOUR = 3600n * NANOS_PER_SECOND;

let network: Network;

interface Validators {
  readonly validators: readonly { readonly address: string; readonly voting_power: string }[];
}

const validatorAddress = (index: number): Hex => `0x${toHex(network.node(index).home.planned.keys.validator.address)}`;

/** Returns the power that a validator has at a height; undefined when it is none. */
async function powerAt(node: Node, index: number, height: number): Promise<string | undefined> {
  const { validators } = await node.ask<Validators>(`validators?height=${height}`);
  const address = toUpperHex(network.node(index).home.planned.keys.validator.address);
  return validators.find((validator) => validator.address === address)?.voting_power;
}

/** Waits until all nodes have the newest block of the first. */
async function level(): Promise<void> {
  const height = await network.node(0).height();
  await Promise.all(network.nodes.map((node) => node.reach(height)));
}

/** Connects a CosmJS wallet with the first account of the mnemonic at the SDK's path. */
async function cosmos(node: Node) {
  const signer = await DirectSecp256k1HdWallet.fromMnemonic(DEVELOPMENT_MNEMONIC, { prefix: 'halley' });
  const [{ address } = { address: '' }] = await signer.getAccounts();
  const client = await SigningStargateClient.connectWithSigner(node.rpc, signer, {
    gasPrice: GasPrice.fromString('2000000000ahalley'),
    broadcastPollIntervalMs: 50,
    broadcastTimeoutMs: 250_000,
  });
  return { address, client };
}

describe.skipIf(cometbftIsAbsent)('four validators', () => {
  beforeAll(async () => {
    network = await startNetwork({ validators: 4 });
  });
  afterAll(() => network?.close());

  it('include deployments, transfers and calls sent to any node, and another node publishes the logs', async () => {
    const [a, b, c] = [network.node(0), network.node(1), network.node(2)];
    const { bytecode } = await compileSolidity(TOKEN_SOURCE, 'Token');
    const deployed = await receiptOn(
      b,
      await wallet(a, 0).deployContract({ abi: TOKEN_ABI, bytecode, args: [1000n], gas: 1_000_000n }),
    );
    expect(deployed).toMatchObject({ status: 'success' });
    // The filter must not see the log of the constructor.
    await c.reach(Number(deployed.blockNumber));
    const address = deployed.contractAddress as Hex;
    expect(address).toBe(getContractAddress({ from: accountOf(0).address, nonce: 0n }).toLowerCase());
    const logs: Log[] = [];
    const heads: bigint[] = [];
    const listening = subscriber(c);
    const stops = [
      listening.watchEvent({ address, event: TOKEN_ABI[3], onLogs: (more) => logs.push(...more) }),
      listening.watchBlocks({ onBlock: ({ number }) => heads.push(number) }),
    ];
    const filter = await reader(c).createContractEventFilter({ abi: TOKEN_ABI, address, eventName: 'Transfer' });
    await eventually('the subscriptions are active', () => heads.length > 0);
    const hash = await wallet(b, 0).writeContract({
      ...{ abi: TOKEN_ABI, address, functionName: 'transfer', gas: 100_000n, nonce: 1 },
      args: [accountOf(5).address, 7n],
    });
    const receipt = await receiptOn(a, hash);
    await eventually('the log has arrived', () => logs.length > 0);
    expect(logs).toMatchObject([{ address, transactionHash: hash, blockHash: receipt.blockHash, logIndex: 0 }]);
    const args = { from: accountOf(0).address, to: accountOf(5).address, value: 7n };
    expect(await reader(c).getFilterChanges({ filter })).toMatchObject([{ transactionHash: hash, args }]);
    for (const stop of stops) stop();
    await level();
    for (const node of network.nodes) {
      const held = { abi: TOKEN_ABI, address, functionName: 'balanceOf', args: [accountOf(5).address] } as const;
      expect(await reader(node).readContract(held)).toBe(7n);
      expect(await reader(node).getTransactionReceipt({ hash })).toEqual(receipt);
    }
    expect(heads.every((height, i) => i === 0 || height === (heads[i - 1] as bigint) + 1n)).toBe(true);
  });

  it('hold a transaction until the nonces before it arrive at another node', async () => {
    const [a, d] = [network.node(0), network.node(3)];
    const to = accountOf(9).address;
    const later = await wallet(a, 1).sendTransaction({ to, value: 2n, nonce: 1, gas: 21_000n });
    expect(await a.evmCall('txpool_status')).toEqual({ pending: '0x0', queued: '0x1' });
    await network.advance(3);
    expect(await reader(a).getTransaction({ hash: later })).toMatchObject({ blockHash: null });
    const first = await wallet(d, 1).sendTransaction({ to, value: 1n, nonce: 0, gas: 21_000n });
    const [one, two] = [await receiptOn(a, first), await receiptOn(a, later)];
    expect(two.blockNumber).toBeGreaterThanOrEqual(one.blockNumber);
    expect(await reader(a).getTransactionCount({ address: accountOf(1).address })).toBe(2);
  });

  it('execute the replacement of a transaction whose nonce was replaced with ten percent more', async () => {
    const [a, b] = [network.node(0), network.node(1)];
    const to = accountOf(9).address;
    const send = (node: Node, value: bigint, gwei: string) =>
      wallet(node, 2).sendTransaction({ to, value, nonce: 1, gas: 21_000n, gasPrice: parseGwei(gwei) });
    await send(a, 1n, '10');
    await expect(send(a, 2n, '10.9')).rejects.toThrow('replacement transaction underpriced');
    const replacement = await send(a, 2n, '11');
    await wallet(b, 2).sendTransaction({ to, value: 3n, nonce: 0, gas: 21_000n });
    expect(await receiptOn(b, replacement)).toMatchObject({ status: 'success' });
    expect((await reader(b).getTransaction({ hash: replacement })).value).toBe(2n);
    expect(await reader(b).getTransactionCount({ address: accountOf(2).address })).toBe(2);
  });

  it('execute a replacement of a transaction that the mempools of other nodes have already', async () => {
    const [a, b, c, d] = network.nodes as [Node, Node, Node, Node];
    const to = accountOf(9).address;
    // Two of four decide nothing, so both transactions are pending at once.
    await Promise.all([c.kill('engine'), d.kill('engine')]);
    const send = (node: Node, value: bigint, gwei: string) =>
      wallet(node, 3).sendTransaction({ to, value, nonce: 0, gas: 21_000n, gasPrice: parseGwei(gwei) });
    const before = await send(a, 1n, '10');
    await eventually(
      'the other node has it',
      async () => (await b.evmCall('eth_getTransactionByHash', before)) !== null,
    );
    const replacement = await send(b, 2n, '20');
    await eventually('the first node has replaced it', async () => {
      return (await a.evmCall('eth_getTransactionByHash', before)) === null;
    });
    await expect(send(c, 3n, '30')).rejects.toThrow('no CometBFT node is connected');
    expect(await c.evmCall('eth_chainId')).toBe('0x7a69');
    for (const node of [c, d]) node.startEngine();
    for (const node of [a, d]) expect(await receiptOn(node, replacement)).toMatchObject({ status: 'success' });
    await level();
    expect(await d.evmCall('eth_getTransactionByHash', before)).toBeNull();
  });

  it("include a CosmJS transfer sent through an engine's RPC, which other nodes read", async () => {
    const { address, client } = await cosmos(network.node(1));
    const to = (await (await DirectSecp256k1HdWallet.generate(12, { prefix: 'halley' })).getAccounts())[0]?.address;
    const sent = await client.sendTokens(address, to ?? '', [{ denom: 'ahalley', amount: '17' }], 'auto');
    assertIsDeliverTxSuccess(sent);
    const other = await SigningStargateClient.connect(network.node(2).rpc);
    await network.node(2).reach(sent.height + 1);
    expect(await other.getBalance(to ?? '', 'ahalley')).toEqual({ denom: 'ahalley', amount: '17' });
    expect(await other.getTx(sent.transactionHash)).toMatchObject({ code: 0, height: sent.height });
    client.disconnect();
    other.disconnect();
  });

  it("answer the SDK's services about the node, its blocks and their transactions over the engine's RPC", async () => {
    const node = network.node(2);
    const comet = await Comet38Client.connect(node.rpc);
    const { txs } = await comet.txSearch({ query: 'message.sender EXISTS', per_page: 1 });
    const [{ height, hash } = { height: 0, hash: new Uint8Array() }] = txs;
    const sdk = QueryClient.withExtensions(comet, setupTxExtension);
    expect((await sdk.tx.getTx(toUpperHex(hash))).txResponse).toMatchObject({ height: BigInt(height), code: 0 });
    const ask = async (path: string, data: Uint8Array = new Uint8Array()) =>
      (await comet.abciQuery({ path, data })).value;
    const tendermint = '/cosmos.base.tendermint.v1beta1.Service';
    const request = GetBlockByHeightRequest.encode({ height: BigInt(height) }).finish();
    const found = GetBlockByHeightResponse.decode(await ask(`${tendermint}/GetBlockByHeight`, request));
    const { block, blockId } = await comet.block(height);
    expect(found.blockId?.hash).toEqual(blockId.hash);
    expect(found.block?.header?.appHash).toEqual(block.header.appHash);
    expect(found.block?.lastCommit?.signatures).toHaveLength(block.lastCommit?.signatures.length ?? 0);
    const withTxs = GetBlockWithTxsResponse.decode(await ask('/cosmos.tx.v1beta1.Service/GetBlockWithTxs', request));
    expect(withTxs.txs).toHaveLength(block.txs.length);
    const { defaultNodeInfo } = GetNodeInfoResponse.decode(await ask(`${tendermint}/GetNodeInfo`));
    expect(defaultNodeInfo).toMatchObject({ moniker: 'node2', network: 'halley_31337-1', version: '0.38.25' });
    const { syncing } = GetSyncingResponse.decode(await ask(`${tendermint}/GetSyncing`));
    expect(syncing).toBe(false);
    const pruned = await comet.abciQuery({
      path: `${tendermint}/GetBlockByHeight`,
      data: GetBlockByHeightRequest.encode({ height: 1_000_000n }).finish(),
    });
    expect(pruned).toMatchObject({ code: 18, log: expect.stringContaining('bigger then the chain length') });
    comet.disconnect();
  });

  it('verify a header of real validators in a light client, and refuse a transfer on a channel that does not exist', async () => {
    const { address, client } = await cosmos(network.node(0));
    const comet = await Comet38Client.connect(network.node(0).rpc);
    const fee = { amount: [{ denom: 'ahalley', amount: '8000000000000000' }], gas: '2000000' };
    const send = (typeUrl: string, value: object) =>
      client.signAndBroadcast(address, [{ typeUrl, value } as EncodeObject], fee);
    const trusted = (await comet.status()).syncInfo.latestBlockHeight - 1;
    const { header } = await comet.commit(trusted);
    const state = ClientState.encode({
      ...{ chainId: 'halley_31337-1', trustLevel: { numerator: 1n, denominator: 3n }, maxClockDrift: HOUR },
      ...{ trustingPeriod: 10n * HOUR, unbondingPeriod: 20n * HOUR, proofSpecs: SDK_SPECS, upgradePath: [] },
      frozenHeight: { revisionNumber: 0n, revisionHeight: 0n },
      latestHeight: { revisionNumber: 1n, revisionHeight: BigInt(trusted) },
      ...{ allowUpdateAfterExpiry: false, allowUpdateAfterMisbehaviour: false },
    });
    const { appHash, nextValidatorsHash, time } = header;
    const consensus = ConsensusState.encode({
      ...{ timestamp: nanosOf(timeOf(time)), root: { hash: appHash }, nextValidatorsHash },
    });
    const created = await send('/ibc.core.client.v1.MsgCreateClient', {
      clientState: { typeUrl: `${TENDERMINT}ClientState`, value: state },
      consensusState: { typeUrl: `${TENDERMINT}ConsensusState`, value: consensus },
      signer: address,
    });
    assertIsDeliverTxSuccess(created);
    await network.node(0).reach(trusted + 4);
    const value = await ourHeader(trusted + 3, trusted, comet);
    const updated = await send('/ibc.core.client.v1.MsgUpdateClient', {
      clientId: '07-tendermint-0',
      clientMessage: { typeUrl: `${TENDERMINT}Header`, value },
      signer: address,
    });
    assertIsDeliverTxSuccess(updated);
    const refused = await send('/ibc.applications.transfer.v1.MsgTransfer', {
      ...{ sourcePort: 'transfer', sourceChannel: 'channel-0', token: { denom: 'ahalley', amount: '1' } },
      ...{ sender: address, receiver: address, memo: '' },
      timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
      timeoutTimestamp: nanosOf(timeOf(time)) + HOUR,
    });
    expect(refused.code).not.toBe(0);
    expect(refused.rawLog).toContain('channel-0');
    client.disconnect();
    comet.disconnect();
  });

  it('change the power of a validator two heights after the node with the key of the dev authority was asked', async () => {
    const [a, b] = [network.node(0), network.node(1)];
    await a.evmCall('halley_setValidatorPower', validatorAddress(2), '0xf');
    const height = await a.height();
    await network.advance(3);
    expect(await powerAt(b, 2, height + 3)).toBe('15');
    const powers = await Promise.all([...Array(height).keys()].map((i) => powerAt(b, 2, i + 1)));
    const at = powers.indexOf('15');
    expect(powers.slice(0, at === -1 ? undefined : at).every((power) => power === '10')).toBe(true);
    await a.evmCall('hardhat_setBalance', accountOf(8).address, '0x7b');
    await level();
    expect(await b.evmCall('eth_getBalance', accountOf(8).address, 'latest')).toBe('0x7b');
  });

  it('refuse in one line what a real network cannot do, and dev methods without the key', async () => {
    const [a, b] = [network.node(0), network.node(1)];
    const refusal = (node: Node, method: string, ...params: unknown[]): Promise<string> =>
      node.evmCall(method, ...params).then(
        () => `${method} was accepted`,
        (error: Error) => error.message,
      );
    const without = await refusal(b, 'hardhat_setBalance', accountOf(8).address, '0x1');
    expect(without).toMatch(/^dev methods are off: .* this node has no key of it; use the node that has config\/dev_/);
    const refused = {
      evm_mine: [],
      hardhat_mine: ['0x2'],
      evm_setAutomine: [true],
      evm_setIntervalMining: [1000],
      evm_snapshot: [],
      evm_revert: ['0x1'],
      hardhat_reset: [],
      anvil_rollback: ['0x1'],
      anvil_reorg: [1, []],
      evm_increaseTime: [60],
      evm_setNextBlockTimestamp: [4_000_000_000],
      hardhat_dropTransaction: [`0x${'00'.repeat(32)}`],
      halley_addValidator: [],
      halley_crashValidator: [1],
    };
    for (const [method, params] of Object.entries(refused)) {
      const text = await refusal(a, method, ...params);
      expect(text).toMatch(/^[^\n]* is not possible on this chain: [^\n]+$/);
    }
  });

  it('slash and jail a validator of which an engine has evidence', async () => {
    const [a, d] = [network.node(0), network.node(3)];
    const height = (await a.height()) - 1;
    const evidence = await duplicateVoteEvidence(a.rpc, height, d.home.planned.keys.validator.privateKey.slice(0, 32));
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'broadcast_evidence', params: { evidence } });
    const answer = await (await fetch(a.rpc, { method: 'POST', body })).json();
    expect(answer).toMatchObject({ result: { hash: expect.any(String) } });
    await eventually('the validator has lost its power', async () => {
      const { validators } = await a.ask<Validators>('validators');
      return validators.length === 3;
    });
    const head = await a.height();
    const found = await Promise.all(
      [...Array(head - height).keys()].map((i) => a.ask<BlockAnswer>(`block?height=${height + 1 + i}`)),
    );
    expect(found.filter(({ block }) => block.evidence.evidence.length > 0)).toHaveLength(1);
    const { client } = await cosmos(a);
    const validators = await Comet38Client.connect(a.rpc).then((comet) =>
      comet.abciQuery({ path: '/cosmos.staking.v1beta1.Query/Validators', data: new Uint8Array() }),
    );
    expect(validators.code).toBe(0);
    expect(Buffer.from(validators.value).toString('latin1')).toContain('node3');
    client.disconnect();
    await network.advance(3);
  });

  it('have the hashes of every height that the simulation computes from the same blocks', async () => {
    await level();
    const last = await network.node(0).height();
    for (const node of network.nodes) await node.reach(last);
    const { real, simulated } = await reexecute(network.node(0).rpc, network.genesis, last);
    expect(simulated).toEqual(real);
    const apps = await Promise.all(network.nodes.map((node) => node.ask<BlockAnswer>(`block?height=${last}`)));
    expect(new Set(apps.map(({ block }) => block.header.app_hash)).size).toBe(1);
  });

  it('have homes that are verified by their own records, once their applications have ended', async () => {
    const node = network.node(1);
    const verify = () => halley('verify', '--home', node.home.path);
    const running = await verify();
    expect(running.code).toBe(1);
    expect(running.stderr).toMatch(/^[^\n]* is in use by process \d+: [^\n]+\n$/);
    const height = await node.height();
    await node.stop();
    const { code, stdout, stderr } = await verify();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const [, blocks, last] =
      /^verified (\d+) blocks of halley_31337-1: \d+ transactions, \d+ records, height (\d+)\n$/.exec(stdout) ?? [];
    expect(blocks).toBe(last);
    expect(Number(last)).toBeGreaterThanOrEqual(height);
  });
});

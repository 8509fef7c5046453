/** Provides recorded sessions for tests: a node with everything that a record contains, and its file. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { MsgSend } from '../../../src/app/modules/bank/messages/MsgSend.js';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { ChainAccount } from '../../../src/devnet/relaying/account.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { createEvmProvider } from '../../../src/rpc/evm/provider.js';
import { packed } from '../../app/support/cosmos.js';
import { NodeUnderTest, transfer } from '../node_kit.js';

const [ALICE, BOB] = DEVELOPMENT_ACCOUNTS.map(({ address }) => address);
/** Creates a contract whose constructor reverts. */
const FAILING = '0x5f5ffd';

/** Returns the path of a file that does not exist, in a folder that is removed after the running test. */
export function newFile(name = 'session.jsonl'): string {
  const folder = mkdtempSync(join(tmpdir(), 'halley-record-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, name);
}

export type Ask = (method: string, ...params: unknown[]) => Promise<unknown>;

export const asking = (node: NodeUnderTest): Ask => {
  const provider = createEvmProvider(node.node.evm);
  return (method, ...params) => provider.request({ method, params });
};

/** Makes a session with every kind of input, and ends it. Returns the newest height. */
export async function recordSession(record: string, options: DevnetOptions = {}): Promise<bigint> {
  const node = await NodeUnderTest.open({ record, seed: 'recorded', jsonRpc: { namespaces: ['all'] }, ...options });
  try {
    await play(node);
    return node.height;
  } finally {
    await node.close();
  }
}

async function play(node: NodeUnderTest): Promise<void> {
  const ask = asking(node);
  await sendTransactions(node, ask);
  await breakConsensus(node, ask);
  await changeModes(node, ask);
  const evidence = node.doubleSign(1, node.height - 1n);
  await node.comet.submitEvidence(evidence);
  await node.mine(2);
  await ask('anvil_rollback', 2);
  await node.mine();
  await ask('halley_setValidatorPower', 2, 25);
  await node.mine(3);
  await ask('anvil_reorg', 2, [[{ from: BOB, to: ALICE, value: '0x9' }, 1]], { round: 2 });
  await ask('hardhat_reset');
  await ask('evm_mine');
  await ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x7' });
  await node.mine();
}

/** Sends Ethereum, Cosmos and dev transactions, also ones that fail or are refused. */
async function sendTransactions(node: NodeUnderTest, ask: Ask): Promise<void> {
  const raw = await transfer(node.chain.evmChainId, 0);
  await ask('eth_sendRawTransaction', to0x(raw));
  await ask('eth_sendRawTransaction', to0x(raw)).catch(() => undefined);
  await ask('eth_sendTransaction', { from: BOB, data: FAILING, gas: '0x20000' }).catch(() => undefined);
  await node.mine();
  await ask('hardhat_setBalance', '0x00000000000000000000000000000000000000aa', '0x5');
  await ask('evm_setNextBlockTimestamp', 1_800_000_000);
  const account = new ChainAccount(node.chain, fromHex(DEVELOPMENT_ACCOUNTS[2]?.privateKey as string));
  const send = { fromAddress: account.bech32, toAddress: account.bech32, amount: [{ denom: 'ahalley', amount: '3' }] };
  await node.comet.broadcast(account.sign([packed(MsgSend.message, send)], 200_000n));
  await node.mine();
}

/** Crashes, restarts and disconnects validators, and adds faults, with snapshots and reverts between. */
async function breakConsensus(node: NodeUnderTest, ask: Ask): Promise<void> {
  const { simNetwork } = node;
  simNetwork.crash(3);
  await node.mine(2);
  const id = await ask('evm_snapshot');
  simNetwork.setFault('lossy', { type: 'loss', percent: 30 });
  simNetwork.setFault('slow', { type: 'delay', ms: 40, from: [1] });
  await ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
  await node.mine(2);
  await ask('evm_revert', id);
  simNetwork.restart(3);
  simNetwork.setFault('liar', { type: 'equivocate', node: 0 });
  await node.mine(3);
  simNetwork.setFault('liar', undefined);
  simNetwork.disconnect(0, 1);
  simNetwork.setFault('twice', { type: 'duplicate', percent: 50, ms: 1 });
  simNetwork.setFault('early', { type: 'skew', node: 2, ms: 500 });
  await node.mine(2);
  simNetwork.connect(0, 1);
  for (const name of ['twice', 'early']) simNetwork.setFault(name, undefined);
  simNetwork.setFault('apart', {
    type: 'partition',
    groups: [
      [0, 1],
      [2, 3],
    ],
  });
  await node.node.loop.mine();
  simNetwork.setFault('apart', undefined);
  await node.mine(2);
}

/** Goes through mining modes, and returns to the first one. */
async function changeModes(node: NodeUnderTest, ask: Ask): Promise<void> {
  const { loop } = node.node;
  const before = loop.miningMode;
  await loop.setMiningMode({ type: 'step' });
  await ask('eth_sendTransaction', { from: BOB, to: ALICE, value: '0x2' });
  await ask('halley_step', 'event', 7);
  const id = await ask('evm_snapshot');
  await ask('halley_step', 'round', 1);
  await ask('evm_revert', id);
  await ask('halley_step', 'height', 1);
  await loop.setMiningMode({ type: 'manual' });
  await ask('evm_mine');
  await loop.setMiningMode(before);
}

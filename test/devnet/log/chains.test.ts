/** Tests the log of Cosmos messages, packets, the relayer and rounds, on one chain and on several. */
import { afterEach, expect, it } from 'vitest';
import type { LogEntry } from '../../../src/devnet/index.js';
import { logText } from '../../../src/devnet/index.js';
import { addressOn, HUB, OWN, startNetwork, TWO_CHAINS, transfer } from '../chains/relay_kit.js';
import { aLoggedDevnet, closeAll } from './kit.js';

afterEach(closeAll);

it('names messages, senders, packets and the relayer’s messages, each with its chain', async () => {
  const entries: LogEntry[] = [];
  await using devnet = await startNetwork(undefined, { log: (entry) => entries.push(entry) });
  expect(entries).toEqual([]);
  await transfer(devnet, { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley', amount: 5n });
  await devnet.relayer.settled();
  const route = { source: 'transfer/channel-3', destination: 'transfer/channel-10', sequence: '1' };
  const cosmos = entries.flatMap((entry) =>
    entry.type === 'block' ? (entry.cosmos ?? []).map((tx) => ({ chain: entry.chain, tx })) : [],
  );
  expect(cosmos.map(({ chain, tx }) => [chain, tx.messages.at(-1), ...tx.packets])).toEqual([
    [OWN, '/ibc.applications.transfer.v1.MsgTransfer', { action: 'sent', ...route }],
    [HUB, '/ibc.core.channel.v1.MsgRecvPacket', { action: 'received', ...route }],
    [OWN, '/ibc.core.channel.v1.MsgAcknowledgement', { action: 'acknowledged', ...route }],
  ]);
  expect(cosmos[0]?.tx.sender).toBe(addressOn(devnet, OWN));
  const packet = { port: 'transfer', channel: 'channel-3', sequence: '1' };
  const relayed = entries.filter(({ type }) => type === 'relay');
  expect(relayed).toEqual([
    { type: 'relay', kind: 'packet', from: OWN, to: HUB, packet },
    { type: 'relay', kind: 'acknowledgement', from: HUB, to: OWN, packet },
  ]);
  expect(relayed.map((entry) => logText(entry))).toEqual([
    `  Relayer:          packet transfer/channel-3 #1, from ${OWN} to ${HUB}`,
    `  Relayer:          acknowledgement of packet transfer/channel-3 #1, from ${HUB} to ${OWN}`,
  ]);
  const received = entries.find((entry) => entry.type === 'block' && entry.chain === HUB && entry.cosmos !== undefined);
  const lines = logText(received as LogEntry).split('\n');
  expect(lines.every((line) => line.startsWith(`[${HUB}] `))).toBe(true);
  expect(lines).toContain(`[${HUB}]   Packet:           received, transfer/channel-3 to transfer/channel-10 #1`);
});

it('names the relayer’s message that a block has refused, with the reason', async () => {
  const entries: LogEntry[] = [];
  const network = { ...TWO_CHAINS, chains: [{ chain_id: HUB, pace: 'manual' }] };
  await using devnet = await startNetwork(network, { log: (entry) => entries.push(entry) });
  const hub = devnet.chains.get(HUB);
  await transfer(devnet, { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley', amount: 5n, timeout: 100n });
  await devnet.mine({ blocks: 2 });
  const isRelay = (entry: LogEntry): boolean => entry.type === 'relay';
  const packet = { port: 'transfer', channel: 'channel-3', sequence: '1' };
  const sent = { type: 'relay', kind: 'packet', from: OWN, to: HUB, packet };
  expect(entries.filter(isRelay)).toEqual([sent]);
  // The packet times out while the message waits for a block.
  await hub.time.increase(101);
  await hub.mine();
  await devnet.mine();
  expect(entries.filter(isRelay)[1]).toEqual({
    ...sent,
    failure: expect.stringContaining('packet timeout elapsed'),
  });
});

it('names the message of a dev transaction, and no chain in a devnet of one chain', async () => {
  const { ask, devnet, received, bob } = await aLoggedDevnet();
  await ask('hardhat_setBalance', bob, '0x1');
  await devnet.mine();
  const block = received().at(-1);
  expect(block).toMatchObject({
    type: 'block',
    cosmos: [{ messages: ['/halley.dev.v1.MsgSetBalance'], sender: 'the dev authority', packets: [] }],
  });
  expect(block).not.toHaveProperty('chain');
});

it('shows each step, the proposer and each vote in the mining mode step, and none of them in others', async () => {
  const { devnet, received } = await aLoggedDevnet();
  await devnet.mine();
  expect(received().map(({ type }) => type)).toEqual(['block']);
  await devnet.setMiningMode('step');
  await devnet.step('height', 2);
  const entries = received();
  const validators = ['validator-0', 'validator-1', 'validator-2', 'validator-3'];
  const ofHeight = entries.filter((entry) => 'height' in entry && entry.height === 3);
  const rounds = ofHeight.filter((entry) => entry.type === 'round');
  expect(rounds.find(({ proposer }) => proposer !== undefined)?.proposer).toBeOneOf(validators);
  expect(rounds.map(({ step }) => step)).toEqual(expect.arrayContaining(['Propose', 'Prevote', 'Precommit', 'Commit']));
  const votes = ofHeight.filter((entry) => entry.type === 'vote');
  const hash = (entries.find((entry) => entry.type === 'block') as { hash: string }).hash;
  for (const kind of ['prevote', 'precommit'])
    expect(new Set(votes.filter(({ vote }) => vote === kind).map(({ validator }) => validator)).size).toBeGreaterThan(
      2,
    );
  expect(votes.every(({ block }) => block === hash.slice(2).toUpperCase())).toBe(true);
  expect(logText(votes[0] as LogEntry)).toMatch(
    /^ {2}Vote: {13}height 3, round 0, prevote of validator-\d for [0-9A-F]{64}$/,
  );
  await devnet.setMiningMode('automine');
  received();
  await devnet.mine();
  expect(received().map(({ type }) => type)).toEqual(['block']);
});

/**
 * Tests that a relayer outside of the devnet works in automine. The relayer here reads as the Go relayer does: headers
 * over the CometBFT RPC, and proofs of the state at the newest height minus one.
 */
import { Comet38Client } from '@cosmjs/tendermint-rpc';
import { expect, it, onTestFinished } from 'vitest';
import type { Any } from '../../../src/codec/cosmos/base.js';
import { CHANNEL_STATE, ORDER, type Packet } from '../../../src/codec/ibc/channel.js';
import {
  MsgChannelOpenAck,
  MsgChannelOpenConfirm,
  MsgChannelOpenInit,
  MsgChannelOpenTry,
} from '../../../src/codec/ibc/channel_messages.js';
import { MsgCreateClient, MsgUpdateClient, NO_HEIGHT } from '../../../src/codec/ibc/client.js';
import { MerkleProof } from '../../../src/codec/ibc/commitment.js';
import {
  DEFAULT_VERSION,
  MsgConnectionOpenAck,
  MsgConnectionOpenConfirm,
  MsgConnectionOpenInit,
  MsgConnectionOpenTry,
} from '../../../src/codec/ibc/connection.js';

import { MsgAcknowledgement, MsgRecvPacket, MsgTimeout } from '../../../src/codec/ibc/packet_messages.js';
import { ClientHeader, ClientState, ConsensusState } from '../../../src/codec/ibc/tendermint.js';
import { SDK_SPECS } from '../../../src/codec/merkle/ics23_spec.js';
import type { Broadcast, Devnet, DevnetOptions } from '../../../src/devnet/index.js';
import { EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { anyOf } from '../../../src/relayer/message_of.js';
import {
  acknowledgementPath,
  channelPath,
  commitmentPath,
  connectionPath,
  heightOn,
  receiptPath,
} from '../../../src/relayer/paths.js';
import { timeOf } from '../../interop/ibc_go_kit.js';
import { ourHeader } from '../../interop/our_headers.js';
import { temporaryHome } from '../node_kit.js';
import { addressOn, balance, broadcast, HUB, OWN, startNetwork, TWO_CHAINS, transfer, voucher } from './relay_kit.js';

const RELAYER = 5;
const USER = 2;
const GAS = 3_000_000n;
const DAY = 86_400n * NANOS_PER_SECOND;
const PREFIX = { keyPrefix: utf8('ibc') };
/** Polls: far more than a block takes. */
const MOST_POLLS = 3_000;
const UNUSED = {
  clientState: undefined,
  proofClient: EMPTY_BYTES,
  proofConsensus: EMPTY_BYTES,
  consensusHeight: NO_HEIGHT,
  hostConsensusStateProof: EMPTY_BYTES,
};

const attribute = ({ events }: Broadcast, type: string, key: string): string =>
  events.find((event) => event.type === type)?.attributes.find((one) => one.key === key)?.value ?? '';

/** One chain as the relayer sees it. */
class Side {
  clientId = '';
  connectionId = '';
  channelId = '';
  other: Side = this;
  readonly signer: string;
  /** Newest height of the other chain that the client knows. */
  #known = 0;
  /** Height of the chain's newest transaction that has to be proven. */
  #changed = 0;

  constructor(
    readonly devnet: Devnet,
    readonly id: string,
    readonly comet: Comet38Client,
  ) {
    this.signer = addressOn(devnet, id, RELAYER);
  }

  /** Notes a transaction whose effect the other chain will have to see. */
  note(sent: Broadcast): Broadcast {
    expect(sent).toMatchObject({ code: 0, log: '' });
    this.#changed = Number(sent.height);
    return sent;
  }

  async send(...messages: readonly Any[]): Promise<Broadcast> {
    return this.note(await broadcast(this.devnet, this.id, messages, RELAYER, GAS));
  }

  /** Resolves to the newest height when the one before it has the effect of the last transaction. */
  async newest(): Promise<number> {
    for (let polls = 0; polls < MOST_POLLS; polls++) {
      const { latestBlockHeight } = (await this.comet.status()).syncInfo;
      if (latestBlockHeight > this.#changed) return latestBlockHeight;
    }
    throw new Error(`no height follows ${this.#changed} of ${this.id}`);
  }

  async createClient(): Promise<void> {
    const { other } = this;
    const newest = await other.newest();
    const { header } = await other.comet.commit(newest);
    const { seconds, nanos } = timeOf(header.time);
    const state: ClientState = {
      chainId: other.id,
      trustLevel: { numerator: 1n, denominator: 3n },
      trustingPeriod: 14n * DAY,
      unbondingPeriod: 21n * DAY,
      maxClockDrift: 40n * NANOS_PER_SECOND,
      frozenHeight: NO_HEIGHT,
      latestHeight: heightOn(other.id, BigInt(newest)),
      proofSpecs: SDK_SPECS,
      upgradePath: ['upgrade', 'upgradedIBCState'],
      allowUpdateAfterExpiry: false,
      allowUpdateAfterMisbehaviour: false,
    };
    const consensus: ConsensusState = {
      timestamp: seconds * NANOS_PER_SECOND + BigInt(nanos),
      root: { hash: header.appHash },
      nextValidatorsHash: header.nextValidatorsHash,
    };
    const sent = await this.send(
      anyOf(MsgCreateClient, {
        clientState: anyOf(ClientState, state),
        consensusState: anyOf(ConsensusState, consensus),
        signer: this.signer,
      }),
    );
    this.clientId = attribute(sent, 'create_client', 'client_id');
    this.#known = newest;
  }

  /** Sends a message with a proof of the other chain's state at its newest height minus one. */
  async prove(
    key: Uint8Array,
    message: (proof: Uint8Array, common: { proofHeight: typeof NO_HEIGHT; signer: string }) => Any,
  ): Promise<Broadcast> {
    const { other, clientId, signer } = this;
    const newest = await other.newest();
    const query = { path: '/store/ibc/key', data: key, height: newest - 1, prove: true };
    const { proof } = await other.comet.abciQuery(query);
    const messages: Any[] = [];
    if (newest > this.#known) {
      const header = await ourHeader(newest, this.#known, other.comet);
      const clientMessage = { typeUrl: ClientHeader.typeUrl, value: header };
      messages.push(anyOf(MsgUpdateClient, { clientId, clientMessage, signer }));
    }
    this.#known = newest;
    const proofs = proof?.ops.map(({ data }) => data) ?? [];
    const proofHeight = heightOn(other.id, BigInt(newest));
    return this.send(...messages, message(MerkleProof.encode({ proofs }), { proofHeight, signer }));
  }
}

/** Opens a connection from `a` to `b`. */
async function connect(a: Side, b: Side): Promise<void> {
  const counterpartyOf = ({ other: { clientId, connectionId } }: Side) => ({ clientId, connectionId, prefix: PREFIX });
  const init = { clientId: a.clientId, counterparty: counterpartyOf(a), version: DEFAULT_VERSION, delayPeriod: 0n };
  const inited = await a.send(anyOf(MsgConnectionOpenInit, { ...init, signer: a.signer }));
  a.connectionId = attribute(inited, 'connection_open_init', 'connection_id');
  const tried = await b.prove(connectionPath(a.connectionId), (proofInit, common) =>
    anyOf(MsgConnectionOpenTry, {
      ...{ ...UNUSED, ...common, clientId: b.clientId, previousConnectionId: '', counterparty: counterpartyOf(b) },
      ...{ delayPeriod: 0n, counterpartyVersions: [DEFAULT_VERSION], proofInit },
    }),
  );
  b.connectionId = attribute(tried, 'connection_open_try', 'connection_id');
  await a.prove(connectionPath(b.connectionId), (proofTry, common) => {
    const ids = { connectionId: a.connectionId, counterpartyConnectionId: b.connectionId };
    return anyOf(MsgConnectionOpenAck, { ...UNUSED, ...common, ...ids, version: DEFAULT_VERSION, proofTry });
  });
  await b.prove(connectionPath(a.connectionId), (proofAck, common) =>
    anyOf(MsgConnectionOpenConfirm, { ...common, connectionId: b.connectionId, proofAck }),
  );
}

/** Opens a channel for transfers from `a` to `b`. */
async function openChannel(a: Side, b: Side): Promise<void> {
  const portId = 'transfer';
  const channelOf = ({ connectionId, other: { channelId } }: Side, state: number) => ({
    ...{ state, ordering: ORDER.unordered, counterparty: { portId, channelId } },
    ...{ connectionHops: [connectionId], version: 'ics20-1' },
  });
  const init = { portId, channel: channelOf(a, CHANNEL_STATE.init), signer: a.signer };
  a.channelId = attribute(await a.send(anyOf(MsgChannelOpenInit, init)), 'channel_open_init', 'channel_id');
  const tried = await b.prove(channelPath(portId, a.channelId), (proofInit, common) => {
    const channel = channelOf(b, CHANNEL_STATE.tryOpen);
    const versions = { counterpartyVersion: 'ics20-1', previousChannelId: '' };
    return anyOf(MsgChannelOpenTry, { ...common, ...versions, portId, channel, proofInit });
  });
  b.channelId = attribute(tried, 'channel_open_try', 'channel_id');
  await a.prove(channelPath(portId, b.channelId), (proofTry, common) => {
    const counterparty = { counterpartyChannelId: b.channelId, counterpartyVersion: 'ics20-1' };
    return anyOf(MsgChannelOpenAck, { ...common, ...counterparty, portId, channelId: a.channelId, proofTry });
  });
  await b.prove(channelPath(portId, a.channelId), (proofAck, common) =>
    anyOf(MsgChannelOpenConfirm, { ...common, portId, channelId: b.channelId, proofAck }),
  );
}

function packetOf(sent: Broadcast): Packet {
  const of = (key: string): string => attribute(sent, 'send_packet', `packet_${key}`);
  return {
    sequence: BigInt(of('sequence')),
    sourcePort: of('src_port'),
    sourceChannel: of('src_channel'),
    destinationPort: of('dst_port'),
    destinationChannel: of('dst_channel'),
    data: fromHex(of('data_hex')),
    timeoutHeight: NO_HEIGHT,
    timeoutTimestamp: BigInt(of('timeout_timestamp')),
  };
}

/** Opens a devnet of two chains without clients, whose own relayer is off, and the relayer's view of both. */
async function openSides(options: DevnetOptions = {}): Promise<readonly [Side, Side]> {
  const devnet = await startNetwork(
    { chains: [{ chain_id: HUB }] },
    { jsonRpc: false, rpc: true, listenOnAllChains: true, ...options },
  );
  onTestFinished(() => devnet.close());
  await devnet.relayer.stop();
  const sideOf = async (id: string): Promise<Side> => {
    const comet = await Comet38Client.connect(`${devnet.chains.get(id).urls.cometRpc}/v0.38`);
    onTestFinished(() => comet.disconnect());
    return new Side(devnet, id, comet);
  };
  const [a, b] = [await sideOf(OWN), await sideOf(HUB)];
  [a.other, b.other] = [b, a];
  return [a, b];
}

/** Resolves when the commands that were queued until now have ended. */
const settled = (devnet: Devnet): Promise<void> => devnet.relayer.setDelay(0);

const heights = ({ chains }: Devnet): readonly bigint[] => [...chains].map(({ height }) => height);

const newestHash = async ({ chains }: Devnet): Promise<unknown> => {
  const method = 'eth_getBlockByNumber';
  const block = await chains.get(OWN).provider.request({ method, params: ['latest', false] });
  return (block as { hash: string }).hash;
};

it('works from the first client to acknowledgements and timeouts', async () => {
  const [a, b] = await openSides();
  const { devnet } = a;
  await a.createClient();
  await b.createClient();
  await connect(a, b);
  await openChannel(a, b);

  const there = { from: OWN, to: HUB, channel: a.channelId, denom: 'ahalley', sender: USER };
  const packet = packetOf(a.note(await transfer(devnet, { ...there, amount: 70n })));
  const { sourcePort, sourceChannel, destinationPort, destinationChannel } = packet;
  const received = await b.prove(commitmentPath(sourcePort, sourceChannel, packet.sequence), (proof, common) =>
    anyOf(MsgRecvPacket, { ...common, packet, proofCommitment: proof }),
  );
  expect(await balance(devnet, HUB, voucher(`transfer/${b.channelId}/ahalley`), USER)).toBe(70n);
  const acknowledgement = fromHex(attribute(received, 'write_acknowledgement', 'packet_ack_hex'));
  await a.prove(acknowledgementPath(destinationPort, destinationChannel, packet.sequence), (proofAcked, common) =>
    anyOf(MsgAcknowledgement, { ...common, packet, acknowledgement, proofAcked }),
  );

  const before = await balance(devnet, HUB, 'uhub', USER);
  const back = { from: HUB, to: OWN, channel: b.channelId, denom: 'uhub', sender: USER };
  const late = packetOf(b.note(await transfer(devnet, { ...back, amount: 9n, timeout: 100n })));
  expect(await balance(devnet, HUB, 'uhub', USER)).toBe(before - 9n);
  await devnet.time.increase(101);
  await devnet.mine();
  await b.prove(receiptPath(late.destinationPort, late.destinationChannel, late.sequence), (proof, common) =>
    anyOf(MsgTimeout, { ...common, packet: late, proofUnreceived: proof, nextSequenceRecv: 1n }),
  );
  expect(await balance(devnet, HUB, 'uhub', USER)).toBe(before);
});

it('makes one block after a transaction of the relayer, and none after other transactions', async () => {
  const [a] = await openSides();
  const { devnet } = a;
  const [own = 0n, hub] = heights(devnet);
  await a.createClient();
  await settled(devnet);
  expect(heights(devnet)).toEqual([own + 2n, hub]);
  const [from, to] = devnet.accounts.map(({ address }) => address);
  await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] });
  await settled(devnet);
  expect(heights(devnet)).toEqual([own + 3n, hub]);
});

it('makes no block after transactions of the built-in relayer, nor after transfers that it relays', async () => {
  await using devnet = await startNetwork(TWO_CHAINS, { jsonRpc: false });
  await devnet.relayer.settled();
  const [own = 0n, hub = 0n] = heights(devnet);
  const sent = { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley' };
  await transfer(devnet, { ...sent, amount: 3n });
  await devnet.relayer.settled();
  await settled(devnet);
  // Here the transfer, the header that proves it, and the acknowledgement; there the packet, and the header for it.
  expect(heights(devnet)).toEqual([own + 3n, hub + 2n]);
  await devnet.relayer.stop();
  await transfer(devnet, { ...sent, amount: 4n });
  await devnet.mine();
  await settled(devnet);
  expect(heights(devnet)).toEqual([own + 5n, hub + 2n]);
  expect(await devnet.relayer.step()).toBe(1);
  await settled(devnet);
  expect(heights(devnet)).toEqual([own + 5n, hub + 3n]);
});

it('makes the block while the built-in relayer runs too', async () => {
  const [a] = await openSides();
  const { devnet } = a;
  await devnet.relayer.start();
  await devnet.relayer.settled();
  const { height } = devnet;
  await a.createClient();
  await settled(devnet);
  expect(devnet.height).toBe(height + 2n);
});

const hashes: unknown[] = [];
it.each([false, true])('makes the block after a revert too (detour: %s)', async (detour) => {
  const [a] = await openSides();
  const { devnet } = a;
  await devnet.setMiningMode('manual');
  const height = devnet.height;
  await a.createClient();
  await devnet.mine();
  const id = await devnet.snapshot();
  if (detour) {
    await devnet.setMiningMode('automine');
    await devnet.mine({ blocks: 3 });
    await devnet.revert(id);
  } else await devnet.setMiningMode('automine');
  await settled(devnet);
  expect(devnet.height).toBe(height + 2n);
  hashes.push(await newestHash(devnet));
  expect(new Set(hashes).size).toBe(1);
});
it('makes the block after a restart', async () => {
  const home = await temporaryHome();
  const open = (miningMode: 'manual' | 'automine') =>
    startNetwork({ chains: [{ chain_id: HUB }] }, { jsonRpc: false, home, miningMode });
  const first = await openSides({ home, miningMode: 'manual' });
  const { devnet } = first[0];
  await first[0].createClient();
  await devnet.mine();
  const { height } = devnet;
  await devnet.close();
  for (let restarts = 0; restarts < 2; restarts++) {
    const again = await open('automine');
    await settled(again);
    expect(again.height).toBe(height + 1n);
    await again.close();
  }
});

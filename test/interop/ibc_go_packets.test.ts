/**
 * Checks that our clients verify headers and proofs of a chain with CometBFT's headers and the SDK's IAVL stores. The
 * test covers the handshake, a packet that mints and one that times out. CosmJS encodes the messages.
 */
import { createHash } from 'node:crypto';
import { Channel, State as ChannelState, Order, Packet } from 'cosmjs-types/ibc/core/channel/v1/channel';
import { ConnectionEnd, State as ConnectionState } from 'cosmjs-types/ibc/core/connection/v1/connection';
import { describe, expect, it, vi } from 'vitest';
import {
  attribute,
  client,
  comet,
  FEE,
  foundGo,
  goHeader,
  goProof,
  grow,
  nanosOf,
  send,
  sender,
  sent,
  TENDERMINT,
  TEXT,
  timeOf,
  update,
  useIbcGo,
} from './ibc_go_kit.js';
import { concat } from './our_headers.js';
import { goIsAbsent } from './peers/ibc_go.js';

/** Allows for handshakes between two real chains. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

const NO_HEIGHT = { revisionNumber: 0n, revisionHeight: 0n };
const sha256 = (data: Uint8Array): Uint8Array => new Uint8Array(createHash('sha256').update(data).digest());

useIbcGo();

describe.skipIf(goIsAbsent)('ibc-go', () => {
  it('makes headers and proofs that our clients verify: a handshake, a packet that mints, and one that times out', async () => {
    await foundGo();
    const first = await goHeader(2, 1);
    const created = await sent('/ibc.core.client.v1.MsgCreateClient', {
      clientState: { typeUrl: `${TENDERMINT}ClientState`, value: first.clientState },
      consensusState: { typeUrl: `${TENDERMINT}ConsensusState`, value: first.consensusState },
    });
    const clientId = attribute(created, 'create_client', 'client_id');
    expect(clientId).toBe('07-tendermint-0');

    const version = { identifier: '1', features: ['ORDER_ORDERED', 'ORDER_UNORDERED'] };
    const prefix = { keyPrefix: TEXT.encode('ibc') };
    await grow(
      {
        'connections/connection-7': ConnectionEnd.encode({
          clientId: '07-tendermint-9',
          versions: [version],
          state: ConnectionState.STATE_INIT,
          counterparty: { clientId, connectionId: '', prefix },
          delayPeriod: 0n,
        }).finish(),
      },
      [10, 0, 30, 5],
    );
    const opened = { revisionNumber: 1n, revisionHeight: await update(clientId, 2) };
    const tried = {
      clientId,
      previousConnectionId: '',
      counterparty: { clientId: '07-tendermint-9', connectionId: 'connection-7', prefix },
      delayPeriod: 0n,
      counterpartyVersions: [version],
      proofHeight: opened,
      proofClient: new Uint8Array(),
      proofConsensus: new Uint8Array(),
      consensusHeight: NO_HEIGHT,
      hostConsensusStateProof: new Uint8Array(),
    };
    const connecting = '/ibc.core.connection.v1.MsgConnectionOpenTry';
    const proofInit = await goProof(Number(opened.revisionHeight), 'connections/connection-7');
    const wrong = await send(connecting, { ...tried, proofInit, delayPeriod: 1n });
    expect(wrong.code).not.toBe(0);
    const connection = await sent(connecting, { ...tried, proofInit });
    const connectionId = attribute(connection, 'connection_open_try', 'connection_id');

    await grow({
      'connections/connection-7': ConnectionEnd.encode({
        clientId: '07-tendermint-9',
        versions: [version],
        state: ConnectionState.STATE_OPEN,
        counterparty: { clientId, connectionId, prefix },
        delayPeriod: 0n,
      }).finish(),
      'channelEnds/ports/transfer/channels/channel-5': channelEnd(ChannelState.STATE_INIT, ''),
    });
    const confirmed = { revisionNumber: 1n, revisionHeight: await update(clientId, Number(opened.revisionHeight)) };
    const at = Number(confirmed.revisionHeight);
    await sent('/ibc.core.connection.v1.MsgConnectionOpenConfirm', {
      connectionId,
      proofAck: await goProof(at, 'connections/connection-7'),
      proofHeight: confirmed,
    });
    const channel = await sent('/ibc.core.channel.v1.MsgChannelOpenTry', {
      portId: 'transfer',
      previousChannelId: '',
      channel: {
        state: ChannelState.STATE_TRYOPEN,
        ordering: Order.ORDER_UNORDERED,
        counterparty: { portId: 'transfer', channelId: 'channel-5' },
        connectionHops: [connectionId],
        version: '',
      },
      counterpartyVersion: 'ics20-1',
      proofInit: await goProof(at, 'channelEnds/ports/transfer/channels/channel-5'),
      proofHeight: confirmed,
    });
    const channelId = attribute(channel, 'channel_open_try', 'channel_id');

    const time = timeOf((await comet.status()).syncInfo.latestBlockTime as Parameters<typeof timeOf>[0]);
    const data = { amount: '500', denom: 'ugo', receiver: sender, sender: 'gopher' };
    const packet = Packet.fromPartial({
      sequence: 1n,
      sourcePort: 'transfer',
      sourceChannel: 'channel-5',
      destinationPort: 'transfer',
      destinationChannel: channelId,
      data: TEXT.encode(JSON.stringify(data)),
      timeoutHeight: NO_HEIGHT,
      timeoutTimestamp: nanosOf(time) + 3_600_000_000_000n,
    });
    await grow({
      'channelEnds/ports/transfer/channels/channel-5': channelEnd(ChannelState.STATE_OPEN, channelId),
      'commitments/ports/transfer/channels/channel-5/sequences/1': commitment(packet),
    });
    const packed = { revisionNumber: 1n, revisionHeight: await update(clientId, at) };
    await sent('/ibc.core.channel.v1.MsgChannelOpenConfirm', {
      portId: 'transfer',
      channelId,
      proofAck: await goProof(Number(packed.revisionHeight), 'channelEnds/ports/transfer/channels/channel-5'),
      proofHeight: packed,
    });
    const proofCommitment = await goProof(
      Number(packed.revisionHeight),
      'commitments/ports/transfer/channels/channel-5/sequences/1',
    );
    const receive = '/ibc.core.channel.v1.MsgRecvPacket';
    const more = { ...packet, data: TEXT.encode(JSON.stringify({ ...data, amount: '501' })) };
    expect((await send(receive, { packet: more, proofCommitment, proofHeight: packed })).code).not.toBe(0);
    await sent(receive, { packet, proofCommitment, proofHeight: packed });
    const voucher = `ibc/${Buffer.from(sha256(TEXT.encode(`transfer/${channelId}/ugo`)))
      .toString('hex')
      .toUpperCase()}`;
    expect((await client.getBalance(sender, voucher)).amount).toBe('500');

    // The test sends it back too late for a chain that has received nothing.
    const transfer = await client.signAndBroadcast(
      sender,
      [
        {
          typeUrl: '/ibc.applications.transfer.v1.MsgTransfer',
          value: {
            sourcePort: 'transfer',
            sourceChannel: channelId,
            token: { denom: voucher, amount: '200' },
            sender,
            receiver: 'gopher',
            timeoutHeight: { revisionNumber: 1n, revisionHeight: packed.revisionHeight + 1n },
            timeoutTimestamp: 0n,
            memo: '',
          },
        },
      ],
      FEE,
    );
    expect([transfer.code, transfer.rawLog]).toEqual([0, '']);
    expect((await client.getBalance(sender, voucher)).amount).toBe('300');
    const lost = Packet.fromPartial({
      sequence: 1n,
      sourcePort: 'transfer',
      sourceChannel: channelId,
      destinationPort: 'transfer',
      destinationChannel: 'channel-5',
      data: Buffer.from(attribute(transfer, 'send_packet', 'packet_data_hex'), 'hex'),
      timeoutHeight: { revisionNumber: 1n, revisionHeight: packed.revisionHeight + 1n },
      timeoutTimestamp: 0n,
    });
    await grow({});
    const late = { revisionNumber: 1n, revisionHeight: await update(clientId, Number(packed.revisionHeight)) };
    const receipt = `receipts/ports/transfer/channels/channel-5/sequences/1`;
    await sent('/ibc.core.channel.v1.MsgTimeout', {
      packet: lost,
      proofUnreceived: await goProof(Number(late.revisionHeight), receipt),
      proofHeight: late,
      nextSequenceRecv: 1n,
    });
    expect((await client.getBalance(sender, voucher)).amount).toBe('500');

    function channelEnd(state: ChannelState, counterpartyChannel: string): Uint8Array {
      return Channel.encode({
        state,
        ordering: Order.ORDER_UNORDERED,
        counterparty: { portId: 'transfer', channelId: counterpartyChannel },
        connectionHops: ['connection-7'],
        version: 'ics20-1',
      }).finish();
    }
  });
});

const word = (value: bigint): Uint8Array => {
  const out = new Uint8Array(8);
  new DataView(out.buffer).setBigUint64(0, value);
  return out;
};

/** Returns ICS-4's commitment to a packet. */
const commitment = ({ timeoutTimestamp, timeoutHeight, data }: Packet): Uint8Array =>
  sha256(
    concat(
      word(timeoutTimestamp),
      word(timeoutHeight.revisionNumber),
      word(timeoutHeight.revisionHeight),
      sha256(data),
    ),
  );

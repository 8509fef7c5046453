/** Compares IBC's messages with cosmjs-types: the same bytes in both directions, and the same member names. */
import * as theirChannel from 'cosmjs-types/ibc/core/channel/v1/channel';
import * as theirChannelTx from 'cosmjs-types/ibc/core/channel/v1/tx';
import * as theirClient from 'cosmjs-types/ibc/core/client/v1/client';
import * as theirClientTx from 'cosmjs-types/ibc/core/client/v1/tx';
import { MerklePrefix as TheirPrefix, MerkleRoot as TheirRoot } from 'cosmjs-types/ibc/core/commitment/v1/commitment';
import * as theirConnection from 'cosmjs-types/ibc/core/connection/v1/connection';
import * as theirConnectionTx from 'cosmjs-types/ibc/core/connection/v1/tx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as channel from '../../../src/codec/ibc/channel.js';
import * as channelMessages from '../../../src/codec/ibc/channel_messages.js';
import * as client from '../../../src/codec/ibc/client.js';
import { Height } from '../../../src/codec/ibc/client.js';
import { MerklePrefix, MerkleRoot } from '../../../src/codec/ibc/commitment.js';
import * as connection from '../../../src/codec/ibc/connection.js';

import * as packetMessages from '../../../src/codec/ibc/packet_messages.js';
import type { Message } from '../../../src/codec/protobuf/message.js';

const text = fc.string({ maxLength: 12 });
const number = fc.bigInt({ min: 0n, max: (1n << 64n) - 1n });
const blob = fc.uint8Array({ maxLength: 12 });
const state = fc.nat(4);
const height = fc.record({ revisionNumber: number, revisionHeight: number });
const any = fc.record({ typeUrl: text, value: blob });
const absent = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: undefined });
const texts = fc.array(text, { maxLength: 3 });

const end = fc.record({ portId: text, channelId: text });
const channelFields = { state, ordering: fc.nat(2), counterparty: end, connectionHops: texts, version: text };
const packet = fc.record({
  sequence: number,
  sourcePort: text,
  sourceChannel: text,
  destinationPort: text,
  destinationChannel: text,
  data: blob,
  timeoutHeight: height,
  timeoutTimestamp: number,
});
const version = fc.record({ identifier: text, features: texts });
const prefix = fc.record({ keyPrefix: blob });
const party = fc.record({ clientId: text, connectionId: text, prefix });
const endFields = { clientId: text, versions: fc.array(version), counterparty: party, delayPeriod: number };
const proven = { proofHeight: height, signer: text };
const opened = { portId: text, channelId: text };
const deprecated = {
  clientState: absent(any),
  proofClient: blob,
  proofConsensus: blob,
  consensusHeight: height,
  hostConsensusStateProof: blob,
};

interface Theirs {
  encode(value: never): { finish(): Uint8Array };
  decode(bytes: Uint8Array): unknown;
}

// biome-ignore format: a table
// biome-ignore lint/suspicious/noExplicitAny: each row fits by itself
const CASES: readonly (readonly [Message<any>, Theirs, fc.Arbitrary<unknown>])[] = [
  [Height, theirClient.Height, height],
  [MerkleRoot, TheirRoot, fc.record({ hash: blob })],
  [MerklePrefix, TheirPrefix, prefix],
  [client.IdentifiedClientState, theirClient.IdentifiedClientState, fc.record({ clientId: text, clientState: absent(any) })],
  [client.ConsensusStateWithHeight, theirClient.ConsensusStateWithHeight, fc.record({ height, consensusState: absent(any) })],
  [client.ClientParams, theirClient.Params, fc.record({ allowedClients: texts })],
  [client.MsgCreateClient, theirClientTx.MsgCreateClient, fc.record({ clientState: absent(any), consensusState: absent(any), signer: text })],
  [client.MsgUpdateClient, theirClientTx.MsgUpdateClient, fc.record({ clientId: text, clientMessage: absent(any), signer: text })],
  [client.MsgSubmitMisbehaviour, theirClientTx.MsgSubmitMisbehaviour, fc.record({ clientId: text, misbehaviour: absent(any), signer: text })],
  [connection.ConnectionEnd, theirConnection.ConnectionEnd, fc.record({ ...endFields, state: fc.nat(3) })],
  [connection.IdentifiedConnection, theirConnection.IdentifiedConnection, fc.record({ id: text, ...endFields, state: fc.nat(3) })],
  [connection.ClientPaths, theirConnection.ClientPaths, fc.record({ paths: texts })],
  [connection.ConnectionParams, theirConnection.Params, fc.record({ maxExpectedTimePerBlock: number })],
  [connection.MsgConnectionOpenInit, theirConnectionTx.MsgConnectionOpenInit, fc.record({ clientId: text, counterparty: party, version: absent(version), delayPeriod: number, signer: text })],
  [connection.MsgConnectionOpenTry, theirConnectionTx.MsgConnectionOpenTry, fc.record({ clientId: text, previousConnectionId: text, counterparty: party, delayPeriod: number, counterpartyVersions: fc.array(version), proofInit: blob, ...deprecated, ...proven })],
  [connection.MsgConnectionOpenAck, theirConnectionTx.MsgConnectionOpenAck, fc.record({ connectionId: text, counterpartyConnectionId: text, version: absent(version), proofTry: blob, ...deprecated, ...proven })],
  [connection.MsgConnectionOpenConfirm, theirConnectionTx.MsgConnectionOpenConfirm, fc.record({ connectionId: text, proofAck: blob, ...proven })],
  [channel.Channel, theirChannel.Channel, fc.record(channelFields)],
  [channel.IdentifiedChannel, theirChannel.IdentifiedChannel, fc.record({ ...channelFields, ...opened })],
  [channel.Packet, theirChannel.Packet, packet],
  [channel.PacketState, theirChannel.PacketState, fc.record({ ...opened, sequence: number, data: blob })],
  [channelMessages.MsgChannelOpenInit, theirChannelTx.MsgChannelOpenInit, fc.record({ portId: text, channel: fc.record(channelFields), signer: text })],
  [channelMessages.MsgChannelOpenInitResponse, theirChannelTx.MsgChannelOpenInitResponse, fc.record({ channelId: text, version: text })],
  [channelMessages.MsgChannelOpenTry, theirChannelTx.MsgChannelOpenTry, fc.record({ portId: text, previousChannelId: text, channel: fc.record(channelFields), counterpartyVersion: text, proofInit: blob, ...proven })],
  [channelMessages.MsgChannelOpenTryResponse, theirChannelTx.MsgChannelOpenTryResponse, fc.record({ channelId: text, version: text })],
  [channelMessages.MsgChannelOpenAck, theirChannelTx.MsgChannelOpenAck, fc.record({ ...opened, counterpartyChannelId: text, counterpartyVersion: text, proofTry: blob, ...proven })],
  [channelMessages.MsgChannelOpenConfirm, theirChannelTx.MsgChannelOpenConfirm, fc.record({ ...opened, proofAck: blob, ...proven })],
  [channelMessages.MsgChannelCloseInit, theirChannelTx.MsgChannelCloseInit, fc.record({ ...opened, signer: text })],
  [channelMessages.MsgChannelCloseConfirm, theirChannelTx.MsgChannelCloseConfirm, fc.record({ ...opened, proofInit: blob, ...proven })],
  [packetMessages.MsgRecvPacket, theirChannelTx.MsgRecvPacket, fc.record({ packet, proofCommitment: blob, ...proven })],
  [packetMessages.MsgRecvPacketResponse, theirChannelTx.MsgRecvPacketResponse, fc.record({ result: fc.nat(3) })],
  [packetMessages.MsgTimeout, theirChannelTx.MsgTimeout, fc.record({ packet, proofUnreceived: blob, nextSequenceRecv: number, ...proven })],
  [packetMessages.MsgTimeoutOnClose, theirChannelTx.MsgTimeoutOnClose, fc.record({ packet, proofUnreceived: blob, proofClose: blob, nextSequenceRecv: number, ...proven })],
  [packetMessages.MsgAcknowledgement, theirChannelTx.MsgAcknowledgement, fc.record({ packet, acknowledgement: blob, proofAcked: blob, ...proven })],
];

describe("IBC's messages", () => {
  it.each(CASES.map(([ours, theirs, values]) => ({ name: ours.name, ours, theirs, values })))(
    'has the bytes of $name',
    ({ ours, theirs, values }) => {
      fc.assert(
        fc.property(values, (value) => {
          const bytes = theirs.encode(value as never).finish();
          expect(ours.encode(value)).toEqual(bytes);
          expect(ours.decode(bytes)).toEqual(value);
        }),
        { numRuns: 40 },
      );
    },
  );
});

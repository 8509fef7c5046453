/** Tests IBC's queries with CosmJS's client. */
import { QueryClient, setupIbcExtension } from '@cosmjs/stargate';
import {
  QueryConnectionConsensusStateRequest,
  QueryConnectionConsensusStateResponse,
} from 'cosmjs-types/ibc/core/connection/v1/query';
import { describe, expect, it } from 'vitest';
import { query } from '../../../../src/app/queries/query.js';
import { sha256 } from '../../../../src/kernel/hash.js';
import { utf8 } from '../../../../src/kernel/text.js';
import { good, PORT, type Side, withChannel } from '../../support/ibc_link.js';

const NO_SERVICES = {
  paths: () => [],
  nodeFacts: undefined,
  query: () => Promise.reject(),
  simulate: () => Promise.reject(new Error('nobody simulates here')),
};

/** Connects CosmJS's own client to the application instead of a node. */
function clientOf({ chain }: Side) {
  const abciQuery = async ({ path, data }: { path: string; data: Uint8Array }) => {
    const { value, ...rest } = await query({ path, data, height: 0n, prove: false }, chain.state, NO_SERVICES);
    return { ...rest, value, height: Number(rest.height), key: data, proof: undefined };
  };
  return QueryClient.withExtensions({ abciQuery } as never, setupIbcExtension).ibc;
}

const pairs = { portId: PORT, channelId: 'channel-0' };

describe("IBC's queries", () => {
  it('return clients, connections and channels', async () => {
    const [a] = await withChannel();
    const ibc = clientOf(a);
    const { clientStates } = await ibc.client.allStates();
    expect(clientStates.map(({ clientId }) => clientId)).toEqual(['07-tendermint-0']);
    expect((await ibc.client.state('07-tendermint-0')).proofHeight).toEqual({
      revisionNumber: 1n,
      revisionHeight: a.chain.height,
    });
    expect((await ibc.client.stateTm('07-tendermint-0')).chainId).toBe('right-2');
    const { consensusStates } = await ibc.client.allConsensusStates('07-tendermint-0');
    expect(consensusStates).toHaveLength(3);
    const newest = await ibc.client.consensusState('07-tendermint-0');
    // Pages have the order of the heights' texts.
    const states = consensusStates.map(({ consensusState }) => consensusState);
    expect(states).toContainEqual(newest.consensusState);
    expect(await ibc.client.params()).toEqual({ params: { allowedClients: ['*'] } });
    expect((await ibc.connection.connection('connection-0')).connection?.state).toBe(3);
    expect((await ibc.connection.allConnections()).connections.map(({ id }) => id)).toEqual(['connection-0']);
    expect((await ibc.connection.clientConnections('07-tendermint-0')).connectionPaths).toEqual(['connection-0']);
    expect((await ibc.channel.channel(PORT, 'channel-0')).channel?.counterparty).toEqual(pairs);
    expect((await ibc.channel.allChannels()).channels).toMatchObject([pairs]);
    expect((await ibc.channel.connectionChannels('connection-0')).channels).toMatchObject([pairs]);
    expect((await ibc.channel.connectionChannels('connection-1')).channels).toEqual([]);
    expect((await ibc.channel.clientState(PORT, 'channel-0')).identifiedClientState?.clientId).toBe('07-tendermint-0');
    const { identifiedClientState } = await ibc.connection.clientState('connection-0');
    expect(identifiedClientState).toEqual(clientStates[0]);
    const { latestHeight } = await ibc.client.stateTm('07-tendermint-0');
    const height = Number(latestHeight.revisionHeight);
    const { consensusState } = newest;
    const found = { clientId: '07-tendermint-0', consensusState };
    const revision = Number(latestHeight.revisionNumber);
    const path = '/ibc.core.connection.v1.Query/ConnectionConsensusState';
    const wanted = { connectionId: 'connection-0', ...latestHeight };
    const data = QueryConnectionConsensusStateRequest.encode(wanted).finish();
    const { value } = await query({ path, data, height: 0n, prove: false }, a.chain.state, NO_SERVICES);
    expect(QueryConnectionConsensusStateResponse.decode(value)).toMatchObject(found);
    expect(await ibc.channel.consensusState(PORT, 'channel-0', revision, height)).toMatchObject(found);
  });

  it('return packets', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello');
    await a.send('more');
    good(await b.receive(packet));
    const [left, right] = [clientOf(a), clientOf(b)];
    const { commitments } = await left.channel.allPacketCommitments(PORT, 'channel-0');
    expect(commitments.map(({ sequence }) => sequence)).toEqual([1n, 2n]);
    expect((await left.channel.packetCommitment(PORT, 'channel-0', 2)).commitment).toHaveLength(32);
    expect((await right.channel.packetReceipt(PORT, 'channel-0', 1)).received).toBe(true);
    expect((await right.channel.packetReceipt(PORT, 'channel-0', 2)).received).toBe(false);
    expect((await right.channel.packetAcknowledgement(PORT, 'channel-0', 1)).acknowledgement).toEqual(
      sha256(utf8('hello')),
    );
    expect((await right.channel.allPacketAcknowledgements(PORT, 'channel-0')).acknowledgements).toHaveLength(1);
    expect((await right.channel.unreceivedPackets(PORT, 'channel-0', [1, 2])).sequences).toEqual([2n]);
    expect((await left.channel.unreceivedAcks(PORT, 'channel-0', [1, 2, 3])).sequences).toEqual([1n, 2n]);
    // An unordered channel receives packets in any order.
    expect((await right.channel.nextSequenceReceive(PORT, 'channel-0')).nextSequenceReceive).toBe(0n);
  });

  it('are refused for missing objects and invalid names', async () => {
    const [a] = await withChannel();
    const ibc = clientOf(a);
    await expect(ibc.client.state('07-tendermint-9')).rejects.toThrow('light client not found');
    await expect(ibc.connection.connection('connection-9')).rejects.toThrow('connection not found');
    await expect(ibc.connection.clientState('connection-9')).rejects.toThrow('connection-id: connection-9: connection');
    await expect(ibc.channel.consensusState(PORT, 'channel-0', 2, 99)).rejects.toThrow('consensus state not found');
    await expect(ibc.channel.channel(PORT, 'channel-9')).rejects.toThrow('channel not found');
    await expect(ibc.channel.channel('a/b', 'channel-0')).rejects.toThrow("cannot contain separator '/'");
    await expect(ibc.channel.packetCommitment(PORT, 'channel-0', 5)).rejects.toThrow('hash not found');
  });
});

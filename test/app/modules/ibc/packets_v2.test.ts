/** Tests IBC v2 between two chains, with real headers and proofs. */
import { describe, expect, it } from 'vitest';
import { payloadApps } from '../../../../src/app/modules/assembly.js';
import type { PayloadApp } from '../../../../src/app/modules/ibc/app.js';
import { exportIbc } from '../../../../src/app/modules/ibc/export.js';
import { parseIbcGenesis, writeIbcGenesis } from '../../../../src/app/modules/ibc/genesis.js';
import { QUERIES } from '../../../../src/app/modules/ibc/queries/index.generated.js';
import { readCounterparty, readNextSend, readRecord } from '../../../../src/app/modules/ibc/v2/store.js';
import { GenesisReader } from '../../../../src/app/sdk/genesis_reader.js';
import type { QueryServices } from '../../../../src/app/sdk/query/define_query.js';
import { openAppState } from '../../../../src/app/state/open.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { event } from '../../../../src/app/types/events.js';
import { failure } from '../../../../src/app/types/refusal.js';
import { RESULT } from '../../../../src/codec/ibc/packet_messages.js';
import * as v2 from '../../../../src/codec/ibc/v2.js';
import { toHex } from '../../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../../src/kernel/text.js';
import { type Ran, SIGNER } from '../../support/ibc_chain.js';
import {
  acknowledge,
  PREFIX,
  receive,
  register,
  secondsAfter,
  sentPacket,
  timeOut,
  withCounterparties,
} from '../../support/ibc_clients.js';
import { eventsOf, good, type Side, withClients } from '../../support/ibc_link.js';

const echo: PayloadApp = {
  send: (_, { value }, __, { emit }) => emit(event('said', { text: fromUtf8(value) })),
  receive: (_, { value }, __, { state, emit }) => {
    const text = fromUtf8(value);
    emit(event('echo', { text }));
    state.set('transfer', utf8('heard'), value);
    if (text === 'fail') throw failure('invalidRequest', 'it fails');
    return { success: text !== 'bad', bytes: text === 'forge' ? v2.errorAcknowledgement() : value };
  },
  acknowledged: (_, __, bytes, ___, { emit }) => emit(event('echoed', { hex: toHex(bytes) })),
  timedOut: (_, __, ___, { emit }) => emit(event('unheard', {})),
};
(payloadApps as Map<string, PayloadApp>).set('echo', echo);

const NO_PAGE = { key: new Uint8Array(0), offset: 0n, limit: 0n, countTotal: false, reverse: false };

const NO_SERVICES: QueryServices = {
  paths: () => [],
  nodeFacts: undefined,
  query: () => Promise.reject(new Error('no other query runs here')),
  simulate: () => Promise.reject(new Error('no transaction runs here')),
};

const payloadOf = (value: string, change: Partial<v2.Payload> = {}): v2.Payload => ({
  sourcePort: 'echo',
  destinationPort: 'echo',
  version: 'echo-1',
  encoding: 'text/plain',
  value: utf8(value),
  ...change,
});

const send = (side: Side, value: string, seconds = 3600n, change: Partial<v2.MsgSendPacket> = {}): Promise<Ran> =>
  side.chain.run(v2.MsgSendPacket, {
    sourceClient: side.clientId,
    timeoutTimestamp: secondsAfter(side, seconds),
    payloads: [payloadOf(value)],
    signer: SIGNER,
    ...change,
  });

const record = (side: Side, kind: v2.PacketRecord, sequence = 1n) =>
  readRecord(side.chain.state.latest, kind, side.clientId, sequence);
const heard = (side: Side): string | undefined => {
  const value = side.chain.state.latest.get('transfer', utf8('heard'));
  return value && fromUtf8(value);
};

describe('the hashes and keys of IBC v2', () => {
  const packet = (encoding: string, value: Uint8Array): v2.Packet => ({
    sequence: 1n,
    sourceClient: '07-tendermint-0',
    destinationClient: '07-tendermint-1',
    timeoutTimestamp: 100n,
    payloads: [{ sourcePort: 'transfer', destinationPort: 'transfer', version: 'ics20-1', encoding, value }],
  });

  it('are those of ibc-go', () => {
    const json = '{"denom":"uatom","amount":"1000000","sender":"sender","receiver":"receiver","memo":"memo"}';
    expect(toHex(v2.packetCommitment(packet('application/json', utf8(json))))).toBe(
      'a096722aa6534040a0efbdae05765132a7b223ad306d6512f3734821bd046505',
    );
    expect(toHex(v2.acknowledgementCommitment({ appAcknowledgements: [utf8('some bytes')] }))).toBe(
      'f03b4667413e56aaf086663267913e525c442b56fa1af4fa3f3dab9f37044c5b',
    );
    expect(toHex(v2.acknowledgementCommitment({ appAcknowledgements: [v2.errorAcknowledgement()] }))).toBe(
      'e2fb30dfbf7abdeaca82d426534d2b3a9d5444dd2a87fa16d38b77ba1a13ced7',
    );
    expect(v2.PACKET_RECORDS.map((kind) => toHex(v2.packetKey(kind, 'channel-0', 1n)))).toEqual([
      '6368616e6e656c2d30010000000000000001',
      '6368616e6e656c2d30020000000000000001',
      '6368616e6e656c2d30030000000000000001',
    ]);
  });
});

describe('a counterparty', () => {
  it('is registered once, by the account that created the client', async () => {
    const [a] = await withClients();
    const stranger = bech32Address(new Uint8Array(20).fill(8), 'test');
    expect(await register(a, { signer: stranger })).toMatchObject({
      codespace: 'ibc',
      code: 2,
      log: `expected same signer as createClient submittor ${SIGNER}, got ${stranger}: unauthorized`,
    });
    expect(await register(a, { clientId: '07-tendermint-7' })).toMatchObject({ codespace: 'ibc', code: 2 });
    expect(await register(a, { counterpartyMerklePrefix: [] })).toMatchObject({ codespace: 'clientv2', code: 34 });
    expect(await register(a, { counterpartyClientId: 'client' })).toMatchObject({ codespace: 'host', code: 2 });
    good(await register(a));
    const { latest } = a.chain.state;
    expect(readCounterparty(latest, a.clientId)).toEqual({ merklePrefix: PREFIX, clientId: a.other.clientId });
    expect(readNextSend(latest, a.clientId)).toBe(1n);
    expect(await register(a)).toMatchObject({ codespace: 'ibc', code: 8 });
  });

  it('may be relayed to only by the accounts of its configuration', async () => {
    const [a, b] = await withCounterparties();
    const packet = sentPacket(await send(a, 'hello'));
    const other = bech32Address(new Uint8Array(20).fill(7), 'test');
    const configure = (allowedRelayers: readonly string[], signer = SIGNER) =>
      b.chain.run(v2.MsgUpdateClientConfig, { clientId: b.clientId, config: { allowedRelayers }, signer });
    expect(await configure([], other)).toMatchObject({ codespace: 'ibc', code: 2 });
    expect(await configure(['nobody'])).toMatchObject({ log: 'invalid relayer address: nobody' });
    expect(await configure(Array(21).fill(SIGNER))).toMatchObject({
      log: 'allowed relayers length must not exceed 20 items',
    });
    good(await configure([other, SIGNER]));
    const log = `relayer ${bech32Address(new Uint8Array(20).fill(6), 'test')} is not authorized to update client ${b.clientId}: unauthorized`;
    expect(await receive(b, packet, bech32Address(new Uint8Array(20).fill(6), 'test'))).toMatchObject({ log });
    good(await receive(b, packet, other));
    good(await configure([other]));
    await a.chain.block([]);
    expect(await b.update()).toMatchObject({ codespace: 'ibc', code: 2 });
  });
});

describe('a packet between clients', () => {
  it('is sent, received and acknowledged', async () => {
    const [a, b] = await withCounterparties();
    expect([a.clientId, b.clientId]).toEqual(['07-tendermint-0', '07-tendermint-1']);
    const timeout = secondsAfter(a, 3600n);
    const sent = good(await send(a, 'hello'));
    const packet = sentPacket(sent);
    expect(v2.MsgSendPacketResponse.decode(sent.answer)).toEqual({ sequence: 1n });
    expect(packet).toEqual({
      sequence: 1n,
      sourceClient: '07-tendermint-0',
      destinationClient: '07-tendermint-1',
      timeoutTimestamp: timeout,
      payloads: [payloadOf('hello')],
    });
    expect(record(a, 'commitments')).toEqual(v2.packetCommitment(packet));
    const received = good(await receive(b, packet));
    expect(v2.MsgRecvPacketResponse.decode(received.answer)).toEqual({ result: RESULT.success });
    const common = {
      packet_source_client: '07-tendermint-0',
      packet_dest_client: '07-tendermint-1',
      packet_sequence: '1',
      packet_timeout_timestamp: timeout.toString(),
      encoded_packet_hex: toHex(v2.Packet.encode(packet)),
    };
    expect(eventsOf(received.events, 'recv_packet')).toEqual([{ ...common, msg_index: '0' }]);
    const acknowledgement = { appAcknowledgements: [utf8('hello')] };
    expect(eventsOf(received.events, 'write_acknowledgement')).toEqual([
      {
        ...common,
        encoded_acknowledgement_hex: toHex(v2.Acknowledgement.encode(acknowledgement)),
        msg_index: '0',
      },
    ]);
    expect([record(b, 'receipts'), record(b, 'acks'), heard(b)]).toEqual([
      Uint8Array.of(2),
      v2.acknowledgementCommitment(acknowledgement),
      'hello',
    ]);
    const done = good(await acknowledge(a, packet, [utf8('hello')]));
    expect(eventsOf(done.events, 'acknowledge_packet')).toEqual([{ ...common, msg_index: '0' }]);
    expect(eventsOf(done.events, 'echoed')).toEqual([{ hex: toHex(utf8('hello')), msg_index: '0' }]);
    expect(record(a, 'commitments')).toBeUndefined();
    const again = good(await acknowledge(a, packet, [utf8('hello')]));
    expect(v2.MsgAcknowledgementResponse.decode(again.answer)).toEqual({ result: RESULT.noop });
    expect(eventsOf(again.events, 'echoed')).toEqual([]);
  });

  it('is received once', async () => {
    const [a, b] = await withCounterparties();
    const packet = sentPacket(await send(a, 'hello'));
    good(await receive(b, packet));
    const again = good(await receive(b, packet));
    expect(v2.MsgRecvPacketResponse.decode(again.answer)).toEqual({ result: RESULT.noop });
    expect(eventsOf(again.events, 'echo')).toEqual([]);
  });

  it.each(['fail', 'bad'])('that its application answers with "%s" leaves one acknowledgement', async (text) => {
    const [a, b] = await withCounterparties();
    const packet = sentPacket(await send(a, text));
    const received = good(await receive(b, packet));
    expect(heard(b)).toBeUndefined();
    expect(record(b, 'acks')).toEqual(
      v2.acknowledgementCommitment({ appAcknowledgements: [v2.errorAcknowledgement()] }),
    );
    expect(eventsOf(received.events, 'ibccallbackerror-echo')).toEqual([
      { 'ibccallbackerror-text': text, msg_index: '0' },
    ]);
    const done = good(await acknowledge(a, packet, [v2.errorAcknowledgement()]));
    expect(eventsOf(done.events, 'echoed')[0]?.['hex']).toBe(toHex(v2.errorAcknowledgement()));
  });

  it('is refused with another content, another proof, or from another client', async () => {
    const [a, b] = await withCounterparties();
    const packet = sentPacket(await send(a, 'hello'));
    const wrongProof = { codespace: 'commitment', code: 2 };
    expect(await receive(b, { ...packet, payloads: [payloadOf('hullo')] })).toMatchObject(wrongProof);
    expect(await receive(b, { ...packet, sequence: 2n })).toMatchObject(wrongProof);
    const clientKey = utf8(`clients/${a.clientId}/clientState`);
    expect(await receive(b, packet, SIGNER, clientKey)).toMatchObject(wrongProof);
    expect(await receive(b, { ...packet, sourceClient: '07-tendermint-4' })).toMatchObject({
      codespace: 'clientv2',
      code: 34,
    });
    expect(await receive(b, { ...packet, destinationClient: '07-tendermint-0' })).toMatchObject({
      codespace: 'clientv2',
      code: 35,
    });
    expect(record(b, 'receipts')).toBeUndefined();
    good(await receive(b, packet));
    expect(await acknowledge(a, packet, [utf8('hullo')])).toMatchObject(wrongProof);
    expect(await acknowledge(a, packet, [])).toMatchObject({ codespace: 'channelv2', code: 5 });
    expect(record(a, 'commitments')).toBeDefined();
  });

  it('must have a timeout within a day, one payload and a bound port', async () => {
    const [a] = await withCounterparties();
    expect(await send(a, 'x', 0n)).toMatchObject({ codespace: 'channelv2', code: 9 });
    expect(await send(a, 'x', 86_403n)).toMatchObject({ codespace: 'channelv2', code: 8 });
    expect(await send(a, 'x', 0n, { timeoutTimestamp: 0n })).toMatchObject({ codespace: 'channelv2', code: 8 });
    expect(await send(a, 'x', 9n, { payloads: [] })).toMatchObject({ codespace: 'channelv2', code: 3 });
    expect(await send(a, 'x', 9n, { payloads: [payloadOf('', {})] })).toMatchObject({
      codespace: 'channelv2',
      code: 3,
    });
    const unbound = payloadOf('x', { sourcePort: 'nothing' });
    expect(await send(a, 'x', 9n, { payloads: [unbound] })).toMatchObject({ codespace: 'sdk', code: 111222 });
    expect(await send(a, 'x', 9n, { sourceClient: '07-tendermint-9' })).toMatchObject({
      codespace: 'clientv2',
      code: 35,
      log: 'send packet failed for source id: 07-tendermint-9: counterparty not found for client: 07-tendermint-9: counterparty not found',
    });
    expect([record(a, 'commitments'), readNextSend(a.chain.state.latest, a.clientId)]).toEqual([undefined, 1n]);
  });

  it('times out on the second of its timeout, once, and is received until then', async () => {
    const [a, b] = await withCounterparties();
    const packet = sentPacket(await send(a, 'late', 60n));
    expect(await timeOut(a, packet, 1n)).toMatchObject({ codespace: 'channelv2', code: 10 });
    const done = good(await timeOut(a, packet, 60n));
    expect(eventsOf(done.events, 'unheard')).toHaveLength(1);
    expect(eventsOf(done.events, 'timeout_packet')[0]?.['encoded_packet_hex']).toBe(toHex(v2.Packet.encode(packet)));
    expect(v2.MsgTimeoutResponse.decode(good(await timeOut(a, packet, 1n)).answer)).toEqual({ result: RESULT.noop });
    expect(await receive(b, packet)).toMatchObject({ codespace: 'channelv2', code: 9 });
    const received = sentPacket(await send(a, 'in time', 60n));
    good(await receive(b, received));
    expect(await timeOut(a, received, 60n)).toMatchObject({ codespace: 'commitment', code: 2 });
    expect([record(a, 'commitments', 1n), record(a, 'commitments', 2n) !== undefined]).toEqual([undefined, true]);
  });

  it('is not acknowledged with the bytes that stand for a failure', async () => {
    const [a, b] = await withCounterparties();
    const packet = sentPacket(await send(a, 'forge'));
    expect(await receive(b, packet)).toMatchObject({ codespace: 'channelv2', code: 5 });
    expect([record(b, 'receipts'), heard(b)]).toEqual([undefined, undefined]);
  });
});

describe('a genesis document', () => {
  it('restores counterparties, relayers and packets in flight', async () => {
    const [a, b] = await withCounterparties();
    const config = { allowedRelayers: [SIGNER] };
    good(await b.chain.run(v2.MsgUpdateClientConfig, { clientId: b.clientId, config, signer: SIGNER }));
    const first = sentPacket(await send(a, 'hello'));
    const second = sentPacket(await send(b, 'back'));
    good(await receive(b, first));
    good(await receive(a, second));
    for (const { chain } of [a, b]) {
      const json = JSON.parse(JSON.stringify(exportIbc(chain.state.latest)));
      const state = await openAppState(undefined);
      writeIbcGenesis(state.begin(0n), parseIbcGenesis(new GenesisReader(json, 'app_state.ibc')));
      state.seal();
      state.commit();
      const own = [...chain.state.latest.entries('ibc', utf8(''))].filter(([key]) => fromUtf8(key) !== 'zz');
      expect([...state.latest.entries('ibc', utf8(''))]).toEqual(own);
    }
    expect(exportIbc(b.chain.state.latest)).toMatchObject({
      client_v2_genesis: {
        counterparty_infos: [
          {
            client_id: '07-tendermint-1',
            counterparty_info: { merkle_prefix: ['aWJj', ''], client_id: '07-tendermint-0' },
          },
        ],
      },
      channel_v2_genesis: {
        receipts: [{ client_id: '07-tendermint-1', sequence: '1', data: 'Ag==' }],
        send_sequences: [{ client_id: '07-tendermint-1', sequence: '2' }],
      },
    });
  });
});

describe('the queries of IBC v2', () => {
  it('answer as those of ibc-go', async () => {
    const [a, b] = await withCounterparties();
    const first = sentPacket(await send(a, 'one'));
    const second = sentPacket(await send(a, 'two'));
    good(await receive(b, first));
    const at = (side: Side, name: string, request: object): unknown => {
      const query = QUERIES.find(({ path }) => path === `/ibc.core.${name}`);
      if (query === undefined) throw new Error(`there is no query ${name}`);
      // Each handler of these answers at once.
      const bytes = query.handler(
        query.request.encode({ pagination: NO_PAGE, ...request }),
        side.chain.state.latest,
        NO_SERVICES,
      );
      return query.response.decode(bytes as Uint8Array);
    };
    const page = { nextKey: new Uint8Array(0), total: 2n };
    const [own, other] = [{ clientId: a.clientId }, { clientId: b.clientId }];
    expect(at(a, 'client.v2.Query/CounterpartyInfo', own)).toEqual({
      counterpartyInfo: { merklePrefix: PREFIX, clientId: b.clientId },
    });
    expect(at(a, 'client.v2.Query/Config', own)).toEqual({ config: { allowedRelayers: [] } });
    expect(() => at(b, 'client.v2.Query/CounterpartyInfo', own)).toThrow(
      'client 07-tendermint-0 counterparty not found',
    );
    expect(at(a, 'channel.v2.Query/NextSequenceSend', own)).toMatchObject({ nextSequenceSend: 3n });
    expect(at(a, 'channel.v2.Query/PacketCommitments', own)).toMatchObject({
      commitments: [first, second].map((packet) => ({
        ...own,
        sequence: packet.sequence,
        data: v2.packetCommitment(packet),
      })),
      pagination: page,
    });
    expect(at(a, 'channel.v2.Query/PacketCommitment', { ...own, sequence: 2n })).toMatchObject({
      commitment: v2.packetCommitment(second),
    });
    const data = v2.acknowledgementCommitment({ appAcknowledgements: [utf8('one')] });
    expect(at(b, 'channel.v2.Query/PacketAcknowledgement', { ...other, sequence: 1n })).toMatchObject({
      acknowledgement: data,
    });
    expect(
      at(b, 'channel.v2.Query/PacketAcknowledgements', { ...other, packetCommitmentSequences: [2n, 1n] }),
    ).toMatchObject({
      acknowledgements: [{ ...other, sequence: 1n, data }],
    });
    expect(() => at(b, 'channel.v2.Query/PacketAcknowledgement', { ...other, sequence: 2n })).toThrow(
      'packet acknowledgement hash not found',
    );
    const received = [1n, 2n].map((sequence) => at(b, 'channel.v2.Query/PacketReceipt', { ...other, sequence }));
    expect(received).toMatchObject([{ received: true }, { received: false }]);
    const sequences = [1n, 2n, 3n];
    expect(at(b, 'channel.v2.Query/UnreceivedPackets', { ...other, sequences })).toMatchObject({ sequences: [2n, 3n] });
    good(await acknowledge(a, first, [utf8('one')]));
    expect(at(a, 'channel.v2.Query/UnreceivedAcks', { ...own, packetAckSequences: sequences })).toMatchObject({
      sequences: [2n],
    });
    expect(() => at(b, 'channel.v2.Query/PacketReceipt', { ...other, sequence: 0n })).toThrow(
      'packet sequence cannot be 0',
    );
  });
});

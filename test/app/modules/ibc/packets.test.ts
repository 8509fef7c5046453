/** Tests packets between two chains, with real headers and proofs. */
import { describe, expect, it } from 'vitest';
import { writeAcknowledgement } from '../../../../src/app/modules/ibc/channel/channels.js';
import { packetKey } from '../../../../src/app/modules/ibc/keys.js';
import { CHANNEL_STATE, ORDER } from '../../../../src/codec/ibc/channel.js';
import { MsgChannelCloseInit } from '../../../../src/codec/ibc/channel_messages.js';
import { MsgRecvPacketResponse, MsgTimeoutResponse, RESULT } from '../../../../src/codec/ibc/packet_messages.js';
import { sha256 } from '../../../../src/kernel/hash.js';
import { toHex } from '../../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../../src/kernel/text.js';
import { SIGNER } from '../../support/ibc_chain.js';
import { eventsOf, good, PORT, type Side, withChannel } from '../../support/ibc_link.js';

const arrived = (side: Side): string | undefined => {
  const value = side.chain.state.latest.get('transfer', utf8('heard'));
  return value && fromUtf8(value);
};
const record = (side: Side, kind: 'commitments' | 'receipts' | 'acks', sequence = 1n) =>
  side.chain.state.latest.get('ibc', packetKey(kind, PORT, side.channelId, sequence));

describe('a packet', () => {
  it('is sent, received and acknowledged', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello');
    expect(record(a, 'commitments')).toHaveLength(32);
    const received = good(await b.receive(packet));
    expect(MsgRecvPacketResponse.decode(received.answer)).toEqual({ result: RESULT.success });
    expect(eventsOf(received.events, 'recv_packet')).toEqual([
      {
        packet_data_hex: toHex(utf8('hello')),
        packet_timeout_height: '0-0',
        packet_timeout_timestamp: (1n << 62n).toString(),
        packet_sequence: '1',
        packet_src_port: PORT,
        packet_src_channel: 'channel-0',
        packet_dst_port: PORT,
        packet_dst_channel: 'channel-0',
        packet_channel_ordering: 'ORDER_UNORDERED',
        packet_connection: 'connection-0',
        connection_id: 'connection-0',
        msg_index: '0',
      },
    ]);
    expect(eventsOf(received.events, 'write_acknowledgement')[0]?.['packet_ack_hex']).toBe(toHex(utf8('hello')));
    expect([record(b, 'receipts'), record(b, 'acks'), arrived(b)]).toEqual([
      Uint8Array.of(1),
      sha256(utf8('hello')),
      'hello',
    ]);
    const acknowledged = good(await a.acknowledge(packet, utf8('hello')));
    expect(eventsOf(acknowledged.events, 'echoed')).toEqual([{ text: 'hello', msg_index: '0' }]);
    expect(record(a, 'commitments')).toBeUndefined();
    const again = good(await a.acknowledge(packet, utf8('hello')));
    expect(eventsOf(again.events, 'echoed')).toEqual([]);
  });

  it('is received once', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello');
    good(await b.receive(packet));
    const before = b.chain.state.latest.get('ibc', packetKey('acks', PORT, b.channelId, 1n));
    const again = good(await b.receive(packet));
    expect(MsgRecvPacketResponse.decode(again.answer)).toEqual({ result: RESULT.noop });
    expect(eventsOf(again.events, 'echo')).toEqual([]);
    expect(record(b, 'acks')).toEqual(before);
  });

  it.each([
    ['fail', '{"error":"ABCI code: 18: error handling packet: see events for details"}'],
    ['bad', '{"error":"bad"}'],
  ])(
    'that its application acknowledges with "%s" leaves the acknowledgement, and no other change',
    async (text, acknowledgement) => {
      const [a, b] = await withChannel();
      const received = good(await b.receive(await a.send(text)));
      expect(arrived(b)).toBeUndefined();
      expect(record(b, 'acks')).toEqual(sha256(utf8(acknowledgement)));
      expect(eventsOf(received.events, 'echo')).toEqual([]);
      expect(eventsOf(received.events, 'ibccallbackerror-echo')).toEqual([
        { 'ibccallbackerror-text': text, msg_index: '0' },
      ]);
    },
  );

  it('may be acknowledged by a promise, or later', async () => {
    const [a, b] = await withChannel();
    good(await b.receive(await a.send('promise')));
    expect(record(b, 'acks')).toEqual(sha256(utf8('promise')));
    const late = await a.send('later');
    good(await b.receive(late));
    expect([arrived(b), record(b, 'acks', 2n)]).toEqual(['later', undefined]);
    const answer = { success: true, bytes: utf8('at last') };
    const [written, twice] = await b.chain.block([
      (context) => writeAcknowledgement(context, late, answer),
      (context) => writeAcknowledgement(context, late, answer),
    ]);
    expect(written).toHaveProperty('events');
    expect(twice).toMatchObject({ codespace: 'channel', code: 17 });
    good(await a.acknowledge(late, utf8('at last')));
  });

  it('needs a proof at the height of the proof', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello');
    const early = a.chain.heightOf(a.chain.height);
    good(await b.update());
    expect(await b.receive(packet, { proofHeight: early })).toMatchObject({ codespace: 'commitment', code: 2 });
    const unknown = a.chain.heightOf(a.chain.height + 9n);
    expect(await b.receive(packet, { proofHeight: unknown })).toMatchObject({ codespace: 'ibc', code: 9 });
    expect(await b.receive(packet, { proofCommitment: utf8('no proof') })).toMatchObject({ code: 2 });
    expect(await b.receive({ ...packet, data: utf8('hullo') })).toMatchObject({ codespace: 'commitment', code: 2 });
    expect(record(b, 'receipts')).toBeUndefined();
  });

  it('times out in the block of its timeout height, and is received in the block before', async () => {
    const [a, b] = await withChannel();
    // The update of the client takes a block, and the packet arrives in the next one.
    const late = await a.send('late', { timeoutHeight: b.chain.heightOf(b.chain.height + 2n) });
    expect(await b.receive(late)).toMatchObject({
      codespace: 'channel',
      log: expect.stringContaining(`current height: 2-${b.chain.height}, timeout height 2-${b.chain.height}`),
    });
    const early = await a.send('early', { timeoutHeight: b.chain.heightOf(b.chain.height + 3n) });
    good(await b.receive(early));
    expect(b.chain.height).toBe(early.timeoutHeight.revisionHeight - 1n);
    expect(arrived(b)).toBe('early');
  });

  it('times out in a block with its timeout timestamp, and is received a nanosecond before', async () => {
    const [a, b] = await withChannel();
    const late = await a.send('late', { timeoutTimestamp: b.chain.time + 2_000_000_000n });
    expect(await b.receive(late)).toMatchObject({
      codespace: 'channel',
      log: expect.stringContaining(`current timestamp: ${late.timeoutTimestamp}`),
    });
    const early = await a.send('early', { timeoutTimestamp: b.chain.time + 2_000_000_001n });
    good(await b.receive(early));
    expect([b.chain.time, arrived(b)]).toEqual([early.timeoutTimestamp - 1n, 'early']);
  });

  it('is not sent when the client has reached its timeout height', async () => {
    const [a, b] = await withChannel();
    good(await a.update());
    const known = b.chain.height;
    await expect(a.send('late', { timeoutHeight: b.chain.heightOf(known) })).rejects.toThrow('timeout elapsed');
    expect((await a.send('early', { timeoutHeight: b.chain.heightOf(known + 1n) })).sequence).toBe(1n);
  });

  it('is timed out by a proof at its timeout height, and not by one at a lower height', async () => {
    const [a, b] = await withChannel();
    const [next, later] = [b.chain.heightOf(b.chain.height + 1n), b.chain.heightOf(b.chain.height + 2n)];
    const [first, second] = [
      await a.send('one', { timeoutHeight: next }),
      await a.send('two', { timeoutHeight: later }),
    ];
    expect(await a.timeOut(second)).toMatchObject({ codespace: 'channel', code: 39 });
    expect(b.chain.height).toBe(next.revisionHeight);
    good(await a.timeOut(second));
    good(await a.timeOut(first));
  });

  it('is accepted only between the two ends of its channel', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello');
    expect(await b.receive({ ...packet, sourceChannel: 'channel-7' })).toMatchObject({
      codespace: 'channel',
      code: 13,
    });
    expect(await b.receive({ ...packet, destinationChannel: 'channel-7' })).toMatchObject({
      codespace: 'channel',
      code: 3,
    });
    expect(await b.receive({ ...packet, destinationPort: 'nobody' })).toMatchObject({ codespace: 'port', code: 5 });
    good(await b.receive(packet));
    expect(await a.acknowledge({ ...packet, destinationChannel: 'channel-7' }, utf8('hello'))).toMatchObject({
      code: 13,
    });
    expect(await a.acknowledge(packet, utf8('another answer'))).toMatchObject({ codespace: 'commitment', code: 2 });
    expect(await a.acknowledge(packet, utf8('{"result": "AQ=="}'))).toMatchObject({ codespace: 'channel', code: 16 });
    good(await a.acknowledge(packet, utf8('hello')));
  });

  it('times out at its timeout timestamp, and not before', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello', { timeoutTimestamp: b.chain.time + 60_000_000_000n });
    expect(await a.timeOut(packet)).toMatchObject({ codespace: 'channel', code: 39 });
    const timedOut = good(await a.timeOut(packet, 60n));
    expect(eventsOf(timedOut.events, 'timeout_packet')).toHaveLength(1);
    expect(eventsOf(timedOut.events, 'unheard')).toHaveLength(1);
    expect(record(a, 'commitments')).toBeUndefined();
    expect(await b.receive(packet)).toMatchObject({ codespace: 'channel', code: 40 });
    const again = good(await a.timeOut(packet));
    expect(MsgTimeoutResponse.decode(again.answer)).toEqual({ result: RESULT.noop });
  });

  it('times out at its timeout height', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello', { timeoutHeight: b.chain.heightOf(b.chain.height + 3n) });
    expect(await a.timeOut(packet)).toMatchObject({ codespace: 'channel', code: 39 });
    await b.chain.block([]);
    good(await a.timeOut(packet));
  });

  it('does not time out after it was received', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello', { timeoutTimestamp: b.chain.time + 60_000_000_000n });
    good(await b.receive(packet));
    expect(await a.timeOut(packet, 60n)).toMatchObject({ codespace: 'commitment', code: 2 });
  });

  it('is not sent when it is already timed out or has no timeout', async () => {
    const [a, b] = await withChannel();
    await expect(a.send('hello', { timeoutTimestamp: b.chain.time - 1_000_000_000_000n })).rejects.toThrow(
      'timeout elapsed',
    );
    await expect(a.send('hello', { timeoutTimestamp: 0n })).rejects.toThrow('cannot both be 0');
    await expect(a.send('')).rejects.toThrow('packet data bytes cannot be empty');
  });

  it('times out when the other end is closed', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello');
    expect(await a.timeOutOnClose(packet)).toMatchObject({ codespace: 'commitment', code: 2 });
    good(await b.chain.run(MsgChannelCloseInit, { portId: PORT, channelId: b.channelId, signer: SIGNER }));
    expect(await b.receive(packet)).toMatchObject({ codespace: 'channel', code: 5 });
    good(await a.timeOutOnClose(packet));
    expect(record(a, 'commitments')).toBeUndefined();
  });
});

describe('an ordered channel', () => {
  it('accepts packets only in their order', async () => {
    const [a, b] = await withChannel(ORDER.ordered);
    const [first, second] = [await a.send('one'), await a.send('two')];
    expect(await b.receive(second)).toMatchObject({ codespace: 'channel', code: 21 });
    good(await b.receive(first));
    good(await b.receive(second));
    const again = good(await b.receive(first));
    expect(MsgRecvPacketResponse.decode(again.answer)).toEqual({ result: RESULT.noop });
    expect(record(b, 'receipts')).toBeUndefined();
    expect(await a.acknowledge(second, utf8('two'))).toMatchObject({ codespace: 'channel', code: 21 });
    good(await a.acknowledge(first, utf8('one')));
    good(await a.acknowledge(second, utf8('two')));
  });

  it('closes when a packet times out', async () => {
    const [a, b] = await withChannel(ORDER.ordered);
    const packet = await a.send('hello', { timeoutTimestamp: b.chain.time + 60_000_000_000n });
    const timedOut = good(await a.timeOut(packet, 60n));
    expect(eventsOf(timedOut.events, 'channel_close')).toHaveLength(1);
    expect(a.channel()?.state).toBe(CHANNEL_STATE.closed);
    await expect(a.send('more')).rejects.toThrow('channel is not OPEN (got STATE_CLOSED)');
  });
});

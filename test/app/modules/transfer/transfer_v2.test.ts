/** Tests token transfers between clients (IBC v2), with real headers and proofs. */
import { describe, expect, it } from 'vitest';
import { balanceOf, setBalance, writeSendEnabled } from '../../../../src/app/modules/bank/store.js';
import { escrowAddress } from '../../../../src/app/modules/transfer/escrow.js';
import { encodePayload, readTokenPayload } from '../../../../src/app/modules/transfer/packet_data.js';
import { totalEscrow, writeTransferParams } from '../../../../src/app/modules/transfer/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { denomOfPath, localDenom } from '../../../../src/codec/ibc/denom.js';
import { encodePacketData } from '../../../../src/codec/ibc/fungible_token_packet.js';
import { MsgTransfer, MsgTransferResponse } from '../../../../src/codec/ibc/transfer.js';
import * as v2 from '../../../../src/codec/ibc/v2.js';
import { toHex } from '../../../../src/kernel/hex.js';
import { fromUtf8, utf8 } from '../../../../src/kernel/text.js';
import { type Ran, RELAYER, SIGNER } from '../../support/ibc_chain.js';
import {
  acknowledge,
  receive,
  secondsAfter,
  sentPacket,
  timeOut,
  withCounterparties,
} from '../../support/ibc_clients.js';
import { eventsOf, good, NEVER, type Side } from '../../support/ibc_link.js';

const RECEIVER = new Uint8Array(20).fill(5);
const TEXT = bech32Address(RECEIVER, 'test');
const OK = utf8('{"result":"AQ=="}');
const VOUCHER = localDenom(denomOfPath('transfer/07-tendermint-1/utest'));

/** Opens two chains with counterparties, on which transfers are allowed. The relayer has 1000utest on the left one. */
async function withTokens(): Promise<readonly [Side, Side]> {
  const [a, b] = await withCounterparties();
  for (const { chain } of [a, b])
    await chain.block([
      ({ state }) => {
        writeSendEnabled(state, true);
        writeTransferParams(state, { sendEnabled: true, receiveEnabled: true });
      },
    ]);
  await a.chain.block([({ state }) => setBalance(state, RELAYER, 'utest', 1000n)]);
  return [a, b];
}

const transfer = (side: Side, change: Partial<Parameters<typeof MsgTransfer.encode>[0]> = {}): Promise<Ran> =>
  side.chain.run(MsgTransfer, {
    sourcePort: 'transfer',
    sourceChannel: side.clientId,
    token: { denom: 'utest', amount: '300' },
    sender: SIGNER,
    receiver: TEXT,
    timeoutHeight: NEVER,
    timeoutTimestamp: secondsAfter(side, 3600n),
    memo: 'hi',
    encoding: '',
    ...change,
  });

const held = ({ chain }: Side, address: Uint8Array, denom: string): bigint =>
  balanceOf(chain.state.latest, address, denom);
const escrowOf = ({ clientId }: Side): Uint8Array => escrowAddress({ portId: 'transfer', channelId: clientId });

describe('a payload of tokens', () => {
  const data = { denom: 'uatom', amount: '1000000', sender: 'sender', receiver: 'receiver', memo: 'memo' };

  it('is encoded for a contract as ibc-go does', () => {
    const payload = {
      sourcePort: 'transfer',
      destinationPort: 'transfer',
      version: 'ics20-1',
      encoding: 'application/x-solidity-abi',
      value: encodePayload(data, 'application/x-solidity-abi'),
    };
    const packet = {
      sequence: 1n,
      sourceClient: '07-tendermint-0',
      destinationClient: '07-tendermint-1',
      timeoutTimestamp: 100n,
      payloads: [payload],
    };
    expect(toHex(v2.packetCommitment(packet))).toBe('d408dca5088b9b375edb3c4df6bae0e18084fc0dbd90fcd0d028506553c81b25');
    expect(readTokenPayload(payload)).toEqual({ data, denom: { base: 'uatom', trace: [] }, amount: 1_000_000n });
  });

  it.each(['application/json', 'application/x-protobuf', 'application/x-solidity-abi'])(
    'is read from %s',
    (encoding) => {
      const ends = { sourcePort: 'transfer', destinationPort: 'transfer', version: 'ics20-1', encoding };
      expect(readTokenPayload({ ...ends, value: encodePayload(data, encoding) }).data).toEqual(data);
      expect(() => readTokenPayload({ ...ends, value: utf8('{') })).toThrow(
        'cannot unmarshal ICS20-V1 transfer packet data',
      );
    },
  );

  it('has a known version and encoding', () => {
    const payload = { sourcePort: 'transfer', destinationPort: 'transfer', version: 'ics20-1', encoding: 'text' };
    const value = encodePacketData(data);
    expect(() => readTokenPayload({ ...payload, value })).toThrow(
      'invalid encoding provided, must be either empty or one of ["application/json", "application/x-protobuf", "application/x-solidity-abi"], got text: invalid type',
    );
    expect(() => readTokenPayload({ ...payload, encoding: '', version: 'ics20-2', value })).toThrow(
      'ics20-2: invalid ICS20 version',
    );
  });
});

describe('a transfer between clients', () => {
  it.each(['', 'application/x-protobuf', 'application/x-solidity-abi'])(
    'arrives, and returns (encoding "%s")',
    async (encoding) => {
      const [a, b] = await withTokens();
      const sent = good(await transfer(a, { encoding }));
      expect(MsgTransferResponse.decode(sent.answer)).toEqual({ sequence: 1n });
      expect(eventsOf(sent.events, 'ibc_transfer')).toEqual([
        { sender: SIGNER, receiver: TEXT, denom: 'utest', amount: '300', memo: 'hi', msg_index: '0' },
      ]);
      expect([
        held(a, RELAYER, 'utest'),
        held(a, escrowOf(a), 'utest'),
        totalEscrow(a.chain.state.latest, 'utest'),
      ]).toEqual([700n, 300n, 300n]);
      const packet = sentPacket(sent);
      expect(packet.payloads[0]).toMatchObject({ version: 'ics20-1', encoding: encoding || 'application/json' });
      const received = good(await receive(b, packet));
      expect(eventsOf(received.events, 'denomination')[0]?.['denom']).toBe(
        '{"base":"utest","trace":[{"port_id":"transfer","channel_id":"07-tendermint-1"}]}',
      );
      expect(held(b, RECEIVER, VOUCHER)).toBe(300n);
      good(await acknowledge(a, packet, [OK]));

      await b.chain.block([({ state }) => setBalance(state, RELAYER, VOUCHER, 120n)]);
      const token = { denom: VOUCHER, amount: '120' };
      const back = sentPacket(await transfer(b, { token }));
      expect(fromUtf8(back.payloads[0]?.value ?? utf8(''))).toContain('"denom":"transfer/07-tendermint-1/utest"');
      good(await receive(a, back));
      expect([held(a, RECEIVER, 'utest'), held(a, escrowOf(a), 'utest'), held(b, RELAYER, VOUCHER)]).toEqual([
        120n,
        180n,
        0n,
      ]);
      good(await acknowledge(b, back, [OK]));
    },
  );

  it('is refunded after an error and after its timeout', async () => {
    const [a, b] = await withTokens();
    const refused = sentPacket(await transfer(a, { receiver: 'nobody' }));
    const late = sentPacket(
      await transfer(a, { token: { denom: 'utest', amount: '50' }, timeoutTimestamp: secondsAfter(a, 90n) }),
    );
    expect(held(a, RELAYER, 'utest')).toBe(650n);
    const received = good(await receive(b, refused));
    expect(eventsOf(received.events, 'ibccallbackerror-fungible_token_packet')[0]).toMatchObject({
      'ibccallbackerror-error': 'failed to decode receiver address: nobody: invalid address',
    });
    expect(await acknowledge(a, refused, [OK])).toMatchObject({ codespace: 'commitment', code: 2 });
    const done = good(await acknowledge(a, refused, [v2.errorAcknowledgement()]));
    expect(eventsOf(done.events, 'fungible_token_packet')[1]).toEqual({
      error: 'ABCI code: 16: error handling packet: see events for details',
      msg_index: '0',
    });
    expect(held(a, RELAYER, 'utest')).toBe(950n);
    const timedOut = good(await timeOut(a, late, 90n));
    expect(eventsOf(timedOut.events, 'timeout')[0]).toMatchObject({ receiver: SIGNER, memo: 'hi' });
    expect([held(a, RELAYER, 'utest'), totalEscrow(a.chain.state.latest, 'utest')]).toEqual([1000n, 0n]);
  });

  it('is refused without a counterparty, for a foreign sender, and for a denom with a slash', async () => {
    const [a] = await withTokens();
    expect(await transfer(a, { sourceChannel: 'channel-8' })).toMatchObject({ codespace: 'clientv2', code: 35 });
    expect(await transfer(a, { encoding: 'text' })).toMatchObject({ codespace: 'ibc', code: 12 });
    expect(await transfer(a, { timeoutTimestamp: 0n })).toMatchObject({ codespace: 'channelv2', code: 8 });
    const payload = {
      sourcePort: 'transfer',
      destinationPort: 'transfer',
      version: 'ics20-1',
      encoding: 'application/json',
    };
    const send = (sender: string, denom: string, ends = {}) =>
      a.chain.run(v2.MsgSendPacket, {
        sourceClient: a.clientId,
        timeoutTimestamp: secondsAfter(a, 60n),
        payloads: [
          { ...payload, ...ends, value: encodePacketData({ amount: '7', denom, memo: '', receiver: TEXT, sender }) },
        ],
        signer: SIGNER,
      });
    expect(await send(TEXT, 'utest')).toMatchObject({ codespace: 'ibc', code: 2 });
    expect(await send(SIGNER, 'u/test')).toMatchObject({ codespace: 'transfer', code: 3 });
    expect(await send(SIGNER, 'utest', { destinationPort: 'other' })).toMatchObject({
      codespace: 'channelv2',
      code: 2,
    });
    expect(held(a, RELAYER, 'utest')).toBe(1000n);
    good(await send(SIGNER, 'utest'));
    expect(held(a, RELAYER, 'utest')).toBe(993n);
  });
});

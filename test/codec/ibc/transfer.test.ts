/** Compares the messages of token transfers with cosmjs-types, and tests the JSON of their packets. */

import { DenomTrace as TheirTrace } from 'cosmjs-types/ibc/applications/transfer/v1/denomtrace';
import { Denom as TheirDenom } from 'cosmjs-types/ibc/applications/transfer/v1/token';
import { Params as TheirParams } from 'cosmjs-types/ibc/applications/transfer/v1/transfer';
import {
  MsgTransfer as TheirMsgTransfer,
  MsgTransferResponse as TheirResponse,
} from 'cosmjs-types/ibc/applications/transfer/v1/tx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CodecError } from '../../../src/codec/codec_error.js';
import { goJson } from '../../../src/codec/go_json.js';
import {
  acknowledgementText,
  decodeAcknowledgement,
  encodeAcknowledgement,
} from '../../../src/codec/ibc/acknowledgement.js';
import { decodePacketData, encodePacketData } from '../../../src/codec/ibc/fungible_token_packet.js';
import {
  Denom,
  DenomTrace,
  MsgTransfer,
  MsgTransferResponse,
  TransferParams,
} from '../../../src/codec/ibc/transfer.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';

const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const transfer = fc.record({
  sourcePort: text,
  sourceChannel: text,
  token: fc.record({ denom: text, amount: fc.bigInt({ min: 0n, max: 2n ** 256n }).map(String) }),
  sender: text,
  receiver: text,
  timeoutHeight: fc.record({ revisionNumber: uint64, revisionHeight: uint64 }),
  timeoutTimestamp: uint64,
  memo: text,
  encoding: text,
});

describe('MsgTransfer', () => {
  it('has the bytes of CosmJS, and so does its response', () => {
    fc.assert(
      fc.property(transfer, uint64, (value, sequence) => {
        const theirs = TheirMsgTransfer.encode(TheirMsgTransfer.fromPartial(value)).finish();
        expect(MsgTransfer.encode(value)).toEqual(theirs);
        expect(MsgTransfer.decode(theirs)).toEqual(value);
        expect(MsgTransferResponse.encode({ sequence })).toEqual(
          TheirResponse.encode(TheirResponse.fromPartial({ sequence })).finish(),
        );
      }),
    );
  });

  it('includes the empty height in amino, and omits the empty memo', () => {
    const none = { revisionNumber: 0n, revisionHeight: 0n };
    const value = {
      ...MsgTransfer.decode(new Uint8Array()),
      sender: 's',
      token: { denom: 'uatom', amount: '1' },
      timeoutHeight: none,
    };
    expect(MsgTransfer.amino(value)).toEqual({
      token: { denom: 'uatom', amount: '1' },
      sender: 's',
      timeout_height: {},
    });
    expect(MsgTransfer.aminoName).toBe('cosmos-sdk/MsgTransfer');
  });

  it('has the bytes of CosmJS in denoms, new and old, and in the parameters', () => {
    fc.assert(
      fc.property(text, text, fc.boolean(), fc.boolean(), (path, baseDenom, sendEnabled, receiveEnabled) => {
        expect(DenomTrace.encode({ path, baseDenom })).toEqual(TheirTrace.encode({ path, baseDenom }).finish());
        const denom = { base: baseDenom, trace: [{ portId: path, channelId: baseDenom }] };
        expect(Denom.encode(denom)).toEqual(TheirDenom.encode(denom).finish());
        expect(TransferParams.encode({ sendEnabled, receiveEnabled })).toEqual(
          TheirParams.encode({ sendEnabled, receiveEnabled }).finish(),
        );
      }),
    );
  });
});

const packet = { amount: '1', denom: 'transfer/channel-0/uatom', memo: '', receiver: 'r', sender: 's' };

describe('a packet', () => {
  it('has its members in order, without an empty memo', () => {
    expect(fromUtf8(encodePacketData(packet))).toBe(
      '{"amount":"1","denom":"transfer/channel-0/uatom","receiver":"r","sender":"s"}',
    );
    expect(fromUtf8(encodePacketData({ ...packet, memo: '<&>' }))).toBe(
      '{"amount":"1","denom":"transfer/channel-0/uatom","memo":"\\u003c\\u0026\\u003e","receiver":"r","sender":"s"}',
    );
  });

  it('is read back, in any order and with unknown members', () => {
    fc.assert(
      fc.property(fc.record({ amount: text, denom: text, memo: text, receiver: text, sender: text }), (data) => {
        expect(decodePacketData(encodePacketData(data))).toEqual(data);
        const other = { sender: data.sender, extra: [1], receiver: data.receiver, memo: data.memo, denom: data.denom };
        expect(decodePacketData(utf8(JSON.stringify({ ...other, amount: data.amount })))).toEqual(data);
      }),
    );
  });

  it('may lack members', () => {
    expect(decodePacketData(utf8('{"denom":null}'))).toEqual({
      amount: '',
      denom: '',
      memo: '',
      receiver: '',
      sender: '',
    });
  });

  it.each(['', 'x', '[]', 'null', '"a"', '{"amount":1}', '{"memo":{}}', '{"amount":"1"'])('is not %j', (wrong) => {
    expect(() => decodePacketData(utf8(wrong))).toThrow(CodecError);
  });

  it('is UTF-8', () => {
    expect(() => decodePacketData(Uint8Array.of(0x22, 0xff, 0x22))).toThrow(CodecError);
  });
});

describe('an acknowledgement', () => {
  it("has the bytes of other chains' acknowledgements", () => {
    expect(fromUtf8(encodeAcknowledgement({ type: 'result', result: Uint8Array.of(1) }))).toBe('{"result":"AQ=="}');
    expect(fromUtf8(encodeAcknowledgement({ type: 'error', error: 'no' }))).toBe('{"error":"no"}');
  });

  it('is read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 9 }), text, (result, error) => {
        for (const value of [{ type: 'result', result } as const, { type: 'error', error } as const])
          expect(decodeAcknowledgement(encodeAcknowledgement(value))).toEqual(value);
      }),
    );
  });

  it.each([
    '',
    '{}',
    'null',
    '{"result":"AQ=="} ',
    '{"result":"AQ"}',
    '{"result":"AQ==","error":"x"}',
    '{"error":"<"}',
    '{"error":1}',
  ])('is not %j', (wrong) => {
    expect(() => decodeAcknowledgement(utf8(wrong))).toThrow(CodecError);
  });

  it('is printed as protobuf prints it', () => {
    expect(acknowledgementText({ type: 'result', result: Uint8Array.of(1) })).toBe('result:"\\001" ');
    expect(acknowledgementText({ type: 'error', error: 'a "b"\n\\' })).toBe('error:"a \\"b\\"\\n\\\\" ');
  });
});

it('writes JSON as Go does', () => {
  expect(goJson({ a: '<\u2028>', b: undefined, c: [] })).toBe('{"a":"\\u003c\\u2028\\u003e","c":[]}');
});

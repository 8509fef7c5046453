/** Compares messages encoded by description with cosmjs-types: the same bytes in both directions. */

import { MsgMultiSend as TheirMultiSend, MsgSend as TheirSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { SignerInfo as TheirSignerInfo } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MsgMultiSend } from '../../../src/app/modules/bank/messages/MsgMultiSend.js';
import { MsgSend } from '../../../src/app/modules/bank/messages/MsgSend.js';
import { CodecError } from '../../../src/codec/codec_error.js';
import { Coin } from '../../../src/codec/cosmos/base.js';
import { SignerInfo } from '../../../src/codec/cosmos/signing.js';
import {
  bool,
  bytes,
  duration,
  int,
  integer,
  named,
  small,
  string,
  timestamp,
  uint,
} from '../../../src/codec/protobuf/field.js';
import { message } from '../../../src/codec/protobuf/message.js';
import { toHex } from '../../../src/kernel/hex.js';

const coin = fc.record({ denom: fc.string(), amount: fc.bigInt({ min: 0n }).map(String) });
const party = fc.record({ address: fc.string(), coins: fc.array(coin, { maxLength: 3 }) });

describe('a described message', () => {
  it('has the bytes of MsgSend as cosmjs-types writes and reads them', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.array(coin), (fromAddress, toAddress, amount) => {
        const value = { fromAddress, toAddress, amount };
        const theirs = TheirSend.encode(TheirSend.fromPartial(value)).finish();
        expect(toHex(MsgSend.message.encode(value))).toBe(toHex(theirs));
        expect(MsgSend.message.decode(theirs)).toEqual(value);
      }),
    );
  });

  it('has the bytes of nested lists', () => {
    fc.assert(
      fc.property(fc.array(party), fc.array(party), (inputs, outputs) => {
        const theirs = TheirMultiSend.encode(TheirMultiSend.fromPartial({ inputs, outputs })).finish();
        expect(toHex(MsgMultiSend.message.encode({ inputs, outputs }))).toBe(toHex(theirs));
        expect(MsgMultiSend.message.decode(theirs)).toEqual({ inputs, outputs });
      }),
    );
  });

  it('distinguishes absent from empty values', () => {
    for (const modeInfo of [undefined, {}, { single: { mode: 0 } }, { single: { mode: 127 } }]) {
      const theirs = TheirSignerInfo.encode(
        TheirSignerInfo.fromPartial({ sequence: 7n, ...(modeInfo && { modeInfo }) }),
      ).finish();
      const ours = SignerInfo.decode(theirs);
      expect(ours.modeInfo?.single?.mode).toBe(modeInfo?.single?.mode);
      expect(toHex(SignerInfo.encode(ours))).toBe(toHex(theirs));
    }
  });

  it('refuses unknown fields, unless it is lenient', () => {
    const extended = message('test.Coin', { denom: string(1), amount: string(2), more: uint(3) });
    const bytes = extended.encode({ denom: 'a', amount: '1', more: 5n });
    expect(() => Coin.decode(bytes)).toThrow(new CodecError('cosmos.base.v1beta1.Coin has no field 3'));
    const lenient = message('test.Coin', { denom: string(1), amount: string(2) }, { lenient: true });
    expect(lenient.decode(bytes)).toEqual({ denom: 'a', amount: '1' });
  });

  it('refuses a description whose fields are out of order', () => {
    const mixed = message('test.Mixed', { b: string(2), a: string(1) });
    expect(() => mixed.fields).toThrow('not in the order of their numbers');
  });

  it('round-trips every kind of field', () => {
    const All = message('test.All', {
      text: string(1),
      data: bytes(2),
      flag: bool(3),
      unsigned: uint(4),
      signed: int(5),
      count: small(6, 'uint32'),
      status: named(7, { unspecified: 0, on: 1, off: 2 }),
      amount: integer(8),
      time: timestamp(9),
      wait: duration(10),
    });
    const value = fc.record({
      text: fc.string(),
      data: fc.uint8Array(),
      flag: fc.boolean(),
      unsigned: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
      signed: fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }),
      count: fc.integer({ min: 0 }),
      status: fc.constantFrom('unspecified', 'on', 'off'),
      amount: fc.bigInt({ min: -(2n ** 256n), max: 2n ** 256n }),
      time: fc.bigInt({ min: 0n, max: 2n ** 62n }),
      wait: fc.bigInt({ min: -(2n ** 62n), max: 2n ** 62n }),
    });
    fc.assert(
      fc.property(value, (sample) => {
        expect(All.decode(All.encode(sample as never))).toEqual(sample);
      }),
    );
  });

  it('refuses an invalid enum and an invalid amount', () => {
    const Status = message('test.Status', { status: named(1, { off: 0, on: 1 }) });
    const Number_ = message('test.Status', { status: small(1, 'int32') });
    expect(() => Status.decode(Number_.encode({ status: 5 }))).toThrow('5 is unknown, expected one of off, on');
    const Sum = message('test.Sum', { sum: integer(1) });
    const Text = message('test.Sum', { sum: string(1) });
    expect(() => Sum.decode(Text.encode({ sum: '1e5' }))).toThrow('"1e5" is not an integer');
    expect(Sum.decode(new Uint8Array())).toEqual({ sum: 0n });
  });
});

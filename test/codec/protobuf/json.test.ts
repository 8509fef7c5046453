import { describe, expect, it } from 'vitest';
import { Any, Coin } from '../../../src/codec/cosmos/base.js';
import {
  bool,
  bytes,
  duration,
  embedded,
  int,
  integer,
  optional,
  packedUint,
  repeated,
  repeatedString,
  small,
  string,
  timestamp,
  uint,
} from '../../../src/codec/protobuf/field.js';
import { messageFromJson, messageToJson } from '../../../src/codec/protobuf/json.js';
import { message } from '../../../src/codec/protobuf/message.js';

const COLOR = { enum: 'test.Color', values: ['COLOR_UNSPECIFIED', 'COLOR_RED', 'COLOR_BLUE'] };
const All = message('test.v1.All', {
  someText: string(1),
  someBytes: bytes(2),
  flag: bool(3),
  unsigned: uint(4),
  signed: int(5),
  count: small(6, 'uint32'),
  color: small(7, COLOR),
  amount: integer(8),
  share: integer(9, 'dec'),
  time: timestamp(10),
  wait: duration(11),
  coin: embedded(12, Coin),
  other: optional(13, Coin),
  names: repeatedString(14),
  sequences: packedUint(15),
  coins: repeated(16, Coin),
  anything: optional(17, Any),
});
const Choice = message('test.v1.Choice', { left: optional(1, Coin), right: string(2) }, { oneof: 'sum' });
const KNOWN = new Map([All, Choice, Coin, Any].map((each) => [each.name, each]));

const VALUE = {
  ...{ someText: '<a&b>', someBytes: Uint8Array.of(251, 255), flag: true, unsigned: 2n ** 64n - 1n },
  ...{ signed: -(2n ** 63n), count: 4_000_000_000, color: 2, amount: -17n, share: -1_500_000_000_000_000_001n },
  ...{ time: 1_700_000_000_120_000_000n, wait: -1_500_000_000n, coin: { denom: 'uatom', amount: '3' } },
  ...{ other: { denom: 'uosmo', amount: '5' }, names: ['x', ''], sequences: [7n, 0n, 11n] },
  ...{
    coins: [{ denom: 'a', amount: '13' }],
    anything: { typeUrl: Coin.typeUrl, value: Coin.encode({ denom: 'b', amount: '19' }) },
  },
};
const JSON_OF_VALUE = {
  some_text: '<a&b>',
  some_bytes: '+/8=',
  flag: true,
  unsigned: '18446744073709551615',
  signed: '-9223372036854775808',
  count: 4_000_000_000,
  color: 'COLOR_BLUE',
  amount: '-17',
  share: '-1.500000000000000001',
  time: '2023-11-14T22:13:20.120Z',
  wait: '-1.500s',
  coin: { denom: 'uatom', amount: '3' },
  other: { denom: 'uosmo', amount: '5' },
  names: ['x', ''],
  sequences: ['7', '0', '11'],
  coins: [{ denom: 'a', amount: '13' }],
  anything: { '@type': '/cosmos.base.v1beta1.Coin', denom: 'b', amount: '19' },
};

describe("protobuf's JSON", () => {
  it('shows and reads every kind of field', () => {
    expect(messageToJson(All, All.encode(VALUE), KNOWN)).toEqual(JSON_OF_VALUE);
    expect(All.decode(messageFromJson(All, JSON_OF_VALUE, KNOWN))).toEqual(VALUE);
  });

  it('shows all fields of an empty message', () => {
    const empty = messageToJson(All, new Uint8Array(), KNOWN);
    expect(empty).toMatchObject({ some_text: '', some_bytes: null, flag: false, unsigned: '0', count: 0 });
    expect(empty).toMatchObject({ color: 'COLOR_UNSPECIFIED', share: '0.000000000000000000', time: null, names: [] });
    expect(empty).toMatchObject({ coin: { denom: '', amount: '' }, other: null, coins: [], anything: null });
  });

  it('shows only the member of a oneof that is set', () => {
    expect(messageToJson(Choice, new Uint8Array(), KNOWN)).toEqual({});
    expect(messageToJson(Choice, messageFromJson(Choice, { right: 'r' }, KNOWN), KNOWN)).toEqual({ right: 'r' });
  });

  it('reads names in camel case, numbers as text or not, enums by number', () => {
    const read = (json: object) => All.decode(messageFromJson(All, json, KNOWN));
    expect(read({ someText: 'camel', unsigned: 23, signed: '-29', color: 1 })).toMatchObject({
      ...{ someText: 'camel', unsigned: 23n, signed: -29n, color: 1 },
    });
    expect(read({ someBytes: '+/8=', flag: null })).toMatchObject({ someBytes: VALUE.someBytes, flag: false });
    expect(read({ unknown: 1, someText: 'known' })).toMatchObject({ someText: 'known' });
  });

  it.each([
    [{ someText: 1 }, 'json: cannot unmarshal number into Go value of type string'],
    [{ count: 2 ** 32 }, 'json: cannot unmarshal number 4294967296 into Go value of type uint32'],
    [{ unsigned: '1.5' }, 'json: cannot unmarshal number 1.5 into Go value of type uint64'],
    [{ color: 'RED' }, 'unknown value "RED" for enum test.Color'],
    [{ someBytes: '!' }, 'illegal base64 data at input byte 0'],
    [{ names: 'x' }, 'json: cannot unmarshal string into Go value of type []json.RawMessage'],
    [{ coin: [] }, 'json: cannot unmarshal array into Go value of type map[string]json.RawMessage'],
    [{ time: 'now' }, 'bad Timestamp, should be RFC 3339 encoded: '],
    [{ wait: '1m' }, 'bad Duration: time: invalid duration "1m"'],
    [{ anything: {} }, "Any JSON doesn't have '@type'"],
    [{ anything: { '@type': '/none.Msg' } }, 'unknown message type "none.Msg"'],
  ])('refuses %j', (json, text) => {
    expect(() => messageFromJson(All, json, KNOWN)).toThrow(text);
  });
});

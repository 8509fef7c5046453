/** Tests the codecs of all requests and responses with drawn values. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeAppState, parseAppState } from '../../src/abci/wire/init_chain.js';
import { decodeRequest, decodeResponse, requestFrame, responseFrame } from '../../src/abci/wire/messages.js';
import { type AbciRequest, AbciRequestCodec } from '../../src/abci/wire/request.js';
import { type AbciResponse, AbciResponseCodec } from '../../src/abci/wire/response.js';
import { ProtoReader, ProtoWriter } from '../../src/codec/protobuf/index.js';
import { type Bytes, concatBytes } from '../../src/kernel/bytes.js';
import { HalleyError } from '../../src/kernel/errors.js';
import { utf8 } from '../../src/kernel/text.js';
import { eachRequest, eachResponse } from './arbitraries.js';

interface Kind {
  readonly values: fc.Arbitrary<unknown>;
  readonly encode: (value: unknown) => Bytes;
  readonly decode: (bytes: Bytes) => unknown;
}

const encodeRequest = (value: unknown): Bytes => AbciRequestCodec.encode(value as AbciRequest);
const encodeResponse = (value: unknown): Bytes => AbciResponseCodec.encode(value as AbciResponse);

const kinds: readonly (readonly [string, Kind])[] = [
  ...eachRequest.map(([type, values]): [string, Kind] => {
    return [`request ${type}`, { values, encode: encodeRequest, decode: decodeRequest }];
  }),
  ...eachResponse.map(([type, values]): [string, Kind] => {
    return [`response ${type}`, { values, encode: encodeResponse, decode: decodeResponse }];
  }),
];

/** Truncates the bytes, or changes one of them. */
const damage = (encoded: Bytes): fc.Arbitrary<Bytes> => {
  const somewhere = fc.nat(encoded.length - 1);
  return fc.oneof(
    somewhere.map((length) => encoded.slice(0, length)),
    fc.tuple(somewhere, fc.nat(255)).map(([at, byte]) => encoded.with(at, byte)),
  );
};

function expectRefusal(decode: (bytes: Bytes) => unknown, bytes: Bytes): void {
  try {
    decode(bytes);
  } catch (error) {
    expect(error).toBeInstanceOf(HalleyError);
    expect((error as HalleyError).code).toBe('invalid-argument');
    expect((error as HalleyError).message).toMatch(/^invalid ABCI (request|response) of \d+ bytes: [^\n]+$/);
  }
}

describe.each(kinds)('%s', (_, { values, encode, decode }) => {
  it('is decoded to the value that was encoded', () => {
    const backAgain = fc.property(values, (value) => {
      expect(decode(encode(value))).toEqual(value);
    });
    fc.assert(backAgain, { numRuns: 40 });
  });

  it('refuses damaged bytes in one line, or reads another value from them', () => {
    const damaged = values.chain((value) => damage(encode(value)));
    fc.assert(
      fc.property(damaged, (bytes) => expectRefusal(decode, bytes)),
      { numRuns: 60 },
    );
  });
});

it('refuses garbage in one line', () => {
  const garbage = fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    expectRefusal(decodeRequest, bytes);
    expectRefusal(decodeResponse, bytes);
  });
  fc.assert(garbage, { numRuns: 500 });
});

/** Field 127 of each wire type. */
const UNKNOWN = Uint8Array.of(0xf8, 7, 1, 0xfa, 7, 1, 9, 0xf9, 7, 1, 2, 3, 4, 5, 6, 7, 8, 0xfd, 7, 1, 2, 3, 4);

describe.each(eachRequest)('request %s', (_, values) => {
  it('is read without fields that are unknown', () => {
    const ignored = fc.property(values, (request) => {
      const reader = new ProtoReader(AbciRequestCodec.encode(request));
      const { field } = reader.next();
      const body = concatBytes(UNKNOWN, reader.bytes(), UNKNOWN);
      const extended = new ProtoWriter().message(field, body).finish();
      expect(decodeRequest(concatBytes(UNKNOWN, extended, UNKNOWN))).toEqual(request);
    });
    fc.assert(ignored, { numRuns: 10 });
  });
});

describe.each(eachResponse)('response %s', (_, values) => {
  it('is read without fields that are unknown', () => {
    const ignored = fc.property(values, (response) => {
      const reader = new ProtoReader(AbciResponseCodec.encode(response));
      const { field } = reader.next();
      const body = concatBytes(UNKNOWN, reader.bytes(), UNKNOWN);
      expect(decodeResponse(new ProtoWriter().message(field, body).finish())).toEqual(response);
    });
    fc.assert(ignored, { numRuns: 10 });
  });
});

it('reads unknown fields of nested messages of a request', () => {
  const nested = (write: (out: ProtoWriter) => unknown): Bytes => {
    const out = new ProtoWriter();
    write(out);
    return concatBytes(UNKNOWN, out.finish(), UNKNOWN);
  };
  const validator = nested((out) => out.bytes(1, utf8('address')).int(3, 5));
  const vote = nested((out) => out.message(1, validator).int(3, 2));
  const commit = nested((out) => out.int(1, 4).message(2, vote));
  const misbehavior = nested((out) => out.int(1, 1).message(2, validator).int(3, 9));
  const block = nested((out) => out.message(2, commit).message(3, misbehavior).int(5, 7));
  const params = nested((out) =>
    out.message(
      1,
      nested((group) => group.int(1, 100).int(2, -1)),
    ),
  );
  const update = nested((out) => out.message(1, new ProtoWriter().bytes(1, new Uint8Array(32)).finish()).int(2, 3));
  const genesis = nested((out) => out.message(3, params).message(4, update));
  const read = (field: number, body: Bytes) => decodeRequest(new ProtoWriter().message(field, body).finish());
  expect(read(20, block)).toMatchObject({
    value: {
      decidedLastCommit: { round: 4, votes: [{ validator: { address: utf8('address'), power: 5n }, blockIdFlag: 2 }] },
      misbehavior: [{ type: 'duplicate-vote', validator: { power: 5n }, height: 9n }],
      height: 7n,
    },
  });
  expect(read(5, genesis)).toMatchObject({
    value: {
      consensusParams: { block: { maxBytes: 100n, maxGas: -1n } },
      validators: [{ pubKey: { type: 'ed25519' }, power: 3n }],
    },
  });
});

describe('what a request must have', () => {
  const read = (field: number, body: Bytes) => () => decodeRequest(new ProtoWriter().message(field, body).finish());
  const misbehavior = (type: number) => new ProtoWriter().message(3, new ProtoWriter().int(1, type).finish()).finish();

  it('includes the kind of misbehavior', () => {
    expect(read(20, misbehavior(0))).toThrow('finalizeBlock: tendermint.abci.Misbehavior lacks field 1');
    expect(read(20, misbehavior(3))).toThrow('3 is unknown, expected one of duplicate-vote, light-client-attack');
  });

  it('includes a key that is known of each validator', () => {
    const update = (key: Bytes) => new ProtoWriter().message(4, new ProtoWriter().message(1, key).finish()).finish();
    expect(read(5, update(new Uint8Array()))).toThrow('initChain: PublicKey holds no key');
    expect(read(5, update(new ProtoWriter().bytes(3, new Uint8Array(48)).finish()))).toThrow(
      'PublicKey has no field 3',
    );
    expect(read(5, update(new ProtoWriter().bytes(1, new Uint8Array(31)).finish()))).toThrow('31 bytes, expected 32');
  });

  it('is a member', () => {
    expect(() => decodeRequest(new Uint8Array())).toThrow('tendermint.abci.Request has no member that is known');
  });
});

describe('app_state', () => {
  it('is JSON', () => {
    const json = fc.property(fc.jsonValue(), (value) => {
      expect(parseAppState(encodeAppState(value))).toEqual(JSON.parse(JSON.stringify(value)));
    });
    fc.assert(json);
  });

  it('may be absent', () => {
    expect(parseAppState(encodeAppState(undefined))).toBeUndefined();
  });

  it.each([
    ['text', utf8('hello')],
    ['truncated', utf8('{"a": [1,')],
    ['not UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
  ])('is refused in one line when it is %s', (_, bytes) => {
    const parse = () => parseAppState(bytes);
    expect(parse).toThrow(HalleyError);
    expect(parse).toThrow(/^app_state of the genesis document is not JSON: [^\n]+$/);
  });
});

it('has its length before it', () => {
  expect(requestFrame({ type: 'flush', value: {} })).toEqual(Uint8Array.of(2, 0x12, 0));
  expect(responseFrame({ type: 'flush', value: {} })).toEqual(Uint8Array.of(2, 0x1a, 0));
});

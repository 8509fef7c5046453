/** Tests denoms of tokens from other chains: the published hashes, and the properties of every path. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arrivedDenom,
  cameOver,
  denomHash,
  denomOfPath,
  denomPath,
  hopText,
  isVoucher,
  localDenom,
  tryVoucherHash,
} from '../../../src/codec/ibc/denom.js';
import type { Denom, Hop } from '../../../src/codec/ibc/transfer.js';
import cases from '../../vectors/asset-cases.json' with { type: 'json' };

const number = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const hop: fc.Arbitrary<Hop> = fc.record({
  portId: fc.constantFrom('transfer', 'wasm.juno1xyz', 'ics20'),
  channelId: fc.oneof(
    number.map((n) => `channel-${n}`),
    number.map((n) => `08-wasm-${n}`),
  ),
});
const base = fc.constantFrom(
  'uatom',
  'gamm/pool/1',
  'factory/cosmos1abc/x',
  'erc20:0xdAC17F958D2ee523a2206206994597C13D831ec7',
  'cw20:juno1abc',
);
const denom: fc.Arbitrary<Denom> = fc.record({ base, trace: fc.array(hop, { maxLength: 4 }) });

describe('a denom', () => {
  it.each(cases.vectors.ibc_denoms)('of $full_path is $denom', ({ full_path, denom: expected }) => {
    const parsed = denomOfPath(full_path);
    expect(parsed.trace.length).toBeGreaterThan(0);
    expect(localDenom(parsed)).toBe(expected);
    expect(denomPath(parsed)).toBe(full_path);
  });

  it('is read from its path and written back', () => {
    fc.assert(
      fc.property(denom, (value) => {
        expect(denomOfPath(denomPath(value))).toEqual(value);
      }),
    );
  });

  it('preserves every path', () => {
    const segment = fc.constantFrom(
      'transfer',
      'channel-0',
      'channel-',
      'x',
      '',
      'factory',
      'my-1',
      '09-localhost',
      'channel-99999999999999999999',
    );
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1, maxLength: 7 }), (segments) => {
        const path = segments.join('/');
        const parsed = denomOfPath(path);
        // A path that consists of hops only is not a token's path, and parsing drops its end.
        fc.pre(parsed.base !== '');
        expect([...parsed.trace.map(hopText), parsed.base].join('/')).toBe(path);
      }),
    );
  });

  it.each([
    ['uatom', 0, 'uatom'],
    ['transfer/channel-0', 0, 'transfer/channel-0'],
    ['gamm/pool/1', 0, 'gamm/pool/1'],
    ['transfer/channel-0/gamm/pool/1', 1, 'gamm/pool/1'],
    ['transfer/channel-18446744073709551616/uatom', 0, 'transfer/channel-18446744073709551616/uatom'],
    ['transfer/08-wasm-1369/0xc02a', 1, '0xc02a'],
    ['transfer/09-localhost/x', 1, 'x'],
    ['factory/my-1/x', 1, 'x'],
    ['transfer/channel-0/transfer/channel-1', 2, ''],
  ])('%s has %i hops and the base %s', (path, hops, expected) => {
    const parsed = denomOfPath(path);
    expect([parsed.trace.length, parsed.base]).toEqual([hops, expected]);
  });

  it('loses the hop over the channel end it came through, and gains one over every other', () => {
    fc.assert(
      fc.property(denom, hop, hop, (value, from, end) => {
        const away = arrivedDenom(value, from, end);
        if (cameOver(value, from)) expect(away.trace).toEqual(value.trace.slice(1));
        else expect(arrivedDenom(away, end, from)).toEqual(value);
      }),
    );
  });

  it('contains its hash', () => {
    const voucher = localDenom(denomOfPath('transfer/channel-0/uatom'));
    expect(tryVoucherHash(voucher)).toEqual(denomHash(denomOfPath('transfer/channel-0/uatom')));
    expect(tryVoucherHash(`ibc/${voucher.slice(4).toLowerCase()}`)).toEqual(tryVoucherHash(voucher));
    for (const wrong of ['ibc/', 'ibc/27', 'ibc/zz', `${voucher}00`, 'uatom'])
      expect(tryVoucherHash(wrong)).toBeUndefined();
    expect(isVoucher('ibc')).toBe(false);
  });
});

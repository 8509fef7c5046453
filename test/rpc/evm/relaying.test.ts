/** Tests the JSON-RPC methods of the relayer, with the calls that the backend receives. */
import { describe, expect, it } from 'vitest';
import { aBench } from './fixture.js';

const ENDS = { a: { chain: 'a-1' }, b: { chain: 'b-1', port: 'other' } };

describe('the relayer’s methods', () => {
  it.each([
    ['halley_relayerStart', [], ['start']],
    ['halley_relayerStop', [], ['stop']],
    ['halley_relayerSettled', [], ['settled']],
    ['halley_relayerSetDelay', ['0x5'], ['setDelay', 5n]],
    ['halley_relayerDrop', [{ kind: 'packet' }], ['drop', { kind: 'packet' }]],
    [
      'halley_relayerDrop',
      [{ kind: 'acknowledgement', chain: 'a-1', channel: 'channel-1', sequence: '0x7', count: 2 }],
      ['drop', { kind: 'acknowledgement', chain: 'a-1', channel: 'channel-1', sequence: 7n, count: 2 }],
    ],
    ['halley_closeChannel', [{ channel: 'channel-1' }], ['close', { channel: 'channel-1' }]],
    ['halley_openChannel', [{ ...ENDS, ordering: 'ordered' }], ['open', { ...ENDS, ordering: 'ordered' }]],
  ])('%s takes %j', async (method, params, received) => {
    const { call, chain } = aBench({ devMethods: true });
    await call(method, ...params);
    expect(chain.relayed).toEqual([received]);
  });

  it('return what was sent, and what is pending', async () => {
    const { call } = aBench({ devMethods: true });
    expect(await call('halley_relayerStep')).toBe('0x3');
    expect(await call('halley_relayerPending')).toEqual([
      {
        kind: 'packet',
        chain: 'b-1',
        from: 'a-1',
        packet: { port: 'transfer', channel: 'channel-0', sequence: '0x7' },
        failure: null,
      },
      { kind: 'channel', chain: 'b-1', from: 'a-1', packet: null, failure: 'no such connection' },
    ]);
  });

  it.each([
    ['halley_relayerDrop', [{ kind: 'client' }], /kind is "client", expected "packet" or "acknowledgement"/],
    ['halley_relayerDrop', [{ kind: 'packet', chanel: 'x' }], /DropRule has no member "chanel"/],
    ['halley_relayerDrop', [{ kind: 'packet', sequence: -1 }], /a sequence is -1/],
    ['halley_relayerDrop', [], /missing value for required argument 0/],
    ['halley_relayerSetDelay', [1.5], /a delay is 1.5/],
    ['halley_openChannel', [{ a: { chain: 'a-1' } }], /ChannelTerms.b/],
    ['halley_openChannel', [{ ...ENDS, ordering: 'any' }], /ordering is "any"/],
    ['halley_closeChannel', [{ port: 'transfer' }], /ChannelEnd.channel/],
  ])('%s refuses %j', (method, params, text) => {
    const { call, chain } = aBench({ devMethods: true });
    expect(() => call(method, ...params)).toThrow(text);
    expect(chain.relayed).toEqual([]);
  });
});

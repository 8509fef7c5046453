/** Reads topology files: what is accepted, what is reported and left out, and what is not a topology. */
import { describe, expect, it } from 'vitest';
import { readTopology } from '../../../../src/rpc/assets/topology/read_topology.js';
import cases from '../../../vectors/asset-cases.json' with { type: 'json' };
import { patchedTopology } from '../topology_chains.js';

const HUB = { chain_id: 'hub-1' };
const DEX = { chain_id: 'dex-1' };
const channel = (a: string, b: string) => ({
  a: { ...HUB, port: 'transfer', channel: a },
  b: { ...DEX, port: 'transfer', channel: b },
});

describe('a topology', () => {
  it('of the asset cases is accepted as a whole', () => {
    const { chains, skipped } = readTopology(patchedTopology());
    expect(skipped).toEqual([]);
    expect(chains.map(({ chainId, channels, forms }) => [chainId, channels.length, forms.length])).toEqual([
      ['devnet_9000-1', 4, 11],
      ['hub-1', 4, 5],
      ['dex-1', 6, 8],
      ['wasm-1', 3, 4],
      ['iso-1', 3, 3],
    ]);
  });

  it('needs only its required members: the others have defaults', () => {
    const { chains } = readTopology({
      chains: [HUB, DEX],
      channels: [channel('channel-1', 'channel-2')],
      assets: [{ ...DEX, path: ['transfer/channel-2'], base: 'uhub' }],
    });
    expect(chains[0]).toMatchObject({ chainName: 'hub-1', chainType: 'cosmos', pfmEnabled: true, simulated: false });
    expect(chains[0]?.channels).toEqual([
      {
        port: 'transfer',
        channel: 'channel-1',
        counterparty: { chainId: 'dex-1', port: 'transfer', channel: 'channel-2' },
        state: 'OPEN',
        connectionState: 'OPEN',
        clientStatus: 'Active',
        ordering: 'unordered',
        version: 'ics20-1',
        liquidity: 0n,
        sendEnabled: true,
        receiveEnabled: true,
      },
    ]);
    expect(chains[1]?.forms).toMatchObject([{ supply: 1n, denom: expect.stringMatching(/^ibc\/[0-9A-F]{64}$/) }]);
  });

  it('drops each inconsistent entry, and reports it in a sentence', () => {
    const { chains, skipped } = readTopology({
      chains: [HUB, DEX, HUB],
      channels: [
        channel('channel-1', 'channel-2'),
        channel('channel-1', 'channel-3'),
        { ...channel('channel-4', 'channel-4'), b: { chain_id: 'nowhere-1', port: 'transfer', channel: 'channel-0' } },
      ],
      token_pairs: [{ chain_id: 'nowhere-1', erc20_address: `0x${'1'.repeat(40)}`, denom: 'uhub' }],
      assets: [
        { ...HUB, path: [], base: 'uhub', denom: 'uhub' },
        { ...HUB, path: [], base: 'uhub' },
        { ...DEX, path: ['transfer/channel-2'], base: 'uhub', denom: `ibc/${'A'.repeat(64)}` },
        { chain_id: 'nowhere-1', path: [], base: 'unope' },
      ],
    });
    expect(skipped).toEqual([
      'chains[2]: hub-1 is described twice',
      'channels[1]: transfer/channel-1 of hub-1 is described twice',
      'channels[2]: chain nowhere-1 is not described',
      'token_pairs[0]: chain nowhere-1 is not described',
      'assets[1]: uhub is described twice',
      expect.stringMatching(/^assets\[2\]: ibc\/A{64} is not the denom of transfer\/channel-2\/uhub, which is ibc\//),
      'assets[3]: chain nowhere-1 is not described',
    ]);
    expect(chains.map(({ channels, forms }) => [channels.length, forms.length])).toEqual([
      [1, 1],
      [1, 0],
    ]);
  });

  it('hashes every denom of the cases to the recorded one', () => {
    const forms = readTopology(patchedTopology()).chains.flatMap((chain) => chain.forms.map(({ denom }) => denom));
    expect(forms.sort()).toEqual(cases.topology.assets.map(({ denom }) => denom).sort());
  });

  it.each([
    [null, 'topology is null, expected an object'],
    [{}, 'topology.chains is missing, expected a list of at most 200000'],
    [{ chains: [{}] }, 'topology.chains[0].chain_id is missing, expected a string of 1 to 128 characters'],
    [
      { chains: [HUB, DEX], channels: [{ a: { ...HUB, port: 5, channel: 'channel-0' } }] },
      'topology.channels[0].a.port is 5, expected an identifier of 2 to 128 letters',
    ],
    [
      { chains: [HUB], assets: [{ ...HUB, path: ['x'], base: 'u' }] },
      'topology.assets[0].path[0] is "x", expected port/channel',
    ],
    [{ chains: [{ ...HUB, pfm_enabled: 'yes' }] }, 'topology.chains[0].pfm_enabled is "yes", expected true or false'],
    [
      { chains: [HUB], assets: [{ ...HUB, path: [], base: 'uhub', supply: -1 }] },
      'topology.assets[0].supply is -1, expected a whole number from 0',
    ],
  ])('is refused when its form is wrong: %j', (json, message) => {
    expect(() => readTopology(json)).toThrow(expect.objectContaining({ code: 'invalid-config', message }));
  });
});

/** Tests queries about tokens of other chains with cosmjs-types, and their section of the genesis document. */
import {
  QueryDenomHashResponse,
  QueryDenomResponse,
  QueryDenomsResponse,
  QueryEscrowAddressResponse,
  QueryParamsResponse,
  QueryTotalEscrowForDenomResponse,
} from 'cosmjs-types/ibc/applications/transfer/v1/query';
import { beforeAll, describe, expect, it } from 'vitest';
import { exportAppState } from '../../../../src/app/genesis.js';
import { writeChannel } from '../../../../src/app/modules/ibc/channel/store.js';
import { QUERIES } from '../../../../src/app/modules/transfer/queries/index.generated.js';
import type { StateReader } from '../../../../src/app/state/types.js';
import { CHANNEL_STATE, ORDER } from '../../../../src/codec/ibc/channel.js';
import { denomOfPath, localDenom } from '../../../../src/codec/ibc/denom.js';
import { DenomTrace } from '../../../../src/codec/ibc/transfer.js';
import { embedded, repeated, string } from '../../../../src/codec/protobuf/field.js';
import { message } from '../../../../src/codec/protobuf/message.js';
import { type AppStateJson, TestChain } from '../../support/chain.js';

const PATHS = ['transfer/channel-3/zzz', 'transfer/channel-9/transfer/channel-0/uatom', 'transfer/channel-3/uatom'];
const SECTION = {
  port_id: 'transfer',
  denoms: PATHS.map((path) => {
    const { base, trace } = denomOfPath(path);
    return { base, trace: trace.map(({ portId, channelId }) => ({ port_id: portId, channel_id: channelId })) };
  }),
  params: { send_enabled: true, receive_enabled: false },
  total_escrowed: [],
};
const withSection = (appState: AppStateJson): void => {
  appState['transfer'] = SECTION;
};

let state: StateReader;

beforeAll(async () => {
  const fork = (await TestChain.open({ edit: withSection })).state.fork();
  writeChannel(fork, 'transfer', 'channel-0', {
    state: CHANNEL_STATE.open,
    ordering: ORDER.unordered,
    counterparty: { portId: 'transfer', channelId: 'channel-3' },
    connectionHops: ['connection-0'],
    version: 'ics20-1',
  });
  state = fork;
});

function ask(name: string, ...texts: readonly string[]): Uint8Array {
  const query = QUERIES.find(({ path }) => path === `/ibc.applications.transfer.v1.Query/${name}`);
  if (query === undefined) throw new Error(`no ${name}`);
  const request = message('Request', { one: string(1), two: string(2) }).encode({
    one: texts[0] ?? '',
    two: texts[1] ?? '',
  });
  return query.handler(request, state, {
    paths: () => [],
    nodeFacts: undefined,
    query: () => Promise.reject(),
    simulate: () => Promise.reject(),
  }) as Uint8Array;
}

const hashOf = (path: string): string => localDenom(denomOfPath(path)).slice(4);
const [FIRST = '', SECOND = '', THIRD = ''] = PATHS;

describe('the queries', () => {
  it('return the path of a voucher, by its hash with or without ibc/', () => {
    const expected = { base: 'uatom', trace: denomOfPath(SECOND).trace };
    for (const asked of [hashOf(SECOND), hashOf(SECOND).toLowerCase(), `ibc/${hashOf(SECOND)}`])
      expect(QueryDenomResponse.decode(ask('Denom', asked)).denom).toEqual(expected);
    expect(() => ask('Denom', 'zz')).toThrow('InvalidArgument');
    expect(() => ask('Denom', 'AB'.repeat(32))).toThrow('denomination not found');
  });

  it('list all paths by base denom, shorter ones first', () => {
    const { denoms, pagination } = QueryDenomsResponse.decode(ask('Denoms'));
    expect(denoms).toEqual([THIRD, SECOND, FIRST].map(denomOfPath));
    expect(pagination?.total).toBe(3n);
  });

  it('return them in the older format too', () => {
    const one = message('One', { denomTrace: embedded(1, DenomTrace) }).decode(ask('DenomTrace', hashOf(SECOND)));
    expect(one.denomTrace).toEqual({ path: 'transfer/channel-9/transfer/channel-0', baseDenom: 'uatom' });
    const all = message('All', { denomTraces: repeated(1, DenomTrace) }, { lenient: true }).decode(ask('DenomTraces'));
    expect(all.denomTraces.map(({ baseDenom }) => baseDenom)).toEqual(['uatom', 'uatom', 'zzz']);
  });

  it('return the hash of a known path', () => {
    expect(QueryDenomHashResponse.decode(ask('DenomHash', FIRST)).hash).toBe(hashOf(FIRST));
    expect(() => ask('DenomHash', 'transfer/channel-8/x')).toThrow('NotFound');
    expect(() => ask('DenomHash', 'transfer/channel-8/')).toThrow('InvalidArgument');
  });

  it('return the escrow address of a channel, and the escrowed amount of a denom', () => {
    expect(QueryEscrowAddressResponse.decode(ask('EscrowAddress', 'transfer', 'channel-0')).escrowAddress).toMatch(
      /^halley1/,
    );
    expect(() => ask('EscrowAddress', 'transfer', 'channel-1')).toThrow('channel not found');
    expect(() => ask('EscrowAddress', '', 'channel-0')).toThrow('identifier cannot be blank');
    const escrow = QueryTotalEscrowForDenomResponse.decode(ask('TotalEscrowForDenom', 'ahalley'));
    expect(escrow.amount).toEqual({ denom: 'ahalley', amount: '0' });
    expect(() => ask('TotalEscrowForDenom', '1')).toThrow('invalid denom');
  });

  it('return the parameters', () => {
    expect(QueryParamsResponse.decode(ask('Params')).params).toEqual({ sendEnabled: true, receiveEnabled: false });
  });
});

describe('the genesis section', () => {
  it('is exported as it was read, in order', async () => {
    const chain = await TestChain.open({ edit: withSection });
    const exported = exportAppState(chain.state.latest) as { transfer: typeof SECTION };
    expect(exported.transfer).toEqual({
      ...SECTION,
      denoms: [SECTION.denoms[2], SECTION.denoms[1], SECTION.denoms[0]],
    });
  });

  it.each([
    { port_id: 'other' },
    { denoms: [{ base: 'uatom', trace: [] }] },
    { denoms: [{ base: ' ', trace: SECTION.denoms[0]?.trace }] },
    { denoms: [SECTION.denoms[0], SECTION.denoms[0]] },
    { denoms: [{ base: 'x', trace: [{ port_id: 'transfer', channel_id: 'c' }] }] },
    { params: { send_enabled: 'yes' } },
    { total_escrowed: [{ denom: 'ahalley', amount: '0' }] },
    { total_escrowed: [{ denom: 'uatom', amount: '5' }] },
    { total_escrowed: [{ denom: '!', amount: '5' }] },
  ])('is refused: %j', async (section) => {
    const opened = TestChain.open({
      edit: (appState) => {
        appState['transfer'] = section;
      },
    });
    await expect(opened).rejects.toMatchObject({ code: 'invalid-genesis' });
  });
});

/** Tests IBC's state in a genesis document, and the numbers that dev transactions set. */
import { describe, expect, it } from 'vitest';
import { exportIbc } from '../../../../src/app/modules/ibc/export.js';
import { parseIbcGenesis, writeIbcGenesis } from '../../../../src/app/modules/ibc/genesis.js';
import { GenesisReader } from '../../../../src/app/sdk/genesis_reader.js';
import { openAppState } from '../../../../src/app/state/open.js';
import type { StateReader } from '../../../../src/app/state/types.js';
import { MsgSetIbcSequences } from '../../../../src/codec/dev/ibc.js';
import { toHex } from '../../../../src/kernel/hex.js';
import { fromUtf8 } from '../../../../src/kernel/text.js';
import { TestChain } from '../../support/chain.js';
import { good, withChannel } from '../../support/ibc_link.js';

const stored = (state: StateReader): readonly (readonly [string, string])[] =>
  Array.from(state.entries('ibc', new Uint8Array(0)), ([key, value]) => [fromUtf8(key), toHex(value)] as const).filter(
    ([key]) => key !== 'zz',
  );

const read = (json: unknown) => parseIbcGenesis(new GenesisReader(json, 'app_state.ibc'));

async function written(json: unknown): Promise<StateReader> {
  const state = await openAppState(undefined);
  writeIbcGenesis(state.begin(0n), read(json));
  state.seal();
  state.commit();
  return state.latest;
}

describe("IBC's genesis", () => {
  it('restores the state that was exported', async () => {
    const [a, b] = await withChannel();
    const packet = await a.send('hello');
    good(await b.receive(await b.send('back').then(() => packet)));
    for (const { chain } of [a, b]) {
      const json = JSON.parse(JSON.stringify(exportIbc(chain.state.latest)));
      const again = await written(json);
      expect(stored(again)).toEqual(stored(chain.state.latest));
      expect(exportIbc(again)).toEqual(exportIbc(chain.state.latest));
    }
  });

  it('uses the names of ibc-go', async () => {
    const [a] = await withChannel();
    expect(exportIbc(a.chain.state.latest)).toMatchObject({
      client_genesis: {
        clients: [
          {
            client_id: '07-tendermint-0',
            client_state: {
              '@type': '/ibc.lightclients.tendermint.v1.ClientState',
              chain_id: 'right-2',
              trust_level: { numerator: '1', denominator: '3' },
              trusting_period: '604800s',
              proof_specs: [{ leaf_spec: { hash: 'SHA256', prehash_key: 'NO_HASH', length: 'VAR_PROTO' } }, {}],
            },
          },
        ],
        params: { allowed_clients: ['*'] },
        next_client_sequence: '1',
      },
      connection_genesis: {
        connections: [{ id: 'connection-0', state: 'STATE_OPEN', counterparty: { prefix: { key_prefix: 'aWJj' } } }],
        client_connection_paths: [{ client_id: '07-tendermint-0', paths: ['connection-0'] }],
        params: { max_expected_time_per_block: '30000000000' },
      },
      channel_genesis: {
        channels: [{ state: 'STATE_OPEN', ordering: 'ORDER_UNORDERED', port_id: 'echo', channel_id: 'channel-0' }],
        send_sequences: [{ port_id: 'echo', channel_id: 'channel-0', sequence: '1' }],
        next_channel_sequence: '1',
      },
    });
  });

  it('writes nothing when it is absent', async () => {
    expect(stored(await written(undefined))).toEqual([]);
    expect(stored(await written(exportIbc(await written(undefined))))).toEqual([]);
    const allowed = { client_genesis: { params: { allowed_clients: ['07-tendermint'] } } };
    expect(stored(await written(allowed)).map(([key]) => key)).toEqual(['clientParams']);
  });

  it.each([
    [{ channel_genesis: { channels: [{ state: 'OPEN', port_id: 'a', channel_id: 'b' }] } }, 'channels[0].state'],
    [{ client_genesis: { clients: [{ client_id: 'a', client_state: { '@type': '/x' } }] } }, 'client_state.@type'],
    [
      { channel_genesis: { receipts: [{ port_id: 'a', channel_id: 'b', sequence: '1', data: 7 }] } },
      'receipts[0].data',
    ],
    [{ connection_genesis: { next_connection_sequence: '-1' } }, 'next_connection_sequence'],
    [{ client_genesis: { next_client_sequence: `${2n ** 64n}` } }, 'next_client_sequence'],
    [
      { channel_genesis: { receipts: [{ port_id: 'a', channel_id: 'b', sequence: `${2n ** 64n + 5n}`, data: '' }] } },
      'receipts[0].sequence',
    ],
    [
      { channel_v2_genesis: { send_sequences: [{ client_id: '07-tendermint-3', sequence: `${2n ** 64n + 7n}` }] } },
      'send_sequences[0].sequence',
    ],
  ])('is refused by its path: %j', (json, path) => {
    expect(() => read(json)).toThrow(path);
  });
});

describe('dev transactions', () => {
  it('set the numbers of the next client, connection and channel, in any order', async () => {
    const chain = await TestChain.open();
    const all = { nextClientSequence: 7n, nextConnectionSequence: 8n, nextChannelSequence: 141n };
    chain.sendDevTx(MsgSetIbcSequences, all);
    await chain.block();
    chain.sendDevTx(MsgSetIbcSequences, { ...all, nextClientSequence: 3n, nextChannelSequence: 142n });
    await chain.block();
    expect(stored(chain.state.latest)).toEqual([
      ['nextChannelSequence', '000000000000008e'],
      ['nextClientSequence', '0000000000000003'],
      ['nextConnectionSequence', '0000000000000008'],
    ]);
  });
});

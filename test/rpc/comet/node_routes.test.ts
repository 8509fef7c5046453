/**
 * Tests what a node reports of its peers, its round and its mempool, and the unsafe routes (consensus-rpc.md 4.3, 4.5,
 * 10.3).
 */
import { describe, expect, it } from 'vitest';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { aHandler, get, openSocket, post } from './calls.js';
import { FixtureChain } from './fixture.js';

const keys = (value: object): string[] => Object.keys(value);
const dataOf = async (handler: Parameters<typeof get>[0], target: string): Promise<string> =>
  (await get(handler, target)).json.error.data;

describe('net_info', () => {
  it('shows each peer with the counters of its connection', async () => {
    const { handler, chain } = aHandler();
    const result = (await get(handler, '/v0.38/net_info')).json.result;
    expect(keys(result)).toEqual(['listening', 'listeners', 'n_peers', 'peers']);
    expect(result).toMatchObject({ listening: true, listeners: ['Listener(@)'], n_peers: '2' });
    const [first, second] = result.peers;
    const [own] = chain.net().peers;
    expect(first.node_info).toEqual({
      protocol_version: { p2p: '8', block: '11', app: '1' },
      id: toHex(own?.node.nodeId ?? utf8('')),
      listen_addr: 'tcp://127.0.0.1:26666',
      network: 'fixture_31337-1',
      version: '0.38.25',
      channels: '40202122233038606100',
      moniker: 'peer-1',
      other: { tx_index: 'on', rpc_address: 'tcp://127.0.0.1:26667' },
    });
    expect([first.is_outbound, second.is_outbound]).toEqual([true, false]);
    expect(first.remote_ip).toBe('127.0.0.1');
    expect(JSON.stringify(first.connection_status.SendMonitor)).toBe(
      '{"Start":"2026-01-01T00:00:00Z","Bytes":"103691","Samples":"195","InstRate":"13208","CurRate":"3522","AvgRate":"2630","PeakRate":"16600","BytesRem":"0","Duration":"39420000000","Idle":"20000000","TimeRem":"0","Progress":0,"Active":true}',
    );
    expect(first.connection_status.RecvMonitor.Bytes).toBe('100655');
    expect(first.connection_status.Duration).toBe('39444950936');
    expect(first.connection_status.Channels[1]).toEqual({
      ID: 32,
      SendQueueCapacity: '100',
      SendQueueSize: '2',
      Priority: '6',
      RecentlySent: '1234',
    });
  });

  it('shows a node without peers', async () => {
    const { handler, chain } = aHandler();
    chain.network = { ...chain.network, peers: [] };
    expect((await get(handler, '/net_info')).json.result).toMatchObject({ n_peers: '0', peers: [] });
  });
});

describe('dump_consensus_state', () => {
  it('shows the whole round', async () => {
    const { handler, chain } = aHandler();
    const { round_state: state } = (await get(handler, '/v0.38/dump_consensus_state')).json.result;
    expect(state).toMatchObject({
      height: '6',
      round: 0,
      step: 4,
      locked_round: -1,
      valid_round: -1,
      commit_round: -1,
    });
    expect(JSON.stringify(state.proposal).startsWith('{"Type":32,"height":"6","round":0,"pol_round":-1,')).toBe(true);
    expect(state.proposal_block).toEqual((await get(handler, '/v0.38/block?height=5')).json.result.block);
    expect(state.proposal_block_parts).toEqual({ 'count/total': '1/2', parts_bit_array: 'x_' });
    expect([state.locked_block, state.locked_block_parts, state.valid_block, state.valid_block_parts]).toEqual([
      null,
      null,
      null,
      null,
    ]);
    expect(state.votes).toEqual((await get(handler, '/v0.38/consensus_state')).json.result.round_state.height_vote_set);
    expect(keys(state.last_commit)).toEqual(['votes', 'votes_bit_array', 'peer_maj_23s']);
    expect(state.last_commit.votes[3]).toBe('nil-Vote');
    expect(state.last_commit.votes[0]).toMatch(/^Vote\{0:[0-9A-F]{12} 5\/00\/SIGNED_MSG_TYPE_PRECOMMIT\(Precommit\) /);
    expect(state.last_commit.votes_bit_array).toMatch(/^BA\{4:xxx_\} 3[01]\/4[01] = 0\.7\d$/);
    expect(state.last_validators.validators).toHaveLength(4);
    const { validators } = state;
    expect(validators.validators).toContainEqual(validators.proposer);
    expect(validators.validators).toHaveLength(chain.roundState().validators.validators.length);
    expect(state.triggered_timeout_precommit).toBe(false);
  });

  it('has no last commit at the initial height', async () => {
    const { handler } = aHandler({}, new FixtureChain());
    const { round_state: state } = (await get(handler, '/dump_consensus_state')).json.result;
    expect(state).toMatchObject({ height: '1', last_commit: null });
  });

  it('shows the state of its peers', async () => {
    const { handler } = aHandler();
    const { peers } = (await get(handler, '/dump_consensus_state')).json.result;
    expect(peers[0].node_address).toBe('e0c7b6ae60afe4086580d0556049d706080999b2@127.0.0.1:38186');
    expect(peers[0].peer_state.stats).toEqual({ votes: '96', block_parts: '12' });
    expect(peers[0].peer_state.round_state).toMatchObject({
      height: '6',
      round: 0,
      proposal: true,
      proposal_block_part_set_header: { total: 1 },
      proposal_block_parts: 'x',
      prevotes: 'xx_x',
      precommits: '____',
      last_commit: 'xxx_',
    });
    expect(peers[1].peer_state.round_state).toMatchObject({
      round: -1,
      proposal_block_part_set_header: { total: 0, hash: '' },
      proposal_block_parts: null,
      proposal_pol: null,
      prevotes: null,
      catchup_commit: null,
    });
  });
});

describe('the mempool', () => {
  const waiting = Array.from({ length: 150 }, (_, i) => `k${i}=v`);

  it('shows one transaction more than requested, as CometBFT does', async () => {
    const { handler, chain } = aHandler();
    chain.waiting = waiting;
    for (const [limit, shown] of [
      ['', '31'],
      ['limit=1', '2'],
      ['limit=0', '31'],
      ['limit=-3', '31'],
      ['limit=1000', '101'],
    ] as const) {
      const { result } = (await get(handler, `/unconfirmed_txs?${limit}`)).json;
      expect(result, limit).toMatchObject({ n_txs: shown, total: '150' });
      expect(result.txs).toHaveLength(Number(shown));
    }
    const { result } = (await get(handler, '/unconfirmed_txs?limit=1')).json;
    expect(keys(result)).toEqual(['n_txs', 'total', 'total_bytes', 'txs']);
    expect(result.txs).toEqual([btoa('k0=v'), btoa('k1=v')]);
    expect(result.total_bytes).toBe(String(waiting.join('').length));
  });

  it('shows as many as requested in lenient mode', async () => {
    const { handler, chain } = aHandler({ strict: false });
    chain.waiting = waiting;
    expect((await get(handler, '/unconfirmed_txs?limit=7')).json.result.n_txs).toBe('7');
  });

  it('has an empty list when it is empty, and its number has a null list', async () => {
    const { handler } = aHandler();
    expect((await get(handler, '/unconfirmed_txs')).text).toBe(
      '{"jsonrpc":"2.0","id":-1,"result":{"n_txs":"0","total":"0","total_bytes":"0","txs":[]}}',
    );
    expect((await get(handler, '/num_unconfirmed_txs')).text).toBe(
      '{"jsonrpc":"2.0","id":-1,"result":{"n_txs":"0","total":"0","total_bytes":"0","txs":null}}',
    );
  });

  it('is counted', async () => {
    const { handler, chain } = aHandler();
    chain.waiting = waiting;
    expect((await get(handler, '/num_unconfirmed_txs')).json.result).toMatchObject({ n_txs: '150', total: '150' });
  });

  it('is not changed by check_tx', async () => {
    const { handler } = aHandler();
    const check = async (prefix: string, tx: string) =>
      (await get(handler, `${prefix}/check_tx?tx="${tx}"`)).text.replace('{"jsonrpc":"2.0","id":-1,"result":', '');
    const good = '{"code":0,"data":null,"log":"","info":"","gas_wanted":"1","gas_used":"0","events":[],"codespace":""';
    expect(await check('/v0.38', 'a=1')).toBe(`${good}}}`);
    expect(await check('/v0.37', 'a=1')).toBe(`${good},"sender":"","priority":"0","mempoolError":""}}`);
    expect((await get(handler, '/check_tx?tx="bad"')).json.result).toMatchObject({
      code: 2,
      log: 'expected key=value',
    });
    expect((await get(handler, '/broadcast_tx_sync?tx="a=1"')).json.result.code).toBe(0);
  });
});

const ID = 'e0c7b6ae60afe4086580d0556049d706080999b2';
const UNSAFE = ['dial_peers', 'dial_seeds', 'unsafe_flush_mempool'];

describe('the unsafe routes', () => {
  it('do not exist unless the configuration enables them', async () => {
    const { handler } = aHandler();
    const index = (await get(handler, '/')).text;
    const { connection, send } = openSocket(handler);
    for (const name of UNSAFE) {
      expect((await get(handler, `/${name}`)).text).toBe('404 page not found\n');
      expect((await post(handler, { id: 1, method: name, params: {} })).json.error.code).toBe(-32601);
      send({ id: name, method: name, params: {} });
      expect(connection.frames.at(-1)).toEqual({
        jsonrpc: '2.0',
        id: name,
        error: { code: -32601, message: 'Method not found' },
      });
      expect(index).not.toContain(name);
    }
  });

  it('are served by every protocol and listed when enabled', async () => {
    const { handler, chain } = aHandler({ unsafe: true });
    const index = (await get(handler, '/v0.34')).text;
    for (const name of UNSAFE) expect(index).toContain(`/v0.34/${name}?`);
    chain.waiting = ['a=1'];
    const { connection, send } = openSocket(handler);
    send({ id: 1, method: 'unsafe_flush_mempool', params: {} });
    await Promise.resolve();
    await new Promise<void>((resolve) => queueMicrotask(resolve));
    expect(chain.waiting).toEqual([]);
    expect((await post(handler, { id: 2, method: 'unsafe_flush_mempool' })).json.result).toEqual({});
    expect((await get(handler, '/unsafe_flush_mempool')).json.result).toEqual({});
    expect(connection.frames).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it('dial peers by their ids', async () => {
    const { handler, chain } = aHandler({ unsafe: true });
    expect((await get(handler, `/dial_seeds?seeds=["${ID}@127.0.0.1:26656"]`)).json.result).toEqual({
      log: 'Dialing seeds in progress. See /net_info for details',
    });
    const peers = [`tcp://${ID}@localhost:1`, `${'ab'.repeat(20)}@[::1]:65535`];
    expect(
      (await post(handler, { id: 1, method: 'dial_peers', params: { peers, persistent: true } })).json.result,
    ).toEqual({
      log: 'Dialing peers in progress. See /net_info for details',
    });
    expect(chain.dialled).toEqual([[ID], [ID, 'ab'.repeat(20)]]);
  });

  it.each([
    ['/dial_seeds', 'no seeds provided'],
    ['/dial_seeds?seeds=[]', 'no seeds provided'],
    ['/dial_peers?peers=null', 'no peers provided'],
    ['/dial_peers?peers=["1.2.3.4:26656"]', 'address (1.2.3.4:26656) does not contain ID'],
    ['/dial_seeds?seeds=["1.2.3.4:26656"]', 'address (1.2.3.4:26656) does not contain ID'],
    ['/dial_seeds?seeds=["@1.2.3.4:5"]', 'invalid address (@1.2.3.4:5): no ID'],
    ['/dial_peers?peers=["ab@1.2.3.4:5"]', 'invalid address (ab@1.2.3.4:5): invalid hex length - got 1, expected 20'],
    ['/dial_peers?peers=["xy@1.2.3.4:5"]', "invalid address (xy@1.2.3.4:5): encoding/hex: invalid byte: U+0078 'x'"],
    ['/dial_peers?peers=["ab@h:5"]&private=true', 'wrong ID #0: invalid hex length - got 1, expected 20'],
    [`/dial_peers?peers=["${ID}@h:5","@h:5"]&unconditional=true`, 'wrong ID #1: no ID'],
    ['/dial_peers?peers=["@h:5"]&persistent=true&private=true', 'invalid address (@h:5): no ID'],
    [`/dial_peers?peers=["${ID}@h"]`, 'invalid address (h): address h: missing port in address'],
    [`/dial_peers?peers=["${ID}@::1:5"]`, 'invalid address (::1:5): address ::1:5: too many colons in address'],
    [`/dial_peers?peers=["${ID}@:5"]`, 'invalid address (:5): host is empty'],
    [`/dial_peers?peers=["${ID}@h:x"]`, 'invalid address (x): strconv.ParseUint: parsing "x": invalid syntax'],
    [
      `/dial_peers?peers=["${ID}@h:70000"]`,
      'invalid address (70000): strconv.ParseUint: parsing "70000": value out of range',
    ],
  ])('refuse %s', async (target, data) => {
    const { handler, chain } = aHandler({ unsafe: true });
    expect(await dataOf(handler, target)).toBe(data);
    expect(chain.dialled).toEqual([]);
  });

  it.each([
    ['seeds=a,b', "invalid character 'a' looking for beginning of value"],
    ['seeds="a"', 'json: cannot unmarshal string into Go value of type []json.RawMessage'],
    ['seeds=[1]', 'json: cannot unmarshal number into Go value of type string'],
    ['seeds=5', 'json: cannot unmarshal number into Go value of type []json.RawMessage'],
    ['seeds=0x12', "got a hex string arg, but expected 'slice'"],
  ])('cannot read %s', async (query, data) => {
    const { handler } = aHandler({ unsafe: true });
    expect(await dataOf(handler, `/dial_seeds?${query}`)).toBe(`error converting http params to arguments: ${data}`);
  });
});

/** Checks each difference between 0.34 and 0.37 (consensus-rpc.md 5) to the letter. */
import { describe, expect, it } from 'vitest';
import type { Event } from '../../../src/abci/application.js';
import { DEFAULT_PARAMS } from '../../../src/consensus/types/params.js';
import { dialect as v0_34 } from '../../../src/rpc/comet/dialects/0.34.js';
import { aHandler, get, openSocket, post } from './calls.js';
import { doubleVote } from './double_vote.js';

const { handler, chain } = aHandler();
const resultOf = async (target: string) => (await get(handler, `/v0.34${target}`)).json.result;
const keys = (value: object): string[] => Object.keys(value);
const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Returns the first event of a kind that a new block publishes. */
function eventOf(name: string) {
  const own = aHandler();
  const { connection, send } = openSocket(own.handler, '/v0.34/websocket');
  send({ id: 1, method: 'subscribe', params: { query: `tm.event='${name}'` } });
  own.chain.mine('a=1');
  return connection.frames[1]?.result;
}

const MINT = { type: 'mint', attributes: [{ key: base64('amount'), value: base64('7stake'), index: true }] };
const REWARD = { ...MINT, type: 'reward' };
const APP = (key: string) => ({
  type: 'app',
  attributes: [
    { key: base64('creator'), value: base64('fixture'), index: true },
    { key: base64('key'), value: base64(key), index: true },
    { key: base64('note'), value: base64('<&>'), index: true },
  ],
});

describe('the mount', () => {
  it('is a prefix, or the root', async () => {
    expect((await resultOf('/status')).node_info.version).toBe('0.34.35');
    expect((await resultOf('/net_info')).peers[0].node_info.version).toBe('0.34.35');
    const { handler: rooted } = aHandler({ dialect: '0.34' });
    expect((await get(rooted, '/status')).json.result.node_info.version).toBe('0.34.35');
  });
});

describe('routes', () => {
  it('do not have header and header_by_hash', async () => {
    for (const path of ['/v0.34/header?height=1', `/v0.34/header_by_hash?hash=0x${'00'.repeat(32)}`])
      expect(await get(handler, path)).toMatchObject({ status: 404, text: '404 page not found\n' });
    const reply = await post(handler, { id: 1, method: 'header', params: { height: '1' } }, '/v0.34/');
    expect(reply.json.error).toEqual({ code: -32601, message: 'Method not found' });
    expect((await get(handler, '/v0.34/')).text).not.toContain('header');
  });

  it('have genesis_chunked', async () => {
    const { chunk, total, data } = await resultOf('/genesis_chunked');
    expect({ chunk, total }).toEqual({ chunk: '0', total: '1' });
    expect(JSON.parse(Buffer.from(data, 'base64').toString())).toEqual((await resultOf('/genesis')).genesis);
  });
});

describe('searches', () => {
  it('have match_events, which lets one event meet all conditions', async () => {
    const asked = async (target: string) => {
      chain.searches.length = 0;
      await get(handler, target);
      return chain.searches.map(({ sameEvent }) => sameEvent);
    };
    for (const name of ['tx_search', 'block_search']) {
      const query = `${name}?query="tx.height>0"`;
      expect(await asked(`/v0.34/${query}`)).toEqual([false]);
      expect(await asked(`/v0.34/${query}&match_events=false`)).toEqual([false]);
      expect(await asked(`/v0.34/${query}&match_events=true`)).toEqual([true]);
      expect(await asked(`/v0.37/${query}&match_events=false`)).toEqual([true]);
      expect(await asked(`/v0.38/${query}`)).toEqual([true]);
    }
  });

  it('take one more positional argument', async () => {
    const call = (method: string, params: unknown[], path: string) => post(handler, { id: 1, method, params }, path);
    const tx = ['tx.height>0', false, null, null, ''];
    const block = ['block.height>0', null, null, ''];
    expect((await call('tx_search', [...tx, true], '/v0.34/')).json.result.total_count).toBe('4');
    expect((await call('block_search', [...block, true], '/v0.34/')).json.result.total_count).toBe('5');
    expect((await call('tx_search', tx, '/v0.34/')).json.error.data).toContain(
      'expected 6 parameters ([query prove page per_page order_by match_events]), got 5',
    );
    expect((await call('block_search', block, '/v0.34/')).json.error.data).toContain(
      'expected 5 parameters ([query page per_page order_by match_events]), got 4',
    );
    expect((await call('tx_search', [...tx, true], '/v0.37/')).json.error.data).toContain('expected 5 parameters');
    expect((await call('tx_search', [...tx, 'yes'], '/v0.34/')).json.error.data).toContain(
      'json: cannot unmarshal string into Go value of type bool',
    );
  });
});

describe('base64 attributes of events', () => {
  it('are in block_results, with begin-block and end-block events apart', async () => {
    const results = await resultOf('/block_results?height=2');
    expect(keys(results)).toEqual([
      'height',
      'txs_results',
      'begin_block_events',
      'end_block_events',
      'validator_updates',
      'consensus_param_updates',
    ]);
    expect(results).toMatchObject({ begin_block_events: [MINT], end_block_events: [REWARD] });
    expect(results.txs_results[0].events).toEqual([APP('name')]);
  });

  it('are in tx, tx_search and broadcast_tx_commit', async () => {
    const { txs } = await resultOf('/tx_search?query="tx.height=2"');
    expect(txs[0].tx_result.events).toEqual([APP('name')]);
    const one = await resultOf(`/tx?hash=0x${txs[0].hash}`);
    const newer = (await get(handler, `/v0.37/tx?hash=0x${txs[0].hash}`)).json.result;
    expect(one).toEqual({ ...newer, tx_result: { ...newer.tx_result, events: [APP('name')] } });
    expect(keys(one.tx_result)).toEqual(keys(newer.tx_result));
    const committed = (await get(aHandler().handler, '/v0.34/broadcast_tx_commit?tx="d=34"')).json.result;
    expect(keys(committed)).toEqual(['check_tx', 'deliver_tx', 'hash', 'height']);
    expect(committed.deliver_tx.events).toEqual([APP('d')]);
  });

  it('are null when they are empty', () => {
    const event: Event = { type: 'x', attributes: [{ key: 'k', value: '', index: false }] };
    const stored = chain.results(2n);
    if (stored === undefined) throw new Error('no results of block 2');
    const shaped = v0_34.results.block_results({ ...stored, response: { ...stored.response, events: [event] } });
    expect(JSON.parse(JSON.stringify(shaped)).end_block_events).toEqual([
      { type: 'x', attributes: [{ key: 'aw==', value: null, index: false }] },
    ]);
  });

  it('are in events for subscribers, but not in the map that queries match', () => {
    const block = eventOf('NewBlock');
    expect(keys(block.data.value)).toEqual(['block', 'result_begin_block', 'result_end_block']);
    expect(block.data.value.result_begin_block).toEqual({ events: [MINT] });
    expect(block.data.value.result_end_block).toEqual({ validator_updates: null, events: [REWARD] });
    expect(block.events).toEqual({ 'mint.amount': ['7stake'], 'reward.amount': ['7stake'], 'tm.event': ['NewBlock'] });
    const header = eventOf('NewBlockHeader');
    expect(keys(header.data.value)).toEqual(['header', 'num_txs', 'result_begin_block', 'result_end_block']);
    expect(header.data.value).toMatchObject({ num_txs: '1', result_begin_block: { events: [MINT] } });
    expect(header.events['mint.amount']).toEqual(['7stake']);
    const tx = eventOf('Tx');
    expect(tx.data.value.TxResult).toMatchObject({ height: '6', tx: base64('a=1'), result: { events: [APP('a')] } });
    expect(tx.data.value.TxResult).not.toHaveProperty('index');
    expect(tx.data.value.TxResult.result).not.toHaveProperty('code');
    expect(tx.events).toMatchObject({ 'app.key': ['a'], 'tx.height': ['6'] });
    expect(eventOf('NewBlockEvents')).toBeUndefined();
  });
});

describe('CheckTx', () => {
  it('has three more members', async () => {
    const checked = await resultOf('/check_tx?tx="no"');
    expect(keys(checked).slice(8)).toEqual(['sender', 'priority', 'mempoolError']);
    expect(checked).toMatchObject({ code: 2, sender: '', priority: '0', mempoolError: '' });
    const { check_tx, deliver_tx, height } = await resultOf('/broadcast_tx_commit?tx="no"');
    expect(check_tx).toEqual(checked);
    expect(deliver_tx).toMatchObject({ code: 0, data: null, events: [] });
    expect(height).toBe('0');
  });
});

describe('consensus parameters', () => {
  it('have the form of protobuf, in consensus_params and in the genesis', async () => {
    const { consensus_params } = await resultOf('/consensus_params?height=1');
    expect(JSON.stringify(consensus_params)).toBe(
      '{"block":{"max_bytes":"22020096","max_gas":"-1","time_iota_ms":"1000"},' +
        '"evidence":{"max_age_num_blocks":"100000","max_age_duration":"172800000000000","max_bytes":"1048576"},' +
        '"validator":{"pub_key_types":["ed25519"]},"version":{"app_version":"1"}}',
    );
    expect((await resultOf('/genesis')).genesis.consensus_params).toEqual(consensus_params);
  });

  it('omit zero values', () => {
    const { block, evidence } = DEFAULT_PARAMS;
    const shaped = v0_34.results.consensus_params({
      height: 1n,
      params: { ...DEFAULT_PARAMS, block: { ...block, maxGas: 0n }, evidence: { ...evidence, maxBytes: 0n } },
    });
    const { consensus_params } = JSON.parse(JSON.stringify(shaped));
    expect(consensus_params.version).toEqual({});
    expect(keys(consensus_params.evidence)).toEqual(['max_age_num_blocks', 'max_age_duration']);
    // This one stays: CosmJS cannot read parameters without it.
    expect(consensus_params.block.max_gas).toBe('0');
  });

  it('have no least time in an update, and give the version under its other name', async () => {
    const { consensus_param_updates } = await resultOf('/block_results?height=3');
    expect(consensus_param_updates).toEqual({ block: { max_bytes: '2000000', max_gas: '0' } });
    const stored = chain.results(3n);
    if (stored === undefined) throw new Error('no results of block 3');
    const response = { ...stored.response, consensusParamUpdates: { version: { app: 2n } } };
    const shaped = JSON.parse(JSON.stringify(v0_34.results.block_results({ ...stored, response })));
    expect(shaped.consensus_param_updates).toEqual({ version: { app_version: '2' } });
  });
});

describe('votes', () => {
  it('have no extension, in JSON and in text', async () => {
    const { height_vote_set } = (await resultOf('/consensus_state')).round_state;
    expect(height_vote_set[0].prevotes[0]).toMatch(
      /^Vote\{0:[0-9A-F]{12} \d+\/00\/SIGNED_MSG_TYPE_PREVOTE\(Prevote\) [0-9A-F]{12} [0-9A-F]{12} @ \S+Z\}$/,
    );
    const dump = (await resultOf('/dump_consensus_state')).round_state;
    expect(dump.votes[0].prevotes[0]).toBe(height_vote_set[0].prevotes[0]);
  });

  it('are before the height in NewEvidence', () => {
    const own = aHandler();
    const { connection, send } = openSocket(own.handler, '/v0.34/websocket');
    send({ id: 1, method: 'subscribe', params: { query: "tm.event='NewEvidence'" } });
    const evidence = doubleVote(own.chain, 4n);
    own.chain.publish({
      type: 'NewEvidence',
      height: 6n,
      evidence,
      attributes: new Map([['tm.event', ['NewEvidence']]]),
    });
    const { value } = connection.frames[1].result.data;
    expect(keys(value)).toEqual(['evidence', 'height']);
    expect(keys(value.evidence.value.vote_a).slice(-2)).toEqual(['validator_index', 'signature']);
  });
});

describe('subscriptions', () => {
  it('are cancelled with two l in the message', () => {
    const own = aHandler({ dialect: '0.34', limits: { subscriptionBuffer: 1 } });
    const { connection, send } = openSocket(own.handler);
    send({ id: 1, method: 'subscribe', params: { query: "tm.event='NewBlock'" } });
    connection.stuck = true;
    for (let i = 0; i < 3; i++) own.chain.mine();
    expect(connection.frames.at(-1)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: {
        code: -32000,
        message: 'Server error',
        data: 'subscription was cancelled (reason: internal subscription event buffer is out of capacity)',
      },
    });
  });

  it('are the same when their texts are', () => {
    const { connection, send } = openSocket(aHandler().handler, '/v0.34/websocket');
    for (const query of ["tm.event='Tx'", "tm.event = 'Tx'", "tm.event='Tx'"])
      send({ id: 1, method: 'subscribe', params: { query } });
    expect(connection.frames.map(({ error }) => error?.data)).toEqual([undefined, undefined, 'already subscribed']);
  });
});

describe('every other route', () => {
  it('answers as in 0.37', async () => {
    const wire = async (target: string) => (await get(handler, `/v0.37${target}`)).json.result;
    for (const target of [
      '/commit?height=2',
      '/validators?height=2',
      '/blockchain',
      '/consensus_state',
      '/unconfirmed_txs',
      '/num_unconfirmed_txs',
      '/abci_info',
      '/abci_query?path="/a"&data=0x6b&prove=true',
      '/broadcast_tx_sync?tx="no"',
    ])
      expect(await resultOf(target)).toEqual(await wire(target));
    const [ours, theirs] = [
      await resultOf('/block?height=2'),
      (await get(handler, '/v0.38/block?height=2')).json.result,
    ];
    expect(ours).toEqual(theirs);
  });
});

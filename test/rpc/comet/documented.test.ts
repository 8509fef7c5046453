/**
 * Checks the dialect `documented`: the tables of the documentation (documented.md 3), to the letter; then the forms of
 * CometBFT's OpenAPI document for the other routes (consensus-rpc.md 6).
 */

import { describe, expect, it } from 'vitest';
import { ChainSlot } from '../../../src/backend/chain_slot.js';
import { evidenceHash } from '../../../src/consensus/types/evidence.js';
import { toUpperHex } from '../../../src/kernel/hex.js';
import { unixSeconds } from '../../../src/kernel/time.js';
import { createCometHandler } from '../../../src/rpc/comet/comet_handler.js';
import { aHandler, get, openSocket, post } from './calls.js';
import {
  BLOCK,
  BLOCK_BY_HASH,
  CONSENSUS_STATE,
  ENVELOPE,
  EVIDENCE,
  NET_INFO,
  NEW_BLOCK,
  problems,
  strangers,
} from './documented_tables.js';
import { doubleVote } from './double_vote.js';
import { FixtureChain, fixtureChain } from './fixture.js';

/** Makes seven blocks: transactions in 2, 4, 6 and 7, and a validator's double vote at 4 in block 6. */
function chainWithEvidence(): FixtureChain {
  const chain = fixtureChain();
  chain.foundEvidence.push(doubleVote(chain, 4n));
  chain.mine('with=evidence');
  chain.mine('another=1');
  return chain;
}

const { handler, chain } = aHandler({}, chainWithEvidence());
const resultOf = async (target: string) => (await get(handler, `/documented${target}`)).json.result;

/** Joins the tables of a block and of evidence, for blocks with evidence. */
const WITH_EVIDENCE = {
  ...BLOCK_BY_HASH,
  ...Object.fromEntries(Object.entries(EVIDENCE).map(([name, type]) => [`block evidence [] ${name}`, type])),
};

describe('the documented tables', () => {
  it('match the envelope, whose id is the request’s', async () => {
    const reply = await post(handler, { id: 7, method: 'status', params: [] }, '/documented/');
    expect(problems(reply.json, ENVELOPE)).toEqual([]);
    expect(strangers(reply.json, ENVELOPE)).toEqual([]);
    expect(reply.json.id).toBe(7);
  });

  it('match block and block_by_hash, member for member', async () => {
    const block = await resultOf('/block?height=6');
    const hash = block.block_id.hash;
    for (const result of [block, await resultOf(`/block_by_hash?hash=0x${hash}`)]) {
      expect(problems(result, WITH_EVIDENCE)).toEqual([]);
      expect(strangers(result, WITH_EVIDENCE)).toEqual([]);
    }
    expect(block.block.data).toEqual([Buffer.from('with=evidence').toString('base64')]);
  });

  it('show evidence as the application would receive it', async () => {
    const evidence = doubleVote(chain, 4n);
    const [shown, ...more] = (await resultOf('/block?height=6')).block.evidence;
    const at = chain.validators(4n);
    const offender = at?.validators[0];
    expect(more).toEqual([]);
    expect(shown).toEqual({
      type: 'tendermint/DuplicateVoteEvidence',
      height: 4,
      time: Number(unixSeconds(evidence.timestamp)),
      total_voting_power: Number(at?.totalVotingPower),
      validator: {
        pub_key: {
          type: 'tendermint/PubKeyEd25519',
          value: Buffer.from(offender?.pubKey.bytes ?? []).toString('base64'),
        },
        voting_power: Number(offender?.votingPower),
        address: toUpperHex(offender?.address ?? new Uint8Array()),
      },
    });
  });

  it('have a place and types for a slot without a signature', async () => {
    const { signatures } = (await resultOf('/block?height=6')).block.last_commit;
    expect(signatures).toHaveLength(4);
    expect(signatures[3]).toEqual({
      type: 2,
      height: '5',
      round: 0,
      block_id: { hash: '', parts: { total: 0, hash: '' } },
      timestamp: '0001-01-01T00:00:00Z',
      validator_address: '',
      validator_index: 3,
      signature: '',
    });
    expect(signatures[0].signature).toMatch(/^[A-Za-z0-9+/]{86}==$/);
  });

  it('match the first block, whose last commit is empty', async () => {
    const { block } = await resultOf('/block?height=1');
    expect(block).toMatchObject({ data: [], evidence: [] });
    expect(block.last_commit).toEqual({
      height: 0,
      round: 0,
      block_id: { hash: '', parts: { total: 0, hash: '' } },
      signatures: [],
    });
    expect(await resultOf(`/block_by_hash?hash=0x${'00'.repeat(32)}`)).toMatchObject({ block: null });
  });

  it('match net_info and consensus_state', async () => {
    const [net, state] = [await resultOf('/net_info'), await resultOf('/consensus_state')];
    expect(problems(net, NET_INFO)).toEqual([]);
    expect(strangers(net, NET_INFO)).toEqual([]);
    expect(net.n_peers).toBe(net.peers.length.toString());
    expect(problems(state, CONSENSUS_STATE)).toEqual([]);
    expect(strangers(state, CONSENSUS_STATE)).toEqual([]);
  });

  it('match the notification of a new block', () => {
    const { handler: own, chain: ownChain } = aHandler();
    const { connection, send } = openSocket(own, '/documented/websocket');
    send({ jsonrpc: '2.0', id: 3, method: 'subscribe', params: { query: "tm.event='NewBlock'" } });
    ownChain.mine('a=1');
    const frame = connection.frames[1];
    expect(problems(frame, ENVELOPE)).toEqual([]);
    expect(frame.id).toBe(3);
    expect(problems(frame.result, NEW_BLOCK)).toEqual([]);
    expect(Object.keys(frame.result.data.value)).toEqual(['block', 'result_begin_block', 'result_end_block']);
  });

  it('have no key for a validator whose set is pruned', async () => {
    const pruned = chainWithEvidence();
    pruned.lowest = 5n;
    const own = aHandler({}, pruned).handler;
    const { block } = (await get(own, '/documented/block?height=6')).json.result;
    expect(block.evidence[0].validator.pub_key).toBeNull();
  });
});

describe('the check of the tables', () => {
  it('finds what is missing, of another type, or not in a table', async () => {
    const wire = (await get(handler, '/v0.38/block?height=6')).json.result;
    const found = problems(wire, WITH_EVIDENCE).map((text) => text.split(':')[0]);
    for (const path of [
      'block data',
      'block evidence',
      'block evidence [] height',
      'block last_commit height',
      'block last_commit signatures [] type',
      'block last_commit signatures [] block_id hash',
    ])
      expect(found).toContain(path);
    expect(strangers(wire, WITH_EVIDENCE)).toEqual([
      'block data txs',
      'block evidence evidence',
      'block last_commit signatures [] block_id_flag',
    ]);
  });
});

describe('the OpenAPI form', () => {
  it('has integers where the wire has strings', async () => {
    const { block_metas } = await resultOf('/blockchain?minHeight=2&maxHeight=2');
    expect(block_metas[0].block_size).toBe(chain.block(2n)?.size);
    expect(block_metas[0].num_txs).toBe('3');
    expect(await resultOf('/genesis_chunked')).toMatchObject({ chunk: 0, total: 1 });
    const found = await resultOf('/block_search?query="block.height>0"&per_page=1');
    expect(found.total_count).toBe(7);
    expect(problems(found.blocks[0], { 'block data': 'list', 'block evidence': 'list' })).toEqual([]);
  });

  it('has strings for codes and for missing data', async () => {
    const { txs_results, begin_block_events, validator_updates } = await resultOf('/block_results?height=2');
    expect(txs_results.map(({ code }: { code: unknown }) => code)).toEqual(['0', '5', '0']);
    expect(begin_block_events).toEqual([
      { type: 'mint', attributes: [{ key: 'amount', value: '7stake', index: true }] },
    ]);
    expect(validator_updates).toBeNull();
    expect(await resultOf('/check_tx?tx="nothing"')).toMatchObject({ code: '2', data: '', log: 'expected key=value' });
    expect(await resultOf('/broadcast_tx_sync?tx="nothing"')).toMatchObject({ code: '2', data: '' });
    const { handler: own } = aHandler();
    const committed = (await get(own, '/documented/broadcast_tx_commit?tx="b=1"')).json.result;
    expect(committed).toMatchObject({ check_tx: { code: '0', data: '' }, deliver_tx: { code: '0' }, height: '6' });
  });

  it('has plain keys in validator updates, and parameters in the older form', async () => {
    const { validator_updates, consensus_param_updates } = await resultOf('/block_results?height=3');
    expect(validator_updates).toEqual([
      { pub_key: { type: 'tendermint/PubKeyEd25519', value: expect.any(String) }, power: '11' },
    ]);
    expect(consensus_param_updates.block).toEqual({ max_bytes: '2000000', max_gas: '0', time_iota_ms: '1000' });
    const { consensus_params } = await resultOf('/consensus_params?height=1');
    expect(consensus_params).toMatchObject({
      block: { time_iota_ms: '1000' },
      evidence: { max_age: '100000', max_age_duration: '172800000000000' },
    });
    expect((await resultOf('/genesis')).genesis.consensus_params).toMatchObject(consensus_params);
  });

  it('has tags in transactions, and proofs with Go’s field names in searches', async () => {
    const { txs } = await resultOf('/tx_search?query="tx.height=2"&prove=true');
    expect(txs[0].tx_result.tags).toEqual([
      { key: 'creator', value: 'fixture', index: true },
      { key: 'key', value: 'name', index: true },
      { key: 'note', value: '<&>', index: true },
    ]);
    const root = chain.block(2n)?.block.header.dataHash ?? new Uint8Array();
    expect(txs[0].proof).toMatchObject({
      RootHash: toUpperHex(root),
      Data: txs[0].tx,
      Proof: { total: '3', index: '0' },
    });
    const one = await resultOf(`/tx?hash=0x${txs[0].hash}&prove=true`);
    expect(one.tx_result.tags).toEqual(txs[0].tx_result.tags);
    expect(one.proof.root_hash).toBe(txs[0].proof.RootHash);
  });

  it('has every member of the application’s answers', async () => {
    const empty = new FixtureChain();
    empty.info = async () => ({
      data: '',
      version: '',
      appVersion: 0n,
      lastBlockHeight: 0n,
      lastBlockAppHash: new Uint8Array(),
    });
    const own = createCometHandler(new ChainSlot({ comet: empty }), { now: () => 0n });
    expect((await get(own, '/documented/abci_info')).json.result.response).toEqual({
      data: '',
      version: '',
      app_version: '0',
      last_block_height: '0',
      last_block_app_hash: '',
    });
    const query = (await resultOf('/abci_query?path="/x"&data=0x6b&prove=true')).response;
    expect(query).toMatchObject({ code: '0', key: 'aw==' });
    // ProofOps { ops: [{ type: "ics23:iavl", key: "k", data: "proof" }] }
    expect(query.proof).toBe('0A160A0A69637332333A696176' + '6C12016B1A0570726F6F66');
    expect((await resultOf('/abci_query?path="/nope"')).response).toMatchObject({ code: '6', value: '', proof: '' });
  });

  it('has some rounds as strings in dump_consensus_state, and the older name of a parts header', async () => {
    const { round_state, peers } = await resultOf('/dump_consensus_state');
    expect(round_state.valid_round).toBe(chain.roundState().validRound.toString());
    expect(round_state.locked_round).toBe(chain.roundState().lockedRound);
    expect(round_state.votes.map(({ round }: { round: unknown }) => round)).toEqual(['0', '1']);
    const peer = peers[0].peer_state.round_state;
    expect(peer.round).toMatch(/^\d+$/);
    expect(peer.proposal_block_parts_header).toMatchObject({ total: expect.any(Number), hash: expect.any(String) });
    expect(peer).not.toHaveProperty('proposal_block_part_set_header');
    expect(problems(round_state.proposal_block, BLOCK)).toEqual([]);
  });

  it('has capitalised names in the answers of dial_seeds and dial_peers', async () => {
    const { handler: own } = aHandler({ unsafe: true });
    const peer = `${'0'.repeat(40)}@127.0.0.1:26656`;
    for (const target of [`/dial_seeds?seeds=["${peer}"]`, `/dial_peers?peers=["${peer}"]`]) {
      expect((await get(own, `/documented${target}`)).json.result).toEqual({
        Log: expect.stringContaining('in progress'),
      });
      expect((await get(own, target)).json.result).toEqual({ log: expect.stringContaining('in progress') });
    }
  });

  it('returns the hash of evidence as text', async () => {
    const { handler: own, chain: ownChain } = aHandler();
    const { type, value } = (await get(handler, '/v0.37/block?height=6')).json.result.block.evidence.evidence[0];
    const wire = encodeURIComponent(JSON.stringify({ type, value }));
    const answer = (await get(own, `/documented/broadcast_evidence?evidence=${wire}`)).json;
    expect(ownChain.evidence).toHaveLength(1);
    expect(answer.result).toBe(toUpperHex(evidenceHash(doubleVote(chain, 4n))));
  });

  it('has no list in num_unconfirmed_txs', async () => {
    expect(Object.keys(await resultOf('/num_unconfirmed_txs'))).toEqual(['n_txs', 'total', 'total_bytes']);
  });

  it('has the wire’s form for the routes where both agree', async () => {
    for (const target of ['/status', '/validators', '/commit?height=2', '/health', '/unconfirmed_txs'])
      expect(await resultOf(target)).toEqual((await get(handler, `/v0.37${target}`)).json.result);
  });
});

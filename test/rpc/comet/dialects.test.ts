/** Checks what the versions spell differently (consensus-rpc.md 5, 8, 10), to the letter and in order. */

import { describe, expect, it } from 'vitest';
import { ChainSlot } from '../../../src/backend/chain_slot.js';
import { NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { commitToVote } from '../../../src/consensus/types/commit.js';
import { makeDuplicateVoteEvidence } from '../../../src/consensus/types/evidence.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { createCometHandler } from '../../../src/rpc/comet/comet_handler.js';
import { dialect as v0_37 } from '../../../src/rpc/comet/dialects/0.37.js';
import { dialect as v0_38 } from '../../../src/rpc/comet/dialects/0.38.js';
import { dialect as v1_0 } from '../../../src/rpc/comet/dialects/1.0.js';
import { evidence } from '../../../src/rpc/comet/dialects/shared/evidence.js';
import { roundState } from '../../../src/rpc/comet/dialects/shared/results.js';
import { extendedVote, plainVote } from '../../../src/rpc/comet/dialects/shared/vote.js';
import { wireEvidence } from '../../../src/rpc/comet/evidence/wire_evidence.js';
import { readAs } from '../../../src/rpc/comet/protocol/amino_json.js';
import { jsonNodeOf } from '../../../src/rpc/comet/protocol/json_value.js';
import { readBlockResults } from '../../../src/rpc/comet/responses/block_results.js';
import { aHandler, get, openSocket } from './calls.js';

const { handler, chain } = aHandler();
const resultOf = async (target: string) => (await get(handler, target)).json.result;
const keys = (value: object): string[] => Object.keys(value);

/** Returns the first event of a kind that a new block publishes, in a dialect. */
function eventOf(version: string, name: string) {
  const { handler: own, chain: ownChain } = aHandler();
  const { connection, send } = openSocket(own, `/v${version}/websocket`);
  send({ id: 1, method: 'subscribe', params: { query: `tm.event='${name}'` } });
  ownChain.mine('a=1');
  return connection.frames[1]?.result;
}

describe('the root', () => {
  it('speaks 0.37 by default', async () => {
    expect((await resultOf('/status')).node_info.version).toBe('0.37.18');
    expect((await resultOf('/v0.38/status')).node_info.version).toBe('0.38.25');
    const { handler: other } = aHandler({ dialect: '0.38' });
    expect((await get(other, '/status')).json.result.node_info.version).toBe('0.38.25');
    expect((await get(other, '/v0.37/status')).json.result.node_info.version).toBe('0.37.18');
  });

  it('refuses a dialect that does not exist', () => {
    expect(() => createCometHandler(new ChainSlot({ comet: chain }), { now: () => 0n, dialect: '0.36' })).toThrow(
      HalleyError,
    );
  });
});

describe('1.0', () => {
  it('has flat updates of validators, as a real node has them', async () => {
    const [update] = (await resultOf('/v1/block_results?height=3')).validator_updates;
    const old = (await resultOf('/v0.38/block_results?height=3')).validator_updates[0];
    expect(JSON.stringify(update)).toBe(
      `{"power":"11","pub_key_bytes":"${old.pub_key.Sum.value.ed25519}","pub_key_type":"ed25519"}`,
    );
  });

  it('has block results that are read as those of other versions', async () => {
    const read = async (mount: string) => readBlockResults(await resultOf(`${mount}/block_results?height=3`));
    const { validatorUpdates } = await read('/v1');
    expect(validatorUpdates).toHaveLength(1);
    expect(await read('/v1')).toEqual(await read('/v0.38'));
  });

  it('has no event Unlock', () => {
    const event = { type: 'Unlock', height: 7n, round: 2, step: 6, attributes: {} } as never;
    expect(v1_0.subscriptionEvents(event)).toEqual([]);
    expect(v0_38.subscriptionEvents(event)).toHaveLength(1);
  });

  it('identifies itself by the protocol of its nodes', async () => {
    const { node_info } = await resultOf('/v1/status');
    expect([node_info.version, node_info.protocol_version.p2p]).toEqual(['1.0.1', '9']);
    expect((await resultOf('/v0.40/status')).node_info.protocol_version.p2p).toBe('8');
  });
});

describe('block results', () => {
  it('of 0.37 are split into begin-block and end-block, without the mode attribute', async () => {
    const result = await resultOf('/block_results?height=3');
    expect(JSON.stringify(result)).toBe(
      '{"height":"3","txs_results":null,' +
        '"begin_block_events":[{"type":"mint","attributes":[{"key":"amount","value":"7stake","index":true}]}],' +
        '"end_block_events":[{"type":"reward","attributes":[{"key":"amount","value":"7stake","index":true}]}],' +
        `"validator_updates":[{"pub_key":{"Sum":{"type":"tendermint.crypto.PublicKey_Ed25519","value":{"ed25519":"${result.validator_updates[0].pub_key.Sum.value.ed25519}"}}},"power":"11"}],` +
        '"consensus_param_updates":{"block":{"max_bytes":"2000000","max_gas":"0"}}}',
    );
  });

  it('of 0.38 are in one list, with the mode attribute', async () => {
    const result = await resultOf('/v0.38/block_results?height=2');
    expect(keys(result)).toEqual([
      'height',
      'txs_results',
      'finalize_block_events',
      'validator_updates',
      'consensus_param_updates',
      'app_hash',
    ]);
    expect(result.finalize_block_events[1].attributes[1]).toEqual({ key: 'mode', value: 'EndBlock', index: true });
    expect(result.app_hash).toMatch(/^[A-Za-z0-9+/]{43}=$/);
    expect(keys(result.txs_results[0])).toEqual([
      'code',
      'data',
      'log',
      'info',
      'gas_wanted',
      'gas_used',
      'events',
      'codespace',
    ]);
  });
});

describe('broadcast_tx_commit', () => {
  it('names and fills its parts by version', async () => {
    const old = await resultOf('/broadcast_tx_commit?tx="d=37"');
    const now = await resultOf('/v0.38/broadcast_tx_commit?tx="d=38"');
    expect(keys(old)).toEqual(['check_tx', 'deliver_tx', 'hash', 'height']);
    expect(keys(now)).toEqual(['check_tx', 'tx_result', 'hash', 'height']);
    expect(keys(old.check_tx).slice(8)).toEqual(['sender', 'priority', 'mempoolError']);
    expect(keys(now.check_tx)).toHaveLength(8);
  });
});

describe('consensus parameters', () => {
  it('have the group abci since 0.38', async () => {
    expect(keys((await resultOf('/consensus_params')).consensus_params)).toEqual([
      'block',
      'evidence',
      'validator',
      'version',
    ]);
    expect(keys((await resultOf('/v0.38/consensus_params')).consensus_params)).toContain('abci');
    expect(keys((await resultOf('/genesis')).genesis.consensus_params)).not.toContain('abci');
  });
});

describe('events', () => {
  it('of 0.37 carry begin-block and end-block, and match by the events of both', () => {
    const block = eventOf('0.37', 'NewBlock');
    expect(block.data.type).toBe('tendermint/event/NewBlock');
    expect(keys(block.data.value)).toEqual(['block', 'result_begin_block', 'result_end_block']);
    expect(block.data.value.result_end_block).toEqual({
      validator_updates: null,
      events: [{ type: 'reward', attributes: [{ key: 'amount', value: '7stake', index: true }] }],
    });
    const header = eventOf('0.37', 'NewBlockHeader');
    expect(keys(header.data.value)).toEqual(['header', 'num_txs', 'result_begin_block', 'result_end_block']);
    expect(header.data.value.num_txs).toBe('1');
    for (const [event, name] of [
      [block, 'NewBlock'],
      [header, 'NewBlockHeader'],
    ] as const)
      expect(event.events).toEqual({ 'mint.amount': ['7stake'], 'reward.amount': ['7stake'], 'tm.event': [name] });
    expect(eventOf('0.37', 'NewBlockEvents')).toBeUndefined();
  });

  it('of 0.38 carry the block id and FinalizeBlock, and include one for indexers', () => {
    const block = eventOf('0.38', 'NewBlock');
    expect(keys(block.data.value)).toEqual(['block', 'block_id', 'result_finalize_block']);
    expect(keys(block.data.value.result_finalize_block)).toEqual([
      'events',
      'tx_results',
      'validator_updates',
      'app_hash',
    ]);
    expect(block.events['mint.mode']).toEqual(['BeginBlock']);
    const header = eventOf('0.38', 'NewBlockHeader');
    expect(keys(header.data.value)).toEqual(['header']);
    expect(header.events).toEqual({ 'tm.event': ['NewBlockHeader'] });
    const events = eventOf('0.38', 'NewBlockEvents');
    expect(keys(events.data.value)).toEqual(['height', 'events', 'num_txs']);
    expect(events.events['reward.amount']).toEqual(['7stake']);
  });
});

describe('consensus_state', () => {
  it('prints votes with an extension since 0.38', async () => {
    const old = (await resultOf('/consensus_state')).round_state;
    const now = (await resultOf('/v0.38/consensus_state')).round_state;
    expect(keys(old)).toEqual([
      'height/round/step',
      'start_time',
      'proposal_block_hash',
      'locked_block_hash',
      'valid_block_hash',
      'height_vote_set',
      'proposer',
    ]);
    expect(old['height/round/step']).toMatch(/^\d+\/0\/4$/);
    const [first, none, nil] = old.height_vote_set[0].prevotes;
    expect(first).toMatch(
      /^Vote\{0:[0-9A-F]{12} \d+\/00\/SIGNED_MSG_TYPE_PREVOTE\(Prevote\) [0-9A-F]{12} [0-9A-F]{12} @ 2026-01-01T[0-9:.]+Z\}$/,
    );
    expect(none).toBe('nil-Vote');
    expect(nil).toMatch(
      /^Vote\{2:[0-9A-F]{12} \d+\/00\/SIGNED_MSG_TYPE_PREVOTE\(Prevote\) 000000000000 [0-9A-F]{12} @ /,
    );
    expect(now.height_vote_set[0].prevotes[0]).toBe(first.replace(' @ ', ' 000000000000 @ '));
    expect(old.height_vote_set[0].prevotes_bit_array).toMatch(/^BA\{4:x_x_\} 2[01]\/4[01] = 0\.5[01]?0?$/);
    expect(old.height_vote_set[1].precommits_bit_array).toMatch(/^BA\{4:____\} 0\/4[01] = 0\.00$/);
  });

  it('rounds ratios as Go does: ties to even', () => {
    const state = chain.roundState();
    const [some] = state.votes[0]?.prevotes ?? [];
    const ratioOf = (voted: number, of: number): string => {
      const validator = state.validators.validators[0];
      if (validator === undefined) throw new Error('no validator');
      const validators = Array.from({ length: of }, () => ({ ...validator, votingPower: 1n }));
      const slots = validators.map((_, i) => (i < voted ? some : undefined));
      const view = {
        ...state,
        validators: { validators, proposerIndex: 0, totalVotingPower: BigInt(of) },
        votes: [{ round: 0, prevotes: slots, precommits: slots }],
      };
      return JSON.stringify(roundState(view, () => '')).match(/ = (\d\.\d\d)/)?.[1] ?? '';
    };
    expect([1, 3, 5, 7].map((voted) => ratioOf(voted, 8))).toEqual(['0.12', '0.38', '0.62', '0.88']);
    expect([ratioOf(1, 3), ratioOf(2, 3), ratioOf(4, 4), ratioOf(1, 200)]).toEqual(['0.33', '0.67', '1.00', '0.01']);
  });
});

describe('evidence', () => {
  it('has the Go names of members without a tag, and votes with extensions since 0.38', () => {
    const commit = chain.commit(2n)?.commit;
    const validators = chain.validators(2n);
    if (commit === undefined || validators === undefined) throw new Error('block 2 has no commit');
    const vote = commitToVote(commit, 0);
    const item = makeDuplicateVoteEvidence(vote, { ...vote, blockId: NIL_BLOCK_ID }, 0n, validators);
    const shaped = evidence(item, plainVote) as { type: string; value: object };
    expect(shaped.type).toBe('tendermint/DuplicateVoteEvidence');
    expect(keys(shaped.value)).toEqual(['vote_a', 'vote_b', 'TotalVotingPower', 'ValidatorPower', 'Timestamp']);
    const stored = chain.block(2n);
    if (stored === undefined) throw new Error('no block 2');
    const withEvidence = { ...stored, block: { ...stored.block, evidence: [item] } };
    const voteKeys = (dialect: typeof v0_37) =>
      keys(JSON.parse(JSON.stringify(dialect.results.block(withEvidence))).block.evidence.evidence[0].value.vote_a);
    expect(voteKeys(v0_37).slice(-2)).toEqual(['validator_index', 'signature']);
    expect(voteKeys(v0_38).slice(-2)).toEqual(['extension', 'extension_signature']);
    const inOne = JSON.parse(JSON.stringify(v1_0.results.block(withEvidence))).block.evidence.evidence[0];
    expect(inOne.type).toBe(shaped.type);
    expect(keys(inOne.value)).toEqual(['vote_a', 'vote_b', 'total_voting_power', 'validator_power', 'timestamp']);
    const read = (json: unknown) => readAs(wireEvidence, jsonNodeOf(JSON.parse(JSON.stringify(json))));
    expect(read(inOne)).toEqual(read(evidence(item, extendedVote)));
  });
});

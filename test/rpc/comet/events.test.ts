/**
 * Checks the events other than blocks and transactions, in the form of each version (consensus-rpc.md 5, 8.2, 8.3,
 * 10.1).
 */
import { describe, expect, it } from 'vitest';
import type { BusEvent } from '../../../src/backend/comet.js';
import { NIL_BLOCK_ID } from '../../../src/consensus/types/block_id.js';
import { commitToVote } from '../../../src/consensus/types/commit.js';
import { makeDuplicateVoteEvidence } from '../../../src/consensus/types/evidence.js';
import { validatorAt } from '../../../src/consensus/types/validator_set.js';
import { fromHex, toUpperHex } from '../../../src/kernel/hex.js';
import { aHandler, openSocket } from './calls.js';
import { type FixtureChain, fixtureChain } from './fixture.js';

const VERSIONS = ['0.34', '0.37', '0.38'] as const;
const attributes = (name: string) => new Map([['tm.event', [name]]]);

/** Returns what a subscriber to the event receives, as text, without the envelope. */
function received(version: string, event: BusEvent, chain: FixtureChain = fixtureChain()): string {
  const { handler } = aHandler({}, chain);
  const { connection, send } = openSocket(handler, `/v${version}/websocket`);
  send({ id: 1, method: 'subscribe', params: { query: `tm.event='${event.type}'` } });
  chain.publish(event);
  expect(connection.texts).toHaveLength(2);
  const head = `{"jsonrpc":"2.0","id":1,"result":{"query":"tm.event='${event.type}'","data":`;
  const tail = `,"events":{"tm.event":["${event.type}"]}}}`;
  const text = connection.texts[1] ?? '';
  expect(text.startsWith(head) && text.endsWith(tail), text).toBe(true);
  return text.slice(head.length, -tail.length);
}

const aBlockId = { hash: fromHex('ab'.repeat(32)), parts: { total: 1, hash: fromHex('cd'.repeat(32)) } };
const BLOCK_ID = `{"hash":"${'AB'.repeat(32)}","parts":{"total":1,"hash":"${'CD'.repeat(32)}"}}`;

describe.each(VERSIONS)('in %s', (version) => {
  it.each([
    'NewRoundStep',
    'TimeoutPropose',
    'TimeoutWait',
    'Polka',
    'Lock',
    'Relock',
    'Unlock',
    'ValidBlock',
  ] as const)('%s is a round state', (type) => {
    const event = { type, height: 7n, round: 2, step: 4, attributes: attributes(type) };
    expect(received(version, event)).toBe(
      '{"type":"tendermint/event/RoundState","value":{"height":"7","round":2,"step":"RoundStepPrevote"}}',
    );
  });

  it.each([
    [1, 'RoundStepNewHeight'],
    [2, 'RoundStepNewRound'],
    [3, 'RoundStepPropose'],
    [4, 'RoundStepPrevote'],
    [5, 'RoundStepPrevoteWait'],
    [6, 'RoundStepPrecommit'],
    [7, 'RoundStepPrecommitWait'],
    [8, 'RoundStepCommit'],
    [9, 'RoundStepUnknown'],
  ])('step %i is called %s', (step, name) => {
    const type = 'NewRoundStep';
    expect(received(version, { type, height: 1n, round: 0, step, attributes: attributes(type) })).toContain(
      `"step":"${name}"`,
    );
  });

  it('NewRound names the proposer', () => {
    const type = 'NewRound';
    const event = {
      type,
      height: 7n,
      round: 0,
      step: 2,
      proposer: fromHex('ef'.repeat(20)),
      proposerIndex: 3,
    } as const;
    expect(received(version, { ...event, attributes: attributes(type) })).toBe(
      `{"type":"tendermint/event/NewRound","value":{"height":"7","round":0,"step":"RoundStepNewRound","proposer":{"address":"${'EF'.repeat(20)}","index":3}}}`,
    );
  });

  it('CompleteProposal names the block', () => {
    const type = 'CompleteProposal';
    const event = { type, height: 7n, round: 0, step: 3, blockId: aBlockId } as const;
    expect(received(version, { ...event, attributes: attributes(type) })).toBe(
      `{"type":"tendermint/event/CompleteProposal","value":{"height":"7","round":0,"step":"RoundStepPropose","block_id":${BLOCK_ID}}}`,
    );
  });

  it('ValidatorSetUpdates shows validators as a set does', () => {
    const type = 'ValidatorSetUpdates';
    const chain = fixtureChain();
    const validator = { ...validatorAt(chain.roundState().validators, 0), votingPower: 0n, proposerPriority: 0n };
    const shown = JSON.parse(received(version, { type, updates: [validator], attributes: attributes(type) }, chain));
    expect(shown).toEqual({
      type: 'tendermint/event/ValidatorSetUpdates',
      value: {
        validator_updates: [
          {
            address: toUpperHex(validator.address),
            pub_key: { type: 'tendermint/PubKeyEd25519', value: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/) },
            voting_power: '0',
            proposer_priority: '0',
          },
        ],
      },
    });
  });
});

describe('a vote', () => {
  const chain = fixtureChain();
  const commit = chain.commit(2n)?.commit;
  if (commit === undefined) throw new Error('no commit of block 2');
  const vote = commitToVote(commit, 0);
  const keysOf = (version: string) => {
    const shown = JSON.parse(received(version, { type: 'Vote', vote, attributes: attributes('Vote') }));
    expect(shown.type).toBe('tendermint/event/Vote');
    expect(shown.value.Vote).toMatchObject({ type: 2, height: '2', round: 0, validator_index: 0 });
    return Object.keys(shown.value.Vote);
  };
  const PLAIN = [
    'type',
    'height',
    'round',
    'block_id',
    'timestamp',
    'validator_address',
    'validator_index',
    'signature',
  ];

  it('has extensions since 0.38', () => {
    expect(keysOf('0.34')).toEqual(PLAIN);
    expect(keysOf('0.37')).toEqual(PLAIN);
    expect(keysOf('0.38')).toEqual([...PLAIN, 'extension', 'extension_signature']);
  });

  it('has the same form in new evidence as elsewhere, and 0.38 puts the height first', () => {
    const validators = chain.validators(2n);
    if (validators === undefined) throw new Error('no validators of block 2');
    const evidence = makeDuplicateVoteEvidence(vote, { ...vote, blockId: NIL_BLOCK_ID }, 0n, validators);
    const event = { type: 'NewEvidence', height: 9n, evidence, attributes: attributes('NewEvidence') } as const;
    for (const version of VERSIONS) {
      const { type, value } = JSON.parse(received(version, event));
      expect(type).toBe('tendermint/event/NewEvidence');
      expect(value.height).toBe('9');
      expect(Object.keys(value)).toEqual(version === '0.38' ? ['height', 'evidence'] : ['evidence', 'height']);
      expect(value.evidence.type).toBe('tendermint/DuplicateVoteEvidence');
      expect(Object.keys(value.evidence.value.vote_a)).toHaveLength(version === '0.38' ? 10 : 8);
    }
  });
});

describe('a subscription to more than one kind of event', () => {
  it('receives them in the order in which they happen', () => {
    const { handler, chain } = aHandler();
    const { connection, send } = openSocket(handler, '/v0.38/websocket');
    send({ id: 1, method: 'subscribe', params: { query: 'tm.event EXISTS' } });
    chain.mine('a=1');
    const types = connection.frames.slice(1).map(({ result }) => result.data.type.replace('tendermint/event/', ''));
    expect(types).toEqual(['NewBlock', 'NewBlockHeader', 'NewBlockEvents', 'Tx']);
  });

  it('receives an event once for each of its queries', () => {
    const { handler, chain } = aHandler();
    const { connection, send } = openSocket(handler);
    send({ id: 'a', method: 'subscribe', params: { query: "tm.event='Tx'" } });
    send({ id: 'b', method: 'subscribe', params: { query: "app.key='a'" } });
    send({ id: 'c', method: 'subscribe', params: { query: "tm.event='Tx' AND app.key='z'" } });
    chain.mine('a=1');
    expect(connection.frames.slice(3).map(({ id }) => id)).toEqual(['a', 'b']);
  });
});

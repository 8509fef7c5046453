/**
 * Tests which events the bus publishes for a height and for a round, in CometBFT's order (consensus-rpc.md 8.1 and
 * 8.3).
 */
import { describe, expect, it } from 'vitest';
import type { FinalizeBlockResponse } from '../../src/abci/application.js';
import { blockEvents, roundEvent } from '../../src/chain/events.js';
import { parseQuery } from '../../src/chain/query/parse_query.js';
import { encodeBlock, makeBlock } from '../../src/consensus/types/block.js';
import { EMPTY_COMMIT } from '../../src/consensus/types/commit.js';
import { makeDuplicateVoteEvidence } from '../../src/consensus/types/evidence.js';
import { headerHash } from '../../src/consensus/types/header.js';
import { partSetOf } from '../../src/consensus/types/part_set.js';
import { EMPTY_BYTES } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { toUpperHex } from '../../src/kernel/hex.js';
import { utf8 } from '../../src/kernel/text.js';
import { aKey, anEnv, aVote, fourValidators, GENESIS_TIME } from '../consensus/chain_kit.js';
import { anEvent } from './search/block_store_kit.js';

const { chain, keys } = fourValidators();
const [first, second] = keys as [(typeof keys)[number], (typeof keys)[number]];

function aDoubleSign(index: number) {
  const key = keys[index] as (typeof keys)[number];
  const env = anEnv(index, key);
  const hash = sha256(utf8('other'));
  const votes = [
    aVote(env, chain.validators, key),
    aVote(env, chain.validators, key, { blockId: { hash, parts: { total: 1, hash } } }),
  ] as const;
  return makeDuplicateVoteEvidence(...votes, GENESIS_TIME, chain.validators);
}

const result = (text: string) => ({
  code: 0,
  data: EMPTY_BYTES,
  log: '',
  info: '',
  gasWanted: 0n,
  gasUsed: 0n,
  events: [anEvent('pay', [['to?', text]])],
  codespace: '',
});

function aHeight(change: Partial<FinalizeBlockResponse> = {}) {
  const evidence = [aDoubleSign(0), aDoubleSign(1)];
  const txs = ['al', 'bob'].map(utf8);
  const block = makeBlock(chain, 7n, txs, evidence, EMPTY_COMMIT, GENESIS_TIME, first.address);
  const parts = partSetOf(encodeBlock(block));
  const stored = { blockId: { hash: headerHash(block.header), parts: parts.header }, block, size: parts.byteSize };
  const results: FinalizeBlockResponse = {
    events: [anEvent('mint', [['amount', '5']])],
    txResults: [result('al'), result('bob')],
    validatorUpdates: [],
    appHash: EMPTY_BYTES,
    ...change,
  };
  return { stored, results, evidence };
}

describe('the events of a height', () => {
  it('have the order in which CometBFT publishes them', () => {
    const validatorUpdates = [{ pubKey: second.pubKey, power: 0n }];
    const { stored, results } = aHeight({ validatorUpdates });
    expect(blockEvents(stored, results).map(({ type }) => type)).toEqual([
      'NewBlock',
      'NewBlockHeader',
      'NewEvidence',
      'NewEvidence',
      'Tx',
      'Tx',
      'ValidatorSetUpdates',
    ]);
  });

  it('include no validator updates when none changed', () => {
    const { stored, results } = aHeight();
    expect(blockEvents(stored, results).some(({ type }) => type === 'ValidatorSetUpdates')).toBe(false);
  });

  it('include removed validators with power 0, and new ones with their address', () => {
    const newcomer = aKey('erin');
    const validatorUpdates = [
      { pubKey: second.pubKey, power: 0n },
      { pubKey: newcomer.pubKey, power: 12n },
    ];
    const { stored, results } = aHeight({ validatorUpdates });
    expect(blockEvents(stored, results).at(-1)).toEqual({
      type: 'ValidatorSetUpdates',
      updates: [
        { address: second.address, pubKey: second.pubKey, votingPower: 0n, proposerPriority: 0n },
        { address: newcomer.address, pubKey: newcomer.pubKey, votingPower: 12n, proposerPriority: 0n },
      ],
      attributes: new Map([['tm.event', ['ValidatorSetUpdates']]]),
    });
  });

  it('include each piece of evidence with the height of the block', () => {
    const { stored, results, evidence } = aHeight();
    const received = blockEvents(stored, results).filter(({ type }) => type === 'NewEvidence');
    expect(received).toEqual(
      evidence.map((item) => ({
        type: 'NewEvidence',
        height: 7n,
        evidence: item,
        attributes: new Map([['tm.event', ['NewEvidence']]]),
      })),
    );
  });

  it("match queries by the application's attributes, indexed or not, and by the transaction's location", () => {
    const { stored, results } = aHeight();
    const matching = (text: string): string[] => {
      const query = parseQuery(text);
      return blockEvents(stored, results).flatMap((e) => (query.matches(e.attributes) ? [e.type] : []));
    };
    expect(matching("tm.event = 'Tx' AND pay.to = 'bob' AND tx.height = 7")).toEqual(['Tx']);
    expect(matching(`tx.hash = '${toUpperHex(sha256(utf8('al')))}'`)).toEqual(['Tx']);
    expect(matching('mint.amount > 4')).toEqual(['NewBlock', 'NewBlockHeader']);
    expect(matching("tm.event = 'NewEvidence'")).toEqual(['NewEvidence', 'NewEvidence']);
    expect(matching('block.height = 7')).toEqual([]);
    for (const name of ['NewBlock', 'NewBlockHeader']) expect(matching(`tm.event = '${name}'`)).toEqual([name]);
  });

  it('include the block, its results, and each transaction with its location', () => {
    const { stored, results } = aHeight();
    const [block, header] = blockEvents(stored, results);
    expect(block).toMatchObject({ stored, results });
    expect(header).toMatchObject({ header: stored.block.header, numTxs: 2, results });
    const received = blockEvents(stored, results).flatMap((event) => (event.type === 'Tx' ? [event.location] : []));
    expect(received).toEqual(
      ['al', 'bob'].map((text, index) => ({ height: 7n, index, tx: utf8(text), result: results.txResults[index] })),
    );
  });
});

describe('the events of a round', () => {
  it('match queries only by their name, and share one map of attributes', () => {
    const lock = roundEvent({ type: 'Lock', height: 7n, round: 1, step: 6 });
    expect(lock).toEqual({
      type: 'Lock',
      height: 7n,
      round: 1,
      step: 6,
      attributes: new Map([['tm.event', ['Lock']]]),
    });
    expect(roundEvent({ type: 'Lock', height: 8n, round: 0, step: 6 }).attributes).toBe(lock.attributes);
    expect(parseQuery("tm.event = 'Lock'").matches(lock.attributes)).toBe(true);
    expect(parseQuery('tm EXISTS').matches(lock.attributes)).toBe(true);
    expect(parseQuery("tm.event = 'Unlock'").matches(lock.attributes)).toBe(false);
  });

  it("include the fields of CometBFT's events", () => {
    const vote = aVote(anEnv(0, first), chain.validators, first);
    expect(roundEvent({ type: 'Vote', vote })).toMatchObject({ type: 'Vote', vote });
    const facts = { height: 7n, round: 0, step: 1, proposer: first.address, proposerIndex: 0 };
    expect(roundEvent({ type: 'NewRound', ...facts })).toMatchObject(facts);
  });
});

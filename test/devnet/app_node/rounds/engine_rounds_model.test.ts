/** Tests what the dashboard gets of one node of a real network, of which one validator is down. */
import { describe, expect, it } from 'vitest';
import type { RoundEvent } from '../../../../src/backend/rounds.js';
import { applyEvent } from '../../../../src/client/rounds/apply_event.js';
import { readEvent } from '../../../../src/client/rounds/read_event.js';
import type { RoundsState } from '../../../../src/client/rounds/state.js';
import { encodeEngineEvent } from '../../../../src/devnet/app_node/rounds/encode_engine_event.js';
import { enginePicture } from '../../../../src/devnet/app_node/rounds/engine_picture.js';
import { EngineValidators } from '../../../../src/devnet/app_node/rounds/engine_validators.js';
import { dumpInRoundOne, dumpWithLock, EVENTS, VALIDATORS } from '../../../watch/recorded.js';

const BLOCK = '6d68e37c6c33';
const full = (start: string): string => start.padEnd(40, '0');

/** Observes the second of the four validators; the last one is down. */
function observed(own = full(VALIDATORS[1])): EngineValidators {
  const validators = new EngineValidators();
  validators.update(
    VALIDATORS.map((address, index) => ({ address: full(address), power: 1n, priority: BigInt(index) })),
    own,
  );
  return validators;
}

const pictureOf = (state: RoundsState, validators = observed()) =>
  enginePicture(state, { at: 7, events: 3, names: new Map([[VALIDATORS[0], 'first']]), validators });

/** Converts the recorded events that follow a state. */
function eventsAfter(begin: RoundsState, validators = observed()): readonly RoundEvent[] {
  let state = begin;
  return EVENTS.flatMap((event, index) => {
    state = applyEvent(state, event);
    const encoded = encodeEngineEvent(event, { at: index, state, validators });
    return encoded === undefined ? [] : [encoded];
  });
}

describe('the picture of a network under an engine', () => {
  it('has the round of the observed node, and the last votes of the others', () => {
    const { height, validators, nodes } = pictureOf(dumpInRoundOne());
    expect(height).toBe(52);
    expect(validators.map(({ name, power, priority }) => [name, power, priority])).toEqual([
      ['first', '1', '0'],
      ...[1, 2, 3].map((index) => [VALIDATORS[index], '1', `${index}`]),
    ]);
    expect(nodes[1]).toMatchObject({ up: true, height: 52, round: 1, step: 3, proposer: 0 });
    expect(nodes[1]).toMatchObject({ votes: [{ round: 0, prevotes: { 0: null, 1: null, 2: null } }] });
    const vote = { height: 52, round: 0, type: 2, block: null };
    expect([nodes[0], nodes[2]]).toEqual([
      { unknown: true, vote },
      { unknown: true, vote },
    ]);
  });

  it('shows the vote in the height before of a validator that has not voted since', () => {
    expect(pictureOf(dumpInRoundOne()).nodes[3]).toEqual({
      unknown: true,
      vote: { height: 51, round: 0, type: 2, block: '761e8639367f' },
    });
  });

  it('has locked and valid block of the observed node only', () => {
    const { nodes } = pictureOf(dumpWithLock());
    const lock = { round: 1, block: BLOCK };
    expect(nodes[1]).toMatchObject({ step: 6, proposal: BLOCK, locked: lock, valid: lock });
    expect(nodes.filter((node) => 'locked' in node)).toHaveLength(1);
  });

  it('gives an observed node that is no validator a place of its own, without power', () => {
    const own = full('ABCDEF');
    const { validators, nodes } = pictureOf(dumpInRoundOne(), observed(own));
    expect(validators[4]).toMatchObject({ address: own, power: '0' });
    expect(nodes[4]).toMatchObject({ height: 52, round: 1 });
    expect(nodes.slice(0, 4).every((node) => 'unknown' in node)).toBe(true);
  });

  it('keeps the places of validators when the set changes', () => {
    const validators = observed();
    const newcomer = { address: full('FF'), power: 5n, priority: -5n };
    validators.update([newcomer, { address: full(VALIDATORS[2]), power: 9n, priority: 0n }], full(VALIDATORS[1]));
    const powers = validators.pictures(new Map()).map(({ address, power }) => [address, power]);
    expect(powers).toEqual([
      [full(VALIDATORS[0]), '0'],
      [full(VALIDATORS[1]), '0'],
      [full(VALIDATORS[2]), '9'],
      [full(VALIDATORS[3]), '0'],
      [full('FF'), '5'],
    ]);
  });
});

describe('the events of an engine', () => {
  const events = eventsAfter(dumpInRoundOne());
  const of = (type: RoundEvent[0], height = 52) => events.filter((event) => event[0] === type && event[3] === height);

  it('show the decision of the height with its round', () => {
    const value = {
      block: { header: { height: '52' }, data: { txs: [] }, last_commit: { round: 0 } },
      block_id: { hash: BLOCK.toUpperCase().padEnd(64, '0') },
    };
    const newBlock = readEvent({ name: 'NewBlock', value });
    if (newBlock === undefined) throw new Error('the event is not read');
    const before = EVENTS.findIndex((event) => 'at' in event && event.at.height === 53n);
    const votes = EVENTS.slice(0, before).reduce(applyEvent, dumpInRoundOne());
    const state = applyEvent(votes, newBlock);
    const validators = observed();
    expect(encodeEngineEvent(newBlock, { at: 5, state, validators })).toEqual(['committed', 5, 1, 52, 1, BLOCK]);
    // A node that fetches blocks of others has not decided them itself.
    const early = { ...state, position: { height: 51n, round: 0, step: 'Commit' } as const };
    expect(encodeEngineEvent(newBlock, { at: 5, state: early, validators })).toBeUndefined();
  });

  it('show votes with the time of their signatures, but not that of the own vote', () => {
    const votes = of('vote').map((event) => event.slice(2));
    const prevotes = votes.filter(([, , round, type]) => round === 1 && type === 1);
    expect(prevotes.map(([node, , , , validator, block]) => [node, validator, block]).sort()).toEqual([
      [1, 0, BLOCK],
      [1, 1, BLOCK],
      [1, 2, BLOCK],
    ]);
    for (const [, , , , validator, , signed] of votes)
      expect(typeof signed).toBe(validator === 1 ? 'undefined' : 'number');
  });

  it('never say when a vote arrived before it was signed', () => {
    for (const event of events)
      if (event[0] === 'vote' && event[8] !== undefined) expect(event[8]).toBeLessThanOrEqual(event[1]);
  });

  it('show steps, proposal, polka and lock of the observed node', () => {
    expect(of('step').map((event) => event.slice(2))).toContainEqual([1, 52, 1, 4]);
    expect(of('proposal').map((event) => event.slice(2))).toContainEqual([1, 52, 1, BLOCK]);
    expect(of('plain').map((event) => event[5])).toEqual(expect.arrayContaining(['polka', 'lock', 'valid block']));
  });

  it('leave out what is older than the dump', () => {
    const later = { ...dumpInRoundOne(), position: { height: 60n, round: 0, step: 'Propose' } as const };
    expect(eventsAfter(later).filter(([type]) => type === 'step' || type === 'newRound')).toEqual([]);
  });

  it('are none while the key of the observed node is not known', () => {
    expect(eventsAfter(dumpInRoundOne(), observed(''))).toEqual([]);
  });
});

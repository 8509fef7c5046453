/** Tests the pure model of the view: a dump of the consensus state, and the events that follow it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { eventLine } from '../../src/cli/watch/view/lines.js';
import { render } from '../../src/cli/watch/view/render.js';
import { applyEvent } from '../../src/client/rounds/apply_event.js';
import { readNames } from '../../src/client/rounds/names.js';
import { readDump } from '../../src/client/rounds/read_dump.js';
import { type RoundEvent, readEvent } from '../../src/client/rounds/read_event.js';
import { type RoundsState, shownRound } from '../../src/client/rounds/state.js';
import { tallyOf } from '../../src/client/rounds/tally.js';
import { dumpInRoundOne, dumpWithLock, EVENTS, VALIDATORS, viewOf } from './recorded.js';

const BLOCK = '6D68E37C6C33';
const [A, B, C, D] = VALIDATORS;

const fold = (state: RoundsState, events: readonly RoundEvent[]): RoundsState => events.reduce(applyEvent, state);

/** Returns the events of a height, up to the first one that `last` accepts. */
function eventsOf(height: bigint, last: (event: RoundEvent) => boolean): readonly RoundEvent[] {
  const events = EVENTS.filter((event) =>
    event.type === 'Vote' ? event.vote.height === height : 'at' in event && event.at.height === height,
  );
  return events.slice(0, events.findIndex(last) + 1);
}

const position = (height: bigint, round: number, step: string) => ({
  height: String(height),
  round,
  step: `RoundStep${step}`,
});

/** Makes an event as a node sends it. */
function event(name: string, value: unknown): RoundEvent {
  const read = readEvent({ name, value });
  if (read === undefined) throw new Error(`${name} is not read`);
  return read;
}

const newRound = (height: bigint, round: number, proposer: string = A) =>
  event('NewRound', { ...position(height, round, 'NewRound'), proposer: { address: proposer, index: 0 } });
const step = (height: bigint, round: number, name: string) => event('NewRoundStep', position(height, round, name));
const vote = (height: bigint, round: number, type: 1 | 2, validator: string, hash: string) =>
  event('Vote', {
    Vote: { type, height: String(height), round, block_id: { hash }, validator_address: validator, validator_index: 0 },
  });

describe('a dump of a real node', () => {
  it('gives position, validators, proposer and votes', () => {
    const state = dumpInRoundOne();
    expect(state).toMatchObject({ position: { height: 52n, round: 1, step: 'Propose' }, proposer: A, isStale: false });
    expect(state.validators).toEqual(VALIDATORS.map((address) => ({ address, power: 1n })));
    expect(state.votes.get(0)?.prevote).toEqual(new Map([A, B, C].map((one) => [one, 'nil'])));
    expect(shownRound(state).votes.prevote.size).toBe(0);
  });

  it('gives the round that decided the height before', () => {
    const { decided, previous } = dumpInRoundOne();
    expect(decided).toEqual([{ height: 51n, round: 0, block: '761E8639367F', txs: undefined }]);
    expect(previous).toMatchObject({ height: 51n, hasPrevotes: false });
    expect(previous?.votes.precommit.size).toBe(4);
  });

  it('gives the locked and the valid block, whose hashes are those of the prevotes', () => {
    expect(dumpWithLock()).toMatchObject({ locked: { round: 1, block: BLOCK }, valid: { round: 1, block: BLOCK } });
  });

  it.each([null, 5, {}, { round_state: { height: '1' } }, { round_state: { height: 'x', round: 0, step: 1 } }])(
    'is refused in another shape: %j',
    (dump) => {
      expect(() => readDump(dump)).toThrow(/dump_consensus_state has no round state: expected height, round, step/);
    },
  );
});

describe('the events of a real node', () => {
  const isStep = (name: string) => (one: RoundEvent) =>
    one.type === 'NewRoundStep' && one.at.round === 1 && one.at.step === name;

  it('lead from one dump to the next, although the first ones are older than the dump', () => {
    const state = fold(dumpInRoundOne(), eventsOf(52n, isStep('Precommit')));
    const next = dumpWithLock();
    const { position, proposer, proposal, locked, valid } = state;
    expect({ position, proposer, locked, valid }).toEqual({
      position: next.position,
      proposer: next.proposer,
      locked: next.locked,
      valid: next.valid,
    });
    expect(proposal).toBe(BLOCK);
    expect(state.votes.get(0)).toEqual(next.votes.get(0));
    expect(state.votes.get(1)?.prevote).toEqual(next.votes.get(1)?.prevote);
  });

  it('give lines that say what happened', () => {
    let state = dumpInRoundOne();
    const lines = eventsOf(52n, isStep('Commit')).map((one) => {
      state = applyEvent(state, one);
      return eventLine(one, state, new Map([[A, 'first']]));
    });
    for (const line of [
      '52/1 round 1 begins, proposer first',
      '52/1 proposal 6D68E37C is complete',
      '52/1 prevote of 4A4AD47E70C9 for 6D68E37C, which now has 75.0 %',
      '52/1 polka: more than 2/3 prevoted 6D68E37C',
      '52/1 locked 6D68E37C',
      '52/1 step Commit',
      '52/0 timeout of the precommits',
    ])
      expect(lines).toContain(line);
  });

  it('show the decided round until the next round begins', () => {
    const decided = fold(dumpInRoundOne(), [...eventsOf(52n, isStep('Commit')), step(53n, 0, 'NewHeight')]);
    expect(shownRound(decided)).toMatchObject({ height: 52n, round: 1, proposer: A });
    expect(shownRound(decided).votes.precommit.size).toBe(2);
    const late = applyEvent(decided, vote(52n, 1, 2, C, BLOCK));
    expect(shownRound(late).votes.precommit.size).toBe(3);
    expect(shownRound(applyEvent(late, newRound(53n, 0)))).toMatchObject({
      height: 53n,
      votes: { precommit: new Map() },
    });
    expect(late).toMatchObject({ locked: undefined, valid: undefined, proposal: undefined });
  });
});

describe('the model', () => {
  const polka = [A, B, C].map((one) => vote(52n, 1, 1, one, BLOCK));

  it('counts only more than two thirds as a majority', () => {
    const two = fold(dumpInRoundOne(), polka.slice(0, 2));
    const three = fold(dumpInRoundOne(), polka);
    const majorities = [two, three].map((state) => tallyOf(shownRound(state).votes.prevote, state.validators).majority);
    expect(majorities).toEqual([undefined, BLOCK]);
    const [first] = dumpInRoundOne().validators;
    const exact = [first, first, first].map((one, i) => ({ power: 1n, address: VALIDATORS[i] ?? one?.address ?? '' }));
    expect(
      tallyOf(
        new Map([
          [A, BLOCK],
          [B, BLOCK],
        ]),
        exact,
      ),
    ).toMatchObject({ majority: undefined, hasTwoThirds: false });
  });

  it('locks, locks again and unlocks as the node does', () => {
    const at = position(52n, 1, 'Prevote');
    const locked = fold(dumpInRoundOne(), [...polka, event('Lock', at)]);
    expect(locked.locked).toEqual({ round: 1, block: BLOCK });
    const inTwo = fold(locked, [newRound(52n, 2), ...[A, B, C].map((one) => vote(52n, 2, 1, one, BLOCK))]);
    const again = applyEvent(inTwo, event('Relock', position(52n, 2, 'Prevote')));
    expect(again.locked).toEqual({ round: 2, block: BLOCK });
    expect(applyEvent(again, event('Unlock', position(52n, 2, 'Prevote'))).locked).toBeUndefined();
    expect(applyEvent(again, event('Unlock', at)).locked, 'of a past round').toBeDefined();
  });

  it('takes the round of a decision from its precommits, and corrects it from the next block', () => {
    const block = (height: bigint, round: number) =>
      event('NewBlock', {
        block: { header: { height: String(height) }, data: { txs: ['eA=='] }, last_commit: { round } },
        block_id: { hash: BLOCK.padEnd(64, '0') },
      });
    const decided = fold(dumpInRoundOne(), [
      ...[A, B, C].map((one) => vote(52n, 1, 2, one, BLOCK)),
      step(52n, 1, 'Commit'),
      block(52n, 0),
    ]);
    expect(decided.decided[0]).toEqual({ height: 52n, round: 1, block: BLOCK, txs: 1 });
    const next = fold(decided, [step(53n, 0, 'NewHeight'), newRound(53n, 0), block(53n, 4)]);
    expect(next.decided.map(({ height, round }) => [height, round])).toEqual([
      [53n, 0],
      [52n, 4],
      [51n, 0],
    ]);
  });

  it('asks for a dump when the chain goes back, skips a height, or gets other validators', () => {
    const state = dumpInRoundOne();
    const stale = (...events: RoundEvent[]) => fold(state, events).isStale;
    expect(stale(newRound(51n, 0))).toBe(true);
    expect(stale(step(52n, 1, 'NewRound'))).toBe(true);
    expect(stale(step(54n, 0, 'NewHeight'))).toBe(true);
    expect(stale(vote(53n, 0, 1, A, BLOCK))).toBe(true);
    const updates = event('ValidatorSetUpdates', { validator_updates: [{ address: D, voting_power: '0' }] });
    const [at53, at54] = [step(53n, 0, 'NewHeight'), step(54n, 0, 'NewHeight')];
    expect([stale(at53, at54), stale(updates, at53), stale(updates, at53, at54)]).toEqual([false, false, true]);
  });

  it('keeps what it knows of the decided height to which a dump belongs, and replaces it by the block', () => {
    const state = applyEvent(
      dumpInRoundOne(),
      event('NewBlock', {
        block: { header: { height: '51' }, data: { txs: ['eA==', 'eQ=='] }, last_commit: { round: 3 } },
        block_id: { hash: '761E8639367F'.padEnd(64, '0') },
      }),
    );
    expect(state.isStale).toBe(false);
    expect(state.decided).toEqual([{ height: 51n, round: undefined, block: '761E8639367F', txs: 2 }]);
    const decided = applyEvent(
      dumpInRoundOne(),
      event('NewBlock', { block: { header: { height: '52' }, data: {} }, block_id: { hash: BLOCK } }),
    );
    expect([decided.isStale, decided.decided.map(({ height }) => height)]).toEqual([false, [52n, 51n]]);
  });

  it('knows no proposer of an earlier round that has decided', () => {
    const decidedIn = (round: number) => {
      const votes = [A, B, C].map((one) => vote(52n, round, 2, one, BLOCK));
      return fold(dumpInRoundOne(), [...votes, step(53n, 0, 'NewHeight')]).previous;
    };
    expect([0, 1].map(decidedIn)).toMatchObject([
      { round: 0, proposer: undefined },
      { round: 1, proposer: A },
    ]);
  });

  it('waits for a dump until it comes, whatever follows', () => {
    const stale = fold(dumpInRoundOne(), [vote(54n, 0, 1, A, BLOCK), step(52n, 1, 'Commit')]);
    expect(stale.isStale).toBe(true);
  });

  it('counts votes of rounds that are at most sixteen apart', () => {
    const rounds = (state: RoundsState) => [...state.votes.keys()].filter((round) => round > 2);
    expect(rounds(applyEvent(dumpInRoundOne(), vote(52n, 17, 1, A, BLOCK)))).toEqual([17]);
    expect(rounds(applyEvent(dumpInRoundOne(), vote(52n, 18, 1, A, BLOCK)))).toEqual([]);
    const inOne = fold(dumpInRoundOne(), [vote(52n, 1, 1, B, BLOCK)]);
    const retained = (round: number) => [...applyEvent(inOne, newRound(52n, round)).votes.keys()];
    expect([retained(16), retained(17), retained(18)]).toEqual([[0, 1, 2], [1, 2], [2]]);
  });

  it('has the last five incidents', () => {
    const evidence = (height: number) => event('NewEvidence', { height: `${height}`, evidence: {} });
    const state = fold(dumpInRoundOne(), [46, 47, 48, 49, 50, 51].map(evidence));
    expect(state.incidents.map(({ height }) => height)).toEqual([47n, 48n, 49n, 50n, 51n]);
  });

  it('adds a late precommit to the decided round, and one of another round to none', () => {
    const before = dumpInRoundOne();
    const precommits = (state: RoundsState) => state.previous?.votes.precommit.get('EEEEEEEEEEEE');
    const late = (round: number) => applyEvent(before, vote(51n, round, 2, 'EEEEEEEEEEEE', BLOCK));
    expect([precommits(late(0)), precommits(late(1))]).toEqual([BLOCK, undefined]);
    expect(late(1)).toEqual(before);
  });

  it('takes from the state before a dump only what the dump does not take back', () => {
    const before = dumpInRoundOne();
    const [incident] = applyEvent(before, event('NewEvidence', { height: '50', evidence: {} })).incidents;
    const heights = [53n, 52n, 50n, 49n];
    const known: RoundsState = {
      ...before,
      decided: heights.map((height) => ({ height, round: 1, block: `${height}`, txs: Number(height) })),
      incidents: heights.map((height) => ({ ...(incident as NonNullable<typeof incident>), height })),
      previous: { ...(before.previous as NonNullable<typeof before.previous>), height: 50n, hasPrevotes: true },
    };
    const { decided, incidents, previous } = dumpInRoundOne(known);
    expect(decided.map(({ height, txs }) => [height, txs])).toEqual([
      [51n, undefined],
      [50n, 50],
      [49n, 49],
    ]);
    expect(incidents.map(({ height }) => height)).toEqual([52n, 50n, 49n]);
    expect(previous).toMatchObject({ height: 51n, hasPrevotes: false });
    const nextOf = (nextSetAt: bigint) => dumpInRoundOne({ ...before, nextSetAt }).nextSetAt;
    expect([51n, 52n, 53n].map(nextOf)).toEqual([undefined, undefined, 53n]);
  });

  it('tells the locked block from the valid one, and the choice with most power from the others', () => {
    const voted = (index: number, hash: string) => `Vote{${index}:AA 7/0/PREVOTE(Prevote) ${hash} 00}`;
    const of = (round: number, ...hashes: string[]) => ({ round, prevotes: hashes.map((hash, i) => voted(i, hash)) });
    const [x, y] = ['A1'.repeat(6), 'B2'.repeat(6)] as [string, string];
    const state = readDump({
      round_state: {
        ...{ height: '7', round: 2, step: 4, locked_round: 0, valid_round: 1 },
        votes: [of(0, x, y, x), of(1, x, y, y)],
        validators: {
          validators: [5, 4, 9].map((power, i) => ({ address: `${i}`.repeat(40), voting_power: `${power}` })),
        },
      },
    });
    expect([state.locked, state.valid]).toEqual([
      { round: 0, block: x },
      { round: 1, block: y },
    ]);
    expect(tallyOf(state.votes.get(1)?.prevote ?? new Map(), state.validators).powers).toEqual([
      [y, 13n],
      [x, 5n],
    ]);
  });

  it('counts the last commit by the set that has signed it, and has prevotes of that round alone', () => {
    const [x, y] = ['A1'.repeat(6), 'B2'.repeat(6)] as [string, string];
    const setOf = (...powers: number[]) => ({
      validators: powers.map((power, i) => ({ address: `${i}`.repeat(40), voting_power: `${power}` })),
    });
    const commit = [x, y].map((hash, i) => `Vote{${i}:AA 6/3/PRECOMMIT(Precommit) ${hash} 00}`);
    const dump = {
      round_state: {
        ...{ height: '7', round: 0, step: 1, last_commit: { votes: commit } },
        ...{ validators: setOf(9, 2), last_validators: setOf(2, 9) },
      },
    };
    const state = readDump(dump);
    expect(state.decided).toEqual([{ height: 6n, round: 3, block: y, txs: undefined }]);
    const prevotesWith = (round: number): number | undefined => {
      const known = { ...(state.previous as NonNullable<typeof state.previous>), round };
      const before = { ...state, previous: { ...known, votes: { ...known.votes, prevote: new Map([['0', x]]) } } };
      return readDump(dump, before).previous?.votes.prevote.size;
    };
    expect([2, 3, 4].map(prevotesWith)).toEqual([0, 1, 0]);
  });

  it('has the last thousand rounds of a dump, and the last twenty decided heights', () => {
    const rounds = Array.from({ length: 1001 }, (_, round) => ({ round, prevotes: [], precommits: [] }));
    const { votes } = readDump({
      round_state: {
        ...{ height: '7', round: 1000, step: 1, votes: rounds },
        validators: { validators: [{ address: 'AA'.repeat(20), voting_power: '1' }] },
      },
    });
    expect([votes.size, votes.has(0), votes.has(1000)]).toEqual([1000, false, true]);
    const block = (height: number) =>
      event('NewBlock', { block: { header: { height: `${height}` }, data: {} }, block_id: { hash: BLOCK } });
    const heights = Array.from({ length: 30 }, (_, i) => 52 + i);
    const { decided } = fold(dumpInRoundOne(), heights.map(block));
    expect(decided.map(({ height }) => Number(height))).toEqual(heights.slice(10).reverse());
  });

  it('has a name of the genesis document before that of the node', () => {
    const [own, other] = ['AA'.repeat(20), 'BB'.repeat(20)];
    const names = readNames(
      {
        genesis: {
          validators: [
            { address: own, name: 'first' },
            { address: other, name: ' ' },
          ],
        },
      },
      { validator_info: { address: own }, node_info: { moniker: 'node' } },
    );
    expect([...names]).toEqual([['AA'.repeat(6), 'first']]);
    const alone = readNames(undefined, { validator_info: { address: own }, node_info: { moniker: 'node' } });
    expect([...alone]).toEqual([['AA'.repeat(6), 'node']]);
  });

  it('reads the greatest round of an event, and none beyond it', () => {
    const at = (round: number) => readEvent({ name: 'Polka', value: position(52n, round, 'Prevote') });
    expect([at(2 ** 31 - 1)?.type, at(2 ** 31)]).toEqual(['Polka', undefined]);
  });

  it('shows evidence and changes of validators', () => {
    const double = (height: string) => ({
      height,
      evidence: {
        type: 'tendermint/DuplicateVoteEvidence',
        value: { vote_a: { type: 1, height: '50', round: 2, validator_address: D, block_id: { hash: BLOCK } } },
      },
    });
    const line = (name: string, value: unknown) => {
      const one = event(name, value);
      return eventLine(one, applyEvent(dumpInRoundOne(), one), new Map([[D, 'fourth']]));
    };
    expect(line('NewEvidence', double('52'))).toBe('52 evidence: fourth signed two prevotes at 50/2');
    expect(
      line('NewEvidence', {
        height: '52',
        evidence: { type: 'tendermint/LightClientAttackEvidence', value: { common_height: '9' } },
      }),
    ).toBe('52 evidence: LightClientAttackEvidence against a light client attack at 9');
    const accused = readEvent({
      name: 'NewEvidence',
      value: { height: '52', evidence: { value: { common_height: '9', byzantine_validators: [{ address: D }] } } },
    });
    expect(accused).toMatchObject({ evidence: { kind: 'evidence', validators: [D], height: 9n } });
    const updates = [
      { address: D, voting_power: '0' },
      { address: A, voting_power: '25' },
    ];
    expect(line('ValidatorSetUpdates', { validator_updates: updates })).toBe(
      '52 validators change at height 54: fourth leaves, 34E60F1D3BB9 has power 25',
    );
  });

  const heights = fc.constantFrom(51n, 52n, 53n, 54n);
  const rounds = fc.integer({ min: 0, max: 40 });
  const steps = fc.constantFrom(
    'NewHeight',
    'NewRound',
    'Propose',
    'Prevote',
    'Precommit',
    'Commit',
    'Sleep',
    '\u001b[2J',
  );
  const hashes = fc.constantFrom('', BLOCK, 'FFFFFFFFFFFF', '\u001b]0;owned\u0007');
  const place = fc.tuple(heights, rounds, steps).map(([height, round, name]) => position(height, round, name));
  const anyValue = fc.oneof(
    place,
    fc.tuple(place, hashes).map(([at, hash]) => ({ ...at, block_id: { hash }, proposer: { address: hash } })),
    fc.record({
      Vote: fc.record({
        type: fc.constantFrom(0, 1, 2, 32),
        height: heights.map(String),
        round: rounds,
        block_id: fc.record({ hash: hashes }),
        validator_address: fc.constantFrom(A, B, C, D, 'FFFFFFFFFFFF', 5),
      }),
    }),
    fc.record({ block: fc.record({ header: fc.record({ height: heights.map(String) }) }) }),
    fc.record({ height: heights.map(String), evidence: fc.anything() }),
    fc.record({ validator_updates: fc.anything() }),
    fc.anything(),
  );
  const anyName = fc.constantFrom(
    ...['NewRound', 'NewRoundStep', 'CompleteProposal', 'Vote', 'Polka', 'Lock', 'Relock', 'Unlock', 'ValidBlock'],
    ...['TimeoutPropose', 'TimeoutWait', 'NewBlock', 'NewEvidence', 'ValidatorSetUpdates', 'Tx', 'constructor'],
  );

  it('never throws on any order of events, and after each NewRound it has only votes of that round', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(anyName, anyValue), { maxLength: 40 }), (events) => {
        let state = dumpInRoundOne();
        const cast = new Map<string, Set<string>>();
        for (const [name, value] of events) {
          const read = readEvent({ name, value });
          if (read === undefined) continue;
          const before = state;
          state = applyEvent(state, read);
          if (read.type === 'Vote') {
            const key = `${read.vote.height}/${read.vote.round} ${read.vote.type}`;
            cast.set(key, (cast.get(key) ?? new Set()).add(read.vote.validator));
          }
          if (read.type === 'NewRound' && state.position !== before.position) {
            const { height, round, votes } = shownRound(state);
            expect([height, round]).toEqual([read.at.height, read.at.round]);
            for (const type of ['prevote', 'precommit'] as const)
              for (const address of votes[type].keys())
                expect(cast.get(`${height}/${round} ${type}`)?.has(address)).toBe(true);
          }
          const lines = [
            eventLine(read, state, new Map()),
            ...render(viewOf(state), { width: 60, height: 20, hasColors: false }),
          ];
          // biome-ignore lint/suspicious/noControlCharactersInRegex: no control character may be printed
          expect(lines.join('')).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
        }
      }),
      { numRuns: 300, seed: 1 },
    );
  });
});

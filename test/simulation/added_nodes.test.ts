/** Tests nodes that join a running network: the command `addNode`, and the clock while nothing happens. */
import { describe, expect, test } from 'vitest';
import { campaignKeys } from '../../scripts/campaign_keys.js';
import { indexOfAddress } from '../../src/consensus/types/validator_set.js';
import { InvariantViolation } from '../../src/kernel/errors.js';
import { createSimNetwork, type ValidatorKey } from '../../src/simulation/index.js';
import { SECOND, START, TestNetwork } from './world_kit.js';

const NEW = campaignKeys(5)[4] as ValidatorKey;
const ALL = [0, 1, 2, 3, 4];

/** Makes a network whose application gives the new validator power at height 4. */
const growing = (): TestNetwork =>
  new TestNetwork({ updatesAt: (height) => (height === 4n ? [{ pubKey: NEW.pubKey, power: 10n }] : []) });

describe('an added node', () => {
  test('begins at the newest height, and follows the chain', () => {
    const host = growing().untilAll(3n);
    host.network.addNode(NEW);
    expect(host.network.size).toBe(5);
    expect(host.round(4).height).toBe(host.network.lastDecidedHeight + 1n);
    host.untilAll(9n, ALL);
    expect(host.commits(4).map(({ decided }) => decided.block.header.height)[0]).toBe(4n);
  });

  test('signs and proposes from two heights after the block that gives it power', () => {
    const host = growing().untilAll(3n);
    host.network.addNode(NEW);
    host.untilAll(24n, ALL);
    const signers = (height: bigint) => host.decided(height).decided.seenCommit.signatures.length;
    expect([5n, 6n].map(signers)).toEqual([4, 5]);
    const proposers = host.commits(0).map(({ decided }) => decided.block.header.proposerAddress);
    expect(proposers).toContainEqual(NEW.address);
    const { validators } = host.network.node(0).engine.decidedState.chain;
    const own = indexOfAddress(validators, NEW.address);
    expect(host.decided(10n).decided.block.lastCommit.signatures[own]?.validatorAddress).toEqual(NEW.address);
  });

  test('is connected to every node that is up, and counts the traffic of its links alone', () => {
    const host = growing().untilAll(2n);
    host.network.crash(1);
    const before = host.network.connection(0, 2)?.received.votes;
    host.network.addNode(NEW);
    expect(host.network.connection(0, 2)?.received.votes).toBe(before);
    expect(ALL.filter((peer) => host.network.connection(4, peer) !== undefined)).toEqual([0, 2, 3]);
    expect(host.network.connection(4, 0)).toMatchObject({ since: host.network.now, sent: { votes: 0 } });
  });

  test('receives the proposal and the votes of a height that has begun', () => {
    const host = growing().untilAll(2n);
    host.network.setFault('late', { type: 'delay', ms: 500 });
    host.until(() => host.round(2).height === 4n && host.round(2).proposal !== undefined);
    host.network.addNode(NEW);
    host.untilAll(6n, ALL);
    expect(host.commits(4).length).toBeGreaterThan(2);
  });

  test('joins a network in which nothing is decided yet', () => {
    const host = new TestNetwork({ heightStart: 'held' });
    host.network.addNode(NEW);
    host.network.startHeight(START + SECOND);
    host.drain();
    expect(ALL.map((node) => host.round(node).height)).toEqual([2n, 2n, 2n, 2n, 2n]);
  });

  test('is absent again in a snapshot from before, and joins in the same way after it', () => {
    const host = growing().untilAll(3n);
    const before = host.network.snapshot();
    const run = (): string => {
      host.notes.splice(0);
      host.network.addNode(NEW);
      host.untilAll(9n, ALL);
      return ALL.map((node) => host.trace(node).join('\n')).join('\n\n');
    };
    const first = run();
    const after = host.network.snapshot();
    host.network.restore(before);
    expect(host.network.size).toBe(4);
    host.untilAll(3n);
    expect(run()).toBe(first);
    host.network.restore(before);
    host.network.restore(after);
    expect(host.network.size).toBe(5);
    host.untilAll(12n, ALL);
  });

  test('is part of a snapshot that another network restores', () => {
    const host = growing().untilAll(3n);
    host.network.addNode(NEW);
    host.untilAll(5n, ALL);
    const other = createSimNetwork(host.options);
    other.restore(host.network.snapshot());
    expect(other.size).toBe(5);
    expect(other.node(4).key.name).toBe(NEW.name);
    expect(other.connection(0, 4)).toEqual(host.network.connection(0, 4));
  });

  test('catches up after a crash, like any other', () => {
    const host = growing().untilAll(3n);
    host.network.addNode(NEW);
    host.untilAll(8n, ALL);
    host.network.crash(4);
    host.untilAll(12n);
    host.network.restart(4);
    host.untilAll(14n, ALL);
  });

  test('cannot have the key of another node', () => {
    const host = growing();
    expect(() => host.network.addNode(host.keys[2] as ValidatorKey)).toThrow(InvariantViolation);
  });
});

describe('passTime', () => {
  test('advances the clock up to the next event, and never back', () => {
    const host = new TestNetwork({ heightStart: 'held' });
    host.network.passTime(START + SECOND);
    expect(host.network.now).toBe(START + SECOND);
    host.network.passTime(START);
    expect(host.network.now).toBe(START + SECOND);
    host.network.startHeight(START + SECOND);
    host.step();
    const next = host.network.nextEventTime() as bigint;
    host.network.passTime(next + SECOND);
    expect(host.network.now).toBe(next);
  });
});

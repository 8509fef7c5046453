import { describe, expect, test } from 'vitest';
import { equalBytes } from '../../src/kernel/bytes.js';
import { toHex } from '../../src/kernel/hex.js';
import { TestNetwork } from './world_kit.js';

describe('the proposer', () => {
  test('rotates with equal powers in the order of the set', () => {
    const host = new TestNetwork().untilAll(8n);
    const order = host
      .commits(0)
      .map(({ decided }) => host.keys.findIndex((key) => equalBytes(key.address, proposerOf(decided))));
    expect(order).toEqual([0, 1, 2, 3, 0, 1, 2, 3]);
  });

  test('is chosen in proportion to power', () => {
    const host = new TestNetwork({ powers: [30n, 10n, 10n] }).untilAll(10n);
    const scheduler = host.commits(0).map(({ decided }) => toHex(proposerOf(decided)));
    const mine = scheduler.filter((address) => address === toHex(host.keys[0]?.address ?? new Uint8Array()));
    expect(mine).toHaveLength(6);
  });

  test('of the next height does not depend on how many rounds the last one took', () => {
    const silent = { type: 'drop', message: 'proposal', height: 2 } as const;
    const host = new TestNetwork({ faults: { silent } });
    host.until(() => host.round(0).round === 2);
    host.network.setFault('silent', undefined);
    host.untilAll(3n);
    expect(host.decided(2n).decided.seenCommit.round).toBeGreaterThan(0);
    expect(proposerOf(host.decided(3n).decided)).toEqual(host.keys[2]?.address);
  });
});

const proposerOf = ({ block }: { readonly block: { readonly header: { readonly proposerAddress: Uint8Array } } }) =>
  block.header.proposerAddress;

describe('validator updates', () => {
  const host: TestNetwork = new TestNetwork({
    watchers: 1,
    updatesAt: (height) => {
      if (height === 3n) return [{ pubKey: (host.keys[4] as (typeof host.keys)[number]).pubKey, power: 25n }];
      return height === 6n ? [{ pubKey: (host.keys[0] as (typeof host.keys)[number]).pubKey, power: 0n }] : [];
    },
  });
  host.untilAll(12n);
  const headerAt = (height: bigint) => host.decided(height).decided.block.header;
  const setAt = (height: bigint) => toHex(headerAt(height).validatorsHash);
  const nextSetAt = (height: bigint) => toHex(headerAt(height).nextValidatorsHash);

  test('appear one height later and take effect two heights later', () => {
    expect(nextSetAt(3n)).toBe(setAt(3n));
    expect(nextSetAt(4n)).not.toBe(setAt(4n));
    expect(setAt(5n)).toBe(nextSetAt(4n));
    expect(host.decided(4n).decided.seenCommit.signatures).toHaveLength(4);
    expect(host.decided(5n).decided.seenCommit.signatures).toHaveLength(5);
  });

  test('let the new validator vote and propose', () => {
    const address = host.keys[4]?.address ?? new Uint8Array();
    const signed = host.decided(6n).decided.block.lastCommit.signatures.map((slot) => slot.validatorAddress);
    expect(signed).toContainEqual(address);
    expect(host.commits(0).some(({ decided }) => equalBytes(proposerOf(decided), address))).toBe(true);
  });

  test('remove a validator two heights later', () => {
    expect(host.decided(7n).decided.seenCommit.signatures).toHaveLength(5);
    expect(host.decided(8n).decided.seenCommit.signatures).toHaveLength(4);
    const late = host.notes.flatMap((note) => (note.type === 'vote' && note.vote.height >= 8n ? [note.vote] : []));
    expect(
      late.some(({ validatorAddress }) => equalBytes(validatorAddress, host.keys[0]?.address ?? new Uint8Array())),
    ).toBe(false);
  });

  test('leave the removed node running as an observer', () => {
    expect(host.round(0).height).toBe(host.round(1).height);
  });
});

/** Tests vote extensions in a network: made, signed, verified, kept for the next proposal, and never part of a block. */
import { describe, expect, it } from 'vitest';
import { decodeExtendedCommit, encodeCommit, encodeExtendedCommit } from '../../src/consensus/types/commit.js';
import { equalBytes } from '../../src/kernel/bytes.js';
import { fromUtf8, utf8 } from '../../src/kernel/text.js';
import { MS, SECOND, TestNetwork, type TestNetworkOptions } from './world_kit.js';

/** Extends each precommit with its height and the first byte of its validator's address. */
const EXTENDED: TestNetworkOptions = {
  extendedFrom: 3n,
  extend: ({ request: { height, validatorAddress } }) => utf8(`${height} ${validatorAddress?.[0]}`),
  acceptsExtension: ({ request: { height, validatorAddress, voteExtension } }) =>
    fromUtf8(voteExtension) === `${height} ${validatorAddress[0]}`,
};

/** Returns the extensions that the proposers of a height were given, as texts. */
const offered = ({ asks }: TestNetwork, height: bigint): string[] | undefined =>
  asks
    .flatMap((ask) => (ask.type === 'prepareProposal' && ask.request.height === height ? [ask.request] : []))
    .at(-1)
    ?.localLastCommit.votes.map(({ blockIdFlag, voteExtension, extensionSignature }) =>
      [blockIdFlag, fromUtf8(voteExtension), extensionSignature.length].join(' '),
    );

const expected = ({ keys }: TestNetwork, height: bigint, without: readonly number[] = []): string[] =>
  keys.map(({ address }, index) => (without.includes(index) ? '1  0' : `2 ${height} ${address[0]} 64`));

const refusals = ({ notes }: TestNetwork): string[] => [
  ...new Set(notes.flatMap((note) => (note.type === 'refused' ? [note.reason] : []))),
];

describe('from the height that enables them', () => {
  it('each validator extends its precommit, and the next proposer is given all extensions', () => {
    const host = new TestNetwork(EXTENDED).untilAll(5n);
    expect(offered(host, 3n)).toEqual(['2  0', '2  0', '2  0', '2  0']);
    expect(offered(host, 4n)).toEqual(expected(host, 3n));
    expect(offered(host, 5n)).toEqual(expected(host, 4n));
    expect(refusals(host)).toEqual([]);
  });

  it('the application is asked once for each vote, and never about a vote below', () => {
    const host = new TestNetwork(EXTENDED).untilAll(4n);
    const asked = (type: string) => host.asks.filter((ask) => ask.type === type).map(({ request }) => request.height);
    expect(asked('extendVote')).toEqual([3n, 3n, 3n, 3n, 4n, 4n, 4n, 4n]);
    expect(asked('verifyVoteExtension')).toEqual([3n, 3n, 3n, 3n, 4n, 4n, 4n, 4n]);
  });

  it('the proposed block is what an extension is about', () => {
    const host = new TestNetwork(EXTENDED).untilAll(3n);
    const [extend] = host.asks.flatMap((ask) => (ask.type === 'extendVote' ? [ask.request] : []));
    const [process] = host.asks.flatMap((ask) =>
      ask.type === 'processProposal' && ask.request.height === 3n ? [ask.request] : [],
    );
    expect(extend).toEqual({ ...process, validatorAddress: expect.any(Uint8Array) });
  });

  it('seen commits have the extensions, and blocks do not', () => {
    const host = new TestNetwork(EXTENDED).untilAll(4n);
    const { seenCommit, block } = host.commits(0).at(-1)?.decided ?? {};
    if (seenCommit === undefined || block === undefined) throw new Error('nothing is decided');
    expect(seenCommit.signatures.filter(({ extension }) => extension !== undefined).length).toBeGreaterThanOrEqual(3);
    const bytes = encodeExtendedCommit(seenCommit);
    expect(encodeExtendedCommit(decodeExtendedCommit(bytes))).toEqual(bytes);
    expect(encodeCommit(seenCommit).length).toBeLessThan(bytes.length);
    const without = { ...block.lastCommit, signatures: block.lastCommit.signatures.map(({ extension: _, ...s }) => s) };
    expect(encodeCommit(block.lastCommit)).toEqual(encodeCommit(without));
  });

  it('a chain without them asks for none', () => {
    const host = new TestNetwork().untilAll(4n);
    expect(host.asks.some(({ type }) => type === 'extendVote' || type === 'verifyVoteExtension')).toBe(false);
  });
});

describe('a vote is dropped', () => {
  it('when the application rejects its extension; its validator alone counts it', () => {
    const faults = { liar: { type: 'bad-extension', node: 2 } } as const;
    const host = new TestNetwork({ ...EXTENDED, faults }).untilAll(8n);
    expect(refusals(host)).toEqual(['invalid vote extension']);
    const shown = host.asks.flatMap((ask) =>
      ask.type === 'prepareProposal' && ask.node !== 2 && ask.request.height > 4n
        ? [offered(host, ask.request.height)?.[2] ?? '']
        : [],
    );
    expect(shown).toContain('1  0');
    // A vote that arrives after the decision is only checked for its signatures, as in CometBFT.
    expect(shown.every((vote) => vote === '1  0' || vote === '2 bad extension 64')).toBe(true);
  });

  it('when it has none', () => {
    const faults = { old: { type: 'no-extension', node: 2, height: 5 } } as const;
    const host = new TestNetwork({ ...EXTENDED, faults }).untilAll(7n);
    expect(refusals(host)).toEqual(['invalid signature of the vote extension']);
    expect(offered(host, 5n)).toEqual(expected(host, 4n));
    expect(offered(host, 6n)).toEqual(expected(host, 5n, [2]));
    expect(offered(host, 7n)).toEqual(expected(host, 6n));
  });

  it('also one that the first node to decide counts, so that a node behind gets the votes of another', () => {
    const host = new TestNetwork({ ...EXTENDED, faults: { liar: { type: 'bad-extension', node: 2 } } });
    host.network.applyCommand({ type: 'disconnect', node: 0, peer: 3 });
    host.untilAll(6n);
    const first = host.notes.flatMap((note) => (note.type === 'committed' && note.first ? [note.node] : []));
    expect(first).toContain(2);
  });

  it('and without a third of the power the other validators decide nothing', () => {
    const liar = (node: number) => ({ type: 'bad-extension', node }) as const;
    const host = new TestNetwork({ ...EXTENDED, faults: { a: liar(0), b: liar(1) } }).untilAll(2n);
    host.runTo(host.network.now + 30n * SECOND);
    expect([2, 3].map((node) => host.round(node).height)).toEqual([3n, 3n]);
    expect(host.network.lastDecidedHeight).toBeLessThanOrEqual(3n);
  });
});

describe('the state of a network has the extensions', () => {
  const text = (host: TestNetwork): string => host.trace(0).join('\n');

  it('so that a snapshot, a detour and a revert equal no detour', () => {
    const straight = new TestNetwork(EXTENDED).untilAll(4n);
    const detour = new TestNetwork(EXTENDED).untilAll(4n);
    const snapshot = detour.network.snapshot();
    const notes = detour.notes.length;
    detour.untilAll(6n);
    detour.network.restore(snapshot);
    detour.notes.length = notes;
    expect(text(detour.untilAll(7n))).toBe(text(straight.untilAll(7n)));
    expect(offered(detour, 7n)).toEqual(offered(straight, 7n));
  });

  it('and a node that was down catches up with them', () => {
    const host = new TestNetwork(EXTENDED).untilAll(3n);
    host.network.crash(3);
    host.untilAll(6n, [0, 1, 2]);
    host.network.restart(3);
    host.untilAll(9n);
    expect(refusals(host)).toEqual([]);
    const chains = [0, 3].map((node) => host.commits(node).map(({ decided }) => decided.blockId.hash));
    expect(equalBytes(chains[0]?.at(-1) as Uint8Array, chains[1]?.at(-1) as Uint8Array)).toBe(true);
  });

  it('and they stay when the last commit is signed again with the time of the next header', () => {
    const host = new TestNetwork({ ...EXTENDED, extendedFrom: 1n, heightStart: 'held' });
    for (let height = 1n; height <= 4n; height++) {
      const at = host.network.now + 10n * SECOND;
      host.network.startHeight(at, height === 1n ? undefined : at + 7n * MS);
      host.untilAll(height);
    }
    expect(offered(host, 4n)).toEqual(expected(host, 3n));
    expect(refusals(host)).toEqual([]);
  });

  it('and a network that starts on a stored commit proposes with them', () => {
    const before = new TestNetwork(EXTENDED).untilAll(5n);
    const { decided, state } = before.commits(0).at(-1) ?? {};
    if (decided === undefined || state === undefined) throw new Error('nothing is decided');
    const seenCommit = decodeExtendedCommit(encodeExtendedCommit(decided.seenCommit));
    const after = new TestNetwork({ ...EXTENDED, state, seenCommit, now: before.network.now }).untilAll(6n);
    const absent = seenCommit.signatures.flatMap(({ blockIdFlag }, index) => (blockIdFlag === 1 ? [index] : []));
    expect(offered(after, 6n)).toEqual(expected(after, 5n, absent));
  });
});

/** Compares the computed size of messages with the bytes of CometBFT's framing. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ProtoWriter } from '../../../src/codec/protobuf/index.js';
import type { Message } from '../../../src/consensus/input.js';
import { encodeBlockId } from '../../../src/consensus/types/block_id.js';
import { encodePart, partSetOf } from '../../../src/consensus/types/part_set.js';
import { encodeProposal } from '../../../src/consensus/types/proposal.js';
import { encodeVote, VoteType } from '../../../src/consensus/types/vote.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { freightOf } from '../../../src/simulation/delivery/wire.js';
import { MS, START, TestNetwork } from '../world_kit.js';

/** Returns the reference model: it cuts the message into packets and encodes each of them. */
function framedBytes(channel: number, message: Bytes): number {
  let total = 0;
  for (let at = 0; at < message.length; at += 1024) {
    const eof = at + 1024 >= message.length;
    const body = new ProtoWriter()
      .int(1, channel)
      .uint(2, eof ? 1 : 0)
      .bytes(3, message.subarray(at, at + 1024));
    const packet = new ProtoWriter().message(3, body.finish()).finish();
    total += new ProtoWriter().message(1, packet).finish().length - 1;
  }
  return total;
}

function model(message: Message): number {
  const wrap = (outer: number, inner: Bytes) => new ProtoWriter().message(outer, inner).finish();
  switch (message.type) {
    case 'proposal':
      return framedBytes(0x21, wrap(3, wrap(1, encodeProposal(message.proposal))));
    case 'part': {
      const { height, round, part } = message;
      return framedBytes(
        0x21,
        wrap(5, new ProtoWriter().int(1, height).int(2, round).message(3, encodePart(part)).finish()),
      );
    }
    case 'vote':
      return framedBytes(0x22, wrap(6, wrap(1, encodeVote(message.vote))));
    case 'majority': {
      const { height, round, voteType, blockId } = message;
      const body = new ProtoWriter().int(1, height).int(2, round).uint(3, voteType).message(4, encodeBlockId(blockId));
      return framedBytes(0x20, wrap(8, body.finish()));
    }
    case 'evidence':
    case 'catch up':
      throw new Error('not a single consensus message');
  }
}

const hash = fc.uint8Array({ minLength: 32, maxLength: 32 });
const blockId = fc.oneof(
  fc.record({ hash, parts: fc.record({ total: fc.integer({ min: 1, max: 300 }), hash }) }),
  fc.constant({ hash: new Uint8Array(), parts: { total: 0, hash: new Uint8Array() } }),
);
const place = {
  height: fc.bigInt({ min: 1n, max: 2n ** 40n }),
  round: fc.integer({ min: 0, max: 300 }),
};
const timestamp = fc.bigInt({ min: 0n, max: 2n * START });
const signature = fc.uint8Array({ minLength: 64, maxLength: 64 }).map((bytes) => ({ bytes }));
const vote = fc.record({
  ...place,
  blockId,
  timestamp,
  signature,
  type: fc.constantFrom(VoteType.Prevote, VoteType.Precommit),
  validatorAddress: fc.uint8Array({ minLength: 20, maxLength: 20 }),
  validatorIndex: fc.integer({ min: 0, max: 10_000 }),
});
const proposal = fc.record({ ...place, blockId, timestamp, signature, polRound: fc.integer({ min: -1, max: 200 }) });
const part = fc
  .tuple(fc.integer({ min: 1, max: 200_000 }), fc.nat())
  .map(([bytes, pick]) => {
    const { parts } = partSetOf(new Uint8Array(bytes));
    return parts[pick % parts.length];
  })
  .filter((found) => found !== undefined);

const message: fc.Arbitrary<Message> = fc.oneof(
  vote.map((made): Message => ({ type: 'vote', vote: made })),
  proposal.map((made): Message => ({ type: 'proposal', proposal: made })),
  fc.record({ ...place, part }).map((facts): Message => ({ type: 'part', ...facts })),
  fc
    .record({ ...place, blockId, voteType: fc.constantFrom(VoteType.Prevote, VoteType.Precommit) })
    .map((facts): Message => ({ type: 'majority', ...facts })),
);

describe('the size of a message', () => {
  it('equals the size of its packets on the wire', () => {
    fc.assert(
      fc.property(message, (given) => {
        const [freight, ...rest] = freightOf(given);
        expect(rest).toEqual([]);
        expect(freight?.bytes).toBe(model(given));
      }),
      { numRuns: 500 },
    );
  });

  it('of a catch-up equals that of its votes and parts', () => {
    const host = new TestNetwork().untilAll(1n);
    const { decided } = host.decided(1n);
    const { seenCommit: commit, parts } = decided;
    const freight = freightOf({ type: 'catch up', commit, parts });
    expect(freight.filter(({ counts }) => counts === 'vote')).toHaveLength(3);
    expect(freight.filter(({ counts }) => counts === 'part')).toHaveLength(1);
  });
});

describe('the traffic of a link', () => {
  const healthy = () => new TestNetwork({ linkDelay: 10n * MS });

  it("counts the messages of a height: two votes of each peer, and the proposer's block", () => {
    const host = healthy().untilAll(1n);
    const seen = [1, 2, 3].map((peer) => host.network.connection(0, peer));
    expect(seen.map((connection) => connection?.received.votes)).toEqual([2, 2, 2]);
    expect(seen.map((connection) => connection?.sent.votes)).toEqual([2, 2, 2]);
    const parts = [0, 1, 2, 3].map((from) => host.network.connection((from + 1) % 4, from)?.received.blockParts ?? 0);
    expect(parts.reduce((sum, count) => sum + count, 0)).toBe(1);
  });

  it('is the same from both ends', () => {
    const host = healthy().untilAll(3n);
    expect(host.network.connection(0, 1)?.sent).toEqual(host.network.connection(1, 0)?.received);
  });

  it('has an average between zero and the peak, and forgets old messages', () => {
    const host = healthy().untilAll(5n);
    const link = host.network.connection(0, 1)?.sent;
    expect(link).toBeDefined();
    if (link === undefined) return;
    expect(link.bytes).toBeGreaterThan(0);
    expect(link.avgRate).toBeGreaterThan(0);
    expect(link.peakRate).toBeGreaterThanOrEqual(link.avgRate);
    expect(link.avgRate).toBe(Math.round(link.bytes / (Number(link.duration) / 1e9)));
    const votes = link.channels.find(({ id }) => id === 0x22)?.recentlySent ?? 0;
    expect(votes).toBeGreaterThan(0);
    // Ten votes were sent. A fifth of the count decays every two seconds, so the rest is less than the bytes sent.
    expect(votes).toBeLessThan(10 * 210);
  });

  it('is restored with a snapshot of the network', () => {
    const host = healthy().untilAll(2n);
    const before = host.network.connection(0, 1);
    const snapshot = host.network.snapshot();
    host.untilAll(4n);
    expect(host.network.connection(0, 1)).not.toEqual(before);
    host.network.restore(snapshot);
    expect(host.network.connection(0, 1)).toEqual(before);
  });
});

/**
 * Tests what consensus relies on in an application, as a suite that an implementation runs against itself. The
 * implementations are the real application behind its ABCI handler, and the trivial ones of test networks and
 * campaigns.
 */
import { describe, expect, it } from 'vitest';
import type { FinalizeBlockRequest } from '../../src/abci/application.js';
import type { AbciCall } from '../../src/consensus/effect.js';
import type { AbciReply } from '../../src/consensus/input.js';
import { bigintToBytes } from '../../src/kernel/bytes.js';
import { sha256 } from '../../src/kernel/hash.js';
import { utf8 } from '../../src/kernel/text.js';

export interface TestApplication {
  /** Replies to an ABCI call as the host does: the proposer receives the mempool's transactions. */
  readonly answer: (question: AbciCall) => AbciReply | Promise<AbciReply>;
  /** Time of the first block. */
  readonly time: bigint;
}

const PROPOSER = new Uint8Array(20).fill(7);
const NO_COMMIT = { round: 0, votes: [] };
const MAX_BYTES = 100_000n;

export function provesAnApplication(name: string, open: () => Promise<TestApplication>): void {
  async function aBlock() {
    const { answer, time } = await open();
    const facts = {
      height: 1n,
      time,
      nextValidatorsHash: bigintToBytes(1n, 32),
      proposerAddress: PROPOSER,
      misbehavior: [],
    };
    const prepared = await answer({
      type: 'prepareProposal',
      request: { ...facts, maxTxBytes: MAX_BYTES, localLastCommit: NO_COMMIT },
      maxGas: -1n,
    });
    if (prepared.type !== 'prepareProposal') throw new Error(`answered ${prepared.type}`);
    const request = (hash: string): FinalizeBlockRequest => ({
      ...facts,
      txs: prepared.txs,
      decidedLastCommit: NO_COMMIT,
      hash: sha256(utf8(hash)),
    });
    const finalize = async (hash: string) => {
      const reply = await answer({ type: 'finalizeBlock', request: request(hash) } as AbciCall);
      if (reply.type !== 'finalizeBlock') throw new Error(`answered ${reply.type}`);
      return reply.response;
    };
    return { answer, facts, prepared, finalize };
  }

  describe(`${name} as an application`, () => {
    it('proposes no more than fits, and accepts what it proposed', async () => {
      const { answer, facts, prepared } = await aBlock();
      const bytes = prepared.txs.reduce((sum, { length }) => sum + length, 0);
      expect(BigInt(bytes)).toBeLessThanOrEqual(MAX_BYTES);
      const request = { ...facts, txs: prepared.txs, proposedLastCommit: NO_COMMIT, hash: sha256(utf8('one')) };
      expect(await answer({ type: 'processProposal', request })).toEqual({
        type: 'processProposal',
        accept: true,
      });
    });

    it('gives the same response to the same block: a result for each transaction, and a hash', async () => {
      const { prepared, finalize } = await aBlock();
      expect(prepared.txs.length).toBeGreaterThan(0);
      const first = await finalize('one');
      expect(await finalize('one')).toEqual(first);
      expect(first.txResults).toHaveLength(prepared.txs.length);
      for (const { code, gasUsed, data } of first.txResults)
        expect([typeof code, typeof gasUsed, data instanceof Uint8Array]).toEqual(['number', 'bigint', true]);
      expect(first.appHash).toHaveLength(32);
      for (const { pubKey, power } of first.validatorUpdates) {
        expect(pubKey.bytes).toHaveLength(32);
        expect(power).toBeGreaterThanOrEqual(0n);
      }
    });

    it('has another hash after another block', async () => {
      const { finalize } = await aBlock();
      expect((await finalize('one')).appHash).not.toEqual((await finalize('two')).appHash);
    });
  });
}

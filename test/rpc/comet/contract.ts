/**
 * Tests what every CometBackend must do, as a suite that an implementation runs against itself:
 * `provesACometBackend('name', open)`.
 */
import { describe, expect, it } from 'vitest';
import type { BusEvent, CometBackend, StoredBlock } from '../../../src/backend/comet.js';
import { txHash } from '../../../src/codec/tx_hash.js';
import { medianTime } from '../../../src/consensus/types/bft_time.js';
import { type Block, dataHash, encodeBlock } from '../../../src/consensus/types/block.js';
import { lastResultsHash } from '../../../src/consensus/types/chain_state.js';
import { BlockIdFlag, commitHash } from '../../../src/consensus/types/commit.js';
import { type Evidence, evidenceHash, evidenceListHash } from '../../../src/consensus/types/evidence.js';
import { headerHash } from '../../../src/consensus/types/header.js';
import { paramsHash } from '../../../src/consensus/types/params.js';
import { partSetOf } from '../../../src/consensus/types/part_set.js';
import { proposer, type ValidatorSet, validatorsHash } from '../../../src/consensus/types/validator_set.js';
import { verifyCommit } from '../../../src/consensus/types/verify_commit.js';
import { consensusCrypto } from '../../../src/crypto/validator_keys.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { toUpperHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';

/** Chain that makes blocks only when the suite asks for them. */
export interface TestCometBackend {
  readonly backend: CometBackend;
  /** Returns another transaction that CheckTx accepts, at each call. */
  good(): Promise<Bytes>;
  /** Transaction that CheckTx refuses. */
  readonly bad: Bytes;
  /** Makes a block of these transactions and of the pending ones. */
  mine(...txs: readonly Bytes[]): Promise<void>;
  /** Returns a validator's double vote at a height. */
  doubleVote(height: bigint): Evidence;
}

const UNKNOWN = new Uint8Array(32).fill(0xee);
const search = (backend: CometBackend, text: string, order: 'asc' | 'desc') =>
  ({ query: backend.parseQuery(text), order, sameEvent: true }) as const;

export function provesACometBackend(name: string, open: () => Promise<TestCometBackend>): void {
  /** Opens a chain with blocks of two, no, and one transaction; the last two blocks are empty. */
  async function aChain() {
    const testDevnet = await open();
    const txs = [await testDevnet.good(), await testDevnet.good(), await testDevnet.good()] as const;
    await testDevnet.mine(txs[0], txs[1]);
    await testDevnet.mine();
    await testDevnet.mine(txs[2]);
    await testDevnet.mine();
    await testDevnet.mine();
    return { ...testDevnet, txs };
  }

  const storedAt = (backend: CometBackend, height: bigint): StoredBlock => {
    const stored = backend.block(height);
    if (stored === undefined) throw new Error(`block ${height} is missing`);
    return stored;
  };
  const heightsOf = (backend: CometBackend): bigint[] =>
    Array.from({ length: Number(backend.height() - backend.base()) + 1 }, (_, i) => backend.base() + BigInt(i));
  const set = (backend: CometBackend, height: bigint): ValidatorSet => backend.validators(height) as ValidatorSet;

  describe(`${name} as a CometBFT backend`, () => {
    it('has every block from the base to the height, and no other', async () => {
      const { backend } = await aChain();
      for (const height of heightsOf(backend)) {
        const { block, blockId, size } = storedAt(backend, height);
        expect(block.header.height).toBe(height);
        expect(toUpperHex(headerHash(block.header))).toBe(toUpperHex(blockId.hash));
        const parts = partSetOf(encodeBlock(block));
        expect([blockId.parts, size]).toEqual([parts.header, encodeBlock(block).length]);
        expect(backend.heightOfHash(blockId.hash)).toBe(height);
        expect(block.txs).toHaveLength(backend.results(height)?.response.txResults.length ?? -1);
      }
      for (const height of [backend.base() - 1n, backend.height() + 1n, -1n]) {
        expect(backend.block(height)).toBeUndefined();
        expect(backend.results(height)).toBeUndefined();
        expect(backend.commit(height)).toBeUndefined();
      }
      expect(backend.heightOfHash(UNKNOWN)).toBeUndefined();
      expect(backend.heightOfHash(EMPTY_BYTES)).toBeUndefined();
    });

    it('commits in each header to what the rest of the backend returns', async () => {
      const { backend } = await aChain();
      for (const height of heightsOf(backend)) {
        const { header, txs, lastCommit, evidence }: Block = storedAt(backend, height).block;
        const wanted = {
          validators: validatorsHash(set(backend, height)),
          next: validatorsHash(set(backend, height + 1n)),
          params: paramsHash(backend.params(height) as NonNullable<ReturnType<CometBackend['params']>>),
          data: dataHash(txs),
          lastCommit: commitHash(lastCommit),
          evidence: evidenceListHash(evidence),
          proposer: proposer(set(backend, height)).address,
        };
        expect({
          validators: header.validatorsHash,
          next: header.nextValidatorsHash,
          params: header.consensusHash,
          data: header.dataHash,
          lastCommit: header.lastCommitHash,
          evidence: header.evidenceHash,
          proposer: header.proposerAddress,
        }).toEqual(wanted);
        expect(header.chainId).toBe(backend.genesis.chainId);
        if (height === backend.base()) continue;
        const before = backend.results(height - 1n);
        if (before === undefined) throw new Error(`no results of ${height - 1n}`);
        expect(before.height).toBe(height - 1n);
        expect(header.appHash).toEqual(before.response.appHash);
        expect(header.lastResultsHash).toEqual(lastResultsHash(before.response.txResults));
        expect(header.lastBlockId).toEqual(storedAt(backend, height - 1n).blockId);
        expect(header.time).toBe(medianTime(lastCommit, set(backend, height - 1n)));
      }
    });

    it('has a commit signed by its validators for every height, canonical below the last decided height', async () => {
      const { backend } = await aChain();
      for (const height of heightsOf(backend)) {
        const found = backend.commit(height);
        if (found === undefined) throw new Error(`no commit of ${height}`);
        const { blockId } = storedAt(backend, height);
        const verdict = verifyCommit(
          backend.genesis.chainId,
          set(backend, height),
          blockId,
          height,
          found.commit,
          (key, message, { bytes }) => consensusCrypto.verify(key, message, bytes),
        );
        expect(verdict).toBeUndefined();
        expect(found.canonical).toBe(height < backend.height());
        if (found.canonical) expect(found.commit).toEqual(storedAt(backend, height + 1n).block.lastCommit);
        for (const { blockIdFlag, validatorAddress } of found.commit.signatures)
          expect(validatorAddress).toHaveLength(blockIdFlag === BlockIdFlag.Absent ? 0 : 20);
      }
    });

    it('has validators and parameters one height ahead, and no further', async () => {
      const { backend } = await aChain();
      const next = backend.height() + 1n;
      expect(backend.validators(next)?.validators.length).toBeGreaterThan(0);
      expect(backend.params(next)).toEqual(backend.params(backend.height()));
      for (const height of [backend.base() - 1n, next + 1n]) {
        expect(backend.validators(height)).toBeUndefined();
        expect(backend.params(height)).toBeUndefined();
      }
      for (const { address, pubKey } of set(backend, next).validators)
        expect([address.length, pubKey.bytes.length]).toEqual([20, 32]);
    });

    it('finds transactions by the hash of their bytes', async () => {
      const { backend, txs } = await aChain();
      const places = [
        [2n, 0],
        [2n, 1],
        [4n, 0],
      ] as const;
      const first = backend.height() - 6n;
      txs.forEach((tx, i) => {
        const location = backend.tx(txHash(tx));
        const [height, index] = places[i] as (typeof places)[number];
        expect(location).toMatchObject({ height: first + height, index, tx });
        expect(location?.result).toEqual(backend.results(first + height)?.response.txResults[index]);
      });
      for (const hash of [UNKNOWN, EMPTY_BYTES, txHash(txs[0]).subarray(1)]) expect(backend.tx(hash)).toBeUndefined();
    });

    it('searches in either order, and loads the requested page', async () => {
      const { backend, txs } = await aChain();
      const height = backend.tx(txHash(txs[0]))?.height as bigint;
      for (const order of ['asc', 'desc'] as const) {
        const found = backend.searchTxs(search(backend, `tx.height>=${height}`, order));
        const wanted = order === 'asc' ? txs : [...txs].reverse();
        expect(found.total).toBe(3);
        expect(found.load(0, 10).map(({ tx }) => tx)).toEqual(wanted);
        expect(found.load(1, 1).map(({ tx }) => tx)).toEqual([wanted[1]]);
        expect(found.load(3, 5)).toEqual([]);
        const blocks = backend.searchBlocks(search(backend, `block.height>${height}`, order));
        const heights = heightsOf(backend).filter((known) => known > height);
        expect(blocks.total).toBe(heights.length);
        const ours = blocks.load(0, 10).map(({ block }) => block.header.height);
        expect(ours).toEqual(order === 'asc' ? heights : heights.reverse());
      }
      const one = backend.searchTxs(search(backend, `tx.hash='${toUpperHex(txHash(txs[1]))}'`, 'asc'));
      expect(one.load(0, one.total).map(({ tx }) => tx)).toEqual([txs[1]]);
      expect(backend.searchTxs(search(backend, 'tx.height=999', 'asc')).total).toBe(0);
    });

    it("parses queries, and refuses invalid ones with the parser's message", async () => {
      const { backend } = await open();
      const query = backend.parseQuery("tm.event='Tx' AND tx.height>5");
      const event = (height: string) =>
        new Map([
          ['tm.event', ['Tx']],
          ['tx.height', [height]],
        ] as const);
      expect([query.matches(event('6')), query.matches(event('5')), query.matches(new Map())]).toEqual([
        true,
        false,
        false,
      ]);
      for (const text of ['', 'a=', "a='x"]) expect(() => backend.parseQuery(text)).toThrow(HalleyError);
    });

    it('checks a transaction without storing it, and accepts it once', async () => {
      const { backend, good, bad } = await open();
      const tx = await good();
      expect((await backend.checkTx(tx)).code).toBe(0);
      const refusal = await backend.checkTx(bad);
      expect(refusal.code).toBeGreaterThan(0);
      expect(refusal.log).not.toBe('');
      expect(await backend.broadcast(tx)).toMatchObject({ type: 'checked', check: { code: 0 }, hash: txHash(tx) });
      expect(await backend.broadcast(tx)).toEqual({ type: 'refused', reason: 'tx already exists in cache' });
      for (let i = 0; i < 2; i++)
        expect(await backend.broadcast(bad)).toMatchObject({
          type: 'checked',
          check: { code: refusal.code },
          hash: txHash(bad),
        });
    });

    it('shows pending transactions until a block holds them, or they are flushed', async () => {
      const { backend, good, mine } = await open();
      const txs = [await good(), await good()] as const;
      for (const tx of txs) await backend.broadcast(tx);
      const bytes = BigInt(txs[0].length + txs[1].length);
      expect(backend.unconfirmed(10)).toEqual({ txs, total: 2, totalBytes: bytes });
      expect(backend.unconfirmed(1)).toEqual({ txs: [txs[0]], total: 2, totalBytes: bytes });
      expect(backend.unconfirmed(0).txs).toEqual([]);
      await mine();
      expect(backend.unconfirmed(10)).toEqual({ txs: [], total: 0, totalBytes: 0n });
      const next = await good();
      await backend.broadcast(next);
      await backend.flushMempool();
      expect(backend.unconfirmed(10)).toEqual({ txs: [], total: 0, totalBytes: 0n });
      expect(await backend.broadcast(next)).toMatchObject({ type: 'checked', check: { code: 0 } });
    });

    it('answers a broadcast that awaits its block with the location, or with the refusal', async () => {
      const { backend, good, bad, mine } = await open();
      const tx = await good();
      const answer = backend.broadcastCommit(tx, 60_000);
      while (backend.unconfirmed(1).total === 0 && backend.tx(txHash(tx)) === undefined)
        await new Promise(setImmediate);
      await mine();
      const { outcome, location } = await answer;
      expect(outcome).toMatchObject({ type: 'checked', check: { code: 0 }, hash: txHash(tx) });
      expect(location).toEqual(backend.tx(txHash(tx)));
      expect(location).toBeDefined();
      expect(await backend.broadcastCommit(bad, 60_000)).toMatchObject({
        outcome: { type: 'checked', check: { code: expect.any(Number) } },
        location: undefined,
      });
    });

    it('publishes a height once it can be queried: the block, its header, its transactions', async () => {
      const { backend, good, mine } = await open();
      const received: BusEvent[] = [];
      const stop = backend.listen((event) => {
        if (!['NewBlock', 'NewBlockHeader', 'Tx'].includes(event.type)) return;
        received.push(event);
        if (event.type === 'NewBlock') expect(backend.block(event.stored.block.header.height)).toEqual(event.stored);
        if (event.type === 'Tx') expect(backend.tx(txHash(event.location.tx))).toEqual(event.location);
      });
      const tx = await good();
      await mine(tx);
      expect(received.map(({ type }) => type)).toEqual(['NewBlock', 'NewBlockHeader', 'Tx']);
      for (const event of received) expect(event.attributes.get('tm.event')).toEqual([event.type]);
      const height = backend.height().toString();
      expect(received[2]?.attributes.get('tx.height')).toEqual([height]);
      expect(received[2]?.attributes.get('tx.hash')).toEqual([toUpperHex(txHash(tx))]);
      stop();
      stop();
      await mine();
      expect(received).toHaveLength(3);
    });

    it('puts evidence into the next block, and answers with its hash again when it is known', async () => {
      const { backend, mine, doubleVote } = await aChain();
      const evidence = doubleVote(backend.height() - 2n);
      expect(await backend.submitEvidence(evidence)).toEqual(evidenceHash(evidence));
      expect(await backend.submitEvidence(evidence)).toEqual(evidenceHash(evidence));
      await mine();
      expect(storedAt(backend, backend.height()).block.evidence).toEqual([evidence]);
      await mine();
      expect(storedAt(backend, backend.height()).block.evidence).toEqual([]);
    });

    it('shows a round above the last decided height', async () => {
      const { backend } = await aChain();
      const { height, validators, lastCommit, lastValidators, votes, step } = backend.roundState();
      expect(height).toBe(backend.height() + 1n);
      expect(validatorsHash(validators)).toEqual(validatorsHash(set(backend, height)));
      expect(lastCommit).toHaveLength(set(backend, backend.height()).validators.length);
      expect(lastValidators && validatorsHash(lastValidators)).toEqual(validatorsHash(set(backend, backend.height())));
      expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(step);
      for (const { prevotes, precommits } of votes)
        expect([prevotes.length, precommits.length]).toEqual(Array(2).fill(validators.validators.length));
    });

    it('identifies itself and its peers by ids of 20 bytes', async () => {
      const { backend } = await aChain();
      const { nodeId, validator } = backend.node();
      expect([nodeId.length, validator.address.length, validator.pubKey.bytes.length]).toEqual([20, 20, 32]);
      expect(set(backend, backend.height() + 1n).validators).toContainEqual(validator);
      const { peers, listening } = backend.net();
      expect(listening).toBe(true);
      for (const { node } of peers) expect(node.nodeId).toHaveLength(20);
      expect(backend.peers()).toHaveLength(peers.length);
      for (const { nodeAddress } of backend.peers()) expect(nodeAddress).toMatch(/^[0-9a-f]{40}@[\d.]+:\d+$/);
    });

    it("reports the application's height, and queries it at the latest height by default", async () => {
      const { backend, mine } = await aChain();
      const info = await backend.info();
      expect(info.lastBlockHeight).toBe(backend.height());
      await mine();
      expect(storedAt(backend, backend.height()).block.header.appHash).toEqual(info.lastBlockAppHash);
      const ask = (height: bigint, path = '/store/bank/key') =>
        backend.query({ path, data: utf8('key'), height, prove: false });
      expect(await ask(0n)).toMatchObject({ code: 0, height: backend.height(), key: utf8('key'), proofOps: [] });
      expect(await ask(2n)).toMatchObject({ code: 0, height: 2n });
      expect(await ask(0n, '/nope')).toMatchObject({ code: expect.any(Number), value: EMPTY_BYTES });
      expect((await ask(0n, '/nope')).code).not.toBe(0);
    });
  });
}

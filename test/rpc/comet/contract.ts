/** What every CometPort must do, as a suite that an implementation runs against itself: `provesACometPort('name', open)`. */
import { describe, expect, it } from 'vitest';
import type { BusEvent, CometPort, StoredBlock } from '../../../src/backend/comet.js';
import { txHash } from '../../../src/codec/tx_hash.js';
import { medianTime } from '../../../src/consensus/types/bft_time.js';
import { type Block, dataHash, encodeBlock } from '../../../src/consensus/types/block.js';
import { BlockIdFlag, commitHash } from '../../../src/consensus/types/commit.js';
import { type Evidence, evidenceHash, evidenceListHash } from '../../../src/consensus/types/evidence.js';
import { headerHash } from '../../../src/consensus/types/header.js';
import { paramsHash } from '../../../src/consensus/types/params.js';
import { partSetOf } from '../../../src/consensus/types/part_set.js';
import { lastResultsHash } from '../../../src/consensus/types/results.js';
import { proposer, type ValidatorSet, validatorsHash } from '../../../src/consensus/types/validator_set.js';
import { verifyCommit } from '../../../src/consensus/types/verify.js';
import { consensusCrypto } from '../../../src/crypto/ed25519.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { toUpperHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';

/** A chain of which nothing is mined unless the suite says so. */
export interface CometScene {
  readonly port: CometPort;
  /** Another transaction that CheckTx takes, at each call. */
  good(): Promise<Bytes>;
  /** One that CheckTx refuses. */
  readonly bad: Bytes;
  /** Makes a block of these, and of what waits. */
  mine(...txs: readonly Bytes[]): Promise<void>;
  /** A double vote of a validator at a height. */
  doubleVote(height: bigint): Evidence;
}

const UNKNOWN = new Uint8Array(32).fill(0xee);
const search = (port: CometPort, text: string, order: 'asc' | 'desc') =>
  ({ query: port.parseQuery(text), order, sameEvent: true }) as const;

export function provesACometPort(name: string, open: () => Promise<CometScene>): void {
  /** Blocks with two, no, and one transaction; the last two are empty. */
  async function aChain() {
    const scene = await open();
    const txs = [await scene.good(), await scene.good(), await scene.good()] as const;
    await scene.mine(txs[0], txs[1]);
    await scene.mine();
    await scene.mine(txs[2]);
    await scene.mine();
    await scene.mine();
    return { ...scene, txs };
  }

  const storedAt = (port: CometPort, height: bigint): StoredBlock => {
    const stored = port.block(height);
    if (stored === undefined) throw new Error(`block ${height} is missing`);
    return stored;
  };
  const heightsOf = (port: CometPort): bigint[] =>
    Array.from({ length: Number(port.height() - port.base()) + 1 }, (_, i) => port.base() + BigInt(i));
  const set = (port: CometPort, height: bigint): ValidatorSet => port.validators(height) as ValidatorSet;

  describe(`${name} as a consensus port`, () => {
    it('has every block from the base to the height, and none beside', async () => {
      const { port } = await aChain();
      for (const height of heightsOf(port)) {
        const { block, blockId, size } = storedAt(port, height);
        expect(block.header.height).toBe(height);
        expect(toUpperHex(headerHash(block.header))).toBe(toUpperHex(blockId.hash));
        const parts = partSetOf(encodeBlock(block));
        expect([blockId.parts, size]).toEqual([parts.header, encodeBlock(block).length]);
        expect(port.heightOfHash(blockId.hash)).toBe(height);
        expect(block.txs).toHaveLength(port.results(height)?.response.txResults.length ?? -1);
      }
      for (const height of [port.base() - 1n, port.height() + 1n, -1n]) {
        expect(port.block(height)).toBeUndefined();
        expect(port.results(height)).toBeUndefined();
        expect(port.commit(height)).toBeUndefined();
      }
      expect(port.heightOfHash(UNKNOWN)).toBeUndefined();
      expect(port.heightOfHash(EMPTY_BYTES)).toBeUndefined();
    });

    it('announces in each header what the rest of the port shows', async () => {
      const { port } = await aChain();
      for (const height of heightsOf(port)) {
        const { header, txs, lastCommit, evidence }: Block = storedAt(port, height).block;
        const wanted = {
          validators: validatorsHash(set(port, height)),
          next: validatorsHash(set(port, height + 1n)),
          params: paramsHash(port.params(height) as NonNullable<ReturnType<CometPort['params']>>),
          data: dataHash(txs),
          lastCommit: commitHash(lastCommit),
          evidence: evidenceListHash(evidence),
          proposer: proposer(set(port, height)).address,
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
        expect(header.chainId).toBe(port.genesis.chainId);
        if (height === port.base()) continue;
        const before = port.results(height - 1n);
        if (before === undefined) throw new Error(`no results of ${height - 1n}`);
        expect(before.height).toBe(height - 1n);
        expect(header.appHash).toEqual(before.response.appHash);
        expect(header.lastResultsHash).toEqual(lastResultsHash(before.response.txResults));
        expect(header.lastBlockId).toEqual(storedAt(port, height - 1n).blockId);
        expect(header.time).toBe(medianTime(lastCommit, set(port, height - 1n)));
      }
    });

    it('has a commit of every height that its validators signed, canonical below the tip', async () => {
      const { port } = await aChain();
      for (const height of heightsOf(port)) {
        const found = port.commit(height);
        if (found === undefined) throw new Error(`no commit of ${height}`);
        const { blockId } = storedAt(port, height);
        const verdict = verifyCommit(
          port.genesis.chainId,
          set(port, height),
          blockId,
          height,
          found.commit,
          (key, message, { bytes }) => consensusCrypto.verify(key, message, bytes),
        );
        expect(verdict).toBeUndefined();
        expect(found.canonical).toBe(height < port.height());
        if (found.canonical) expect(found.commit).toEqual(storedAt(port, height + 1n).block.lastCommit);
        for (const { blockIdFlag, validatorAddress } of found.commit.signatures)
          expect(validatorAddress).toHaveLength(blockIdFlag === BlockIdFlag.Absent ? 0 : 20);
      }
    });

    it('knows validators and parameters one height ahead, and no further', async () => {
      const { port } = await aChain();
      const next = port.height() + 1n;
      expect(port.validators(next)?.validators.length).toBeGreaterThan(0);
      expect(port.params(next)).toEqual(port.params(port.height()));
      for (const height of [port.base() - 1n, next + 1n]) {
        expect(port.validators(height)).toBeUndefined();
        expect(port.params(height)).toBeUndefined();
      }
      for (const { address, pubKey } of set(port, next).validators)
        expect([address.length, pubKey.bytes.length]).toEqual([20, 32]);
    });

    it('finds transactions by the hash of their bytes', async () => {
      const { port, txs } = await aChain();
      const places = [
        [2n, 0],
        [2n, 1],
        [4n, 0],
      ] as const;
      const first = port.height() - 6n;
      txs.forEach((tx, i) => {
        const location = port.tx(txHash(tx));
        const [height, index] = places[i] as (typeof places)[number];
        expect(location).toMatchObject({ height: first + height, index, tx });
        expect(location?.result).toEqual(port.results(first + height)?.response.txResults[index]);
      });
      for (const hash of [UNKNOWN, EMPTY_BYTES, txHash(txs[0]).subarray(1)]) expect(port.tx(hash)).toBeUndefined();
    });

    it('searches in either order, and loads the page that is asked for', async () => {
      const { port, txs } = await aChain();
      const height = port.tx(txHash(txs[0]))?.height as bigint;
      for (const order of ['asc', 'desc'] as const) {
        const found = port.searchTxs(search(port, `tx.height>=${height}`, order));
        const wanted = order === 'asc' ? txs : [...txs].reverse();
        expect(found.total).toBe(3);
        expect(found.load(0, 10).map(({ tx }) => tx)).toEqual(wanted);
        expect(found.load(1, 1).map(({ tx }) => tx)).toEqual([wanted[1]]);
        expect(found.load(3, 5)).toEqual([]);
        const blocks = port.searchBlocks(search(port, `block.height>${height}`, order));
        const heights = heightsOf(port).filter((known) => known > height);
        expect(blocks.total).toBe(heights.length);
        const ours = blocks.load(0, 10).map(({ block }) => block.header.height);
        expect(ours).toEqual(order === 'asc' ? heights : heights.reverse());
      }
      const one = port.searchTxs(search(port, `tx.hash='${toUpperHex(txHash(txs[1]))}'`, 'asc'));
      expect(one.load(0, one.total).map(({ tx }) => tx)).toEqual([txs[1]]);
      expect(port.searchTxs(search(port, 'tx.height=999', 'asc')).total).toBe(0);
    });

    it('reads queries, and refuses what is none in the words of the parser', async () => {
      const { port } = await open();
      const query = port.parseQuery("tm.event='Tx' AND tx.height>5");
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
      for (const text of ['', 'a=', "a='x"]) expect(() => port.parseQuery(text)).toThrow(HalleyError);
    });

    it('checks without remembering, and takes a transaction once', async () => {
      const { port, good, bad } = await open();
      const tx = await good();
      expect((await port.checkTx(tx)).code).toBe(0);
      const refusal = await port.checkTx(bad);
      expect(refusal.code).toBeGreaterThan(0);
      expect(refusal.log).not.toBe('');
      expect(await port.broadcast(tx)).toMatchObject({ type: 'checked', check: { code: 0 }, hash: txHash(tx) });
      expect(await port.broadcast(tx)).toEqual({ type: 'refused', reason: 'tx already exists in cache' });
      for (let i = 0; i < 2; i++)
        expect(await port.broadcast(bad)).toMatchObject({
          type: 'checked',
          check: { code: refusal.code },
          hash: txHash(bad),
        });
    });

    it('shows what waits until a block holds it, or it is flushed', async () => {
      const { port, good, mine } = await open();
      const txs = [await good(), await good()] as const;
      for (const tx of txs) await port.broadcast(tx);
      const bytes = BigInt(txs[0].length + txs[1].length);
      expect(port.unconfirmed(10)).toEqual({ txs, total: 2, totalBytes: bytes });
      expect(port.unconfirmed(1)).toEqual({ txs: [txs[0]], total: 2, totalBytes: bytes });
      expect(port.unconfirmed(0).txs).toEqual([]);
      await mine();
      expect(port.unconfirmed(10)).toEqual({ txs: [], total: 0, totalBytes: 0n });
      const next = await good();
      await port.broadcast(next);
      await port.flushMempool();
      expect(port.unconfirmed(10)).toEqual({ txs: [], total: 0, totalBytes: 0n });
      expect(await port.broadcast(next)).toMatchObject({ type: 'checked', check: { code: 0 } });
    });

    it('answers a broadcast that waits for its block with the place, or with the refusal', async () => {
      const { port, good, bad, mine } = await open();
      const tx = await good();
      const answer = port.broadcastCommit(tx, 60_000);
      while (port.unconfirmed(1).total === 0 && port.tx(txHash(tx)) === undefined) await new Promise(setImmediate);
      await mine();
      const { outcome, location } = await answer;
      expect(outcome).toMatchObject({ type: 'checked', check: { code: 0 }, hash: txHash(tx) });
      expect(location).toEqual(port.tx(txHash(tx)));
      expect(location).toBeDefined();
      expect(await port.broadcastCommit(bad, 60_000)).toMatchObject({
        outcome: { type: 'checked', check: { code: expect.any(Number) } },
        location: undefined,
      });
    });

    it('tells of a height once it can be asked about: the block, its header, its transactions', async () => {
      const { port, good, mine } = await open();
      const told: BusEvent[] = [];
      const stop = port.listen((event) => {
        if (!['NewBlock', 'NewBlockHeader', 'Tx'].includes(event.type)) return;
        told.push(event);
        if (event.type === 'NewBlock') expect(port.block(event.stored.block.header.height)).toEqual(event.stored);
        if (event.type === 'Tx') expect(port.tx(txHash(event.location.tx))).toEqual(event.location);
      });
      const tx = await good();
      await mine(tx);
      expect(told.map(({ type }) => type)).toEqual(['NewBlock', 'NewBlockHeader', 'Tx']);
      for (const event of told) expect(event.attributes.get('tm.event')).toEqual([event.type]);
      const height = port.height().toString();
      expect(told[2]?.attributes.get('tx.height')).toEqual([height]);
      expect(told[2]?.attributes.get('tx.hash')).toEqual([toUpperHex(txHash(tx))]);
      stop();
      stop();
      await mine();
      expect(told).toHaveLength(3);
    });

    it('puts evidence into the next block, and answers its hash again when it is known', async () => {
      const { port, mine, doubleVote } = await aChain();
      const evidence = doubleVote(port.height() - 2n);
      expect(await port.submitEvidence(evidence)).toEqual(evidenceHash(evidence));
      expect(await port.submitEvidence(evidence)).toEqual(evidenceHash(evidence));
      await mine();
      expect(storedAt(port, port.height()).block.evidence).toEqual([evidence]);
      await mine();
      expect(storedAt(port, port.height()).block.evidence).toEqual([]);
    });

    it('shows a round on top of the tip', async () => {
      const { port } = await aChain();
      const { height, validators, lastCommit, lastValidators, votes, step } = port.roundState();
      expect(height).toBe(port.height() + 1n);
      expect(validatorsHash(validators)).toEqual(validatorsHash(set(port, height)));
      expect(lastCommit).toHaveLength(set(port, port.height()).validators.length);
      expect(lastValidators && validatorsHash(lastValidators)).toEqual(validatorsHash(set(port, port.height())));
      expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(step);
      for (const { prevotes, precommits } of votes)
        expect([prevotes.length, precommits.length]).toEqual(Array(2).fill(validators.validators.length));
    });

    it('presents itself and its peers by ids of 20 bytes', async () => {
      const { port } = await aChain();
      const { nodeId, validator } = port.node();
      expect([nodeId.length, validator.address.length, validator.pubKey.bytes.length]).toEqual([20, 20, 32]);
      expect(set(port, port.height() + 1n).validators).toContainEqual(validator);
      const { peers, listening } = port.net();
      expect(listening).toBe(true);
      for (const { node } of peers) expect(node.nodeId).toHaveLength(20);
      expect(port.peers()).toHaveLength(peers.length);
      for (const { nodeAddress } of port.peers()) expect(nodeAddress).toMatch(/^[0-9a-f]{40}@[\d.]+:\d+$/);
    });

    it('tells how far the application is, and asks it at the newest height unless told', async () => {
      const { port, mine } = await aChain();
      const info = await port.info();
      expect(info.lastBlockHeight).toBe(port.height());
      await mine();
      expect(storedAt(port, port.height()).block.header.appHash).toEqual(info.lastBlockAppHash);
      const ask = (height: bigint, path = '/store/bank/key') =>
        port.query({ path, data: utf8('key'), height, prove: false });
      expect(await ask(0n)).toMatchObject({ code: 0, height: port.height(), key: utf8('key'), proofOps: [] });
      expect(await ask(2n)).toMatchObject({ code: 0, height: 2n });
      expect(await ask(0n, '/nope')).toMatchObject({ code: expect.any(Number), value: EMPTY_BYTES });
      expect((await ask(0n, '/nope')).code).not.toBe(0);
    });
  });
}

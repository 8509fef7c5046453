/**
 * Tests that dev transactions are accepted only as the unbroken run at the start of a block, signed by the authority.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../../../src/app/application.js';
import { FEE_COLLECTOR } from '../../../src/app/modules/auth/fee_collector.js';
import { MsgSetBalance, MsgSetNonce } from '../../../src/codec/dev/accounts.js';
import { isDevTx } from '../../../src/codec/dev/dev_tx.js';

import { installFastCrypto } from '../../../src/crypto/install.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { FairScheduler, SLICE_MS } from '../../../src/kernel/fair_scheduler.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { PROPOSER, TestChain } from '../support/chain.js';
import { dev, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);

const NOBODY = fromHex('00000000000000000000000000000000000abcde');
const set = (balance: bigint) => ({ address: NOBODY, balance });

/** Opens a chain with three pending changes of balances. Returns their transactions, and an Ethereum transaction. */
async function aChain(options: Parameters<typeof TestChain.open>[0] = {}) {
  const chain = await TestChain.open(options);
  for (const balance of [1n, 2n, 3n]) chain.sendDevTx(MsgSetBalance, set(balance));
  const run = chain.app.devTxs.waiting.map(({ bytes }) => bytes) as [Bytes, Bytes, Bytes];
  const plain = chain.wrap(await sign(chain, dev(0), { to: dev(1).address }));
  return { chain, run, plain };
}

const proposal = (chain: TestChain, txs: readonly Bytes[]) => {
  const { decidedLastCommit: proposedLastCommit, ...request } = chain.blockRequest([]);
  return { ...request, txs, proposedLastCommit };
};
const accepts = async (chain: TestChain, txs: readonly Bytes[]): Promise<boolean> =>
  (await chain.app.processProposal(proposal(chain, txs))).accept;

const altered = (tx: Bytes, at: number): Bytes =>
  tx.map((byte, i) => (i === (at + tx.length) % tx.length ? byte ^ 1 : byte));

describe('a proposal', () => {
  const prepare = (chain: TestChain, txs: readonly Bytes[], maxTxBytes = 1_000_000n) =>
    chain.app.prepareProposal({
      ...proposal(chain, txs),
      maxTxBytes,
      localLastCommit: { round: 0, votes: [] },
      proposerAddress: PROPOSER,
    });

  it('begins with the pending dev transactions, and holds nothing else until all of them fit', async () => {
    const { chain, run, plain } = await aChain();
    expect((await prepare(chain, [plain])).txs).toEqual([...run, plain]);
    const room = BigInt(run[0].length + run[1].length + 10);
    expect((await prepare(chain, [plain], room)).txs).toEqual(run.slice(0, 2));
    expect((await prepare(chain, [plain], 10n)).txs).toEqual([]);
  });

  it('is accepted with any number of pending dev transactions at its start, in their order', async () => {
    const { chain, run, plain } = await aChain();
    for (const txs of [[], [plain], [...run, plain], run.slice(0, 1), [...run.slice(0, 2), plain]])
      expect(await accepts(chain, txs)).toBe(true);
  });

  it('lets other work run between the dev transactions that it executes', async () => {
    let [now, pauses] = [0, 0];
    const afterIo = (action: () => void): void => {
      pauses++;
      queueMicrotask(action);
    };
    // Every look at the clock takes longer than a slice.
    const scheduler = new FairScheduler({ now: () => (now += 2 * SLICE_MS), afterIo });
    const { chain, run } = await aChain({ scheduler });
    pauses = 0;
    expect(await accepts(chain, run)).toBe(true);
    expect(pauses).toBe(run.length);
  });

  it('is refused when the run has a gap, is out of order, follows another transaction, or has another signer', async () => {
    const { chain, run, plain } = await aChain();
    const [first, second, third] = run;
    const wrong = [
      [second],
      [first, third],
      [second, first],
      [first, first],
      [plain, first],
      [first, plain, second],
      [altered(first, -1)],
      [altered(first, 60)],
      [first, altered(second, -1)],
    ];
    for (const txs of wrong) expect(await accepts(chain, txs as Bytes[])).toBe(false);
    const stranger = await TestChain.open({ edit: (s) => delete s['dev'] });
    expect(await accepts(stranger, [first])).toBe(false);
  });
});

describe('a block', () => {
  it('executes its leading dev transactions first, and no others', async () => {
    const { chain, run, plain } = await aChain();
    const { response } = await chain.run({ ...chain.blockRequest([]), txs: [run[0], plain, run[1]] });
    expect(response.txResults.map(({ code }) => code)).toEqual([0, 0, 4]);
    expect(response.txResults[2]).toMatchObject({
      log: expect.stringContaining('is allowed only in dev transactions'),
      events: [],
    });
    expect(chain.balance(NOBODY)).toBe(1n);
    expect(chain.app.devTxs.waiting).toHaveLength(2);
  });

  it('has the same result without pending transactions, so that a chain can be replayed', async () => {
    const { chain, run, plain } = await aChain();
    const request = chain.blockRequest([plain]);
    const replayed = await TestChain.open();
    const expected = await chain.run(request);
    expect((await replayed.run({ ...request, txs: [...run, plain] })).response).toEqual(expected.response);
    expect(replayed.app.devTxs.sequence).toBe(3n);
    const { appHash } = expected.response;
    const other = await TestChain.open();
    expect(
      (await other.run({ ...request, txs: [...run.slice(0, 2), altered(run[2], -1), plain] })).response.appHash,
    ).not.toEqual(appHash);
  });

  it('shows its dev transactions in reads at the height below, also after a restart', async () => {
    const { chain, run } = await aChain();
    const blocks = new Map<bigint, readonly Bytes[]>([[1n, run]]);
    await chain.block();
    const after = await createApplication({ state: chain.state, txsAt: (height) => blocks.get(height) ?? [] });
    for (const app of [chain.app, after]) {
      expect(app.evm.at(0n).account(NOBODY)?.balance).toBe(3n);
      expect(app.evm.at(1n).account(NOBODY)?.balance).toBe(3n);
      expect(app.evm.proof(NOBODY, [], 0n).account).toBeUndefined();
    }
  });

  it('lets a pending dev transaction fail when it has become invalid, and continues', async () => {
    const { chain } = await aChain();
    await chain.block();
    chain.sendDevTx(MsgSetNonce, { address: NOBODY, nonce: 5n });
    const late = chain.devTxs(MsgSetNonce, { address: NOBODY, nonce: 4n });
    expect(chain.app.devTxs.add(late)).toMatchObject({ type: 'refused', codespace: 'dev' });
    const { response } = await chain.run({ ...chain.blockRequest([]), txs: [...chain.blockRequest([]).txs, late] });
    expect(response.txResults.map(({ code, codespace }) => [code, codespace])).toEqual([
      [0, ''],
      [4, 'dev'],
    ]);
    expect(chain.app.devTxs.sequence).toBe(5n);
    chain.sendDevTx(MsgSetBalance, set(9n));
    await chain.block();
    expect(chain.balance(NOBODY)).toBe(9n);
  });
});

describe('every other endpoint', () => {
  it('refuses a dev transaction, with a reason', async () => {
    const { chain, run } = await aChain();
    for (const type of ['new', 'recheck'] as const) {
      const check = await chain.app.checkTx({ tx: run[0], type });
      expect(check.code).toBe(4);
      expect(check.log).toMatch(
        /^\/halley\.dev\.v1\.MsgSetBalance is allowed only in dev transactions, which the node itself makes/,
      );
    }
  });

  it('accepts only the authority’s next transaction in the application', async () => {
    const { chain, run } = await aChain();
    const next = chain.devTxs(MsgSetBalance, set(4n));
    const wrong: [Bytes, RegExp][] = [
      [run[0], /sequence is 3, got 0/],
      [altered(next, -1), /must be signed by the dev authority/],
      [new Uint8Array([1, 2, 3]), /tx parse error/],
    ];
    for (const [tx, text] of wrong)
      expect(chain.app.devTxs.add(tx)).toMatchObject({ type: 'refused', log: expect.stringMatching(text) });
    expect(chain.app.devTxs.waiting).toHaveLength(3);
    expect(chain.app.devTxs.add(next)).toMatchObject({ type: 'taken' });
  });

  it('refuses to change the balances of module accounts', async () => {
    const { chain } = await aChain();
    expect(() => chain.sendDevTx(MsgSetBalance, { address: FEE_COLLECTOR.address, balance: 1n })).toThrow(
      'is the account of the module fee_collector',
    );
    expect(() => chain.sendDevTx(MsgSetBalance, { address: new Uint8Array(3), balance: 1n })).toThrow(
      'an address has 3 bytes',
    );
    expect(isDevTx(chain.devTxs(MsgSetBalance, set(1n)))).toBe(true);
  });
});

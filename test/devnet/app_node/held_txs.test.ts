/** Looks up the arrays of transactions whose bytes an engine sends again. */
import { expect, it } from 'vitest';
import { HeldTxs } from '../../../src/devnet/app_node/served_application.js';
import { utf8 } from '../../../src/kernel/text.js';
import { Mempool } from '../../../src/mempool/mempool.js';
import { send } from '../../mempool/build.js';

function setUp() {
  const pool = new Mempool();
  send(pool, 'pending');
  const [{ tx: pending } = { tx: utf8('') }] = pool.all();
  return { pool, pending, held: new HeldTxs() };
}

it('returns the array of the mempool for the same bytes, in proposals and blocks too', () => {
  const { pool, pending, held } = setUp();
  expect(held.of(utf8('pending'), pool)).toBe(pending);
  expect(held.ofProposal([utf8('pending')], pool)[0]).toBe(pending);
  expect(held.ofBlock([utf8('pending')], pool)[0]).toBe(pending);
});

it('returns the array of the last proposal for what the mempool does not have, until it is forgotten', () => {
  const { pool, held } = setUp();
  const first = utf8('proposed');
  expect(held.ofProposal([utf8('pending'), first], pool)[1]).toBe(first);
  expect(held.of(utf8('proposed'), pool)).toBe(first);
  expect(held.ofProposal([utf8('proposed')], pool)[0]).toBe(first);
  expect(held.ofBlock([utf8('proposed')], pool)[0]).toBe(first);
  held.forget();
  const later = utf8('proposed');
  expect(held.of(later, pool)).toBe(later);
});

it('returns an array that it does not know itself', () => {
  const { pool, held } = setUp();
  const unknown = utf8('unknown');
  expect(held.of(unknown, pool)).toBe(unknown);
  held.ofProposal([utf8('proposed')], pool);
  held.ofProposal([utf8('another')], pool);
  const outdated = utf8('proposed');
  expect(held.of(outdated, pool)).toBe(outdated);
});

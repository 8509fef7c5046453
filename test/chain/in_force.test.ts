/** Tests validator sets and parameters. Few heights store them in full, and every height returns its own. */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FinalizeBlockResponse, ValidatorUpdate } from '../../src/abci/application.js';
import type { BlockStore } from '../../src/chain/block_store/block_store.js';
import { paramsKey, validatorsKey } from '../../src/chain/block_store/keys.js';
import type { ChainState } from '../../src/consensus/types/chain_state.js';
import { aGenesis, aKey } from '../consensus/chain_kit.js';
import { TestBlockStore } from './test_block_store.js';

const NAMES = ['alice', 'bob', 'carol', 'dave'] as const;
/** Leaves validators and parameters unchanged, unlike the default heights of the test chain. */
const QUIET = { validatorUpdates: [], consensusParamUpdates: undefined } as unknown as Partial<FinalizeBlockResponse>;

const genesis = (): ChainState =>
  aGenesis(NAMES.slice(0, 3).map((name, i) => ({ key: aKey(name), power: 10n + BigInt(i) })));

const stronger = (name: string, power: bigint): ValidatorUpdate => ({ pubKey: aKey(name).pubKey, power });

/** Maps each height to the values in that height's state. */
function expected({ committed }: TestBlockStore): Map<bigint, unknown> {
  const { validators, nextValidators, params } = genesis();
  const sets = [validators, nextValidators, ...committed.map(({ state }) => state.nextValidators)];
  const all = [params, ...committed.map(({ state }) => state.params)];
  return new Map(all.map((own, i) => [BigInt(i + 1), { validators: sets[i], params: own }]));
}

const answered = (blockStore: BlockStore, heights: Iterable<bigint>): Map<bigint, unknown> =>
  new Map(Array.from(heights, (h) => [h, { validators: blockStore.validators(h), params: blockStore.params(h) }]));

describe('the validators and parameters of a height', () => {
  it('are those that the chain had there, whenever they changed, in any order of reads', async () => {
    const aChange = fc.record<Partial<FinalizeBlockResponse>>({
      validatorUpdates: fc.oneof(
        { weight: 12, arbitrary: fc.constant([]) },
        fc
          .tuple(fc.constantFrom(...NAMES.slice(1)), fc.bigInt(1n, 60n))
          .map(([name, power]) => [stronger(name, power)]),
      ),
      consensusParamUpdates: fc.oneof(
        { weight: 12, arbitrary: fc.constant(undefined) },
        fc.bigInt(1n, 9n).map((gas) => ({ block: { maxBytes: 5_000_000n, maxGas: 1_000_000n * gas } })),
      ),
    } as never);
    await fc.assert(
      fc.asyncProperty(
        fc.array(aChange, { minLength: 1, maxLength: 180 }),
        fc.array(fc.nat(200)),
        fc.nat(180),
        async (changes, order, back) => {
          const testDevnet = await TestBlockStore.found(genesis());
          for (const change of changes) await testDevnet.commit([], { ...QUIET, ...change });
          const all = expected(testDevnet);
          const heights = [...all.keys()];
          const shuffled = order.map((n) => BigInt((n % changes.length) + 1));
          for (const blockStore of [testDevnet.blockStore, testDevnet.reopened() as BlockStore]) {
            expect(answered(blockStore, heights)).toEqual(all);
            for (const height of shuffled) expect(answered(blockStore, [height]).get(height)).toEqual(all.get(height));
          }
          await testDevnet.revertTo(BigInt(back % changes.length) + 1n);
          for (const change of changes.slice(0, 70)) await testDevnet.commit([], { ...QUIET, ...change });
          const other = expected(testDevnet);
          expect(answered(testDevnet.blockStore, other.keys())).toEqual(other);
          expect(answered(testDevnet.reopened() as BlockStore, other.keys())).toEqual(other);
        },
      ),
      { numRuns: 12 },
    );
  });

  it('are stored in full where they change, and once in sixty-four heights', async () => {
    const testDevnet = await TestBlockStore.found(genesis());
    for (let height = 1; height <= 200; height++)
      await testDevnet.commit([], { ...QUIET, validatorUpdates: height === 30 ? [stronger('bob', 50n)] : [] });
    const lengthOf = (key: Uint8Array): number => testDevnet.store.need(key).length;
    const heights = Array.from({ length: 202 }, (_, i) => BigInt(i + 1));
    expect(heights.filter((height) => lengthOf(validatorsKey(height)) > 20)).toEqual([1n, 2n, 32n, 96n, 160n]);
    expect(heights.slice(0, -1).filter((height) => lengthOf(paramsKey(height)) > 20)).toEqual([1n]);
  });

  it('are the same in a store that was reopened in between', async () => {
    const [whole, broken] = [await TestBlockStore.found(genesis()), await TestBlockStore.found(genesis())];
    for (let i = 0; i < 70; i++) await whole.commit([], QUIET);
    for (let i = 0; i < 40; i++) await broken.commit([], QUIET);
    const resumed = broken.restarted();
    for (let i = 0; i < 30; i++) await resumed.commit([], QUIET);
    const records = async ({ store }: TestBlockStore): Promise<unknown[]> => {
      const found: unknown[] = [];
      for await (const entry of store.entries({ gte: new Uint8Array(0), lt: Uint8Array.of(255) })) found.push(entry);
      return found;
    };
    expect(await records(resumed)).toEqual(await records(whole));
  });

  it('are reported as damaged where the referenced height has none', async () => {
    const testDevnet = await TestBlockStore.found(genesis());
    for (let i = 0; i < 5; i++) await testDevnet.commit([], QUIET);
    await testDevnet.store.batch([
      { type: 'put', key: validatorsKey(2n), value: testDevnet.store.need(validatorsKey(3n)) },
      { type: 'put', key: paramsKey(1n), value: testDevnet.store.need(paramsKey(3n)) },
    ]);
    const { blockStore } = testDevnet;
    const damaged = expect.objectContaining({ code: 'corrupt-store' });
    expect(() => blockStore.validators(4n)).toThrow(damaged);
    expect(() => blockStore.params(4n)).toThrow(damaged);
  });
});

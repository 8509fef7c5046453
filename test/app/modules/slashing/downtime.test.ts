/** Punishes validators that do not sign, by the votes of the commits that blocks bring. */
import { beforeAll, expect, it } from 'vitest';
import type { BlockIdFlagValue, Event } from '../../../../src/abci/application.js';
import { exportAppState } from '../../../../src/app/genesis.js';
import { missedBlocks } from '../../../../src/app/modules/slashing/downtime.js';
import { signingInfo } from '../../../../src/app/modules/slashing/store.js';
import { stakingProblem } from '../../../../src/app/modules/staking/invariants.js';
import { derivedOperator } from '../../../../src/app/modules/staking/operator.js';
import { readValidator } from '../../../../src/app/modules/staking/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { NANOS_PER_SECOND } from '../../../../src/kernel/time.js';
import { TestChain } from '../../support/chain.js';
import { type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const [A, B] = validatorsOf(10n, 20n) as [TestValidator, TestValidator];
const consensusText = ({ address }: TestValidator): string => bech32Address(address, 'halleyvalcons');
const SIGNED = 2;
const ABSENT = 1;

const params = {
  signed_blocks_window: '6',
  min_signed_per_window: '0.5',
  downtime_jail_duration: '60s',
  slash_fraction_downtime: '0.1',
};

const open = (slashing: object = { downtime: true, params }): Promise<TestChain> =>
  TestChain.open({
    validators: [A, B],
    edit: (state) => {
      state['slashing'] = slashing;
    },
  });

/** Commits a block after a commit with this vote of A; B has signed. */
async function block(chain: TestChain, flag: BlockIdFlagValue): Promise<readonly Event[]> {
  const votes = [
    { validator: { address: B.address, power: B.power }, blockIdFlag: SIGNED as BlockIdFlagValue },
    { validator: { address: A.address, power: A.power }, blockIdFlag: flag },
  ];
  const { response } = await chain.run({ ...chain.blockRequest([]), decidedLastCommit: { round: 0, votes } });
  expect(stakingProblem(chain.state.latest)).toBeUndefined();
  return response.events;
}

const infoOf = (chain: TestChain, { address }: TestValidator) => signingInfo(chain.state.latest, address);
const tokensOf = (chain: TestChain, { address }: TestValidator) =>
  readValidator(chain.state.latest, derivedOperator(address))?.tokens;
const attributes = (events: readonly Event[], wanted: string): unknown[] =>
  events
    .filter(({ type }) => type === wanted)
    .map((event) => Object.fromEntries(event.attributes.map(({ key, value }) => [key, value])));

it('counts the blocks of a window that a validator has missed', async () => {
  const chain = await open();
  for (const flag of [SIGNED, ABSENT, 3, ABSENT, SIGNED] as const) await block(chain, flag);
  expect(missedBlocks(chain.state.latest, A.address)).toEqual([1n, 3n]);
  expect(infoOf(chain, A)).toMatchObject({ indexOffset: 5n, missedBlocksCounter: 2n });
  expect(infoOf(chain, B)).toMatchObject({ indexOffset: 5n, missedBlocksCounter: 0n });
  const events = await block(chain, ABSENT);
  expect(attributes(events, 'liveness')).toEqual([
    { address: consensusText(A), missed_blocks: '3', height: '6', mode: 'BeginBlock' },
  ]);
  // The seventh block takes the place of the first, and the eighth that of a missed one.
  await block(chain, SIGNED);
  await block(chain, SIGNED);
  expect(missedBlocks(chain.state.latest, A.address)).toEqual([3n, 5n]);
  expect(infoOf(chain, A)).toMatchObject({ indexOffset: 8n, missedBlocksCounter: 2n });
});

it('slashes and jails a validator that misses more than half of a whole window, and then counts anew', async () => {
  const chain = await open();
  for (let missed = 0; missed < 6; missed++)
    expect(attributes(await block(chain, ABSENT), 'slash'), `${missed}`).toEqual([]);
  expect(tokensOf(chain, A)).toBe(10n * COIN);
  const { response } = await chain.run({
    ...chain.blockRequest([]),
    decidedLastCommit: {
      round: 0,
      votes: [{ validator: { address: A.address, power: A.power }, blockIdFlag: ABSENT }],
    },
  });
  expect(attributes(response.events, 'slash')).toEqual([
    {
      address: consensusText(A),
      power: '10',
      reason: 'missing_signature',
      jailed: consensusText(A),
      burned_coins: COIN.toString(),
      mode: 'BeginBlock',
    },
  ]);
  expect(response.validatorUpdates).toEqual([{ pubKey: A.pubKey, power: 0n }]);
  expect(tokensOf(chain, A)).toBe(9n * COIN);
  expect(infoOf(chain, A)).toMatchObject({
    indexOffset: 0n,
    missedBlocksCounter: 0n,
    tombstoned: false,
    jailedUntil: chain.genesisTime + 67n * NANOS_PER_SECOND,
  });
  expect(missedBlocks(chain.state.latest, A.address)).toEqual([]);
  // A jailed validator is in the commits of two more blocks, which do not count.
  expect(attributes(await block(chain, ABSENT), 'liveness')).toEqual([]);
  expect(infoOf(chain, A)).toMatchObject({ indexOffset: 0n });
});

it('is off unless the genesis document says so', async () => {
  const chain = await open({ params });
  for (let missed = 0; missed < 9; missed++) expect(attributes(await block(chain, ABSENT), 'liveness')).toEqual([]);
  expect(infoOf(chain, A)).toMatchObject({ indexOffset: 0n, missedBlocksCounter: 0n });
  expect((exportAppState(chain.state.latest) as { slashing: object }).slashing).not.toHaveProperty('downtime');
});

it('continues from an exported document with what was missed before', async () => {
  const chain = await open();
  for (const flag of [ABSENT, SIGNED, ABSENT, ABSENT] as const) await block(chain, flag);
  const exported = (exportAppState(chain.state.latest) as { slashing: object }).slashing;
  expect(exported).toMatchObject({
    downtime: true,
    missed_blocks: expect.arrayContaining([
      {
        address: consensusText(A),
        missed_blocks: [
          { index: '0', missed: true },
          { index: '2', missed: true },
          { index: '3', missed: true },
        ],
      },
    ]),
  });
  const again = await open(structuredClone(exported));
  expect((exportAppState(again.state.latest) as { slashing: object }).slashing).toEqual(exported);
  await expect(open({ downtime: 'yes' })).rejects.toThrow(
    'app_state.slashing.downtime is "yes": expected true or false',
  );
  const negative = { address: consensusText(A), missed_blocks: [{ index: '-1', missed: true }] };
  await expect(open({ downtime: true, params, missed_blocks: [negative] })).rejects.toThrow(
    'missed_blocks[0].index is "-1"',
  );
});

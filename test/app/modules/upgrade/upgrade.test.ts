/** Switches the rules of the EVM at the height of a plan, and goes back with a revert. */
import { beforeAll, describe, expect, it } from 'vitest';
import { readProposal } from '../../../../src/app/modules/gov/store.js';
import { MsgCancelUpgrade, MsgSoftwareUpgrade } from '../../../../src/app/modules/upgrade/messages/plans.js';
import { doneHeight, type Plan, readPlan } from '../../../../src/app/modules/upgrade/store.js';
import { hardforkOf, readChainParams } from '../../../../src/app/sdk/chain_params.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { ZERO_TIME } from '../../../../src/kernel/time.js';
import type { TestChain } from '../../support/chain.js';
import { packed, signCosmos } from '../../support/cosmos.js';
import { alice, bob, DAY, emptyBlock, gov, open, propose, succeed, vote } from '../../support/gov.js';
import { sign } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const plan = (name: string, height: bigint, more: Partial<Plan> = {}): Any =>
  packed(MsgSoftwareUpgrade.message, {
    authority: gov,
    plan: { name, height, info: 'rehearsal', time: ZERO_TIME, upgradedClientState: undefined, ...more },
  });

const openPrague = (): Promise<TestChain> =>
  open({ edit: (appState) => Object.assign(appState['evm'].params, { hardfork: 'prague' }) });

/** Passes proposal `id` in the block at day `day`, and returns why it failed. */
async function pass(chain: TestChain, message: Any, id = 1n, day = 3n): Promise<string | undefined> {
  const at = (day - 3n) * DAY + 60_000_000_000n * id;
  const tx = signCosmos(chain, alice, [propose([message]), vote(alice, 1, id)]);
  const response = await chain.app.finalizeBlock({ ...chain.blockRequest([tx]), time: chain.genesisTime + at });
  await chain.app.commit();
  expect(response.txResults[0]?.log).toBe('');
  await emptyBlock(chain, day * DAY);
  return readProposal(chain.state.latest, id)?.failedReason;
}

const fork = (chain: TestChain): string => hardforkOf(readChainParams(chain.state.latest));

/** Creates a contract whose code begins with CLZ, which Osaka brings. Returns the error of the machine. */
async function clz(chain: TestChain, at: bigint): Promise<string | undefined> {
  const tx = chain.wrap(await sign(chain, bob, { data: '0x60011e5f5260205ff3' }));
  const { outcomes } = await chain.run({ ...chain.blockRequest([tx]), time: chain.genesisTime + at });
  return outcomes[0]?.vmError;
}

describe('a plan with the name of a fork', () => {
  it('switches the rules at its height, and a revert goes back', async () => {
    const chain = await openPrague();
    const height = chain.height + 5n;
    expect(await pass(chain, plan('osaka', height))).toBe('');
    expect(readPlan(chain.state.latest)).toMatchObject({ name: 'osaka', height });
    // The second block of the proposal is followed by one with the old rules.
    while (chain.height < height - 1n) expect(await clz(chain, 4n * DAY)).toContain('invalid opcode');
    expect(fork(chain)).toBe('osaka');
    const before = chain.height;
    for (const at of [5n, 6n]) {
      expect(await clz(chain, at * DAY)).toBe('');
      expect(chain.height).toBe(before + 1n);
      expect(doneHeight(chain.state.latest, 'osaka')).toBe(height);
      chain.app.revertTo(before - 1n);
      expect(fork(chain)).toBe('prague');
      expect(await clz(chain, at * DAY)).toContain('invalid opcode');
      expect([chain.height, fork(chain)]).toEqual([before, 'osaka']);
    }
    expect(readPlan(chain.state.latest)).toBeUndefined();
  });

  it('is refused for an old fork, an old height and an old name', async () => {
    const chain = await openPrague();
    expect(await pass(chain, plan('cancun', 99n))).toBe(
      'the plan names the fork cancun, but the chain has the rules of prague already, expected a later fork: invalid request',
    );
    expect(await pass(chain, plan('v2', 1n), 2n, 6n)).toBe('upgrade cannot be scheduled in the past: invalid request');
    expect(await pass(chain, plan('', 99n), 3n, 9n)).toBe('name cannot be empty: invalid request');
    expect(await pass(chain, plan('v2', 99n, { time: 7n }), 4n, 12n)).toBe(
      'time-based upgrades have been deprecated in the SDK: invalid request',
    );
    // This height is the earliest, and its plan is applied at once.
    expect(await pass(chain, plan('v2', chain.height + 2n), 5n, 15n)).toBe('');
    expect(doneHeight(chain.state.latest, 'v2')).toBe(chain.height);
    expect(await pass(chain, plan('v2', 99n), 6n, 18n)).toBe(
      'upgrade with name v2 has already been completed: invalid request',
    );
    expect(fork(chain)).toBe('prague');
  });
});

it('a plan is canceled by another proposal', async () => {
  const chain = await openPrague();
  const height = chain.height + 6n;
  await pass(chain, plan('osaka', height));
  expect(await pass(chain, packed(MsgCancelUpgrade.message, { authority: gov }), 2n, 6n)).toBe('');
  expect(readPlan(chain.state.latest)).toBeUndefined();
  while (chain.height <= height) await emptyBlock(chain, 7n * DAY);
  expect(fork(chain)).toBe('prague');
  expect((await succeed(chain, alice, propose([], { metadata: 'x' }))).code).toBe(0);
});

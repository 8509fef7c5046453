/**
 * Goes back and restarts while changes are due at a later time or height: queues of staking, gov, authz, feegrant and
 * upgrade, and a validator that is jailed in the block in which it would return. A revert after a detour, and a new
 * application over the same store, make the same blocks as neither.
 */

import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz';
import { MsgGrant } from 'cosmjs-types/cosmos/authz/v1beta1/tx';
import { BasicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant';
import { MsgGrantAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx';
import { MsgBeginRedelegate, MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { MsgCreatePeriodicVestingAccount } from 'cosmjs-types/cosmos/vesting/v1beta1/tx';
import { beforeAll, describe, expect, it } from 'vitest';
import type { FinalizeBlockRequest, Misbehavior } from '../../../src/abci/application.js';
import { createApplication, type HalleyApplication } from '../../../src/app/application.js';
import { MsgSoftwareUpgrade } from '../../../src/app/modules/upgrade/messages/plans.js';
import { openAppState } from '../../../src/app/state/open.js';
import type { Any } from '../../../src/codec/cosmos/base.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { toHex } from '../../../src/kernel/hex.js';
import { NANOS_PER_SECOND, splitTime, ZERO_TIME } from '../../../src/kernel/time.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { TestChain } from '../support/chain.js';
import { any, coins, packed, signCosmos, textOf, transfer } from '../support/cosmos.js';
import { A, alice, B, bob, carol, DAY, gov, operator, propose, stake, vote } from '../support/gov.js';
import { doubleSign } from '../support/validators.js';
import { accountAt, COIN, type Dev } from '../support/wallet.js';

beforeAll(installFastCrypto);

const PERIOD = 5n * DAY;
const vera = accountAt(40);

/** Chain whose blocks are in a store, as a devnet's are. */
class StoredChain {
  private constructor(
    readonly chain: TestChain,
    private readonly store: MemoryStore,
    private readonly app: HalleyApplication,
  ) {}

  static async open(): Promise<StoredChain> {
    const store = new MemoryStore();
    const chain = await TestChain.open({
      state: await openAppState(store),
      validators: [A, B],
      edit: (state) => {
        state['distribution'] = {};
        state['staking'] = { params: { unbonding_time: `${PERIOD / NANOS_PER_SECOND}s` } };
        state['evm'].params.hardfork = 'prague';
      },
    });
    await store.batch(chain.app.staged.writes);
    return new StoredChain(chain, store, chain.app);
  }

  /** Commits a block at an offset from the genesis, and returns its app hash and events. */
  async block(at: bigint, request: Partial<FinalizeBlockRequest> = {}): Promise<unknown> {
    const { app, store, chain } = this;
    const height = (await app.info()).lastBlockHeight + 1n;
    const block = { ...chain.blockRequest([], height), time: chain.genesisTime + at, ...request };
    const { txResults, events, appHash, validatorUpdates } = await app.finalizeBlock(block);
    expect(txResults.map(({ log }) => log)).toEqual(block.txs.map(() => ''));
    await store.batch(app.staged.writes);
    await app.commit();
    return { appHash: toHex(appHash), events, validatorUpdates };
  }

  send(at: bigint, from: Dev, ...messages: readonly Any[]): Promise<unknown> {
    return this.block(at, { txs: [signCosmos(this.chain, from, messages)] });
  }

  async punish(at: bigint, from: Dev, message: Any, offence: Misbehavior): Promise<unknown> {
    return this.block(at, { txs: [signCosmos(this.chain, from, [message])], misbehavior: [offence] });
  }

  /** Opens another application over the store. */
  async restarted(): Promise<StoredChain> {
    return new StoredChain(this.chain, this.store, await createApplication({ state: await openAppState(this.store) }));
  }
}

/** Pending change: how it begins, and the times of the blocks that show how it ends. */
interface Pending {
  readonly name: string;
  begin(chain: StoredChain): Promise<void>;
  readonly ends: readonly bigint[];
  /** Type of an event that shows that it has ended. */
  readonly event?: string;
}

const SECOND = NANOS_PER_SECOND;
const party = (by: Dev, amount: bigint) => ({ delegatorAddress: textOf(by), amount: coins(amount)[0] });
const until = ({ chain }: StoredChain, at: bigint) => ({ expiration: splitTime(chain.genesisTime + at) });
const undelegate = (by: Dev, amount: bigint, from = A): Any =>
  any(MsgUndelegate, { ...party(by, amount), validatorAddress: operator(from) });
const redelegate = (by: Dev, amount: bigint): Any =>
  any(MsgBeginRedelegate, {
    ...party(by, amount),
    validatorSrcAddress: operator(A),
    validatorDstAddress: operator(B),
  });
const staked = (chain: StoredChain): Promise<unknown> => chain.send(SECOND, alice, stake(alice, A, 40n));

const PENDING: readonly Pending[] = [
  {
    name: 'unbonding delegations',
    async begin(chain) {
      await staked(chain);
      await chain.send(2n * SECOND, alice, undelegate(alice, 3n * COIN), undelegate(alice, 5n));
      await chain.send(DAY, alice, undelegate(alice, 7n * COIN));
    },
    ends: [PERIOD + 2n * SECOND, PERIOD + DAY, PERIOD + 2n * DAY],
    event: 'complete_unbonding',
  },
  {
    name: 'redelegations',
    async begin(chain) {
      await staked(chain);
      await chain.send(2n * SECOND, alice, redelegate(alice, 3n * COIN));
      await chain.send(DAY, alice, redelegate(alice, 7n * COIN));
    },
    ends: [PERIOD + 2n * SECOND, PERIOD + DAY],
    event: 'complete_redelegation',
  },
  {
    name: 'a proposal without enough deposits',
    begin: async (chain) => {
      await chain.send(SECOND, bob, propose([], { deposit: 300_001n, by: bob, metadata: 'm' }));
    },
    ends: [2n * DAY, 2n * DAY + SECOND],
    event: 'inactive_proposal',
  },
  {
    name: 'a proposal with votes',
    async begin(chain) {
      await staked(chain);
      const paid = any(MsgDelegate, { ...party(carol, 1n), validatorAddress: operator(A) });
      await chain.send(2n * SECOND, alice, propose([], { metadata: 'm' }), vote(alice, 1));
      await chain.send(3n * SECOND, carol, paid);
      await chain.send(4n * SECOND, carol, vote(carol, 3));
    },
    ends: [2n * DAY + SECOND, 2n * DAY + 2n * SECOND, 3n * DAY],
    event: 'active_proposal',
  },
  {
    name: 'a plan for an upgrade',
    async begin(chain) {
      await staked(chain);
      const plan = { name: 'osaka', height: 7n, info: '', time: ZERO_TIME, upgradedClientState: undefined };
      const message = packed(MsgSoftwareUpgrade.message, { authority: gov, plan });
      await chain.send(2n * SECOND, alice, propose([message]), vote(alice, 1));
      await chain.block(3n * DAY);
    },
    ends: [4n * DAY, 5n * DAY, 6n * DAY, 7n * DAY, 8n * DAY],
  },
  {
    name: 'authorizations',
    async begin(chain) {
      const grant = (msg: string, at: bigint): Any =>
        any(MsgGrant, {
          granter: textOf(alice),
          grantee: textOf(bob),
          grant: { authorization: any(GenericAuthorization, { msg }), ...until(chain, at) },
        });
      await chain.send(SECOND, alice, grant(MsgDelegate.typeUrl, 7n * SECOND), grant(MsgUndelegate.typeUrl, DAY));
    },
    ends: [7n * SECOND, 8n * SECOND, DAY, DAY + SECOND],
  },
  {
    name: 'allowances of fees',
    async begin(chain) {
      const allow = (to: Dev, at: bigint): Any =>
        any(MsgGrantAllowance, {
          granter: textOf(alice),
          grantee: textOf(to),
          allowance: any(BasicAllowance, { spendLimit: coins(5n), ...until(chain, at) }),
        });
      await chain.send(SECOND, alice, allow(bob, 7n * SECOND), allow(carol, DAY));
    },
    ends: [7n * SECOND, 8n * SECOND, DAY, DAY + SECOND],
  },
  {
    name: 'a periodic vesting account that delegated in the middle of a period',
    async begin(chain) {
      const periods = [
        { length: 86_400n, amount: coins(3n * COIN) },
        { length: 9n * 86_400n, amount: coins(5n * COIN) },
      ];
      const [toAddress, startTime] = [textOf(vera), chain.chain.genesisTime / SECOND];
      const created = { fromAddress: textOf(alice), toAddress, startTime, vestingPeriods: periods };
      await chain.send(SECOND, alice, any(MsgCreatePeriodicVestingAccount, created), transfer(alice, vera, COIN));
      await chain.send(2n * DAY, vera, any(MsgDelegate, { ...party(vera, 7n * COIN), validatorAddress: operator(A) }));
      await chain.send(2n * DAY, vera, undelegate(vera, 3n * COIN), undelegate(vera, COIN));
      await chain.send(4n * DAY, vera, undelegate(vera, 2n * COIN));
    },
    ends: [3n * DAY + PERIOD, 4n * DAY + PERIOD, 11n * DAY],
    event: 'complete_unbonding',
  },
  {
    name: 'a validator that is jailed in the block in which stake returns to it',
    async begin(chain) {
      await chain.send(SECOND, alice, stake(alice, A, 1n));
      await chain.send(2n * SECOND, alice, redelegate(alice, COIN));
      await chain.punish(3n * SECOND, bob, stake(bob, A, 9n), doubleSign(chain.chain, A, { height: 2n }));
    },
    ends: [PERIOD, PERIOD + 3n * SECOND, PERIOD + DAY],
  },
];

async function finish(chain: StoredChain, { ends }: Pending): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const at of ends) found.push(await chain.block(at));
  return found;
}

describe.each(PENDING.map((pending) => [pending.name, pending] as const))('%s', (_name, pending) => {
  const begun = async (): Promise<StoredChain> => {
    const chain = await StoredChain.open();
    await pending.begin(chain);
    return chain;
  };

  it('a revert after a detour makes the same blocks as no detour', async () => {
    const straight = await finish(await begun(), pending);
    if (pending.event !== undefined) expect(JSON.stringify(straight)).toContain(`"${pending.event}"`);
    const winding = await begun();
    const { app, height } = winding.chain;
    await winding.send(5n * DAY, bob, transfer(bob, carol, 11n));
    await winding.block(9n * DAY);
    app.revertTo(height);
    expect(await finish(winding, pending)).toEqual(straight);
  });

  it('a restart makes the same blocks as none', async () => {
    const straight = await finish(await begun(), pending);
    const chain = await begun();
    const [first, ...later] = pending.ends;
    const found = await finish(await chain.restarted(), { ...pending, ends: [first as bigint] });
    found.push(...(await finish(await chain.restarted(), { ...pending, ends: later })));
    expect(found).toEqual(straight);
  });
});

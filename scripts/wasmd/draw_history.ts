/**
 * Draws the genesis document, times, votes, evidence and transactions of a history by its name. Draws depend on what the
 * node has answered only through a few numbers: sequences of accounts, ids of proposals, heights of withdrawals.
 */
import { createHash } from 'node:crypto';
import { encodeSecp256k1Pubkey } from '@cosmjs/amino';
import { DirectSecp256k1Wallet, encodePubkey, makeAuthInfoBytes, makeSignDoc } from '@cosmjs/proto-signing';
import { GenericAuthorization } from 'cosmjs-types/cosmos/authz/v1beta1/authz';
import { MsgExec, MsgGrant, MsgRevoke } from 'cosmjs-types/cosmos/authz/v1beta1/tx';
import { SendAuthorization } from 'cosmjs-types/cosmos/bank/v1beta1/authz';
import { MsgMultiSend, MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { PubKey } from 'cosmjs-types/cosmos/crypto/ed25519/keys';
import {
  MsgCommunityPoolSpend,
  MsgDepositValidatorRewardsPool,
  MsgFundCommunityPool,
  MsgSetWithdrawAddress,
  MsgUpdateParams as MsgUpdateDistribution,
  MsgWithdrawDelegatorReward,
  MsgWithdrawValidatorCommission,
} from 'cosmjs-types/cosmos/distribution/v1beta1/tx';
import { AllowedMsgAllowance, BasicAllowance, PeriodicAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/feegrant';
import { MsgGrantAllowance, MsgRevokeAllowance } from 'cosmjs-types/cosmos/feegrant/v1beta1/tx';
import {
  MsgCancelProposal,
  MsgDeposit,
  MsgSubmitProposal,
  MsgVote,
  MsgVoteWeighted,
} from 'cosmjs-types/cosmos/gov/v1/tx';
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov';
import {
  MsgVote as MsgLegacyVote,
  MsgSubmitProposal as MsgSubmitLegacyProposal,
} from 'cosmjs-types/cosmos/gov/v1beta1/tx';
import { MsgUpdateParams as MsgUpdateMint } from 'cosmjs-types/cosmos/mint/v1beta1/tx';
import { MsgUnjail, MsgUpdateParams as MsgUpdateSlashing } from 'cosmjs-types/cosmos/slashing/v1beta1/tx';
import { StakeAuthorization } from 'cosmjs-types/cosmos/staking/v1beta1/authz';
import {
  MsgBeginRedelegate,
  MsgCancelUnbondingDelegation,
  MsgCreateValidator,
  MsgDelegate,
  MsgEditValidator,
  MsgUndelegate,
  MsgUpdateParams as MsgUpdateStaking,
} from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { TxBody, TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { MsgCancelUpgrade, MsgSoftwareUpgrade } from 'cosmjs-types/cosmos/upgrade/v1beta1/tx';
import {
  MsgCreatePeriodicVestingAccount,
  MsgCreatePermanentLockedAccount,
  MsgCreateVestingAccount,
} from 'cosmjs-types/cosmos/vesting/v1beta1/tx';
import { FEE_COLLECTOR } from '../../src/app/modules/auth/fee_collector.js';
import { BONDED_POOL } from '../../src/app/modules/staking/pools.js';
import { GOV } from '../../src/app/sdk/module/authority.js';
import { decodeBech32, encodeBech32 } from '../../src/codec/bech32.js';
import type { Any } from '../../src/codec/cosmos/base.js';
import { validatorKeys } from '../../src/devnet/chain/validator_keys.js';
import { RandomStream, seedStream } from '../../src/kernel/random.js';
import { any } from '../../test/app/support/cosmos.js';
import { CHAIN_ID, SEED } from '../../test/live/wasmd/history.js';
import type { Json } from '../../test/live/wasmd/recording.js';

const PREFIX = 'wasm';
export const COIN = 10n ** 18n;
export const GENESIS_TIME = '2025-03-04T05:06:07Z';
const sha256 = (data: string | Uint8Array): Uint8Array => createHash('sha256').update(data).digest();

/** Validators of the genesis document, and one more key, of a validator that an account may create. */
export const KEYS = validatorKeys(SEED, 4);
const [SPARE] = validatorKeys('spare', 1) as [(typeof KEYS)[number]];
const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank'] as const;
const wallets = await Promise.all(
  NAMES.map((name) => DirectSecp256k1Wallet.fromKey(sha256(`${name} of the histories`), PREFIX)),
);
const accounts = await Promise.all(
  wallets.map(async (wallet) => (await wallet.getAccounts())[0] as Awaited<ReturnType<typeof wallet.getAccounts>>[0]),
);
const addresses = accounts.map(({ address }) => address);
const valoper = (address: string): string => encodeBech32(`${PREFIX}valoper`, decodeBech32(address).bytes);
/** The first accounts operate the validators; the last may create one. */
const operators = addresses.slice(0, KEYS.length).map(valoper);
const gov = encodeBech32(PREFIX, GOV.address);
const blocked = encodeBech32(PREFIX, FEE_COLLECTOR.address);
const stranger = encodeBech32(PREFIX, sha256('stranger').slice(0, 20));

const coin = (amount: bigint, denom = 'stake') => ({ denom, amount: `${amount}` });
const decimal = (units: number): string => (units / 100).toFixed(18);

/** Drawn transaction. */
export interface DrawnTx {
  readonly name: string;
  readonly by: number;
  readonly bytes: Uint8Array;
}

/** Event of a node's answer. */
interface TheirEvent {
  readonly type: string;
  readonly attributes: readonly { readonly key: string; readonly value: string }[];
}

/** Messages that a grant may allow, by type URL. */
const KINDS: Readonly<Record<string, string>> = {
  [MsgDelegate.typeUrl]: 'delegate',
  [MsgSend.typeUrl]: 'send',
  [MsgVote.typeUrl]: 'vote',
  [MsgUndelegate.typeUrl]: 'undelegate',
  [MsgBeginRedelegate.typeUrl]: 'redelegate',
  [MsgCancelUnbondingDelegation.typeUrl]: 'cancel',
};

type Weighted = { readonly option: 1 | 2 | 3 | 4; readonly weight: string }[];

/** What a message may use. */
interface Wish {
  readonly by: number;
  readonly height: number;
  readonly me: string;
  readonly to: string;
  readonly operator: string;
  readonly other: string;
  /** Validator to which the sender has mostly delegated. */
  readonly source: string;
  readonly amount: ReturnType<typeof coin>;
  readonly proposalId: bigint;
  readonly deposit: readonly ReturnType<typeof coin>[];
}

export class Draw {
  readonly #random: RandomStream;
  readonly sequences = NAMES.map(() => 0);
  /** Heights at which somebody began to withdraw. */
  readonly withdrawals: { readonly by: number; readonly operator: string; readonly height: number }[] = [];
  /** Delegators with validators, granters with grantees, and payers of fees with those they pay for. */
  readonly #known = { stakes: new Set<string>(), grants: new Set<string>(), allowances: new Set<string>() };
  /** Grants, proposals and jailed validators, which later messages need in order to succeed. */
  readonly #open = {
    grants: [] as { readonly granter: string; readonly grantee: string; readonly url: string }[],
    votes: new Set<string>(),
    jailed: new Set<number>(),
  };
  proposals = 0;

  /** `willing` draws mostly what succeeds, and vesting accounts and upgrades. */
  constructor(
    name: string,
    private readonly willing = false,
  ) {
    this.#random = new RandomStream(seedStream(SEED, name));
  }

  below(bound: number): number {
    return this.#random.below(bound);
  }

  chance(p: number): boolean {
    return this.#random.probability(p);
  }

  one<T>(of: readonly T[]): T {
    return of[this.below(of.length)] as T;
  }

  /** Draws an amount: a few units, some coins with an odd rest, or more than anyone has. */
  #amount(): bigint {
    if (this.willing && !this.chance(0.15)) return BigInt(this.below(3)) * COIN + BigInt(this.#random.next()) * 1_009n;
    const size = this.below(24);
    if (size === 0) return BigInt(1 + this.below(5));
    if (size === 1) return 0n;
    if (size === 2) return 10n ** 24n + 7n;
    return BigInt(this.below(9)) * COIN + BigInt(this.#random.next()) * 1_000_003n;
  }

  genesis(initial: Json): Json {
    const state = initial.app_state;
    const tokens = [60n, 13n, 7n, 5n].map((units) => units * COIN + BigInt(this.below(10 ** 9)) * 10n ** 9n);
    const own = tokens.map((all) => (all * BigInt(30 + this.below(50))) / 100n);
    const delegations = tokens.flatMap((all, i) => [
      { delegator_address: addresses[i], validator_address: operators[i], shares: `${own[i]}.000000000000000000` },
      {
        delegator_address: addresses[(i + 1 + this.below(NAMES.length - 1)) % NAMES.length],
        validator_address: operators[i],
        shares: `${all - (own[i] ?? 0n)}.000000000000000000`,
      },
    ]);
    for (const { delegator_address, validator_address } of delegations)
      this.#known.stakes.add(`${delegator_address} ${validator_address}`);
    const bonded = tokens.reduce((sum, each) => sum + each, 0n);
    return {
      ...initial,
      genesis_time: GENESIS_TIME,
      chain_id: CHAIN_ID,
      app_state: {
        ...state,
        ...this.#holders(state, bonded),
        staking: this.#staking(state.staking, tokens, delegations),
        ...this.#settings(state),
      },
    };
  }

  /** Draws accounts with their balances. */
  #holders(state: Json, bonded: bigint): Json {
    return {
      auth: {
        ...state.auth,
        accounts: addresses.map((address, i) => {
          const base = { address, pub_key: null, account_number: `${i}`, sequence: '0' };
          return this.willing && i >= KEYS.length
            ? this.#vestingAccount(base)
            : { '@type': '/cosmos.auth.v1beta1.BaseAccount', ...base };
        }),
      },
      bank: {
        ...state.bank,
        balances: [
          ...addresses.map((address, i) => ({
            address,
            coins: [coin(BigInt(1000 + this.below(1000)) * COIN + BigInt(i)), coin(BigInt(5_000_017 + i), 'token')],
          })),
          { address: encodeBech32(PREFIX, BONDED_POOL.address), coins: [coin(bonded)] },
        ],
      },
    };
  }

  /** Draws an account whose coins become free in the course of the history. */
  #vestingAccount(base: Json): Json {
    const start = Date.parse(GENESIS_TIME) / 1000 - 50;
    const lengths = [40 + this.below(100), 100 + this.below(600), 1_000];
    const [first, second, third] = [200n, 150n, 99n].map((units) => units * COIN + BigInt(this.below(10 ** 9)));
    const amounts = [first ?? 0n, second ?? 0n, third ?? 0n];
    const of = {
      base_account: base,
      original_vesting: [coin(amounts.reduce((sum, each) => sum + each))],
      delegated_free: [],
      delegated_vesting: [],
      end_time: `${start + lengths.reduce((sum, each) => sum + each)}`,
    };
    const type = (name: string): string => `/cosmos.vesting.v1beta1.${name}VestingAccount`;
    const periods = lengths.map((length, i) => ({ length: `${length}`, amount: [coin(amounts[i] ?? 0n)] }));
    return this.one([
      { '@type': type('Continuous'), base_vesting_account: of, start_time: `${start}` },
      { '@type': type('Delayed'), base_vesting_account: of },
      { '@type': type('Periodic'), base_vesting_account: of, start_time: `${start}`, vesting_periods: periods },
    ]);
  }

  #staking(before: Json, tokens: readonly bigint[], delegations: readonly Json[]): Json {
    return {
      ...before,
      params: {
        ...before.params,
        unbonding_time: `${this.one([600, 86_400, 259_200])}s`,
        max_validators: 4 + this.below(2),
        max_entries: 2 + this.below(3),
        min_commission_rate: decimal(this.below(4)),
      },
      validators: KEYS.map((key, i) => ({
        operator_address: operators[i],
        consensus_pubkey: { '@type': '/cosmos.crypto.ed25519.PubKey', key: base64(key.pubKey.bytes) },
        jailed: false,
        status: 'BOND_STATUS_BONDED',
        tokens: `${tokens[i]}`,
        delegator_shares: `${tokens[i]}.000000000000000000`,
        description: { moniker: key.name, identity: '', website: '', security_contact: '', details: '' },
        unbonding_height: '0',
        unbonding_time: '1970-01-01T00:00:00Z',
        commission: {
          commission_rates: {
            rate: decimal(4 + this.below(9)),
            max_rate: decimal(20 + this.below(9)),
            max_change_rate: decimal(1 + this.below(5)),
          },
          update_time: GENESIS_TIME,
        },
        min_self_delegation: '1',
        unbonding_on_hold_ref_count: '0',
        unbonding_ids: [],
      })),
      delegations: [
        ...new Map(
          delegations.map((each) => [JSON.stringify([each.delegator_address, each.validator_address]), each]),
        ).values(),
      ],
    };
  }

  /** Draws the parameters of the other modules. */
  #settings(state: Json): Json {
    return {
      slashing: {
        ...state.slashing,
        params: {
          signed_blocks_window: `${this.one([6, 11, 1000])}`,
          min_signed_per_window: decimal(30 + this.below(40)),
          downtime_jail_duration: `${this.one(this.willing ? [3, 7] : [7, 613])}s`,
          slash_fraction_double_sign: decimal(3 + this.below(9)),
          slash_fraction_downtime: decimal(this.below(5)),
        },
        signing_infos: KEYS.map(({ address }) => ({
          address: encodeBech32(`${PREFIX}valcons`, address),
          validator_signing_info: {
            address: encodeBech32(`${PREFIX}valcons`, address),
            start_height: '0',
            index_offset: '0',
            jailed_until: '1970-01-01T00:00:00Z',
            tombstoned: false,
            missed_blocks_counter: '0',
          },
        })),
      },
      distribution: {
        ...state.distribution,
        params: {
          ...state.distribution.params,
          community_tax: decimal(this.below(9)),
          withdraw_addr_enabled: !this.chance(0.1),
        },
      },
      mint: {
        minter: { inflation: decimal(7 + this.below(12)), annual_provisions: '0.000000000000000000' },
        params: { ...state.mint.params, blocks_per_year: `${1_000_003 + this.below(1000)}` },
      },
      gov: {
        ...state.gov,
        params: {
          ...state.gov.params,
          min_deposit: [coin(10_000_000n)],
          expedited_min_deposit: [coin(50_000_000n)],
          max_deposit_period: '600s',
          voting_period: `${this.one([400, 7200])}s`,
          expedited_voting_period: '200s',
          quorum: decimal(5 + this.below(30)),
          min_initial_deposit_ratio: decimal(this.one([0, 0, 10])),
          proposal_cancel_ratio: decimal(this.one([0, 50, 100])),
          burn_vote_quorum: this.chance(0.5),
          burn_proposal_deposit_prevote: this.chance(0.5),
        },
      },
    };
  }

  /** Draws a step of the clock, in nanoseconds. */
  pause(): bigint {
    const size = this.below(40);
    const odd = BigInt(this.below(1000)) * 1_000_003n;
    if (size === 0) return 90_000n * 10n ** 9n + odd;
    if (size < 5) return BigInt(100 + this.below(900)) * 10n ** 9n + odd;
    return BigInt(1 + this.below(9)) * 10n ** 9n + odd;
  }

  /** Draws a message of a sender. `given` is its kind, which is drawn otherwise. */
  #message(by: number, height: number, given?: string): Any {
    const me = addresses[by] as string;
    const to = this.chance(0.05)
      ? stranger
      : (addresses[(by + 1 + this.below(NAMES.length - (this.chance(0.1) ? 0 : 1))) % NAMES.length] as string);
    const all = this.chance(0.1) ? [valoper(addresses[5] as string)] : operators;
    const operator = this.chance(0.03) ? valoper(stranger) : this.one(all);
    const other = this.one(all);
    const amount = coin(this.#amount(), this.chance(0.04) ? 'token' : 'stake');
    // Most of the time, what somebody has: a delegation, a grant.
    const held = this.#those('stakes', me);
    const source = this.chance(0.85) && held.length > 0 ? this.one(held) : operator;
    const isOpen = this.willing && this.#open.votes.size > 0 && !this.chance(0.05);
    const proposalId = isOpen
      ? BigInt(this.one([...this.#open.votes]))
      : BigInt(1 + this.below(this.proposals + (this.chance(0.1) ? 2 : 1)));
    const deposit = this.one(
      [[], [3_000_001n], [10_000_000n], [12_000_005n], [50_000_000n], [50_000_000n], [70_000_003n]].map((each) =>
        each.map((some) => coin(some)),
      ),
    );
    const drawn = this.one([
      ...Array<string>(9).fill('delegate'),
      ...Array<string>(6).fill('undelegate'),
      ...Array<string>(5).fill('redelegate'),
      ...Array<string>(5).fill('withdraw'),
      ...Array<string>(4).fill('vote'),
      ...Array<string>(5).fill('submit'),
      ...Array<string>(2).fill('weighted'),
      ...Array<string>(3).fill('grant'),
      ...Array<string>(3).fill('exec'),
      ...Array<string>(2).fill('cancel'),
      ...Array<string>(3).fill('commission'),
      ...Array<string>(3).fill('deposit'),
      'unjail',
      ...Array<string>(2).fill('edit'),
      ...Array<string>(2).fill('allow'),
      ...['send', 'multisend', 'withdraw address', 'fund', 'rewards pool', 'create', 'revoke', 'disallow'],
      ...['cancel proposal', 'legacy', 'legacy vote', 'deposit'],
    ]);
    const chosen = given ?? drawn;
    const wish: Wish = { by, height, me, to, operator, other, source, amount, proposalId, deposit };
    return (
      this.#delegating(chosen, wish) ??
      this.#paying(chosen, wish) ??
      this.#validating(chosen, wish) ??
      this.#governing(chosen, wish) ??
      this.#allowing(chosen, wish)
    );
  }

  #delegating(chosen: string, { by, height, me, operator, other, source, amount }: Wish): Any | undefined {
    switch (chosen) {
      case 'delegate':
        return any(MsgDelegate, { delegatorAddress: me, validatorAddress: operator, amount });
      case 'undelegate':
        return any(MsgUndelegate, { delegatorAddress: me, validatorAddress: source, amount });
      case 'redelegate':
        return any(MsgBeginRedelegate, {
          delegatorAddress: me,
          validatorSrcAddress: source,
          validatorDstAddress: other,
          amount,
        });
      case 'cancel': {
        const mine = this.withdrawals.filter((each) => each.by === by);
        const found = mine.length > 0 && !this.chance(0.1) ? this.one(mine) : { operator, height: height - 1 };
        return any(MsgCancelUnbondingDelegation, {
          delegatorAddress: me,
          validatorAddress: found.operator,
          amount: this.chance(0.5) ? coin(BigInt(1 + this.below(10 ** 9))) : amount,
          creationHeight: BigInt(found.height),
        });
      }
      default:
        return undefined;
    }
  }

  #paying(chosen: string, { me, to, operator, source, amount }: Wish): Any | undefined {
    switch (chosen) {
      case 'withdraw':
        return any(MsgWithdrawDelegatorReward, { delegatorAddress: me, validatorAddress: source });
      case 'commission':
        return any(MsgWithdrawValidatorCommission, { validatorAddress: this.chance(0.2) ? operator : valoper(me) });
      case 'withdraw address':
        return any(MsgSetWithdrawAddress, { delegatorAddress: me, withdrawAddress: this.chance(0.1) ? blocked : to });
      case 'fund':
        return any(MsgFundCommunityPool, { depositor: me, amount: [amount] });
      case 'rewards pool':
        return any(MsgDepositValidatorRewardsPool, { depositor: me, validatorAddress: operator, amount: [amount] });
      case 'send':
        return any(MsgSend, { fromAddress: me, toAddress: to, amount: [amount] });
      case 'multisend': {
        const [first, second] = [BigInt(1 + this.below(1000)), BigInt(1 + this.below(1000))];
        return any(MsgMultiSend, {
          inputs: [{ address: me, coins: [coin(first + second + (this.chance(0.1) ? 1n : 0n))] }],
          outputs: [
            { address: to, coins: [coin(first)] },
            { address: this.one(addresses), coins: [coin(second)] },
          ],
        });
      }
      case 'unjail':
        return any(MsgUnjail, { validatorAddr: valoper(me) });
      case 'vest': {
        const parties = { fromAddress: me, toAddress: this.#newcomer() };
        const length = { length: BigInt(5 + this.below(200)) };
        return this.one([
          () =>
            any(MsgCreateVestingAccount, {
              ...parties,
              amount: [amount],
              endTime: this.#later(),
              delayed: this.chance(0.5),
            }),
          () => any(MsgCreatePermanentLockedAccount, { ...parties, amount: [amount] }),
          () =>
            any(MsgCreatePeriodicVestingAccount, {
              ...parties,
              startTime: this.#later(),
              vestingPeriods: [
                { ...length, amount: [amount] },
                { length: 10n, amount: [coin(7n)] },
              ],
            }),
        ])();
      }
      default:
        return undefined;
    }
  }

  #validating(chosen: string, { me, amount }: Wish): Any | undefined {
    switch (chosen) {
      case 'edit': {
        const same = '[do-not-modify]';
        return any(MsgEditValidator, {
          description: {
            moniker: this.chance(0.5) ? same : `moniker ${this.below(100)}`,
            identity: same,
            website: this.chance(0.1) ? 'w'.repeat(200) : same,
            securityContact: same,
            details: `details ${this.below(100)}`,
          },
          validatorAddress: valoper(me),
          commissionRate: this.chance(0.4) ? `${BigInt(this.below(40)) * 10n ** 16n}` : '',
          minSelfDelegation: this.chance(0.3) ? this.one(['2', '1', `${3n * COIN}`, `${100n * COIN}`]) : '',
        });
      }
      case 'create':
        return any(MsgCreateValidator, {
          description: { moniker: 'created', identity: '', website: '', securityContact: '', details: '' },
          commission: {
            rate: `${BigInt(this.below(12)) * 10n ** 16n}`,
            maxRate: `${2n * 10n ** 17n}`,
            maxChangeRate: `${10n ** 16n}`,
          },
          minSelfDelegation: '1',
          delegatorAddress: this.chance(0.5) ? '' : me,
          validatorAddress: valoper(me),
          pubkey: {
            typeUrl: '/cosmos.crypto.ed25519.PubKey',
            value: PubKey.encode({ key: SPARE.pubKey.bytes }).finish(),
          },
          value: amount,
        });
      default:
        return undefined;
    }
  }

  #governing(chosen: string, { me, proposalId, deposit }: Wish): Any | undefined {
    const options = [1, 3, 2, 4] as const;
    switch (chosen) {
      case 'submit':
        return any(MsgSubmitProposal, {
          messages: this.#proposed(),
          initialDeposit: deposit,
          proposer: me,
          metadata: '',
          title: `proposal ${this.below(1000)}`,
          summary: this.chance(0.05) ? '' : 'a summary',
          expedited: this.chance(0.3),
        });
      case 'upgrade':
        return this.#upgrade(me);
      case 'legacy':
        return any(MsgSubmitLegacyProposal, {
          content: any(TextProposal, { title: 'a text', description: 'a description' }),
          initialDeposit: deposit,
          proposer: me,
        });
      case 'deposit':
        return any(MsgDeposit, { proposalId, depositor: me, amount: deposit });
      case 'vote':
        return any(MsgVote, {
          proposalId,
          voter: me,
          option: this.chance(this.willing ? 0.9 : 0.6) ? 1 : this.one(options),
          metadata: '',
        });
      case 'legacy vote':
        return any(MsgLegacyVote, { proposalId, voter: me, option: this.one(options) });
      case 'weighted':
        return any(MsgVoteWeighted, {
          proposalId,
          voter: me,
          options: this.one([
            ...Array<Weighted>(this.willing ? 9 : 0).fill([
              { option: 1, weight: '0.91' },
              { option: 2, weight: '0.09' },
            ]),
            [
              { option: 1, weight: '0.7' },
              { option: 3, weight: '0.3' },
            ],
            [
              { option: 4, weight: '0.333333333333333333' },
              { option: 2, weight: '0.666666666666666667' },
            ],
            [{ option: 1, weight: '1.0' }],
            [
              { option: 1, weight: '0.7' },
              { option: 3, weight: '0.2' },
            ],
            [
              { option: 1, weight: '0.5' },
              { option: 1, weight: '0.5' },
            ],
          ]),
          metadata: '',
        });
      case 'cancel proposal':
        return any(MsgCancelProposal, { proposalId, proposer: me });
      default:
        return undefined;
    }
  }

  /** Draws a proposal to plan an upgrade, or to cancel it. */
  #upgrade(me: string): Any {
    return any(MsgSubmitProposal, {
      messages: [
        this.chance(0.3)
          ? any(MsgCancelUpgrade, { authority: gov })
          : any(MsgSoftwareUpgrade, {
              authority: gov,
              plan: {
                name: `plan ${this.below(9)}`,
                // Go's zero time: anything else would be an upgrade at a time, which the SDK refuses.
                time: { seconds: -62_135_596_800n, nanos: 0 },
                // After the history, because a node without the plan's code stops there.
                height: BigInt(this.chance(0.1) ? 2 : 1_000 + this.below(1_000)),
                info: this.one(['', 'some facts']),
              },
            }),
      ],
      initialDeposit: [coin(50_000_000n)],
      proposer: me,
      metadata: '',
      title: 'an upgrade',
      summary: 'of the software',
      expedited: this.chance(0.5),
    });
  }

  #allowing(chosen: string, { by, height, me, to }: Wish): Any {
    switch (chosen) {
      case 'grant':
        return any(MsgGrant, {
          granter: me,
          grantee: to,
          grant: {
            authorization: this.#authorization(),
            ...(this.chance(0.7) && { expiration: { seconds: this.#later(), nanos: 0 } }),
          },
        });
      case 'revoke':
        return any(MsgRevoke, {
          granter: me,
          grantee: to,
          msgTypeUrl: this.one([MsgDelegate, MsgSend, MsgVote]).typeUrl,
          ...(this.willing && this.#revocable(me)),
        });
      case 'exec': {
        const open = this.#open.grants.filter(({ grantee }) => grantee === me);
        if (this.willing && open.length > 0) {
          const { granter, url } = this.one(open);
          const allowed = this.#message(addresses.indexOf(granter), height, KINDS[url]);
          return any(MsgExec, { grantee: me, msgs: [allowed] });
        }
        const granters = this.#those('grants', me);
        const granter =
          this.chance(0.8) && granters.length > 0 ? addresses.indexOf(this.one(granters)) : this.below(NAMES.length);
        const inner = this.#message(granter, height);
        return any(MsgExec, { grantee: me, msgs: this.chance(0.15) ? [inner, this.#message(by, height)] : [inner] });
      }
      case 'allow':
        return any(MsgGrantAllowance, { granter: me, grantee: to, allowance: this.#allowance() });
      default:
        return any(MsgRevokeAllowance, { granter: me, grantee: to });
    }
  }

  /** Draws somebody who has something to do, and what. */
  #errand(): { readonly by: number; readonly kind: string } | undefined {
    const { grants, votes, jailed } = this.#open;
    const anyone = this.below(NAMES.length);
    if (jailed.size > 0 && this.chance(0.3)) return { by: this.one([...jailed]), kind: 'unjail' };
    if (votes.size > 0 && this.chance(0.4))
      return { by: this.chance(0.4) ? 0 : anyone, kind: this.one(['vote', 'weighted']) };
    if (grants.length > 0 && this.chance(0.4)) return { by: addresses.indexOf(this.one(grants).grantee), kind: 'exec' };
    return this.chance(0.4)
      ? { by: anyone, kind: this.one(['grant', 'vest', 'upgrade', 'cancel', 'revoke']) }
      : undefined;
  }

  /** Draws a grant of an account; undefined if it has granted nothing. */
  #revocable(me: string): { readonly grantee: string; readonly msgTypeUrl: string } | undefined {
    const open = this.#open.grants.filter(({ granter }) => granter === me);
    if (open.length === 0) return undefined;
    const { grantee, url } = this.one(open);
    return { grantee, msgTypeUrl: url };
  }

  /** Draws an address that has had nothing. */
  #newcomer(): string {
    return encodeBech32(PREFIX, sha256(`newcomer ${this.#random.next()}`).slice(0, 20));
  }

  #those(kind: 'stakes' | 'grants' | 'allowances', of: string): readonly string[] {
    return [...this.#known[kind]].filter((each) => each.startsWith(`${of} `)).map((each) => each.slice(of.length + 1));
  }

  /** Draws a time around that of the blocks, in seconds. */
  #later(): bigint {
    return BigInt(Date.parse(GENESIS_TIME) / 1000) + BigInt(this.one([600, 9_000, 100_000, 400_000]));
  }

  #authorization(): Any {
    const limit = coin(5n * COIN);
    return this.one([
      () => any(GenericAuthorization, { msg: this.one([MsgDelegate, MsgSend, MsgVote, MsgUndelegate]).typeUrl }),
      () => any(SendAuthorization, { spendLimit: [limit], allowList: this.chance(0.5) ? [] : [this.one(addresses)] }),
      () =>
        any(StakeAuthorization, {
          ...(this.chance(0.7) && { maxTokens: limit }),
          ...this.one([
            { allowList: { address: [this.one(operators), this.one(operators)] } },
            { denyList: { address: [this.one(operators)] } },
          ]),
          authorizationType: this.one([1, 1, 2, 3, 4]),
        }),
    ])();
  }

  #allowance(): Any {
    const basic = {
      spendLimit: this.chance(0.7) ? [coin(BigInt(400_000 + this.below(300_000)))] : [],
      ...(this.chance(0.5) && { expiration: { seconds: this.#later(), nanos: 0 } }),
    };
    const periodic = {
      basic,
      period: { seconds: 30n, nanos: 0 },
      periodSpendLimit: [coin(250_007n)],
      periodCanSpend: [coin(250_007n)],
      periodReset: { seconds: this.#later(), nanos: 0 },
    };
    return this.one([
      () => any(BasicAllowance, basic),
      () => any(PeriodicAllowance, periodic),
      () =>
        any(AllowedMsgAllowance, {
          allowance: any(BasicAllowance, basic),
          allowedMessages: [MsgDelegate.typeUrl, MsgVote.typeUrl],
        }),
    ])();
  }

  /** Draws what a proposal does. */
  #proposed(): Any[] {
    const spend = any(MsgCommunityPoolSpend, {
      authority: gov,
      recipient: this.one(addresses),
      amount: [coin(this.chance(0.5) ? BigInt(this.below(1000)) : 10n ** 27n)],
    });
    const toAddress = this.one(addresses);
    // Proposals of willing histories pass, and the SDK halts when what the account of gov has does not cover its deposits.
    const send = this.willing
      ? any(MsgFundCommunityPool, { depositor: gov, amount: [] })
      : any(MsgSend, { fromAddress: gov, toAddress, amount: [coin(1_000_003n)] });
    return this.one([
      () => (this.chance(0.2) ? [] : [spend]),
      () => [spend],
      () => [spend, send],
      () => [send],
      () => [any(MsgSend, { fromAddress: this.one(addresses), toAddress: gov, amount: [coin(1n)] })],
      () => [
        any(MsgUpdateDistribution, {
          authority: gov,
          params: {
            communityTax: `${BigInt(this.below(20)) * 10n ** 16n}`,
            baseProposerReward: '0',
            bonusProposerReward: '0',
            withdrawAddrEnabled: true,
          },
        }),
      ],
      () => [
        any(MsgUpdateStaking, {
          authority: gov,
          params: {
            unbondingTime: { seconds: 600n, nanos: 0 },
            maxValidators: this.one([2, 3, 5]),
            maxEntries: 3,
            historicalEntries: 100,
            bondDenom: 'stake',
            minCommissionRate: `${BigInt(this.below(6)) * 10n ** 16n}`,
          },
        }),
      ],
      () => [
        any(MsgUpdateSlashing, {
          authority: gov,
          params: {
            signedBlocksWindow: this.one([5n, 20n]),
            minSignedPerWindow: new TextEncoder().encode(`${5n * 10n ** 17n}`),
            downtimeJailDuration: { seconds: 60n, nanos: 0 },
            slashFractionDoubleSign: new TextEncoder().encode(`${10n ** 17n}`),
            slashFractionDowntime: new TextEncoder().encode(`${10n ** 16n}`),
          },
        }),
      ],
      () => [
        any(MsgUpdateMint, {
          authority: gov,
          params: {
            mintDenom: 'stake',
            inflationRateChange: `${13n * 10n ** 16n}`,
            inflationMax: `${BigInt(10 + this.below(20)) * 10n ** 16n}`,
            inflationMin: `${BigInt(this.below(9)) * 10n ** 16n}`,
            goalBonded: `${67n * 10n ** 16n}`,
            blocksPerYear: 500_009n,
          },
        }),
      ],
    ])();
  }

  async tx(height: number): Promise<DrawnTx> {
    const errand = this.willing ? this.#errand() : undefined;
    const by = errand?.by ?? this.below(NAMES.length);
    const messages = [this.#message(by, height, errand?.kind)];
    if (this.chance(0.1)) messages.push(this.#message(by, height));
    const fee = this.chance(0.02) ? 10n ** 30n : BigInt(100_000 + this.below(200_000));
    const payers = this.#those('allowances', addresses[by] as string);
    const granter =
      payers.length > 0 && this.chance(0.5) ? this.one(payers) : this.chance(0.02) ? this.one(addresses) : undefined;
    const sequence = (this.sequences[by] ?? 0) + (this.chance(0.02) ? 1 : 0);
    const { address, pubkey } = accounts[by] as (typeof accounts)[number];
    const bodyBytes = TxBody.encode(
      TxBody.fromPartial({ messages: messages as never, memo: this.chance(0.2) ? `memo ${this.below(1000)}` : '' }),
    ).finish();
    const authInfoBytes = makeAuthInfoBytes(
      [{ pubkey: encodePubkey(encodeSecp256k1Pubkey(pubkey)), sequence }],
      fee === 0n ? [] : [coin(fee)],
      2_000_000,
      granter,
      undefined,
    );
    const wallet = wallets[by] as DirectSecp256k1Wallet;
    const { signature } = await wallet.signDirect(address, makeSignDoc(bodyBytes, authInfoBytes, CHAIN_ID, by));
    const signatures = [Uint8Array.from(Buffer.from(signature.signature, 'base64'))];
    return {
      name: messages.map(({ typeUrl }) => typeUrl.slice(typeUrl.lastIndexOf('.') + 1)).join(' '),
      by,
      bytes: TxRaw.encode({ bodyBytes, authInfoBytes, signatures }).finish(),
    };
  }

  /** Takes note of what a transaction has done. */
  follow(
    by: number,
    { code, events }: { readonly code: number; readonly events: readonly TheirEvent[] },
    height: number,
  ): void {
    const has = (type: string, key: string): string | undefined =>
      events
        .find((each) => each.type === type && each.attributes.some((attribute) => attribute.key === key))
        ?.attributes.find((each) => each.key === key)?.value;
    if (has('tx', 'acc_seq') !== undefined) this.sequences[by] = (this.sequences[by] ?? 0) + 1;
    if (code !== 0) return;
    const id = has('submit_proposal', 'proposal_id');
    if (id !== undefined) this.proposals = Math.max(this.proposals, Number(id));
    const operator = has('unbond', 'validator');
    if (operator !== undefined) this.withdrawals.push({ by, operator, height });
    for (const { type, attributes } of events) {
      const { granter, grantee, delegator, validator, destination_validator, voting_period_start, msg_type_url } =
        Object.fromEntries(attributes.map(({ key, value }) => [key, value]));
      if (type === 'cosmos.authz.v1beta1.EventGrant') {
        const [to, from, url] = [grantee, granter, msg_type_url].map((text) => JSON.parse(text ?? '""'));
        this.#known.grants.add(`${to} ${from}`);
        if (addresses.includes(to) && url in KINDS) this.#open.grants.push({ granter: from, grantee: to, url });
      }
      if (voting_period_start !== undefined) this.#open.votes.add(voting_period_start);
      if (type === 'message' && attributes.some(({ value }) => value === MsgUnjail.typeUrl))
        this.#open.jailed.delete(by);
      if (type === 'set_feegrant') this.#known.allowances.add(`${grantee} ${granter}`);
      if (type === 'delegate') this.#known.stakes.add(`${delegator} ${validator}`);
      if (type === 'redelegate') this.#known.stakes.add(`${addresses[by]} ${destination_validator}`);
    }
  }

  /** Takes note of what a block has done beside its transactions. */
  followBlock(events: readonly TheirEvent[]): void {
    for (const { type, attributes } of events) {
      const { jailed, proposal_id = '' } = Object.fromEntries(attributes.map(({ key, value }) => [key, value]));
      if (type === 'active_proposal') this.#open.votes.delete(proposal_id);
      if (type !== 'slash' || jailed === undefined) continue;
      const { bytes } = decodeBech32(jailed);
      const by = KEYS.findIndex(({ address }) => Buffer.from(bytes).equals(address));
      if (by >= 0) this.#open.jailed.add(by);
    }
  }
}

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

/** Opens chains on which dev accounts have stake, and submits, votes on and ends proposals there. */

import type { VoteOption } from 'cosmjs-types/cosmos/gov/v1/gov';
import { MsgSubmitProposal, MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx';
import { MsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { expect } from 'vitest';
import type { Event, ExecTxResult, FinalizeBlockResponse } from '../../../src/abci/application.js';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import { GOV } from '../../../src/app/sdk/module/authority.js';
import { bech32Address } from '../../../src/app/types/address.js';
import type { Any } from '../../../src/codec/cosmos/base.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { type ChainOptions, TestChain } from './chain.js';
import { any, coins, signCosmos, textOf } from './cosmos.js';
import { type TestValidator, validatorsOf } from './validators.js';
import { COIN, type Dev, dev } from './wallet.js';

export const DAY = 86_400n * NANOS_PER_SECOND;
export const [alice, bob, carol] = [dev(0), dev(3), dev(5)];
export const [A, B] = validatorsOf(10n, 20n) as [TestValidator, TestValidator];
export const operator = ({ address }: TestValidator): string =>
  bech32Address(derivedOperator(address), 'halleyvaloper');
export const gov = bech32Address(GOV.address, 'halley');
export const DEPOSIT = 10_000_000n;

/** Opens a chain on which alice has 40 and bob 13 of 83 units of stake. */
export async function open(options: ChainOptions = {}): Promise<TestChain> {
  const chain = await TestChain.open({ validators: [A, B], ...options });
  await succeed(chain, alice, stake(alice, A, 40n));
  await succeed(chain, bob, stake(bob, B, 13n));
  return chain;
}

export const stake = (by: Dev, to: TestValidator, units: bigint): Any =>
  any(MsgDelegate, {
    delegatorAddress: textOf(by),
    validatorAddress: operator(to),
    amount: coins(units * COIN)[0],
  });

interface Submission {
  readonly deposit?: bigint;
  readonly by?: Dev;
  readonly expedited?: boolean;
  readonly title?: string;
  readonly metadata?: string;
}
export const propose = (messages: readonly Any[], more: Submission = {}): Any => {
  const { deposit = DEPOSIT, by = alice, title = 'a title', metadata = '', expedited = false } = more;
  return any(MsgSubmitProposal, {
    messages,
    initialDeposit: deposit === 0n ? [] : coins(deposit),
    proposer: textOf(by),
    title,
    summary: 'a summary',
    metadata,
    expedited,
  });
};
export const vote = (by: Dev, option: VoteOption, proposalId = 1n): Any =>
  any(MsgVote, { proposalId, voter: textOf(by), option, metadata: '' });
export async function run(chain: TestChain, from: Dev, messages: readonly Any[], at?: bigint): Promise<ExecTxResult> {
  const request = chain.blockRequest([signCosmos(chain, from, messages)]);
  const time = at === undefined ? request.time : chain.genesisTime + at;
  const { txResults } = await chain.app.finalizeBlock({ ...request, time });
  await chain.app.commit();
  return txResults[0] as ExecTxResult;
}

export async function succeed(chain: TestChain, from: Dev, ...messages: readonly Any[]): Promise<ExecTxResult> {
  const result = await run(chain, from, messages);
  expect(result.log).toBe('');
  return result;
}

/** Commits an empty block at an offset from the genesis. */
export async function emptyBlock(chain: TestChain, at: bigint): Promise<FinalizeBlockResponse> {
  const response = await chain.app.finalizeBlock({ ...chain.blockRequest([]), time: chain.genesisTime + at });
  await chain.app.commit();
  return response;
}

/** Commits an empty block, and returns its events. */
export const wait = async (chain: TestChain, at: bigint): Promise<readonly Event[]> =>
  (await emptyBlock(chain, at)).events;

export const listed = (events: readonly Event[], ...types: readonly string[]): unknown[] =>
  events
    .filter(({ type }) => types.includes(type))
    .map(({ type, attributes }) => [type, Object.fromEntries(attributes.map(({ key, value }) => [key, value]))]);

export const ends = (events: readonly Event[]): unknown[] => listed(events, 'active_proposal', 'inactive_proposal');

/** Lets the queues of staking and gov on two chains end after jumps, with rewards and inflation, and exports both. */

import {
  QueryDelegationTotalRewardsRequest,
  QueryDelegationTotalRewardsResponse,
} from 'cosmjs-types/cosmos/distribution/v1beta1/query';
import { QueryProposalRequest, QueryProposalResponse } from 'cosmjs-types/cosmos/gov/v1/query';
import { MsgSubmitProposal, MsgVote } from 'cosmjs-types/cosmos/gov/v1/tx';
import { QueryInflationResponse } from 'cosmjs-types/cosmos/mint/v1beta1/query';
import {
  QueryDelegatorUnbondingDelegationsRequest,
  QueryDelegatorUnbondingDelegationsResponse,
  QueryValidatorsRequest,
  QueryValidatorsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query';
import { MsgDelegate, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { expect, it } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { createDevnet, type Devnet, exportHome, verifyHome } from '../../../src/devnet/index.js';
import { any } from '../../app/support/cosmos.js';
import { temporaryHome } from '../node_kit.js';
import { addressOn, balance, broadcast, HUB, OWN, transfer, voucher } from './relay_kit.js';

const DAY = 86_400;
const PASSED = 3;
const COIN = 10n ** 18n;
const CHAINS = [OWN, HUB] as const;
const GAS = 2_000_000n;

async function ask<T>(devnet: Devnet, on: string, path: string, data: Uint8Array, decode: (bytes: Uint8Array) => T) {
  const { log, value } = await devnet.chains.get(on).query(`/cosmos.${path}`, data);
  expect(log).toBe('');
  return decode(value);
}

const NOTHING = new Uint8Array();
const ofDelegator = (devnet: Devnet, on: string) => ({ delegatorAddress: addressOn(devnet, on) });

/** Reads what the modules have. */
async function factsOf(devnet: Devnet, on: string) {
  const owner = ofDelegator(devnet, on);
  const proposal = QueryProposalRequest.encode({ proposalId: 1n }).finish();
  const unbonding = QueryDelegatorUnbondingDelegationsRequest.encode(
    QueryDelegatorUnbondingDelegationsRequest.fromPartial({ delegatorAddr: owner.delegatorAddress }),
  ).finish();
  const rewards = QueryDelegationTotalRewardsRequest.encode(owner).finish();
  const { unbondingResponses } = await ask(
    ...([devnet, on, 'staking.v1beta1.Query/DelegatorUnbondingDelegations', unbonding] as const),
    QueryDelegatorUnbondingDelegationsResponse.decode,
  );
  const { total } = await ask(
    ...([devnet, on, 'distribution.v1beta1.Query/DelegationTotalRewards', rewards] as const),
    QueryDelegationTotalRewardsResponse.decode,
  );
  const { inflation } = await ask(devnet, on, 'mint.v1beta1.Query/Inflation', NOTHING, QueryInflationResponse.decode);
  const found = await ask(devnet, on, 'gov.v1.Query/Proposal', proposal, QueryProposalResponse.decode);
  return {
    status: found.proposal?.status,
    votes: found.proposal?.finalTallyResult,
    unbonding: unbondingResponses.flatMap(({ entries }) => entries.map((entry) => entry.balance)),
    hasRewards: BigInt(total[0]?.amount ?? '0') > 0n,
    hasInflation: inflation.length > 0,
  };
}

it('proposals pass and unbonding ends on both chains after jumps, which homes verify and exports keep', async () => {
  const home = await temporaryHome();
  const modules = { distribution: {}, mint: {} };
  const own = developmentGenesis({ seed: '7' }) as { readonly app_state: object };
  const first = await createDevnet({
    ...{ seed: '7', home, validators: 2 },
    genesis: { ...own, app_state: { ...own.app_state, ...modules } },
    chains: [{ id: HUB, denom: 'ahub', appState: modules }],
  });
  const { a, b } = await first.openChannel({ a: { chain: OWN }, b: { chain: HUB } });
  const send = async (amount: bigint, devnet: Devnet) => {
    const sent = await transfer(devnet, { from: OWN, to: HUB, channel: a.channel, denom: 'ahalley', amount });
    expect(sent).toMatchObject({ code: 0, log: '' });
    await devnet.relayer.settled();
  };
  for (const [i, on] of CHAINS.entries()) await act(first, on, BigInt(i));
  await send(17n, first);
  // Everything matures in one jump, and the light clients do not expire.
  await first.time.increase(24 * DAY);
  for (const chain of first.chains) await chain.mine();
  await first.relayer.settled();
  const facts = { ...{ status: PASSED, unbonding: [], hasRewards: true, hasInflation: true } };
  for (const on of CHAINS) expect(await factsOf(first, on)).toMatchObject(facts);
  await send(23n, first);
  const received = voucher(`transfer/${b.channel}/ahalley`);
  expect(await balance(first, HUB, received)).toBe(40n);
  const before = await Promise.all(CHAINS.map((on) => factsOf(first, on)));
  await first.close();

  expect((await verifyHome(home)).problems).toEqual([]);
  const genesis = JSON.parse(JSON.stringify(await exportHome(home)));
  await using second = await createDevnet({ seed: '7', genesis });
  expect(await Promise.all(CHAINS.map((on) => factsOf(second, on)))).toEqual(before);
  await send(29n, second);
  expect(await balance(second, HUB, received)).toBe(69n);
});

/** Delegates, begins an unbonding, and votes for a proposal. */
async function act(devnet: Devnet, on: string, i: bigint): Promise<void> {
  const { delegatorAddress } = ofDelegator(devnet, on);
  const { denom } = devnet.chains.get(on);
  const data = QueryValidatorsRequest.encode(QueryValidatorsRequest.fromPartial({})).finish();
  const { validators } = await ask(
    devnet,
    on,
    'staking.v1beta1.Query/Validators',
    data,
    QueryValidatorsResponse.decode,
  );
  const validatorAddress = validators[0]?.operatorAddress ?? '';
  const party = (amount: bigint) => ({ delegatorAddress, validatorAddress, amount: { denom, amount: `${amount}` } });
  const sent = await broadcast(
    devnet,
    on,
    [
      any(MsgDelegate, party((30n + i) * COIN)),
      any(MsgUndelegate, party(5n + i)),
      any(MsgSubmitProposal, {
        ...{ messages: [], initialDeposit: [{ denom, amount: '10000000' }], proposer: delegatorAddress },
        ...{ title: `title ${i}`, summary: 'a summary', metadata: 'm', expedited: false },
      }),
      any(MsgVote, { proposalId: 1n, voter: delegatorAddress, option: 1, metadata: '' }),
    ],
    0,
    GAS,
  );
  expect(sent).toMatchObject({ code: 0, log: '' });
  await devnet.chains.get(on).mine();
  expect(await factsOf(devnet, on)).toMatchObject({ status: 2, unbonding: [`${5n + i}`] });
}

/** Follows proposals: deposits, votes, and the messages that the module's account sends for them. */
import { MsgSend } from 'cosmjs-types/cosmos/bank/v1beta1/tx';
import { type Proposal, VoteOption } from 'cosmjs-types/cosmos/gov/v1/gov';
import {
  QueryDepositsRequest,
  QueryDepositsResponse,
  QueryParamsRequest,
  QueryParamsResponse,
  QueryProposalRequest,
  QueryProposalResponse,
  QueryProposalsRequest,
  QueryProposalsResponse,
  QueryTallyResultRequest,
  QueryTallyResultResponse,
  QueryVotesRequest,
  QueryVotesResponse,
} from 'cosmjs-types/cosmos/gov/v1/query';
import { MsgDeposit, MsgVote, MsgVoteWeighted } from 'cosmjs-types/cosmos/gov/v1/tx';
import { TextProposal } from 'cosmjs-types/cosmos/gov/v1beta1/gov';
import { MsgSubmitProposal as OldSubmitProposal, MsgVote as OldVote } from 'cosmjs-types/cosmos/gov/v1beta1/tx';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../../../../src/app/application.js';
import { exportAppState } from '../../../../src/app/genesis.js';
import { MESSAGE_TYPES } from '../../../../src/app/modules/assembly.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { govProblem } from '../../../../src/app/modules/gov/genesis.js';
import { MsgCancelProposal, MsgUpdateParams } from '../../../../src/app/modules/gov/messages/votes.js';
import type { GovParams } from '../../../../src/app/modules/gov/params.js';
import { readGovParams } from '../../../../src/app/modules/gov/store.js';
import { GOV } from '../../../../src/app/sdk/module/authority.js';
import { openAppState } from '../../../../src/app/state/open.js';
import type { Any } from '../../../../src/codec/cosmos/base.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { NANOS_PER_SECOND } from '../../../../src/kernel/time.js';
import { initChainRequest, readGenesis, TestChain } from '../../support/chain.js';
import { any, coins, packed, textOf, transfer } from '../../support/cosmos.js';
import {
  A,
  alice,
  B,
  bob,
  carol,
  DAY,
  DEPOSIT,
  ends,
  gov,
  listed,
  open,
  propose,
  run,
  stake,
  succeed,
  vote,
  wait,
} from '../../support/gov.js';
import { COIN, type Dev } from '../../support/wallet.js';

beforeAll(installFastCrypto);

/** Pays from the module's account. */
const spend = (to: Dev, amount: bigint): Any =>
  any(MsgSend, { fromAddress: gov, toAddress: textOf(to), amount: coins(amount) });
const update = (change: Partial<GovParams>, chain: TestChain): Any =>
  packed(MsgUpdateParams.message, { authority: gov, params: { ...readGovParams(chain.state.latest), ...change } });

interface Codec<T> {
  encode(value: T): { finish(): Uint8Array };
  decode(bytes: Uint8Array): T;
  fromPartial(value: never): T;
}
async function ask<Q, A>(chain: TestChain, method: string, of: [Codec<Q>, Codec<A>], request: object): Promise<A> {
  const data = of[0].encode(of[0].fromPartial(request as never)).finish();
  const { log, value } = await chain.app.query({
    path: `/cosmos.gov.v1.Query/${method}`,
    data,
    height: 0n,
    prove: false,
  });
  expect(log).toBe('');
  return of[1].decode(value);
}
async function proposal(chain: TestChain, proposalId = 1n): Promise<Proposal> {
  const found = await ask(chain, 'Proposal', [QueryProposalRequest, QueryProposalResponse], { proposalId });
  if (found.proposal === undefined) throw new Error('no proposal');
  return found.proposal;
}
const proposals = async (chain: TestChain, request = {}): Promise<readonly bigint[]> =>
  (await ask(chain, 'Proposals', [QueryProposalsRequest, QueryProposalsResponse], request)).proposals.map(
    ({ id }) => id,
  );

const balance = (chain: TestChain, { bytes }: Pick<Dev, 'bytes'>): bigint =>
  balanceOf(chain.state.latest, bytes, 'ahalley');

describe('a proposal that passes', () => {
  it('gathers deposits, is voted on, and sends its messages', async () => {
    const chain = await open();
    const submitted = await succeed(
      chain,
      alice,
      propose([update({ quorum: '0.250000000000000000' }, chain)], { deposit: 3_000_000n }),
    );
    expect(listed(submitted.events, 'submit_proposal', 'proposal_deposit')).toEqual([
      [
        'submit_proposal',
        {
          proposal_id: '1',
          proposal_proposer: textOf(alice),
          proposal_messages: ',/cosmos.gov.v1.MsgUpdateParams',
          msg_index: '0',
        },
      ],
      ['proposal_deposit', { depositor: textOf(alice), amount: '3000000ahalley', proposal_id: '1', msg_index: '0' }],
    ]);
    expect(await proposal(chain)).toMatchObject({ status: 1, votingEndTime: undefined });
    expect(await run(chain, alice, [vote(alice, VoteOption.VOTE_OPTION_YES)])).toMatchObject({
      code: 3,
      codespace: 'gov',
    });
    const deposit = (by: Dev, amount: bigint) =>
      any(MsgDeposit, { proposalId: 1n, depositor: textOf(by), amount: coins(amount) });
    expect((await run(chain, bob, [deposit(bob, 99_999n)])).log).toContain(
      'received 99999ahalley but need at least one of the following: 100000ahalley: minimum deposit is too small',
    );
    const begun = await succeed(chain, bob, deposit(bob, 7_000_000n));
    expect(listed(begun.events, 'proposal_deposit')).toContainEqual([
      'proposal_deposit',
      { voting_period_start: '1', msg_index: '0' },
    ]);
    expect(balance(chain, { bytes: GOV.address })).toBe(10_000_000n);
    expect(govProblem(chain.state.latest)).toBeUndefined();
    const { deposits } = await ask(chain, 'Deposits', [QueryDepositsRequest, QueryDepositsResponse], {
      proposalId: 1n,
    });
    expect(deposits.map(({ amount }) => amount[0]?.amount).sort()).toEqual(['3000000', '7000000']);
    const voted = await succeed(chain, alice, vote(alice, VoteOption.VOTE_OPTION_YES));
    expect(listed(voted.events, 'proposal_vote')).toEqual([
      [
        'proposal_vote',
        {
          voter: textOf(alice),
          option: '[{"option":1,"weight":"1.000000000000000000"}]',
          proposal_id: '1',
          msg_index: '0',
        },
      ],
    ]);
    await succeed(
      chain,
      bob,
      any(MsgVoteWeighted, {
        proposalId: 1n,
        voter: textOf(bob),
        options: [
          { option: 3, weight: '0.75' },
          { option: 2, weight: '0.25' },
        ],
        metadata: 'half',
      }),
    );
    const { votes } = await ask(chain, 'Votes', [QueryVotesRequest, QueryVotesResponse], { proposalId: 1n });
    expect(votes).toHaveLength(2);
    const { tally } = await ask(chain, 'TallyResult', [QueryTallyResultRequest, QueryTallyResultResponse], {
      proposalId: 1n,
    });
    const counts = {
      yesCount: `${40n * COIN}`,
      abstainCount: `${(13n * COIN) / 4n}`,
      noCount: `${(39n * COIN) / 4n}`,
      noWithVetoCount: '0',
    };
    expect(tally).toMatchObject(counts);
    const before = [balance(chain, alice), balance(chain, bob)] as const;
    const events = await wait(chain, 3n * DAY);
    expect(listed(events, 'active_proposal')).toEqual([
      [
        'active_proposal',
        { proposal_id: '1', proposal_result: 'proposal_passed', proposal_log: 'passed', mode: 'EndBlock' },
      ],
    ]);
    expect([balance(chain, alice) - before[0], balance(chain, bob) - before[1]]).toEqual([3_000_000n, 7_000_000n]);
    expect(await proposal(chain)).toMatchObject({ status: 3, failedReason: '', finalTallyResult: counts });
    const { params } = await ask(chain, 'Params', [QueryParamsRequest, QueryParamsResponse], { paramsType: '' });
    expect(params?.quorum).toBe('0.250000000000000000');
    expect(ends(await wait(chain, 4n * DAY))).toEqual([]);
  });

  it('has no effect at all when one of its messages fails', async () => {
    const chain = await open();
    await succeed(chain, alice, transfer(alice, carol, 1n));
    const rich = propose([spend(carol, 5n), spend(bob, 7n)]);
    await succeed(chain, alice, rich, vote(alice, VoteOption.VOTE_OPTION_YES));
    const before = balance(chain, carol);
    const events = await wait(chain, 3n * DAY);
    expect(balance(chain, carol)).toBe(before);
    const reason = 'spendable balance 0ahalley is smaller than 5ahalley: insufficient funds';
    expect(await proposal(chain)).toMatchObject({ status: 5, failedReason: reason });
    expect(listed(events, 'active_proposal')).toMatchObject([
      [
        'active_proposal',
        {
          proposal_result: 'proposal_failed',
          proposal_log: `passed, but msg 0 (/cosmos.bank.v1beta1.MsgSend) failed on execution: ${reason}`,
        },
      ],
    ]);
  });

  it('undoes the messages before the one that fails', async () => {
    const chain = await open();
    await succeed(
      chain,
      alice,
      propose([update({ burnVoteQuorum: true }, chain), spend(carol, 5n)]),
      vote(alice, VoteOption.VOTE_OPTION_YES),
    );
    await wait(chain, 3n * DAY);
    expect(await proposal(chain)).toMatchObject({ status: 5 });
    expect(readGovParams(chain.state.latest).burnVoteQuorum).toBe(false);
  });
});

describe('a proposal that does not pass', () => {
  it('is dropped without enough deposits, which are returned', async () => {
    const chain = await open();
    await succeed(chain, alice, propose([], { deposit: 700_000n, metadata: 'ipfs' }));
    const before = balance(chain, alice);
    // The period ends with its last nanosecond.
    const end = await proposal(chain);
    const at = (end.depositEndTime?.seconds ?? 0n) * NANOS_PER_SECOND - chain.genesisTime;
    expect(ends(await wait(chain, at - 1n))).toEqual([]);
    expect(listed(await wait(chain, at), 'inactive_proposal')).toEqual([
      ['inactive_proposal', { proposal_id: '1', proposal_result: 'proposal_dropped', mode: 'EndBlock' }],
    ]);
    expect(balance(chain, alice) - before).toBe(700_000n);
    expect(await proposals(chain)).toEqual([]);
  });

  it('burns its deposits when it is vetoed, and not without a quorum', async () => {
    const chain = await open();
    await succeed(chain, alice, propose([], { metadata: 'x' }), vote(alice, VoteOption.VOTE_OPTION_NO_WITH_VETO));
    await succeed(chain, alice, propose([], { metadata: 'y' }), vote(alice, VoteOption.VOTE_OPTION_YES, 1n));
    await succeed(chain, alice, vote(alice, VoteOption.VOTE_OPTION_NO_WITH_VETO));
    await succeed(chain, bob, vote(bob, VoteOption.VOTE_OPTION_YES, 2n));
    const [supply, own] = [supplyOf(chain.state.latest, 'ahalley'), balance(chain, alice)];
    const events = await wait(chain, 3n * DAY);
    expect(listed(events, 'burn')).toEqual([['burn', { burner: gov, amount: `${DEPOSIT}ahalley`, mode: 'EndBlock' }]]);
    expect(supply - supplyOf(chain.state.latest, 'ahalley')).toBe(DEPOSIT);
    expect(balance(chain, alice) - own).toBe(DEPOSIT);
    expect([(await proposal(chain)).status, (await proposal(chain, 2n)).status]).toEqual([4, 4]);
    expect((await proposal(chain)).failedReason).toBe('proposal did not get enough votes to pass');
  });

  it('becomes a regular one when it is expedited, and loses the votes so far', async () => {
    const chain = await open();
    await succeed(
      chain,
      alice,
      propose([update({ burnVoteVeto: false }, chain)], { expedited: true, deposit: 5n * DEPOSIT }),
      vote(alice, VoteOption.VOTE_OPTION_YES),
    );
    await succeed(chain, bob, any(MsgVote, { proposalId: 1n, voter: textOf(bob), option: 4, metadata: '' }));
    // 40 of 53 are more than 66.7 %, so carol votes no with 12.
    await succeed(chain, carol, stake(carol, A, 12n), vote(carol, VoteOption.VOTE_OPTION_NO));
    expect(listed(await wait(chain, DAY + 10n * NANOS_PER_SECOND), 'active_proposal')).toMatchObject([
      ['active_proposal', { proposal_result: 'expedited_proposal_rejected' }],
    ]);
    expect(await proposal(chain)).toMatchObject({ status: 2, expedited: false });
    const { votes } = await ask(chain, 'Votes', [QueryVotesRequest, QueryVotesResponse], { proposalId: 1n });
    expect(votes).toEqual([]);
    expect((await run(chain, alice, [vote(alice, VoteOption.VOTE_OPTION_YES)], DAY + 11n * NANOS_PER_SECOND)).log).toBe(
      '',
    );
    await wait(chain, 3n * DAY);
    expect(await proposal(chain)).toMatchObject({ status: 3 });
  });

  it('is canceled by its proposer alone, for half of the deposits', async () => {
    const chain = await open();
    await succeed(chain, alice, propose([], { metadata: 'x' }));
    const cancel = (by: Dev): Any => packed(MsgCancelProposal.message, { proposalId: 1n, proposer: textOf(by) });
    expect((await run(chain, bob, [cancel(bob)])).log).toContain(`invalid proposer ${textOf(bob)}: invalid proposer`);
    const [supply, before] = [supplyOf(chain.state.latest, 'ahalley'), chain.balance(GOV.address)];
    expect(before).toBe(DEPOSIT);
    await succeed(chain, alice, cancel(alice));
    expect(supply - supplyOf(chain.state.latest, 'ahalley')).toBe(DEPOSIT / 2n);
    expect(chain.balance(GOV.address)).toBe(0n);
    expect(await proposals(chain)).toEqual([]);
    expect(ends(await wait(chain, 5n * DAY))).toEqual([]);
  });
});

describe('submitting', () => {
  it('refuses what the SDK refuses, with its texts', async () => {
    const chain = await open();
    const cases: readonly (readonly [Any, string])[] = [
      [propose([], { title: '' }), 'proposal title cannot be empty: invalid request'],
      [propose([]), 'either metadata or Msgs length must be non-nil: no messages proposed'],
      [
        propose([transfer(alice, bob, 1n)]),
        `${textOf(alice)}: expected gov account as only signer for proposal message`,
      ],
      [propose([], { metadata: 'm'.repeat(256) }), 'got metadata with length 256: metadata too long'],
      [
        propose([], { metadata: '{"title":"b","summary":"a summary"}' }),
        "metadata title 'b' must equal proposal title 'a title': invalid proposal content",
      ],
      [any(MsgDeposit, { proposalId: 9n, depositor: textOf(alice), amount: coins(DEPOSIT) }), "key '9' of type"],
    ];
    for (const [message, text] of cases) expect((await run(chain, alice, [message])).log).toContain(text);
    expect(chain.state.latest.get('gov', Uint8Array.of(3))).toBeUndefined();
    const unknown = { typeUrl: '/cosmos.nft.v1beta1.MsgSend', value: new Uint8Array() };
    expect(await run(chain, alice, [propose([unknown])])).toMatchObject({ code: 2, codespace: 'sdk' });
  });

  it('takes proposals and votes of the first version', async () => {
    const chain = await open();
    const content = any(TextProposal, { title: 'old', description: 'text' });
    await succeed(
      chain,
      alice,
      any(OldSubmitProposal, { content, initialDeposit: coins(DEPOSIT), proposer: textOf(alice) }),
      any(OldVote, { proposalId: 1n, voter: textOf(alice), option: 1 }),
    );
    await wait(chain, 3n * DAY);
    expect(await proposal(chain)).toMatchObject({ status: 3, title: 'old', summary: 'text' });
  });

  it('reads proposals inside each other only to a depth', () => {
    let inner = propose([], { metadata: 'x' });
    for (let i = 0; i < 12; i++) inner = propose([inner]);
    expect(() => MESSAGE_TYPES.get(inner.typeUrl)?.read(inner.value)).toThrow('recursion depth exceeded');
  });
});

describe('the state of proposals', () => {
  it('comes back from an exported genesis document', async () => {
    const chain = await open();
    await succeed(chain, alice, propose([], { deposit: 700_000n, metadata: 'x' }));
    await succeed(
      chain,
      bob,
      propose([update({ quorum: '0.1' }, chain)], { by: bob }),
      vote(bob, VoteOption.VOTE_OPTION_NO, 2n),
    );
    const document = JSON.parse(JSON.stringify(exportAppState(chain.state.latest)));
    const state = await openAppState(undefined);
    const app = await createApplication({ state });
    const plain = initChainRequest(readGenesis(), 30_000_000n, [
      { pubKey: A.pubKey, power: 50n },
      { pubKey: B.pubKey, power: 33n },
    ]);
    await app.initChain({ ...plain, appState: document, initialHeight: chain.height + 1n });
    expect(JSON.parse(JSON.stringify(exportAppState(state.latest)))).toEqual(document);
    const entries = (of: TestChain['state']) => [...of.latest.entries('gov', new Uint8Array())];
    expect(entries(state)).toEqual(entries(chain.state));
  });

  it('is refused in a genesis document with the path of what is wrong', async () => {
    const bad = (section: object) => TestChain.open({ edit: (appState) => Object.assign(appState, { gov: section }) });
    await expect(bad({ starting_proposal_id: '0' })).rejects.toThrow('app_state.gov.starting_proposal_id');
    await expect(bad({ params: { quorum: '2' } })).rejects.toThrow('quorom too large: 2');
    await expect(bad({ votes: [{ proposal_id: '3', voter: textOf(alice), options: [] }] })).rejects.toThrow(
      'app_state.gov.votes[0].proposal_id',
    );
    const held = { id: '4', status: 'PROPOSAL_STATUS_DEPOSIT_PERIOD', deposit_end_time: '2030-01-02T03:04:05Z' };
    await expect(
      bad({ proposals: [held], deposits: [{ proposal_id: '4', depositor: textOf(bob), amount: coins(77n) }] }),
    ).rejects.toThrow('gov has 0ahalley, but deposits are 77ahalley');
  });
});

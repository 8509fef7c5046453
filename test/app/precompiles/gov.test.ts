/** Proposes, deposits, votes and reads through the precompile of gov. */
import { type Abi, decodeErrorResult, decodeEventLog, decodeFunctionResult, encodeFunctionData, toHex } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { readProposal } from '../../../src/app/modules/gov/store.js';
import { GOV as GOV_ACCOUNT } from '../../../src/app/sdk/module/authority.js';
import { checksumAddress } from '../../../src/app/types/address.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { fromHex } from '../../../src/kernel/hex.js';
import type { TestChain } from '../support/chain.js';
import { textOf } from '../support/cosmos.js';
import { alice, bob, carol, DAY, DEPOSIT, emptyBlock, gov, open, succeed, vote } from '../support/gov.js';
import { ANY_PAGE, GOV, GOV_ABI } from '../support/precompile_abi.js';
import { type Dev, sign } from '../support/wallet.js';

beforeAll(installFastCrypto);

const abi = GOV_ABI as Abi;

async function read(chain: TestChain, functionName: string, args: readonly unknown[]): Promise<unknown> {
  const input = fromHex(encodeFunctionData({ abi, functionName, args }));
  const outcome = await chain.app.evm.call({ to: fromHex(GOV), input }, chain.height);
  if (outcome.type === 'revert') return String(decodeErrorResult({ abi: [], data: toHex(outcome.data) }).args);
  if (outcome.type !== 'success') return expect.fail(outcome.type);
  return decodeFunctionResult({ abi, functionName, data: toHex(outcome.returnData) });
}

/** Sends a transaction to the precompile. Returns its error, or its result and its logs. */
async function send(chain: TestChain, from: Dev, functionName: string, args: readonly unknown[]) {
  const data = encodeFunctionData({ abi, functionName, args });
  const { outcomes } = await chain.mine(await sign(chain, from, { to: GOV, data, gas: 1_000_000n }));
  const { vmError, ret, logs } = outcomes[0] ?? expect.fail();
  if (vmError !== '') return String(decodeErrorResult({ abi: [], data: toHex(ret) }).args);
  return {
    result: decodeFunctionResult({ abi, functionName, data: toHex(ret) }),
    logs: logs.map((log) => {
      const topics = log.topics.map((topic) => toHex(topic)) as [`0x${string}`];
      const { eventName, args: values } = decodeEventLog({ abi: GOV_ABI, topics, data: toHex(log.data) });
      return [eventName, values];
    }),
  };
}

const coin = (amount: bigint) => ({ denom: 'ahalley', amount });
const json = (value: unknown) => toHex(typeof value === 'string' ? value : JSON.stringify(value));
const constitution = { '@type': '/cosmos.bank.v1beta1.MsgSend', from_address: gov, to_address: textOf(carol) };
const proposal = (more: object = {}) =>
  json({
    messages: [{ ...constitution, amount: [{ denom: 'ahalley', amount: '7' }] }],
    title: 'a title',
    summary: 'a summary',
    metadata: '',
    ...more,
  });
const submit = (chain: TestChain, amount: bigint) =>
  send(chain, alice, 'submitProposal', [alice.address, proposal(), [coin(amount)]]);

it('takes a proposal from JSON to its execution', async () => {
  const chain = await open();
  expect(await submit(chain, 3_000_001n)).toEqual({
    result: 1n,
    logs: [['SubmitProposal', { proposer: alice.address, proposalId: 1n }]],
  });
  const missing = DEPOSIT - 3_000_001n;
  expect(await send(chain, bob, 'deposit', [bob.address, 1n, [coin(missing)]])).toEqual({
    result: true,
    logs: [['Deposit', { depositor: bob.address, proposalId: 1n, amount: [coin(missing)] }]],
  });
  const options = [
    { option: 1, weight: '0.75' },
    { option: 2, weight: '0.25' },
  ];
  expect(await send(chain, bob, 'voteWeighted', [bob.address, 1n, options, 'both'])).toMatchObject({
    logs: [['VoteWeighted', { voter: bob.address, proposalId: 1n, options }]],
  });
  expect(await send(chain, alice, 'vote', [alice.address, 1n, 1, ''])).toMatchObject({
    logs: [['Vote', { voter: alice.address, proposalId: 1n, option: 1 }]],
  });
  expect(await read(chain, 'getVote', [1n, bob.address])).toMatchObject({ voter: bob.address, metadata: 'both' });
  expect(await read(chain, 'getVotes', [1n, ANY_PAGE])).toMatchObject([{ length: 2 }, { total: 2n }]);
  expect(await read(chain, 'getDeposit', [1n, bob.address])).toMatchObject({ amount: [coin(missing)] });
  expect(await read(chain, 'getDeposits', [1n, ANY_PAGE])).toMatchObject([{ length: 2 }, { total: 2n }]);
  const units = (count: bigint) => (count * 10n ** 18n).toString();
  expect(await read(chain, 'getTallyResult', [1n])).toMatchObject({ abstain: ((13n * 10n ** 18n) / 4n).toString() });
  const zero = `0x${'00'.repeat(20)}`;
  expect(await read(chain, 'getProposals', [2, bob.address, zero, ANY_PAGE])).toMatchObject([
    [{ id: 1n, status: 2, messages: ['/cosmos.bank.v1beta1.MsgSend'], proposer: alice.address }],
    { total: 1n },
  ]);
  expect(await read(chain, 'getProposals', [3, zero, zero, ANY_PAGE])).toMatchObject([[], {}]);
  const before = chain.balance(carol.bytes);
  await succeed(chain, bob, vote(bob, 1));
  await emptyBlock(chain, 3n * DAY);
  // The deposits went back, so the account of gov has nothing to send.
  expect(await read(chain, 'getProposal', [1n])).toMatchObject({
    status: 5,
    title: 'a title',
    finalTallyResult: { yes: units(53n), noWithVeto: '0' },
    totalDeposit: [coin(DEPOSIT)],
  });
  expect(chain.balance(carol.bytes)).toBe(before);
});

it('cancels a proposal for its proposer', async () => {
  const chain = await open();
  await submit(chain, DEPOSIT);
  expect(await send(chain, bob, 'cancelProposal', [alice.address, 1n])).toBe(
    `msg.sender address ${bob.address} does not match the requester address ${alice.address}`,
  );
  expect(await send(chain, alice, 'cancelProposal', [alice.address, 1n])).toEqual({
    result: true,
    logs: [['CancelProposal', { proposer: alice.address, proposalId: 1n }]],
  });
  expect(await read(chain, 'getProposal', [1n])).toContain("proposal 1 doesn't exist");
});

it('reads parameters, constitution and authority', async () => {
  const chain = await open({ edit: (state) => Object.assign(state, { gov: { constitution: 'be kind' } }) });
  expect(await read(chain, 'getParams', [])).toMatchObject({
    votingPeriod: 2n * DAY,
    minDeposit: [coin(DEPOSIT)],
    quorum: '0.334000000000000000',
    burnVoteVeto: true,
  });
  expect(await read(chain, 'getConstitution', [])).toBe('be kind');
  expect(await read(chain, 'getAuthority', [])).toEqual([gov, checksumAddress(GOV_ACCOUNT.address)]);
});

describe('a call that gov refuses', () => {
  const zero = `0x${'00'.repeat(20)}`;
  it.each<[string, string, readonly unknown[], string]>([
    ['from the zero address', 'vote', [zero, 1n, 1, ''], `invalid voter address: ${zero}`],
    ['for another account', 'vote', [bob.address, 1n, 1, ''], 'does not match the requester address'],
    ['without a proposal', 'vote', [alice.address, 7n, 1, ''], '7: inactive proposal'],
    ['of an empty JSON', 'submitProposal', [alice.address, '0x', []], 'invalid proposal json jsonBlob arg '],
    ['of no JSON', 'submitProposal', [alice.address, json('{'), []], 'invalid proposal JSON: '],
    ['of another JSON', 'submitProposal', [alice.address, json([1]), []], 'expected an object with messages'],
    [
      'of an unknown message',
      'submitProposal',
      [alice.address, proposal({ messages: [{ '@type': '/no.Such' }] }), []],
      'message 0: ',
    ],
    [
      'of a type nested deeper than the stack',
      'submitProposal',
      [alice.address, json(`{"messages":[{"@type":${'['.repeat(9000)}${']'.repeat(9000)}}]}`), []],
      "message 0: can't unmarshal Any's '@type': array",
    ],
    [
      'without title and messages',
      'submitProposal',
      [alice.address, json({ messages: null, title: null }), []],
      'proposal title cannot be empty',
    ],
    ['with a deposit of nothing', 'deposit', [alice.address, 1n, [coin(0n)]], 'invalid deposits deposit arg '],
    [
      'with another denom',
      'submitProposal',
      [alice.address, proposal(), [{ denom: 'other', amount: 5n }]],
      'deposited 5other, but gov accepts only the following denom(s): [ahalley]: invalid deposit denom',
    ],
  ])('reverts %s', async (_, name, args, text) => {
    const chain = await open();
    expect(await send(chain, alice, name, args)).toContain(text);
    expect(readProposal(chain.state.latest, 1n)).toBeUndefined();
  });
});

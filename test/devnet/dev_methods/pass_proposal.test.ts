/** Passes proposals at once, by id and by messages, and takes what no proposal can be. */
import { encodeFunctionData, toHex } from 'viem';
import { expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { GOV, GOV_ABI } from '../../app/support/precompile_abi.js';

const AUTHORITY = 'halley10d07y265gmmuvt4z0w9aw880jnsr700jtvuhx0';
const upgradeTo = (name: string, height: bigint) => ({
  '@type': '/cosmos.upgrade.v1beta1.MsgSoftwareUpgrade',
  authority: AUTHORITY,
  plan: { name, height: height.toString() },
});
const allowed = (...clients: string[]) => ({
  '@type': '/ibc.core.client.v1.MsgUpdateParams',
  signer: AUTHORITY,
  params: { allowed_clients: clients },
});

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet(options);
  onTestFinished(() => devnet.close());
  return devnet;
}
const ask = (devnet: Devnet, method: string, ...params: unknown[]): Promise<unknown> =>
  devnet.provider.request({ method, params });

/** Runs code that only Osaka knows: CLZ of 1. */
const leadingZeros = (devnet: Devnet) => ask(devnet, 'eth_call', { data: '0x60011e60005260206000f3' });

it('switches the fork of the EVM by an upgrade, again after a revert', async () => {
  const devnet = await start({ hardfork: 'prague' });
  await expect(leadingZeros(devnet)).rejects.toThrow('invalid opcode');
  const before = await devnet.snapshot();
  const rehearse = async () => {
    const outcome = await devnet.passProposal([upgradeTo('osaka', devnet.height + 3n)]);
    expect(outcome).toEqual({ id: 1n, status: 'PROPOSAL_STATUS_PASSED', failedReason: '' });
    await devnet.mine({ blocks: 2 });
    return leadingZeros(devnet);
  };
  const first = await rehearse();
  expect(BigInt(String(first))).toBe(255n);
  await devnet.revert(before);
  await expect(leadingZeros(devnet)).rejects.toThrow('invalid opcode');
  expect(await rehearse()).toBe(first);
});

it('passes a proposal in its deposit period, and gives the deposit back', async () => {
  const devnet = await start();
  const from = devnet.accounts[0]?.address ?? '0x';
  const json = toHex(JSON.stringify({ messages: [allowed('07-tendermint')], title: 'a title', summary: 'a summary' }));
  const args = [from, json, [{ denom: 'ahalley', amount: 300_007n }]] as const;
  const data = encodeFunctionData({ abi: GOV_ABI, functionName: 'submitProposal', args });
  await ask(devnet, 'eth_sendTransaction', { from, to: GOV, data, gas: '0x100000' });
  const balance = async () => BigInt(String(await ask(devnet, 'eth_getBalance', from, 'latest')));
  const held = await balance();
  expect(await ask(devnet, 'halley_passProposal', 1)).toEqual({
    id: '0x1',
    status: 'PROPOSAL_STATUS_PASSED',
    failedReason: '',
  });
  expect((await balance()) - held).toBe(300_007n);
  await expect(devnet.passProposal(1)).rejects.toMatchObject({
    code: 'conflict',
    message: 'proposal 1 has ended with PROPOSAL_STATUS_PASSED: expected one in its deposit or voting period',
  });
});

it('tells which message failed, and undoes all of them', async () => {
  const devnet = await start({ hardfork: 'prague' });
  const { status, failedReason } = await devnet.passProposal([upgradeTo('osaka', 9n), allowed('*', 'other')]);
  expect([status, failedReason]).toEqual([
    'PROPOSAL_STATUS_FAILED',
    'allow list must have only one element because the allow all clients wildcard (*) is present',
  ]);
  await devnet.mine({ blocks: 9 });
  await expect(leadingZeros(devnet)).rejects.toThrow('invalid opcode');
});

it.each<[string, readonly object[] | bigint, string, RegExp]>([
  ['an unknown id', 7n, 'not-found', /^there is no proposal 7$/],
  ['the id 0', 0n, 'not-found', /^there is no proposal 0: /],
  ['no messages', [], 'invalid-argument', /^a proposal has 0 messages, expected from 1 to 100$/],
  ['an unknown message', [{ '@type': '/no.Such' }], 'invalid-argument', /^message 0 of the proposal: /],
  [
    'a message of another account',
    [{ ...allowed('*'), signer: 'halley17w0adeg64ky0daxwd2ugyuneellmjgnxjn5qmu' }],
    'invalid-argument',
    /^message 0 of the proposal: its signer must be halley10d07y265gmmuvt4z0w9aw880jnsr700jtvuhx0, the account of gov$/,
  ],
])('refuses %s, and makes no block', async (_, proposal, code, message) => {
  const devnet = await start();
  const { height } = devnet;
  await expect(devnet.passProposal(proposal)).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  expect(devnet.height).toBe(height);
});

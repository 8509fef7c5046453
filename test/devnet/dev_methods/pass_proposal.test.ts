/** Passes proposals at once, by id and by messages, and takes what no proposal can be. */
import { encodeFunctionData, parseAbi, toHex } from 'viem';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions, exportHome } from '../../../src/devnet/index.js';
import { GOV, GOV_ABI } from '../../app/support/precompile_abi.js';
import { temporaryHome } from '../node_kit.js';

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

describe("the EVM's parameters", () => {
  const BECH32 = '0x0000000000000000000000000000000000000400';
  const STAKING = '0x0000000000000000000000000000000000000800';
  // hexToBech32(0x00…07, "halley")
  const data = encodeFunctionData({
    abi: parseAbi(['function hexToBech32(address addr, string prefix) returns (string)']),
    args: ['0x0000000000000000000000000000000000000007', 'halley'],
  });
  const spelled = (devnet: Devnet) => ask(devnet, 'eth_call', { to: BECH32, data });
  const shown = async (devnet: Devnet) => {
    const rest = await fetch(`${devnet.urls.api}/cosmos/evm/vm/v1/params`);
    return ((await rest.json()) as { params: { active_static_precompiles: readonly string[] } }).params;
  };
  const updated = (params: object) => ({ '@type': '/cosmos.evm.vm.v1.MsgUpdateParams', authority: AUTHORITY, params });

  it('turn a precompile off from the next block on, until a revert, in exports and after a restart', async () => {
    const home = await temporaryHome();
    const devnet = await start({ api: true, home, seed: '5' });
    const before = await spelled(devnet);
    expect(String(before).length).toBeGreaterThan(100);
    const params = await shown(devnet);
    const active = params.active_static_precompiles.filter((address) => address !== BECH32);
    const changed = { ...params, active_static_precompiles: active, evm_channels: ['channel-17'] };
    const snapshot = await devnet.snapshot();
    const { status } = await devnet.passProposal([updated(changed)]);
    expect([status, await spelled(devnet), await shown(devnet)]).toEqual(['PROPOSAL_STATUS_PASSED', '0x', changed]);
    expect(await ask(devnet, 'eth_config')).toMatchObject({ current: { precompiles: { STAKING } } });
    expect(JSON.stringify(await ask(devnet, 'eth_config'))).not.toContain('BECH32');
    await devnet.revert(snapshot);
    expect([await spelled(devnet), await shown(devnet)]).toEqual([before, params]);
    await devnet.passProposal([updated(changed)]);
    await devnet.close();
    const again = await start({ api: true, home, seed: '5' });
    expect([await spelled(again), await shown(again)]).toEqual(['0x', changed]);
    await again.close();
    const genesis = JSON.parse(JSON.stringify(await exportHome(home)));
    const exported = await start({ api: true, seed: '5', genesis });
    expect([await spelled(exported), await shown(exported)]).toEqual(['0x', changed]);
    await exported.passProposal([updated(params)]);
    expect(await spelled(exported)).toBe(before);
  });

  it('are not set to what this chain cannot have, and nothing changes', async () => {
    const devnet = await start({ api: true });
    const params = await shown(devnet);
    const cases: readonly (readonly [object, RegExp])[] = [
      [{ evm_denom: 'other' }, /^evm_denom is "other": expected "ahalley", because a chain keeps its denom$/],
      [{ extra_eips: ['3855'] }, /^EIP 3855 is not activateable, valid EIPs are: \[\]$/],
      [{ history_serve_window: '7' }, /^history_serve_window is 7: expected 8191, that of EIP-2935$/],
      [{ active_static_precompiles: [STAKING, BECH32] }, /^precompiles need to be sorted: \[0x/],
      [{ active_static_precompiles: [STAKING, STAKING] }, /^duplicate precompile 0x0{37}800$/],
      [{ active_static_precompiles: ['0x12'] }, /^invalid precompile 0x12$/],
      [
        { active_static_precompiles: [BECH32.replace('0400', '0807')] },
        /^there is no precompile 0x0{37}807: expected some/,
      ],
      [{ active_static_precompiles: [STAKING] }, /^precompile 0x0{37}100 belongs to the hard fork osaka: /],
      [
        { access_control: { create: { access_type: 'ACCESS_TYPE_RESTRICTED' }, call: {} } },
        /^access_control.create restr/,
      ],
      [{ evm_channels: ['a'] }, /^identifier a has invalid length: 1, must be between 8-64 characters$/],
      [{ extended_denom_options: { extended_denom: 'b' } }, /^extended_denom is "b": expected "ahalley"/],
    ];
    for (const [wrong, text] of cases) {
      const { status, failedReason } = await devnet.passProposal([updated({ ...params, ...wrong })]);
      expect([status, failedReason]).toEqual(['PROPOSAL_STATUS_FAILED', expect.stringMatching(text)]);
    }
    expect(await shown(devnet)).toEqual(params);
  });

  it('do not stand in the way of preinstalled contracts, which have no account before', async () => {
    const devnet = await start();
    const [address, code] = ['0x00000000000000000000000000000000000c0de7', '0x600b60005260206000f3'];
    const install = (preinstall: object) =>
      devnet.passProposal([
        {
          ...{ '@type': '/cosmos.evm.vm.v1.MsgRegisterPreinstalls', authority: AUTHORITY },
          preinstalls: [{ name: 'eleven', address, code, ...preinstall }],
        },
      ]);
    expect(await install({})).toMatchObject({ status: 'PROPOSAL_STATUS_PASSED', failedReason: '' });
    expect(await ask(devnet, 'eth_getCode', address, 'latest')).toBe(code);
    expect(BigInt(String(await ask(devnet, 'eth_call', { to: address })))).toBe(11n);
    const reasons: unknown[] = [];
    for (const wrong of [{}, { code: '' }, { code: '0x' }, { code: '0x6g' }, { address: '0x9' }])
      reasons.push((await install({ ...wrong })).failedReason);
    expect(reasons).toEqual(
      [
        `preinstall ${address} already has an account in account keeper`,
        `preinstall ${address} has no code`,
        `preinstall ${address} has empty code hash`,
        `preinstall ${address} has code that is not hex`,
        'preinstall has an invalid address 0x9',
      ].map((text) => `${text}: invalid preinstall`),
    );
  });
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

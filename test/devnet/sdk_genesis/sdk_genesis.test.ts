/**
 * Tests that genesis documents of SDK applications start a devnet. CosmJS's own tests start evmd, simd of SDK 0.53 and
 * wasmd 0.50 with those in the folder documents. `wasmd_export.json` is an export of wasmd 0.61.
 */
import { expect, it } from 'vitest';
import { createDevnet, type Devnet, fixedClock } from '../../../src/devnet/index.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import { ask } from '../../support/ask.js';
import evmd from './documents/evmd.json' with { type: 'json' };
import simapp from './documents/simapp53.json' with { type: 'json' };
import wasmd from './documents/wasmd.json' with { type: 'json' };
import exported from './documents/wasmd_export.json' with { type: 'json' };

const START = parseTime('2026-02-01T00:00:00Z') as UnixNanos;

// biome-ignore lint/suspicious/noExplicitAny: documents are changed in many places
type Document = any;

async function start(genesis: Document, validators?: number): Promise<{ devnet: Devnet; warnings: string[] }> {
  const warnings: string[] = [];
  const devnet = await createDevnet({
    genesis,
    rpc: true,
    api: true,
    clock: fixedClock(START),
    onGenesisWarning: (text) => warnings.push(text),
    ...(validators !== undefined && { validators }),
  });
  return { devnet, warnings };
}

/** Returns the app_state with which a chain began, as its CometBFT RPC shows it. */
async function stateOf(devnet: Devnet): Promise<Document> {
  const response = await fetch(`${devnet.urls.cometRpc}/genesis`);
  return ((await response.json()) as Document).result.genesis.app_state;
}

/** Returns the sum of all balances of a denom. */
const sumOf = ({ bank }: Document, denom: string): bigint =>
  bank.balances
    .flatMap(({ coins }: Document) => coins)
    .reduce((sum: bigint, coin: Document) => (coin.denom === denom ? sum + BigInt(coin.amount) : sum), 0n);

it('starts from the document of evmd, with the validator of its gen_txs', async () => {
  const { devnet, warnings } = await start(evmd);
  await using _ = devnet;
  expect(warnings).toEqual([
    'the genesis document has modules that this chain lacks: 07-tendermint, evidence, precisebank. They have no state and are left out',
    '1 validators of gen_txs are simulated, with keys of the devnet in place of their own',
  ]);
  expect(await ask(devnet, 'eth_chainId')).toBe('0x2329');
  // 10^26 without the self-delegation of 10^21 and the fee of 2 × 10^12, and with the sequence that the gentx used.
  const operator = '0x7cb61d4117ae31a12e393a1cfa3bac666481d02e';
  expect(await ask(devnet, 'eth_getBalance', operator, '0x0')).toBe(
    `0x${(10n ** 26n - 10n ** 21n - 2n * 10n ** 12n).toString(16)}`,
  );
  expect(await ask(devnet, 'eth_getTransactionCount', operator, '0x0')).toBe('0x1');
  const state = await stateOf(devnet);
  expect(sumOf(state, 'atest')).toBe(sumOf(evmd.app_state, 'atest'));
  expect(state.staking.validators).toMatchObject([
    {
      operator_address: 'cosmosvaloper10jmp6sgh4cc6zt3e8gw05wavvejgr5pw4xyrql',
      status: 'BOND_STATUS_BONDED',
      tokens: '1000000000000000000000',
      commission: { commission_rates: { max_rate: '0.200000000000000000' } },
    },
  ]);
  const { result } = (await (await fetch(`${devnet.urls.cometRpc}/validators`)).json()) as Document;
  expect(result.validators).toMatchObject([{ voting_power: '1000' }]);
  await ask(devnet, 'hardhat_mine', '0x3');
  expect(devnet.height).toBe(4n);
});

it('does not warn about missing modules where the document has genutil alone beside those of this chain', async () => {
  const whole = await start(evmd);
  await whole.devnet.close();
  const names = new Set(/lacks: ([^.]*)\./.exec(whole.warnings[0] ?? '')?.[1]?.split(', '));
  const known = Object.entries(evmd.app_state).filter(([name]) => !names.has(name));
  const { devnet, warnings } = await start({ ...evmd, app_state: Object.fromEntries(known) });
  await using _ = devnet;
  expect(warnings).toEqual(['1 validators of gen_txs are simulated, with keys of the devnet in place of their own']);
});

it.each([
  ['simd', simapp, 'cosmos'],
  ['wasmd', wasmd, 'wasm'],
])(
  'starts from the document of %s, whose validator has too few tokens for a power of 1',
  async (_name, document, prefix) => {
    const { devnet, warnings } = await start(document);
    await using _ = devnet;
    expect(warnings[0]).toContain('evidence, ');
    expect(warnings[1]).toMatch(/^1 validators of gen_txs have less than 10\^18 tokens/);
    const state = await stateOf(devnet);
    // The devnet's validator has 10 × 10^18 new tokens. No coin of the document is lost.
    expect(sumOf(state, 'ustake')).toBe(sumOf(document.app_state, 'ustake') + 10n ** 19n);
    expect(sumOf(state, 'ucosm')).toBe(sumOf(document.app_state, 'ucosm'));
    expect(state.staking.validators.map(({ status }: Document) => status).sort()).toEqual([
      'BOND_STATUS_BONDED',
      'BOND_STATUS_UNBONDED',
    ]);
    expect(state.auth.params.bech32_prefix).toBe(prefix);
    const [{ address }] = state.bank.balances as [Document];
    expect(address.startsWith(`${prefix}1`)).toBe(true);
    await ask(devnet, 'evm_mine');
    expect(devnet.height).toBe(2n);
    // Dev methods work, as on a new chain.
    await ask(devnet, 'hardhat_setBalance', devnet.accounts[0]?.address, '0x1234');
    expect(await ask(devnet, 'eth_getBalance', devnet.accounts[0]?.address, 'latest')).toBe('0x1234');
  },
);

it('gives the validators of gen_txs and more to as many nodes as are asked for', async () => {
  const { devnet } = await start(evmd, 3);
  await using _ = devnet;
  const { result } = (await (await fetch(`${devnet.urls.cometRpc}/validators`)).json()) as Document;
  expect(result.validators.map((each: Document) => each.voting_power)).toEqual(['1000', '10', '10']);
});

const refusals: readonly [string, (document: Document) => void, RegExp][] = [
  [
    'a proposal of an unknown message',
    ({ app_state }) =>
      app_state.gov.proposals.push({ id: '1', messages: [{ '@type': '/cosmos.nft.v1beta1.MsgSend' }] }),
    /^app_state\.gov\.proposals\[0\] is .*: expected a cosmos\.gov\.v1\.Proposal \(unknown message type "cosmos\.nft\.v1beta1\.MsgSend"\)/,
  ],
  [
    'a community pool',
    ({ app_state }) => app_state.distribution.fee_pool.community_pool.push({ denom: 'atest', amount: '1.0' }),
    /^app_state\.distribution is .*: expected app_state\.bank\.balances to give 1atest to the account of distribution/,
  ],
  [
    'a remainder of precisebank',
    ({ app_state }) => {
      app_state.precisebank.remainder = '7';
    },
    /^genesis: app_state\.precisebank\.remainder is state of the module precisebank/,
  ],
  [
    'a gen_tx beyond the balance',
    ({ app_state }) => {
      app_state.genutil.gen_txs[0].body.messages[0].value.amount = '100000000000000000000000000';
    },
    /^genesis: app_state\.genutil\.gen_txs\[0\] needs 2000000000000atest of cosmos10jmp/,
  ],
  [
    'a gen_tx of another kind',
    ({ app_state }) => {
      app_state.genutil.gen_txs[0].body.messages[0]['@type'] = '/cosmos.bank.v1beta1.MsgSend';
    },
    /gen_txs\[0\]\.body\.messages has not one message: expected one of type \/cosmos\.staking/,
  ],
  [
    'traces of denoms in the form of ibc-go v9',
    ({ app_state }) => {
      app_state.transfer.denom_traces = [{ path: 'transfer/channel-0', base_denom: 'uatom' }];
    },
    /^genesis: app_state\.transfer\.denom_traces has 1 entries: expected app_state\.transfer\.denoms/,
  ],
];

it.each(refusals)('refuses what would be lost: %s', async (_, change, expected) => {
  const document = structuredClone(evmd);
  change(document);
  const error = await start(document).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(HalleyError);
  expect((error as HalleyError).code).toBe('invalid-genesis');
  expect((error as HalleyError).message).toMatch(expected);
});

it('starts from the export of a wasmd chain, with what vests, unbonds, is granted and is voted on', async () => {
  const { devnet, warnings } = await start(exported);
  await using _ = devnet;
  expect(warnings[0]).toContain('circuit, epochs, evidence, group, interchainaccounts, nft, protocolpool, wasm.');
  const [state, theirs] = [await stateOf(devnet), exported.app_state];
  for (const [ours, of] of [
    [state.staking.unbonding_delegations, theirs.staking.unbonding_delegations],
    [state.authz.authorization, theirs.authz.authorization],
    [state.feegrant.allowances, theirs.feegrant.allowances],
    [state.gov.votes, theirs.gov.votes],
  ])
    expect(ours).toEqual(of);
  const vesting = (accounts: Document[]) => accounts.filter((account) => account['@type'].includes('Vesting'));
  expect(vesting(state.auth.accounts)).toEqual(vesting(theirs.auth.accounts));
  const pool = theirs.auth.accounts.find((account: Document) => account.name === 'protocolpool') as Document;
  expect(state.auth.accounts.find((account: Document) => account.address === pool.base_account.address)).toEqual({
    '@type': '/cosmos.auth.v1beta1.BaseAccount',
    ...pool.base_account,
  });

  const get = async (path: string): Promise<Document> => (await fetch(`${devnet.urls.api}/cosmos/${path}`)).json();
  const bob = theirs.staking.unbonding_delegations[0]?.delegator_address ?? '';
  const unbonding = async () =>
    (await get(`staking/v1beta1/delegators/${bob}/unbonding_delegations`)).unbonding_responses;
  const proposal = async () => (await get('gov/v1/proposals/1')).proposal.status;
  expect([(await unbonding())[0].entries.length, await proposal()]).toEqual([2, 'PROPOSAL_STATUS_VOTING_PERIOD']);
  await devnet.time.increase(22 * 86_400);
  await devnet.mine();
  expect(await unbonding()).toEqual([]);
  expect(await proposal()).not.toBe('PROPOSAL_STATUS_VOTING_PERIOD');
});

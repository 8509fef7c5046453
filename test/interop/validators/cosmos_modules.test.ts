/**
 * Runs the modules of the Cosmos SDK under real validators: a node that joins by a message, inflation, rewards and
 * commission, a vesting account, and proposals. Each application verifies its home, and a devnet continues from the
 * export of one.
 */
import { DirectSecp256k1HdWallet, encodePubkey } from '@cosmjs/proto-signing';
import {
  assertIsDeliverTxSuccess,
  type DeliverTxResponse,
  QueryClient,
  SigningStargateClient,
  setupBankExtension,
  setupDistributionExtension,
  setupGovExtension,
  setupStakingExtension,
} from '@cosmjs/stargate';
import { Comet38Client } from '@cosmjs/tendermint-rpc';
import { MsgUpdateParams } from 'cosmjs-types/cosmos/mint/v1beta1/tx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBech32, encodeBech32 } from '../../../src/codec/bech32.js';
import { DEVELOPMENT_MNEMONIC } from '../../../src/config/development_accounts.js';
import { createDevnet, exportHome, verifyHome } from '../../../src/devnet/index.js';
import { cometbftIsAbsent } from '../peers/cometbft.js';
import { eventually, type Network, startNetwork } from './network.js';

const DENOM = 'ahalley';
const COIN = 10n ** 18n;
const FEE = COIN / 100n;
const AUTHORITY = 'halley10d07y265gmmuvt4z0w9aw880jnsr700jtvuhx0';
const PASSED = 3;
/** Tenths, as protobuf has decimals. */
const share = (tenths: bigint): string => ((tenths * COIN) / 10n).toString();
const coin = (amount: bigint) => ({ denom: DENOM, amount: amount.toString() });

let network: Network;

/** Message by its name without `cosmos.`. */
type Sent = readonly [name: string, value: object];

/** Connects the account of a mnemonic at the SDK's path. */
async function walletOf(mnemonic: string) {
  const signer = await DirectSecp256k1HdWallet.fromMnemonic(mnemonic, { prefix: 'halley' });
  const [{ address } = { address: '' }] = await signer.getAccounts();
  const options = { broadcastPollIntervalMs: 50, broadcastTimeoutMs: 250_000 };
  const client = await SigningStargateClient.connectWithSigner(network.node(0).rpc, signer, options);
  const send = (...messages: readonly Sent[]) =>
    client.signAndBroadcast(
      address,
      messages.map(([name, value]) => ({ typeUrl: `/cosmos.${name}`, value })),
      { amount: [coin(FEE)], gas: '1000000' },
    );
  return { address, send, close: () => client.disconnect() };
}

type Wallet = Awaited<ReturnType<typeof walletOf>>;

async function queriesOf(url: string) {
  const comet = await Comet38Client.connect(url);
  const modules = QueryClient.withExtensions(
    comet,
    setupBankExtension,
    setupDistributionExtension,
    setupGovExtension,
    setupStakingExtension,
  );
  const time = async () => Number((await comet.status()).syncInfo.latestBlockTime) / 1000;
  return { ...modules, time, close: () => comet.disconnect() };
}

type Queries = Awaited<ReturnType<typeof queriesOf>>;

const newMnemonic = async (): Promise<string> => (await DirectSecp256k1HdWallet.generate(12)).mnemonic;
const validatorOf = ({ address }: Wallet): string => encodeBech32('halleyvaloper', decodeBech32(address).bytes);
const balanceOf = async ({ bank }: Queries, { address }: Wallet) => BigInt((await bank.balance(address, DENOM)).amount);

/** Adds the amounts of the base denom in the events of a type. */
const sumOf = ({ events }: DeliverTxResponse, type: string): bigint =>
  events
    .filter((event) => event.type === type)
    .flatMap(({ attributes }) => attributes.filter(({ key }) => key === 'amount'))
    .reduce((sum, { value }) => sum + BigInt(value.replace(DENOM, '')), 0n);

async function succeed(wallet: Wallet, ...messages: readonly Sent[]): Promise<DeliverTxResponse> {
  const result = await wallet.send(...messages);
  assertIsDeliverTxSuccess(result);
  return result;
}

/** Makes the owner a validator with the key of the third node. */
async function join(owner: Wallet): Promise<void> {
  const key = Buffer.from(network.node(2).home.planned.keys.validator.pubKey.bytes).toString('base64');
  await succeed(owner, [
    'staking.v1beta1.MsgCreateValidator',
    {
      description: { moniker: 'third', identity: '', website: '', securityContact: '', details: '' },
      commission: { rate: share(3n), maxRate: share(5n), maxChangeRate: share(1n) },
      ...{
        minSelfDelegation: '1',
        delegatorAddress: '',
        validatorAddress: validatorOf(owner),
        value: coin(13n * COIN),
      },
      pubkey: encodePubkey({ type: 'tendermint/PubKeyEd25519', value: key }),
    },
  ]);
}

/** Ends the inflation by a vote, and pays `to` from the community pool by the key of the dev authority. */
async function govern(queries: Queries, owner: Wallet, to: Wallet): Promise<void> {
  const proposal = { metadata: '', title: 'No inflation', summary: 'Nothing is minted', expedited: false };
  const none = { inflationMin: '0', inflationMax: '0', inflationRateChange: '0' };
  const params = { ...none, mintDenom: DENOM, goalBonded: share(6n), blocksPerYear: 6_311_520n };
  const value = MsgUpdateParams.encode({ authority: AUTHORITY, params }).finish();
  await succeed(
    owner,
    [
      'gov.v1.MsgSubmitProposal',
      {
        ...{ ...proposal, initialDeposit: [coin(10_000_000n)], proposer: owner.address },
        messages: [{ typeUrl: MsgUpdateParams.typeUrl, value }],
      },
    ],
    ['gov.v1.MsgVote', { proposalId: 1n, voter: owner.address, option: 1, metadata: '' }],
  );
  await eventually('the proposal has passed', async () => (await queries.gov.proposal(1)).proposal?.status === PASSED);
  const spend = {
    '@type': '/cosmos.distribution.v1beta1.MsgCommunityPoolSpend',
    ...{ authority: AUTHORITY, recipient: to.address, amount: [coin(7n)] },
  };
  const outcome = await network.node(0).evmCall('halley_passProposal', [spend]);
  expect(outcome).toEqual({ id: '0x2', status: 'PROPOSAL_STATUS_PASSED', failedReason: '' });
  await expect(network.node(1).evmCall('halley_passProposal', [spend])).rejects.toThrow(
    /^dev methods are off: [^\n]+$/,
  );
}

/** Reads what an export must keep. */
async function factsOf(queries: Queries, accounts: readonly Wallet[]) {
  const [owner] = accounts as [Wallet];
  const { distribution, gov, bank } = queries;
  return {
    balances: await Promise.all(accounts.map((each) => balanceOf(queries, each))),
    rewards: (await distribution.delegationTotalRewards(owner.address)).total,
    commission: (await distribution.validatorCommission(validatorOf(owner))).commission,
    pool: (await distribution.communityPool()).pool,
    statuses: [(await gov.proposal(1)).proposal?.status, (await gov.proposal(2)).proposal?.status],
    supply: await bank.supplyOf(DENOM),
  };
}

describe.skipIf(cometbftIsAbsent)('the modules of the Cosmos SDK under real validators', () => {
  beforeAll(async () => {
    const params = { voting_period: '4s', expedited_voting_period: '2s' };
    network = await startNetwork({
      ...{ validators: 2, fullNodes: 1 },
      appState: { distribution: {}, mint: {}, gov: { params } },
    });
    await network.node(2).start();
  });
  afterAll(() => network?.close());

  it('pay a validator that joins, free vesting coins, follow proposals, and are in exports', async () => {
    const [owner, holder] = [await walletOf(DEVELOPMENT_MNEMONIC), await walletOf(await newMnemonic())];
    const queries = await queriesOf(network.node(1).rpc);
    await join(owner);
    const endTime = BigInt(Math.floor(Date.now() / 1000) + 1000);
    const vesting = { fromAddress: owner.address, toAddress: holder.address, amount: [coin(5000n * COIN)], endTime };
    await succeed(owner, ['vesting.v1beta1.MsgCreateVestingAccount', { ...vesting, delayed: false }]);

    const { distribution } = queries;
    await eventually('the new validator has a commission', async () => {
      const { commission } = await distribution.validatorCommission(validatorOf(owner));
      return BigInt(commission.commission[0]?.amount ?? '0') > 0n;
    });
    const before = await balanceOf(queries, owner);
    const withdrawn = await succeed(
      owner,
      [
        'distribution.v1beta1.MsgWithdrawDelegatorReward',
        { delegatorAddress: owner.address, validatorAddress: validatorOf(owner) },
      ],
      ['distribution.v1beta1.MsgWithdrawValidatorCommission', { validatorAddress: validatorOf(owner) }],
    );
    const [rewards, commission] = [sumOf(withdrawn, 'withdraw_rewards'), sumOf(withdrawn, 'withdraw_commission')];
    expect(Number((commission * 1000n) / (commission + rewards))).toBeCloseTo(300, -1);
    expect(await balanceOf(queries, owner)).toBe(before - FEE + rewards + commission);

    const pay = (amount: bigint) =>
      [
        'bank.v1beta1.MsgSend',
        { fromAddress: holder.address, toAddress: owner.address, amount: [coin(amount)] },
      ] as const;
    await eventually('some coins are free', async () => (await queries.time()) > Number(endTime) - 990);
    expect((await holder.send(pay(4900n * COIN))).code).toBe(5);
    await succeed(holder, pay(COIN));
    expect(await balanceOf(queries, holder)).toBe(4999n * COIN - 2n * FEE);

    await govern(queries, owner, holder);
    await network.advance(3);
    const facts = await factsOf(queries, [owner, holder]);
    expect(facts).toMatchObject({ statuses: [PASSED, PASSED] });
    for (const each of [owner, holder, queries]) each.close();
    await Promise.all(network.nodes.map((node) => node.stop()));

    for (const { home } of network.nodes) expect((await verifyHome(home.path)).problems).toEqual([]);
    const document = await exportHome(network.node(0).home.path);
    await using devnet = await createDevnet({
      genesis: JSON.parse(JSON.stringify(document)),
      ...{ validators: 3, rpc: true },
    });
    const after = await queriesOf(`${devnet.urls.cometRpc}/v0.38`);
    expect(await factsOf(after, [owner, holder])).toEqual(facts);
    after.close();
  });
});

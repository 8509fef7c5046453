/**
 * Runs CosmJS's StargateClient and query extensions against a running devnet: the gRPC services of the Cosmos SDK that
 * wallets and indexers query through `abci_query`.
 */
import {
  QueryClient,
  StargateClient,
  setupAuthExtension,
  setupBankExtension,
  setupSlashingExtension,
  setupStakingExtension,
  setupTxExtension,
} from '@cosmjs/stargate';
import { Comet38Client } from '@cosmjs/tendermint-rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decodeBech32, encodeBech32 } from '../../src/codec/bech32.js';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { fromHex } from '../../src/kernel/hex.js';

const DENOM = 'ahalley';
const POWER = 10n;
const POWER_REDUCTION = 10n ** 18n;
const BALANCE = 10_000n * 10n ** 18n;

let devnet: Devnet;
let client: StargateClient;
const addressOf = (account: number): string => encodeBech32('halley', fromHex(devnet.accounts[account]?.address ?? ''));

async function queries() {
  const comet = await Comet38Client.connect(`${devnet.urls.cometRpc}/v0.38`);
  return QueryClient.withExtensions(
    comet,
    setupAuthExtension,
    setupBankExtension,
    setupStakingExtension,
    setupSlashingExtension,
    setupTxExtension,
  );
}
let query: Awaited<ReturnType<typeof queries>>;

beforeAll(async () => {
  devnet = await createDevnet({ jsonRpc: false, assets: false, rpc: { address: 'tcp://127.0.0.1:0' }, validators: 3 });
  client = await StargateClient.connect(devnet.urls.cometRpc as string);
  query = await queries();
});
afterAll(async () => {
  client.disconnect();
  await devnet.close();
});

const send = (from: number, to: number) =>
  devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: devnet.accounts[from]?.address, to: devnet.accounts[to]?.address, value: '0x7', gas: '0x5208' }],
  });

describe('StargateClient', () => {
  it('reads the chain id, the height and the blocks', async () => {
    expect(await client.getChainId()).toBe(devnet.chainId);
    expect(await client.getHeight()).toBe(Number(devnet.height));
    expect((await client.getBlock(1)).header.chainId).toBe(devnet.chainId);
  });

  it('reads accounts, sequences and balances that the EVM changed', async () => {
    await send(4, 5);
    expect(await client.getSequence(addressOf(4))).toMatchObject({ sequence: 1 });
    expect(await client.getAccount(addressOf(5))).toMatchObject({ address: addressOf(5), sequence: 0 });
    expect(await client.getBalance(addressOf(5), DENOM)).toEqual({ denom: DENOM, amount: (BALANCE + 7n).toString() });
    expect(await client.getAllBalances(addressOf(5))).toHaveLength(1);
    expect(await client.getBalance(addressOf(5), 'nothing')).toEqual({ denom: 'nothing', amount: '0' });
    const nobody = encodeBech32('halley', new Uint8Array(20).fill(7));
    expect(await client.getAccount(nobody)).toBeNull();
    await expect(client.getSequence(nobody)).rejects.toThrow('does not exist on chain');
  });

  it('finds transactions by hash, height and event', async () => {
    await send(6, 7);
    const height = Number(devnet.height);
    const [found] = await client.searchTx(`tx.height=${height}`);
    expect(found).toMatchObject({ height, code: 0, gasUsed: 21_000n });
    expect(await client.getTx(found?.hash ?? '')).toMatchObject({ height });
    expect(await client.getTx('00'.repeat(32))).toBeNull();
  });

  it('reads delegations', async () => {
    const { validators } = await query.staking.validators('BOND_STATUS_BONDED');
    const [validator] = validators;
    const operator = encodeBech32('halley', decodeBech32(validator?.operatorAddress ?? '').bytes);
    const stake = { denom: DENOM, amount: (POWER * POWER_REDUCTION).toString() };
    expect(await client.getDelegation(operator, validator?.operatorAddress ?? '')).toEqual(stake);
    expect(await client.getBalanceStaked(operator)).toEqual(stake);
    expect(await client.getDelegation(addressOf(0), validator?.operatorAddress ?? '')).toBeNull();
  });
});

describe('query extensions', () => {
  it('return the supply and the metadata of the denom', async () => {
    const accounts = BALANCE * BigInt(devnet.accounts.length + devnet.cosmosAccounts.length);
    const supply = { denom: DENOM, amount: (accounts + 3n * POWER * POWER_REDUCTION).toString() };
    expect(await query.bank.totalSupply()).toMatchObject({ supply: [supply] });
    expect(await query.bank.supplyOf(DENOM)).toEqual(supply);
    expect(await query.bank.denomMetadata(DENOM)).toMatchObject({ base: DENOM });
    expect(await query.bank.denomsMetadata()).toHaveLength(1);
    await expect(query.bank.denomMetadata('nothing')).rejects.toThrow('not found');
  });

  it('show a change of power in staking and in the validator set', async () => {
    const before = (await query.staking.pool()).pool?.bondedTokens;
    await devnet.setValidatorPower(0, 25n);
    expect(BigInt((await query.staking.pool()).pool?.bondedTokens ?? 0) - BigInt(before ?? 0)).toBe(
      15n * POWER_REDUCTION,
    );
    const { validators } = await query.staking.validators('');
    expect(validators.map(({ tokens }) => BigInt(tokens) / POWER_REDUCTION).sort()).toEqual([10n, 10n, 25n]);
    const one = await query.staking.validator(validators[0]?.operatorAddress ?? '');
    expect(one.validator).toEqual(validators[0]);
    const { delegationResponses } = await query.staking.validatorDelegations(validators[0]?.operatorAddress ?? '');
    expect(delegationResponses).toHaveLength(1);
    expect((await query.staking.params()).params?.bondDenom).toBe(DENOM);
    expect((await query.slashing.params()).params?.slashFractionDoubleSign).toBeDefined();
  });
});

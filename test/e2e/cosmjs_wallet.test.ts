/** Connects CosmJS's default wallet, made from the development mnemonic alone, to a running devnet over its socket. */
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing';
import { assertIsDeliverTxSuccess, GasPrice, SigningStargateClient } from '@cosmjs/stargate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DEVELOPMENT_MNEMONIC } from '../../src/config/development_accounts.js';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';

const COIN = 10n ** 18n;

let devnet: Devnet;
beforeAll(async () => {
  devnet = await createDevnet({ seed: 'wallet', rpc: true, chains: [{ id: 'hub-1', rpc: true }] });
});
afterAll(() => devnet.close());

async function connect(chainId: string) {
  const { bech32Prefix, gasPrice, urls } = devnet.chains.get(chainId);
  const wallet = await DirectSecp256k1HdWallet.fromMnemonic(DEVELOPMENT_MNEMONIC, { prefix: bech32Prefix });
  const [{ address } = { address: '' }] = await wallet.getAccounts();
  const client = await SigningStargateClient.connectWithSigner(urls.cometRpc as string, wallet, {
    gasPrice: GasPrice.fromString(gasPrice),
    broadcastPollIntervalMs: 10,
  });
  return { address, client };
}

it("has coins from the first block on, and sends at the chain's gas price", async () => {
  const { address, client } = await connect('halley_31337-1');
  expect(address).toBe(devnet.cosmosAccounts[0]?.address);
  expect(await client.getBalance(address, 'ahalley')).toEqual({ denom: 'ahalley', amount: `${10_000n * COIN}` });
  const [, second] = devnet.cosmosAccounts;
  const to = second?.address ?? '';
  const coins = [{ denom: 'ahalley', amount: `${COIN}` }];
  assertIsDeliverTxSuccess(await client.sendTokens(address, to, coins, 'auto'));
  expect(BigInt((await client.getBalance(to, 'ahalley')).amount)).toBe(10_001n * COIN);
  expect(devnet.cosmosAccounts[1]?.balance).toBe(10_001n * COIN);
  client.disconnect();
});

it('pays an account of the EVM, at the bech32 address that the devnet lists for it', async () => {
  const { address, client } = await connect('halley_31337-1');
  const [account] = devnet.accounts;
  const before = account?.balance ?? 0n;
  const coins = [{ denom: 'ahalley', amount: '7' }];
  assertIsDeliverTxSuccess(await client.sendTokens(address, account?.bech32 ?? '', coins, 'auto'));
  expect(devnet.accounts[0]?.balance).toBe(before + 7n);
  client.disconnect();
});

it('has the coin of every other chain, whose gas price is zero', async () => {
  const { address, client } = await connect('hub-1');
  expect(devnet.chains.get('hub-1').gasPrice).toBe('0uhub');
  const { amount } = await client.getBalance(address, 'uhub');
  assertIsDeliverTxSuccess(await client.sendTokens(address, address, [{ denom: 'uhub', amount: '1' }], 'auto'));
  expect((await client.getBalance(address, 'uhub')).amount).toBe(amount);
  client.disconnect();
});

/**
 * Shows the two interfaces of one chain. CosmJS's default wallet of the development mnemonic pays an account of the EVM
 * and delegates to a validator. Both interfaces show the same balances afterwards.
 */
import { rawSecp256k1PubkeyToRawAddress } from '@cosmjs/amino';
import { toBech32 } from '@cosmjs/encoding';
import { DirectSecp256k1HdWallet } from '@cosmjs/proto-signing';
import {
  assertIsDeliverTxSuccess,
  GasPrice,
  QueryClient,
  SigningStargateClient,
  setupStakingExtension,
} from '@cosmjs/stargate';
import { connectComet } from '@cosmjs/tendermint-rpc';

const EVM = process.env.HALLEY_URL ?? 'http://127.0.0.1:8545';
const RPC = process.env.HALLEY_RPC_URL ?? 'http://127.0.0.1:26657';
const MNEMONIC = 'test test test test test test test test test test test junk';
const COIN = 10n ** 18n;
const coins = (amount) => ({ denom: 'ahalley', amount: `${amount}` });

async function evm(method, ...params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(EVM, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = await answer.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}
const evmBalance = async (address) => BigInt(await evm('eth_getBalance', address, 'latest'));

// The chain has funded this account at m/44'/118'/0'/0/0, so it can send at once.
const wallet = await DirectSecp256k1HdWallet.fromMnemonic(MNEMONIC, { prefix: 'halley' });
const [{ address, pubkey }] = await wallet.getAccounts();
const evmAddress = `0x${Buffer.from(rawSecp256k1PubkeyToRawAddress(pubkey)).toString('hex')}`;

const comet = await connectComet(RPC);
const client = await SigningStargateClient.createWithSigner(comet, wallet, {
  gasPrice: GasPrice.fromString('2000000000ahalley'),
  broadcastPollIntervalMs: 50,
});

// An account of the EVM has the same 20 bytes as its bech32 address.
const [receiver] = await evm('eth_accounts');
const before = await evmBalance(receiver);
const payee = toBech32('halley', Buffer.from(receiver.slice(2), 'hex'));
assertIsDeliverTxSuccess(await client.sendTokens(address, payee, [coins(COIN)], 'auto'));

const { staking } = QueryClient.withExtensions(comet, setupStakingExtension);
const { validators } = await staking.validators('BOND_STATUS_BONDED');
const [{ operatorAddress, description }] = validators;
assertIsDeliverTxSuccess(await client.delegateTokens(address, operatorAddress, coins(2n * COIN), 'auto'));

const { delegationResponse } = await staking.delegation(address, operatorAddress);
const { amount } = await client.getBalance(address, 'ahalley');
console.log(`${address} (${evmAddress})`);
console.log(`paid to ${payee}: ${((await evmBalance(receiver)) - before) / COIN} coin`);
console.log(`delegated to ${description.moniker}: ${BigInt(delegationResponse.balance.amount) / COIN} coins`);
console.log(`balance in Cosmos: ${amount} ahalley`);
console.log(`balance in the EVM: ${await evmBalance(evmAddress)} ahalley`);
client.disconnect();

/**
 * One account in two worlds: an Ethereum transaction funds a fresh Cosmos key, which then delegates to a validator. Both
 * interfaces show the same balance afterwards.
 */
import { rawSecp256k1PubkeyToRawAddress } from '@cosmjs/amino';
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
const COIN = 10n ** 18n;
const coins = (amount) => ({ denom: 'ahalley', amount: `${amount}` });

async function evm(method, ...params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await fetch(EVM, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = await answer.json();
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

// A new key, and the address that the EVM knows it by.
const wallet = await DirectSecp256k1HdWallet.generate(12, { prefix: 'halley' });
const [{ address, pubkey }] = await wallet.getAccounts();
const evmAddress = `0x${Buffer.from(rawSecp256k1PubkeyToRawAddress(pubkey)).toString('hex')}`;

// Coins come from one of the node's unlocked accounts, as an ordinary Ethereum transaction.
const [rich] = await evm('eth_accounts');
await evm('eth_sendTransaction', { from: rich, to: evmAddress, value: `0x${(5n * COIN).toString(16)}` });

const comet = await connectComet(RPC);
const { staking } = QueryClient.withExtensions(comet, setupStakingExtension);
const { validators } = await staking.validators('BOND_STATUS_BONDED');
const [{ operatorAddress, description }] = validators;

const client = await SigningStargateClient.createWithSigner(comet, wallet, {
  gasPrice: GasPrice.fromString('2000000000ahalley'),
  broadcastPollIntervalMs: 50,
});
assertIsDeliverTxSuccess(await client.delegateTokens(address, operatorAddress, coins(2n * COIN), 'auto'));

const { delegationResponse } = await staking.delegation(address, operatorAddress);
const { amount } = await client.getBalance(address, 'ahalley');
console.log(`${address} (${evmAddress})`);
console.log(`delegated to ${description.moniker}: ${BigInt(delegationResponse.balance.amount) / COIN} coins`);
console.log(`left, as Cosmos has it: ${amount} ahalley`);
console.log(`left, as the EVM has it: ${BigInt(await evm('eth_getBalance', evmAddress, 'latest'))} ahalley`);
client.disconnect();

/**
 * Signs the Cosmos transactions of the gallery's plans with CosmJS. The plans hold the signed bytes, because no step signs
 * Cosmos transactions. Signatures follow RFC 6979, so the bytes are always the same.
 *
 * `npx tsx scripts/gallery/cosmos_transactions.ts` prints each transaction in base64 under its name.
 */
import { Secp256k1Wallet } from '@cosmjs/amino';
import { DirectSecp256k1Wallet, type EncodeObject } from '@cosmjs/proto-signing';
import { SigningStargateClient } from '@cosmjs/stargate';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { DEVELOPMENT_COSMOS_ACCOUNTS } from '../../src/config/development_cosmos_accounts.js';
import { fromHex } from '../../src/kernel/hex.js';

/** Chain of a genesis document: its coin, the prefix of its addresses, and the fee of a transaction. */
interface SigningChain {
  readonly id: string;
  readonly prefix: string;
  readonly denom: string;
  readonly fee: string;
}

const chain = (id: string, prefix: string, denom: string, fee: string): SigningChain => ({ id, prefix, denom, fee });

const HALLEY = chain('halley_31337-1', 'halley', 'ahalley', '400000000000000');
const TEACHING = chain('teaching_9001-1', 'teach', 'ateach', '120000000000000');
const DEVNET = chain('devnet_9000-1', 'cosmos', 'aevm', '40000000000000');
const HUB = chain('hub-1', 'hub', 'uhub', '0');

interface Terms {
  readonly chain: SigningChain;
  /** Index of the sender among the Cosmos accounts of the development mnemonic. */
  readonly from?: number;
  readonly sequence?: number;
  readonly memo?: string;
  readonly gas?: string;
  readonly fee?: string;
  readonly mode?: 'direct' | 'amino-json';
  /** Signs for a chain of another id. */
  readonly signedFor?: string;
  readonly timeoutHeight?: bigint;
  readonly messages: readonly EncodeObject[];
}

/** Account number of the first Cosmos account; Ethereum accounts have those below it. */
const FIRST_ACCOUNT_NUMBER = 20;

const walletOf = (account: number, { prefix }: SigningChain, mode: Terms['mode'] = 'direct') => {
  const key = fromHex(DEVELOPMENT_COSMOS_ACCOUNTS[account]?.privateKey ?? '');
  return mode === 'direct' ? DirectSecp256k1Wallet.fromKey(key, prefix) : Secp256k1Wallet.fromKey(key, prefix);
};

async function addressOf(account: number, of: SigningChain): Promise<string> {
  const [first] = await (await walletOf(account, of)).getAccounts();
  return first?.address ?? '';
}

async function bankSend(of: SigningChain, from: number, to: number, amount: string): Promise<EncodeObject> {
  const [fromAddress, toAddress] = await Promise.all([addressOf(from, of), addressOf(to, of)]);
  return {
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: { fromAddress, toAddress, amount: [{ denom: of.denom, amount }] },
  };
}

/** Last moment of a transfer that arrives, in nanoseconds: the year 2100. */
const FAR_FUTURE = 4_102_444_800_000_000_000n;

interface TransferTerms {
  readonly channel: string;
  readonly denom?: string;
  readonly amount: string;
  readonly receiver: string;
  readonly timeout?: bigint;
  readonly memo?: string;
}

async function transfer(of: SigningChain, terms: TransferTerms): Promise<EncodeObject> {
  const { channel, denom = of.denom, amount, receiver, timeout = FAR_FUTURE, memo = '' } = terms;
  return {
    typeUrl: '/ibc.applications.transfer.v1.MsgTransfer',
    value: {
      ...{ sourcePort: 'transfer', sourceChannel: channel, token: { denom, amount }, receiver, memo },
      sender: await addressOf(0, of),
      timeoutHeight: { revisionNumber: 0n, revisionHeight: 0n },
      timeoutTimestamp: timeout,
    },
  };
}

async function signed(terms: Terms): Promise<string> {
  const { chain: of, from = 0, sequence = 0, memo = '', gas = '200000', fee = of.fee, messages } = terms;
  const client = await SigningStargateClient.offline(await walletOf(from, of, terms.mode));
  const amount = fee === '0' ? [] : [{ denom: of.denom, amount: fee }];
  const signer = { accountNumber: BigInt(FIRST_ACCOUNT_NUMBER + from), sequence, chainId: terms.signedFor ?? of.id };
  const sender = await addressOf(from, of);
  const tx = await client.sign(sender, messages, { amount, gas }, memo, signer, terms.timeoutHeight);
  return Buffer.from(TxRaw.encode(tx).finish()).toString('base64');
}

const OTHER_RECEIVER = 'other15yk64u7zc9g9k2yr2wmzeva5qgwxps6y3e9phu';

/** Returns the transactions by name, in base64. */
export async function cosmosTransactions(): Promise<Readonly<Record<string, string>>> {
  const send = (from: number, to: number, amount: string) => bankSend(HALLEY, from, to, amount);
  const small = [await send(0, 1, '1000000')];
  const two = [await send(2, 3, '1'), await send(2, 4, '2')];
  const terms: Readonly<Record<string, Terms>> = {
    'bank-send': { chain: HALLEY, memo: 'a transfer of the gallery', messages: small },
    'bank-send-amino': { chain: HALLEY, from: 1, mode: 'amino-json', messages: [await send(1, 0, '2000000')] },
    'two-messages': { chain: HALLEY, from: 2, messages: two },
    'too-much': { chain: HALLEY, from: 3, messages: [await send(3, 4, '20000000000000000000000')] },
    'second-message-fails': {
      ...{ chain: HALLEY, from: 4 },
      messages: [await send(4, 5, '1'), await send(4, 5, '20000000000000000000000')],
    },
    'out-of-gas': { chain: HALLEY, from: 5, gas: '62000', messages: [await send(5, 6, '1')] },
    'wrong-sequence': { chain: HALLEY, sequence: 7, messages: small },
    'wrong-chain': { chain: HALLEY, signedFor: 'another-1', messages: small },
    'low-fee': { chain: HALLEY, fee: '1', messages: small },
    'long-memo': { chain: HALLEY, memo: 'x'.repeat(257), messages: small },
    'past-height': { chain: HALLEY, timeoutHeight: 1n, messages: small },
    'next-sequence': { chain: HALLEY, sequence: 1, messages: small },
    'ibc-transfer': {
      chain: TEACHING,
      messages: [await transfer(TEACHING, { channel: 'channel-0', amount: '1000', receiver: OTHER_RECEIVER })],
    },
    'ibc-wrong-receiver': {
      chain: TEACHING,
      messages: [await transfer(TEACHING, { channel: 'channel-0', amount: '1000', receiver: 'nobody' })],
    },
    'ibc-timeout': {
      chain: TEACHING,
      messages: [
        // The chain begins on 2025-01-01; this is an hour later.
        await transfer(TEACHING, {
          ...{ channel: 'channel-0', amount: '1000', receiver: OTHER_RECEIVER },
          timeout: 1_735_693_200_000_000_000n,
        }),
      ],
    },
    'first-hop': {
      chain: DEVNET,
      messages: [await transfer(DEVNET, { channel: 'channel-0', amount: '5000', receiver: await addressOf(0, HUB) })],
    },
    'second-hop': {
      chain: HUB,
      messages: [
        await transfer(HUB, {
          ...{ channel: 'channel-11', amount: '2000', receiver: 'dex15yk64u7zc9g9k2yr2wmzeva5qgwxps6yzmfsam' },
          denom: VOUCHER_ON_HUB,
        }),
      ],
    },
    'packet-forward': {
      chain: DEVNET,
      messages: [
        await transfer(DEVNET, {
          ...{ channel: 'channel-0', amount: '3000', receiver: 'pfm' },
          memo: JSON.stringify({
            forward: {
              receiver: 'dex15yk64u7zc9g9k2yr2wmzeva5qgwxps6yzmfsam',
              port: 'transfer',
              channel: 'channel-11',
            },
          }),
        }),
      ],
    },
  };
  const entries = Object.entries(terms).map(async ([name, of]) => [name, await signed(of)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** SHA-256 of `transfer/channel-10/aevm`: the coin of `devnet_9000-1` on `hub-1`. */
const VOUCHER_ON_HUB = 'ibc/D8A9F135F497B9D6115DC54CE07986D4327AACDE4086EB24AD478F5FF8E08E2C';

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await cosmosTransactions(), null, 2));

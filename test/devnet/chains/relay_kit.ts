/** Makes devnets of several chains, and accounts that send tokens over their channels. */
import { BaseAccount } from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { QueryAccountRequest, QueryAccountResponse } from 'cosmjs-types/cosmos/auth/v1beta1/query';
import { QueryBalanceRequest, QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { accountKeyAny } from '../../../src/app/types/public_key.js';
import { encodeBech32 } from '../../../src/codec/bech32.js';
import type { Any } from '../../../src/codec/cosmos/base.js';
import { encodeSignedTx } from '../../../src/codec/cosmos/executed_tx.js';
import { type Height, NO_HEIGHT } from '../../../src/codec/ibc/client.js';
import { MsgTransfer } from '../../../src/codec/ibc/transfer.js';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { publicKeyOf, secp256k1Sign } from '../../../src/crypto/secp256k1/index.js';
import {
  type Broadcast,
  createDevnet,
  type Devnet,
  type DevnetChain,
  type DevnetOptions,
} from '../../../src/devnet/index.js';
import { concatBytes } from '../../../src/kernel/bytes.js';
import { keccak256, sha256 } from '../../../src/kernel/hash.js';
import { fromHex, toUpperHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';

export const OWN = 'halley_31337-1';
export const HUB = 'hub-1';

/** One channel between the devnet's own chain and a hub: channel-3 here, channel-10 there. */
export const TWO_CHAINS = {
  chains: [{ chain_id: HUB }],
  channels: [
    {
      a: { chain_id: OWN, channel: 'channel-3', connection_id: 'connection-1', client_id: '07-tendermint-2' },
      b: { chain_id: HUB, channel: 'channel-10', connection_id: 'connection-11', client_id: '07-tendermint-12' },
    },
  ],
};

export const startNetwork = (network: object = TWO_CHAINS, options: DevnetOptions = {}): Promise<Devnet> =>
  createDevnet({
    seed: '7',
    genesis: { ...(developmentGenesis({ seed: '7' }) as object), halley: { network } },
    ...options,
  });

export const voucher = (path: string): string => `ibc/${toUpperHex(sha256(utf8(path)))}`;

const account = (index: number) => DEVELOPMENT_ACCOUNTS[index] as (typeof DEVELOPMENT_ACCOUNTS)[number];

export interface Sent {
  readonly from: string;
  readonly to: string;
  readonly channel: string;
  readonly denom: string;
  readonly amount: bigint;
  /** Seconds from the sender's clock. */
  readonly timeout?: bigint;
  /** Height of the receiving chain; without it there is no height timeout. */
  readonly timeoutHeight?: Height;
  readonly memo?: string;
  readonly sender?: number;
  readonly receiver?: string;
}

/** Sends from a development account to its address on the other chain. */
export async function transfer(devnet: Devnet, sent: Sent): Promise<Broadcast> {
  const { from, to, channel, denom, amount, timeout = 600n, timeoutHeight = NO_HEIGHT, memo = '', sender = 0 } = sent;
  const chain = devnet.chains.get(from);
  const signer = addressOn(devnet, from, sender);
  const message: MsgTransfer = {
    sourcePort: 'transfer',
    sourceChannel: channel,
    token: { denom, amount: amount.toString() },
    sender: signer,
    receiver: sent.receiver ?? addressOn(devnet, to, sender),
    timeoutHeight,
    // A client (IBC v2) takes seconds.
    timeoutTimestamp: (chain.time.now + timeout) * (channel.startsWith('channel-') ? 1_000_000_000n : 1n),
    memo,
    encoding: '',
  };
  return broadcast(devnet, from, [{ typeUrl: MsgTransfer.typeUrl, value: MsgTransfer.encode(message) }], sender);
}

/** Broadcasts messages that a development account signs. */
export async function broadcast(
  devnet: Devnet,
  on: string,
  messages: readonly Any[],
  sender = 0,
  gas = GAS,
): Promise<Broadcast> {
  const chain = devnet.chains.get(on);
  const key = fromHex(account(sender).privateKey.slice(2));
  return chain.broadcast(await cosmosTx(chain, key, addressOn(devnet, on, sender), messages, gas));
}

export const addressOn = (devnet: Devnet, chain: string, index = 0): string =>
  encodeBech32(devnet.chains.get(chain).bech32Prefix, fromHex(account(index).address.slice(2)));

export async function balance(devnet: Devnet, chain: string, denom: string, index = 0): Promise<bigint> {
  const data = QueryBalanceRequest.encode({ address: addressOn(devnet, chain, index), denom }).finish();
  const { value } = await devnet.chains.get(chain).query('/cosmos.bank.v1beta1.Query/Balance', data);
  return BigInt(QueryBalanceResponse.decode(value).balance?.amount ?? '0');
}

const GAS = 400_000n;
const PRICE = 10n ** 10n;

async function cosmosTx(chain: DevnetChain, key: Uint8Array, signer: string, messages: readonly Any[], gas: bigint) {
  const data = QueryAccountRequest.encode({ address: signer }).finish();
  const { value } = await chain.query('/cosmos.auth.v1beta1.Query/Account', data);
  const { accountNumber, sequence } = BaseAccount.decode(
    QueryAccountResponse.decode(value).account?.value ?? new Uint8Array(),
  );
  const point = publicKeyOf(key);
  const compressed = concatBytes(Uint8Array.of(2 + ((point[63] as number) & 1)), point.subarray(0, 32));
  const tx = {
    messages,
    memo: '',
    publicKey: accountKeyAny('/cosmos.evm.crypto.v1.ethsecp256k1.PubKey', compressed),
    sequence,
    accountNumber,
    chainId: chain.chainId,
    fee: chain.chainId === OWN ? [{ denom: chain.denom, amount: (gas * PRICE).toString() }] : [],
    gasLimit: gas,
  };
  return encodeSignedTx(tx, (bytes) => secp256k1Sign(keccak256(bytes), key).signature);
}

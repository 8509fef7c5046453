/** The chain that is recorded: accounts, genesis document and transactions. */
import { createHash } from 'node:crypto';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { SigningStargateClient } from '@cosmjs/stargate';
import { TxRaw } from 'cosmjs-types/cosmos/tx/v1beta1/tx';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../src/app/modules/staking/pools.js';
import { decodeBech32, encodeBech32 } from '../../src/codec/bech32.js';
import { validatorKey } from '../../src/devnet/chain/validator_keys.js';
import { toUpperHex } from '../../src/kernel/hex.js';
import type { Json } from '../../test/live/wasmd/recording.js';

export const CHAIN_ID = 'recorded-1';
/** Seed of the devnet whose validator has the key that the recorded node has. */
export const SEED = 'wasmd';
const PREFIX = 'wasm';
const GENESIS_TIME = '2025-03-04T05:06:07Z';

const sha256 = (data: string | Uint8Array): Uint8Array => createHash('sha256').update(data).digest();
const address = (bytes: Uint8Array, prefix = PREFIX): string => encodeBech32(prefix, bytes);
const base64 = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64');

const NAMES = ['alice', 'bob', 'carol', 'dave', 'operator'] as const;
type Name = (typeof NAMES)[number];

const wallets = await Promise.all(
  NAMES.map((name) => DirectSecp256k1Wallet.fromKey(sha256(`${name} of the recorded chain`), PREFIX)),
);
const accounts = await Promise.all(wallets.map(async (wallet) => (await wallet.getAccounts())[0]?.address as string));

/** Addresses by name. Nobody has the key of `stranger`, which has no account. */
export const ADDRESSES = Object.fromEntries([
  ...NAMES.map((name, i) => [name, accounts[i]]),
  ['stranger', address(sha256('stranger').slice(0, 20))],
]) as Readonly<Record<Name | 'stranger', string>>;

const own = validatorKey(SEED, 0);
const jailed = { operator: sha256('jailed').slice(0, 20), key: sha256('key of the jailed validator') };
export const VALIDATORS = {
  own: address(decodeBech32(ADDRESSES.operator).bytes, `${PREFIX}valoper`),
  jailed: address(jailed.operator, `${PREFIX}valoper`),
  stranger: address(sha256('stranger').slice(0, 20), `${PREFIX}valoper`),
  ownKey: address(own.address, `${PREFIX}valcons`),
  jailedKey: address(sha256(jailed.key).slice(0, 20), `${PREFIX}valcons`),
  strangerKey: address(sha256('stranger').slice(0, 20), `${PREFIX}valcons`),
};

/** Key file of the recorded node's validator. */
export const validatorKeyFile = (): Json => ({
  address: toUpperHex(own.address),
  pub_key: { type: 'tendermint/PubKeyEd25519', value: base64(own.pubKey.bytes) },
  priv_key: { type: 'tendermint/PrivKeyEd25519', value: base64(Buffer.concat([own.seed, own.pubKey.bytes])) },
});

const TRACE = [{ port_id: 'transfer', channel_id: 'channel-0' }];
export const VOUCHER = `ibc/${toUpperHex(sha256('transfer/channel-0/uatom'))}`;
export const VOUCHER_HASH = VOUCHER.slice(4);

const TOKENS = 9_300_000_000_000_000_000n;
const DELEGATED = { operator: TOKENS - 1_200_000_000_000_000_000n, bob: 1_200_000_000_000_000_000n, carol: 777_123n };

const coins = (given: Readonly<Record<string, bigint>>) =>
  Object.entries(given)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([denom, amount]) => ({ denom, amount: `${amount}` }));

const ESCROW = sha256('ics20-1\0transfer/channel-0').slice(0, 20);

const balances = () => [
  { address: ADDRESSES.alice, coins: coins({ stake: 1_000_000_000_000_000_017n, token: 7_000_003n, [VOUCHER]: 41n }) },
  { address: ADDRESSES.bob, coins: coins({ stake: 2_000_000_000_000_000_029n, token: 8_000_011n, frozen: 53n }) },
  { address: ADDRESSES.carol, coins: coins({ stake: 3_000_000_000_000_000_031n }) },
  { address: ADDRESSES.dave, coins: coins({ token: 9_000_019n, frozen: 61n }) },
  { address: ADDRESSES.operator, coins: coins({ stake: 4_000_000_000_000_000_037n }) },
  { address: address(ESCROW), coins: coins({ token: 17n }) },
  { address: address(BONDED_POOL.address), coins: coins({ stake: TOKENS }) },
  { address: address(NOT_BONDED_POOL.address), coins: coins({ stake: DELEGATED.carol }) },
];

const METADATA = {
  description: 'A token with metadata',
  denom_units: [
    { denom: 'token', exponent: 0, aliases: ['microtoken'] },
    { denom: 'megatoken', exponent: 6, aliases: [] },
  ],
  base: 'token',
  display: 'megatoken',
  name: 'Token',
  symbol: 'TOK',
  uri: 'https://example.com/token.json',
  uri_hash: 'ab12',
};

const validator = (operator: string, key: Uint8Array, moniker: string, tokens: bigint, more: object) => ({
  operator_address: operator,
  consensus_pubkey: { '@type': '/cosmos.crypto.ed25519.PubKey', key: base64(key) },
  jailed: false,
  status: 'BOND_STATUS_BONDED',
  tokens: `${tokens}`,
  delegator_shares: `${tokens}.000000000000000000`,
  description: { moniker, identity: '', website: '', security_contact: '', details: '' },
  unbonding_height: '0',
  unbonding_time: '1970-01-01T00:00:00Z',
  commission: {
    commission_rates: {
      rate: '0.050000000000000000',
      max_rate: '0.230000000000000000',
      max_change_rate: '0.010000000000000000',
    },
    update_time: GENESIS_TIME,
  },
  min_self_delegation: '1',
  unbonding_on_hold_ref_count: '0',
  unbonding_ids: [],
  ...more,
});

const delegation = (name: Name, to: string, amount: bigint) => ({
  delegator_address: ADDRESSES[name],
  validator_address: to,
  shares: `${amount}.000000000000000000`,
});

const staking = (before: Json): Json => ({
  ...before,
  params: {
    ...before.params,
    unbonding_time: '1814400s',
    max_validators: 97,
    max_entries: 7,
    historical_entries: 1000,
    bond_denom: 'stake',
    min_commission_rate: '0.030000000000000000',
  },
  validators: [
    validator(VALIDATORS.own, own.pubKey.bytes, own.name, TOKENS, {}),
    validator(VALIDATORS.jailed, jailed.key, 'jailed', DELEGATED.carol, {
      jailed: true,
      status: 'BOND_STATUS_UNBONDED',
    }),
  ],
  delegations: [
    delegation('operator', VALIDATORS.own, DELEGATED.operator),
    delegation('bob', VALIDATORS.own, DELEGATED.bob),
    delegation('carol', VALIDATORS.jailed, DELEGATED.carol),
  ],
});

const info = (text: string, more: object) => ({
  address: text,
  validator_signing_info: {
    address: text,
    start_height: '0',
    index_offset: '0',
    jailed_until: '1970-01-01T00:00:00Z',
    tombstoned: false,
    missed_blocks_counter: '0',
    ...more,
  },
});

const slashing = (before: Json): Json => ({
  ...before,
  params: {
    signed_blocks_window: '10007',
    min_signed_per_window: '0.450000000000000000',
    downtime_jail_duration: '613s',
    slash_fraction_double_sign: '0.070000000000000000',
    slash_fraction_downtime: '0.020000000000000000',
  },
  signing_infos: [info(VALIDATORS.ownKey, {}), info(VALIDATORS.jailedKey, { jailed_until: '2025-04-05T06:07:08.5Z' })],
});

const spec = (more: object) => ({
  leaf_spec: { hash: 'SHA256', prehash_key: 'NO_HASH', prehash_value: 'SHA256', length: 'VAR_PROTO', prefix: 'AA==' },
  inner_spec: {
    child_order: [0, 1],
    child_size: 33,
    min_prefix_length: 4,
    max_prefix_length: 12,
    empty_child: null,
    hash: 'SHA256',
  },
  max_depth: 0,
  min_depth: 0,
  prehash_key_before_comparison: false,
  ...more,
});

const YEARS = 31_536_000;
const height = (revision: number, at: number) => ({ revision_number: `${revision}`, revision_height: `${at}` });

const client = (index: number, trusted: number, frozen: number) => ({
  client_id: `07-tendermint-${index}`,
  client_state: {
    '@type': '/ibc.lightclients.tendermint.v1.ClientState',
    chain_id: `other-${index + 1}`,
    trust_level: { numerator: '1', denominator: '3' },
    trusting_period: `${trusted}s`,
    unbonding_period: `${trusted + 77}s`,
    max_clock_drift: '10s',
    frozen_height: height(0, frozen),
    latest_height: height(index + 1, 1009),
    proof_specs: [spec({}), spec({ max_depth: 64 })],
    upgrade_path: ['upgrade', 'upgradedIBCState'],
    allow_update_after_expiry: false,
    allow_update_after_misbehaviour: false,
  },
});

const consensusState = (index: number, at: number, second: number) => ({
  height: height(index + 1, at),
  consensus_state: {
    '@type': '/ibc.lightclients.tendermint.v1.ConsensusState',
    timestamp: `2025-02-03T04:05:${second}Z`,
    root: { hash: base64(sha256(`root ${at}`)) },
    next_validators_hash: toUpperHex(sha256(`validators ${at}`)),
  },
});

const CONNECTION = {
  id: 'connection-0',
  client_id: '07-tendermint-0',
  versions: [{ identifier: '1', features: ['ORDER_ORDERED', 'ORDER_UNORDERED'] }],
  state: 'STATE_OPEN',
  counterparty: {
    client_id: '07-tendermint-5',
    connection_id: 'connection-8',
    prefix: { key_prefix: base64('ibc') },
  },
  delay_period: '0',
};

const channel = (index: number, state: string) => ({
  state,
  ordering: 'ORDER_UNORDERED',
  counterparty: { port_id: 'transfer', channel_id: `channel-${index + 90}` },
  connection_hops: ['connection-0'],
  version: 'ics20-1',
  port_id: 'transfer',
  channel_id: `channel-${index}`,
});

const packet = (sequence: number, data: string) => ({
  port_id: 'transfer',
  channel_id: 'channel-0',
  sequence: `${sequence}`,
  ...(data !== '' && { data: base64(sha256(data)) }),
});

const ibc = (before: Json): Json => ({
  ...before,
  client_genesis: {
    ...before.client_genesis,
    clients: [client(0, 90 * YEARS, 0), client(1, 91 * YEARS, 3), client(2, 60, 0)],
    clients_consensus: [0, 1, 2].map((index) => ({
      client_id: `07-tendermint-${index}`,
      consensus_states: [consensusState(index, 1003, 11 + index), consensusState(index, 1009, 21 + index)],
    })),
    clients_metadata: [],
    next_client_sequence: '3',
  },
  connection_genesis: {
    ...before.connection_genesis,
    connections: [CONNECTION],
    client_connection_paths: [{ client_id: '07-tendermint-0', paths: ['connection-0'] }],
    next_connection_sequence: '1',
  },
  channel_genesis: {
    ...before.channel_genesis,
    channels: [channel(0, 'STATE_OPEN'), channel(1, 'STATE_CLOSED')],
    acknowledgements: [packet(2, 'ack 2'), packet(5, 'ack 5')],
    commitments: [packet(3, 'sent 3'), packet(4, 'sent 4'), packet(11, 'sent 11')],
    receipts: [packet(2, 'r'), packet(5, 'r')].map((each) => ({ ...each, data: 'AQ==' })),
    send_sequences: [packet(12, '')],
    recv_sequences: [packet(6, '')],
    ack_sequences: [packet(3, '')],
    next_channel_sequence: '2',
  },
});

/** Returns the document that both chains start from, made of that of `wasmd init`. */
export function recordedGenesis(initial: Json): Json {
  const state = initial.app_state;
  const minter = { inflation: '0.000000000000000000', annual_provisions: '0.000000000000000000' };
  const inflation = { inflation_min: '0.000000000000000000', inflation_max: '0.000000000000000000' };
  return {
    ...initial,
    genesis_time: GENESIS_TIME,
    chain_id: CHAIN_ID,
    app_state: {
      ...state,
      auth: {
        ...state.auth,
        accounts: NAMES.map((name, i) => ({
          '@type': '/cosmos.auth.v1beta1.BaseAccount',
          address: ADDRESSES[name],
          pub_key: null,
          account_number: `${i}`,
          sequence: '0',
        })),
      },
      bank: {
        ...state.bank,
        balances: balances(),
        supply: [],
        denom_metadata: [METADATA],
        send_enabled: [{ denom: 'frozen', enabled: false }],
      },
      staking: staking(state.staking),
      slashing: slashing(state.slashing),
      mint: { ...state.mint, minter, params: { ...state.mint.params, ...inflation, mint_denom: 'stake' } },
      ibc: ibc(state.ibc),
      transfer: {
        ...state.transfer,
        denoms: [{ base: 'uatom', trace: TRACE }],
        total_escrowed: coins({ token: 17n }),
      },
    },
  };
}

interface Planned {
  readonly name: string;
  readonly bytes: string;
}

/** Signs what the accounts send, one transaction for each block. */
export async function transactions(): Promise<readonly Planned[]> {
  const next = new Map<Name, number>();
  const signed = async (name: string, from: Name, typeUrl: string, value: object, gas = '400000', memo = '') => {
    const index = NAMES.indexOf(from);
    const sequence = next.get(from) ?? 0;
    next.set(from, sequence + 1);
    return { name, bytes: await sign(index, sequence, { typeUrl, value }, gas, memo) };
  };
  const send = '/cosmos.bank.v1beta1.MsgSend';
  const { alice, bob, carol, dave } = ADDRESSES;
  const paid = (to: string, amount: readonly object[]) => ({ fromAddress: alice, toAddress: to, amount });
  const stake = (amount: string) => ({ denom: 'stake', amount });
  return [
    await signed(
      'a payment',
      'alice',
      send,
      paid(bob, coins({ stake: 101n, token: 103n })),
      '400000',
      'for <bob> & co',
    ),
    await signed('a payment to several', 'alice', '/cosmos.bank.v1beta1.MsgMultiSend', {
      inputs: [{ address: alice, coins: coins({ stake: 30n }) }],
      outputs: [
        { address: carol, coins: coins({ stake: 13n }) },
        { address: dave, coins: coins({ stake: 17n }) },
      ],
    }),
    await signed('a payment of too much', 'alice', send, paid(dave, coins({ token: 10n ** 15n }))),
    await signed('a delegation', 'bob', '/cosmos.staking.v1beta1.MsgDelegate', {
      delegatorAddress: bob,
      validatorAddress: VALIDATORS.own,
      amount: stake('211'),
    }),
    await signed('a delegation to nobody', 'bob', '/cosmos.staking.v1beta1.MsgDelegate', {
      delegatorAddress: bob,
      validatorAddress: VALIDATORS.stranger,
      amount: stake('223'),
    }),
  ];
}

/** Signs one message, without a fee. */
export async function sign(
  index: number,
  sequence: number,
  message: { readonly typeUrl: string; readonly value: object },
  gas = '400000',
  memo = '',
  chainId = CHAIN_ID,
): Promise<string> {
  const client = await SigningStargateClient.offline(wallets[index] as DirectSecp256k1Wallet);
  const signer = { accountNumber: BigInt(index), sequence, chainId };
  const tx = await client.sign(accounts[index] as string, [message], { amount: [], gas }, memo, signer);
  return base64(TxRaw.encode(tx).finish());
}

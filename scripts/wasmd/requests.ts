/** The requests that are recorded, good and bad, over the modules that both chains have. */
import type { SdkMethod } from '../../src/backend/sdk.js';
import { toBase64 } from '../../src/codec/base64.js';
import { type KnownMessages, messageFromJson } from '../../src/codec/protobuf/json.js';
import type { Request } from '../../test/live/wasmd/recording.js';
import { ADDRESSES, sign, VALIDATORS, VOUCHER, VOUCHER_HASH } from './chain.js';

const { alice, bob, carol, stranger } = ADDRESSES;
const { own, jailed } = VALIDATORS;

type Headers = Readonly<Record<string, string>>;
/** Request without its name, which follows from it. */
interface Unnamed extends Omit<Request, 'name'> {
  /** Body for the name, where it is more legible. */
  readonly shown?: string;
}

const get = (path: string, headers?: Headers): Unnamed => ({ to: `GET ${path}`, ...(headers && { headers }) });
const gets = (base: string, paths: readonly string[]): Unnamed[] => paths.map((path) => get(`${base}${path}`));
const post = (path: string, body?: unknown): Unnamed => ({
  to: `POST ${path}`,
  ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
});

const PAGES = [
  ...['pagination.limit=1', 'pagination.limit=1&pagination.count_total=true', 'pagination.offset=1'],
  ...['pagination.reverse=true', 'pagination.reverse=true&pagination.limit=1', 'pagination.offset=1000'],
  ...['pagination.key=AA%3D%3D', 'pagination.key=AA%3D%3D&pagination.offset=1'],
];
const BAD_PAGES = [
  ...['pagination.limit=0', 'pagination.limit=-1', 'pagination.limit=x', 'pagination.limit=', 'pagination.limit=1.5'],
  ...['pagination.limit=18446744073709551615', 'pagination.limit=18446744073709551616'],
  ...['pagination.limit=18446744073709551615&pagination.offset=1', 'pagination.offset=18446744073709551615'],
  ...['pagination.offset=-1', 'pagination.key=!!', 'pagination.key=%2F%2F%2F%2F', 'pagination.key=____'],
  ...[
    'pagination.count_total=maybe',
    'pagination.count_total=1',
    'pagination.countTotal=true',
    'pagination.reverse=TRUE',
  ],
  ...['pagination.limit=1&pagination.limit=2', 'pagination=1', 'pagination.nope=1', 'Pagination.Limit=1', 'nope=1'],
  ...[
    'pagination.limit.x=1',
    'pagination[limit]=1',
    '&&=&',
    'pagination.limit=%31',
    'pagination.limit=%zz',
    'pagination.limit=+1',
  ],
];
const withPages = (path: string, pages = PAGES): Unnamed[] => pages.map((page) => get(`${path}?${page}`));

const WRONG_ADDRESSES = [
  'x',
  `cosmos${alice.slice(4)}`,
  `${alice.slice(0, -1)}q`,
  alice.toUpperCase(),
  own,
  '%20',
  '%00',
  'wasm1',
];

function auth(): Unnamed[] {
  const base = '/cosmos/auth/v1beta1';
  return [
    ...gets(base, [
      '/params',
      '/bech32',
      '/module_accounts',
      '/module_accounts/bonded_tokens_pool',
      '/module_accounts/x',
    ]),
    ...gets(`${base}/accounts/`, [alice, stranger, ...WRONG_ADDRESSES, '']),
    ...gets(`${base}/account_info/`, [bob, stranger, 'x']),
    ...gets(`${base}/address_by_id/`, [
      '0',
      '1',
      '1?account_id=1',
      '0?account_id=99',
      '-1',
      'x',
      '99999999999999999999',
    ]),
    ...gets(`${base}/bech32/`, [alice, 'AAECAwQFBgcICQoLDA0ODxAREhM=', 'x', '!!', own]),
    ...withPages(`${base}/accounts`, PAGES.slice(0, 5)),
  ];
}

function bank(): Unnamed[] {
  const base = '/cosmos/bank/v1beta1';
  const balances = `${base}/balances/${alice}`;
  return [
    ...gets(base, ['/params', '/supply', '/denoms_metadata', '/denoms_metadata/token', '/denoms_metadata/nope']),
    ...gets(`${base}/supply/by_denom`, ['?denom=stake', '?denom=nope', '', '?denom=', '?denom=!', '?denom=a&denom=b']),
    ...gets(`${base}/balances/`, [
      alice,
      stranger,
      ...WRONG_ADDRESSES,
      '',
      `${alice}?resolve_denom=true`,
      `${alice}?resolve_denom=x`,
    ]),
    ...gets(`${balances}/by_denom`, [
      '?denom=stake',
      '?denom=nope',
      '',
      '?denom=!',
      '?denom=stake&denom=token',
      `?denom=${VOUCHER}`,
    ]),
    ...gets(balances, ['/', '/stake', '/by_denom/', '?denom=stake', `?address=${bob}`]),
    ...withPages(balances),
    ...withPages(balances, BAD_PAGES),
    ...gets(`${base}/spendable_balances/`, [
      bob,
      'x',
      `${bob}/by_denom?denom=token`,
      `${bob}/by_denom`,
      `${bob}/by_denom?denom=!`,
    ]),
    ...gets(`${base}/denom_owners`, [
      '/token',
      '/nope',
      `/${VOUCHER}`,
      `/${VOUCHER.replace('/', '%2F')}`,
      '/',
      '',
      '/!',
    ]),
    ...withPages(`${base}/denom_owners/stake`, PAGES.slice(0, 5)),
    ...gets(`${base}/denom_owners_by_query`, ['?denom=frozen', '', '?denom=!']),
    ...gets(`${base}/denoms_metadata_by_query_string`, ['?denom=token', '?denom=nope', '']),
    ...gets(`${base}/send_enabled`, ['', '?denoms=frozen', '?denoms=frozen&denoms=nope', '?denoms=', '?denoms=!']),
    ...withPages(`${base}/supply`, PAGES.slice(0, 6)),
  ];
}

function heights(): Unnamed[] {
  const path = `/cosmos/bank/v1beta1/balances/${alice}/by_denom?denom=stake`;
  const given = [
    '0',
    '1',
    '2',
    '-1',
    '999999',
    'x',
    '1.5',
    '',
    ' 2',
    '+2',
    '0x2',
    '9223372036854775807',
    '9223372036854775808',
  ];
  return [
    ...given.map((height) => get(path, { 'x-cosmos-block-height': height })),
    ...['2', '-1', 'x', '999999'].map((height) => get(path, { 'grpc-metadata-x-cosmos-block-height': height })),
    get(path, { 'x-cosmos-block-height': '2', 'grpc-metadata-x-cosmos-block-height': '3' }),
    get(path, { 'grpc-timeout': '1S' }),
    get(path, { accept: 'text/html' }),
    get('/cosmos/bank/v1beta1/nope', { 'x-cosmos-block-height': '2' }),
    get('/cosmos/tx/v1beta1/txs/block/2', { 'x-cosmos-block-height': '2' }),
  ];
}

function paths(): Unnamed[] {
  const params = '/cosmos/bank/v1beta1/params';
  return [
    ...gets('', ['/', '/x', '/cosmos', '/cosmos/bank/v1beta1', '/cosmos/bank/v1beta1/', '/cosmos/bank/v1beta2/params']),
    ...gets('', [
      `${params}/`,
      `/${params}`,
      '/cosmos//bank/v1beta1/params',
      `${params}/x`,
      '/COSMOS/bank/v1beta1/params',
    ]),
    ...gets('', [
      `${params}:x`,
      '/cosmos/bank/../bank/v1beta1/params',
      '/./cosmos/bank/v1beta1/params',
      `${params}?`,
      `${params}?=1`,
    ]),
    ...gets('', [
      '/cosmos/bank/v1beta1/balances/%zz',
      '/cosmos/bank/v1beta1/p%61rams',
      '/cosmos/bank/v1beta1/params%2F',
    ]),
    ...['POST', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'OPTIONS', 'PROPFIND'].map((method) => ({
      to: `${method} ${params}`,
    })),
    ...['PUT', 'DELETE', 'OPTIONS'].map((method) => ({ to: `${method} /cosmos/nope/v1/params` })),
    ...gets('/cosmos/tx/v1beta1', ['/simulate', '/decode', '/encode', '/encode/amino', '/decode/amino']),
    { to: 'PUT /cosmos/tx/v1beta1/txs', body: '{}' },
    { to: 'POST /cosmos/bank/v1beta1/params', headers: { 'x-http-method-override': 'GET' } },
    { to: `POST ${params}`, headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'x=1' },
    { to: `GET ${params}`, headers: { 'content-type': 'application/x-www-form-urlencoded' } },
  ];
}

function staking(): Unnamed[] {
  const base = '/cosmos/staking/v1beta1';
  const [of, by] = [`${base}/validators/${own}`, `${base}/delegators/${bob}`];
  return [
    ...gets(base, [
      '/params',
      '/pool',
      '/validators',
      '/historical_info/2',
      '/historical_info/x',
      '/historical_info/0',
    ]),
    ...gets(`${base}/validators?status=`, ['', 'BOND_STATUS_BONDED', 'BOND_STATUS_UNBONDED', 'bonded', '3', '2', 'x']),
    ...gets(`${base}/validators/`, [own, jailed, VALIDATORS.stranger, 'x', alice, '']),
    ...withPages(`${base}/validators`, PAGES.slice(0, 6)),
    ...gets(of, [
      '/delegations',
      `/delegations/${bob}`,
      `/delegations/${carol}`,
      '/delegations/x',
      '/unbonding_delegations',
      '/nope',
    ]),
    ...gets(`${of}/delegations/`, [
      `${bob}/unbonding_delegation`,
      `${alice}/unbonding_delegation`,
      'x/unbonding_delegation',
    ]),
    ...gets(`${base}/validators/`, [`x/delegations/${bob}`, `${VALIDATORS.stranger}/delegations`, 'x/delegations']),
    ...withPages(`${of}/delegations`, PAGES.slice(0, 6)),
    ...gets(base, [`/delegations/${bob}`, `/delegations/${alice}`, '/delegations/x', `/delegations/${stranger}`]),
    ...gets(by, [
      '/redelegations',
      '/unbonding_delegations',
      '/validators',
      `/validators/${own}`,
      `/validators/${jailed}`,
    ]),
    ...gets(by, ['/validators/x', `/validators/${VALIDATORS.stranger}`, `/redelegations?src_validator_addr=${own}`]),
    ...gets(by, [
      '/redelegations?src_validator_addr=x',
      `/redelegations?src_validator_addr=${own}&dst_validator_addr=${jailed}`,
    ]),
    ...gets(by, [
      `/redelegations?src_validator_addr=${jailed}&dst_validator_addr=${own}`,
      `/redelegations?dst_validator_addr=${jailed}`,
    ]),
    ...gets(`${base}/delegators/`, [
      `${alice}/redelegations`,
      `${alice}/unbonding_delegations`,
      `${alice}/validators`,
      'x/redelegations',
    ]),
    ...gets(`${base}/delegators/`, ['x/unbonding_delegations', 'x/validators', `${stranger}/validators`]),
  ];
}

function slashing(): Unnamed[] {
  const base = '/cosmos/slashing/v1beta1';
  return [
    get(`${base}/params`),
    ...gets(`${base}/signing_infos`, [
      '',
      '/',
      `/${VALIDATORS.ownKey}`,
      `/${VALIDATORS.jailedKey}`,
      `/${VALIDATORS.strangerKey}`,
    ]),
    ...gets(`${base}/signing_infos/`, ['x', own, alice]),
    ...withPages(`${base}/signing_infos`, PAGES.slice(0, 5)),
  ];
}

function ibc(): Unnamed[] {
  const [client, connection] = ['/ibc/core/client/v1', '/ibc/core/connection/v1'];
  const states = `${client}/consensus_states/07-tendermint-0`;
  return [
    ...gets(client, ['/params', '/client_states', '/client_states/07-tendermint-0', '/client_states/07-tendermint-9']),
    ...gets(client, ['/client_states/x', '/client_states/', '/client_states/%20', '/client_status/07-tendermint-0']),
    ...gets(`${client}/client_status/`, ['07-tendermint-1', '07-tendermint-2', '07-tendermint-9', 'x']),
    ...gets(states, [
      '',
      '/heights',
      '/revision/1/height/1003',
      '/revision/1/height/5',
      '/revision/0/height/0',
      '/revision/x/height/1',
    ]),
    ...gets(states, [
      '/revision/1/height/0?latest_height=true',
      '/revision/1/height/-1',
      '/revision/1',
      '?pagination.limit=1',
    ]),
    ...gets(client, [
      '/consensus_states/07-tendermint-9',
      '/consensus_states/x',
      '/upgraded_client_states',
      '/upgraded_consensus_states',
    ]),
    ...withPages(`${client}/client_states`, ['pagination.limit=1', 'pagination.offset=1000']),
    ...gets(connection, [
      '/params',
      '/connections/connection-0',
      '/connections/connection-9',
      '/connections/x',
      '/connections/',
    ]),
    ...gets(`${connection}/connections/connection-0`, ['/client_state', '/consensus_state/revision/1/height/1009']),
    ...gets(`${connection}/connections/connection-9`, ['/client_state', '/consensus_state/revision/1/height/1009']),
    ...gets(`${connection}/client_connections/`, ['07-tendermint-0', '07-tendermint-1', '07-tendermint-9', 'x']),
  ];
}

function ibcChannels(): Unnamed[] {
  const channels = '/ibc/core/channel/v1';
  const channel = `${channels}/channels/channel-0/ports/transfer`;
  return [
    ...gets(channels, [
      '/channels',
      '/channels/channel-0/ports/transfer',
      '/channels/channel-9/ports/transfer',
      '/channels/x/ports/transfer',
    ]),
    ...gets(channels, [
      '/channels/channel-0/ports/x',
      '/channels/channel-1/ports/transfer',
      '/connections/connection-0/channels',
    ]),
    ...gets(channels, ['/connections/connection-9/channels', '/connections/x/channels', '/params']),
    ...withPages(`${channels}/channels`, PAGES.slice(0, 6)),
    ...gets(channel, [
      '/client_state',
      '/consensus_state/revision/1/height/1009',
      '/consensus_state/revision/1/height/7',
    ]),
    ...gets(channel, ['/next_sequence', '/next_sequence_send', '/packet_acknowledgements', '/packet_commitments']),
    ...gets(`${channel}/packet_acks/`, ['2', '3', '0', 'x', '-1']),
    ...gets(`${channel}/packet_commitments/`, ['3', '2', '0', 'x']),
    ...gets(`${channel}/packet_receipts/`, ['2', '3', '0', 'x']),
    ...gets(`${channel}/packet_acknowledgements?`, [
      'packet_commitment_sequences=2',
      'packet_commitment_sequences=2&packet_commitment_sequences=3',
      'packet_commitment_sequences=x',
    ]),
    ...gets(`${channel}/packet_commitments/`, [
      '3,4,5/unreceived_acks',
      '2,5,7/unreceived_packets',
      'x/unreceived_acks',
      '0/unreceived_packets',
      '3,,4/unreceived_acks',
    ]),
    ...withPages(`${channel}/packet_commitments`, PAGES.slice(0, 6)),
    ...gets(`${channels}/channels/channel-9/ports/transfer`, [
      '/next_sequence',
      '/packet_commitments',
      '/packet_commitments/1',
      '/client_state',
    ]),
  ];
}

function transfer(): Unnamed[] {
  const base = '/ibc/apps/transfer/v1';
  return [
    ...gets(base, [
      '/params',
      '/denoms',
      `/denoms/${VOUCHER_HASH}`,
      `/denoms/${VOUCHER}`,
      '/denoms/x',
      `/denoms/${'AB'.repeat(32)}`,
    ]),
    ...gets(base, [
      '/denoms/',
      '/denom_hashes/transfer/channel-0/uatom',
      '/denom_hashes/transfer/channel-9/uatom',
      '/denom_hashes/uatom',
    ]),
    ...gets(base, ['/denom_hashes/', '/denom_hashes/%20', '/channels/channel-0/ports/transfer/escrow_address']),
    ...gets(base, ['/channels/channel-9/ports/transfer/escrow_address', '/channels/x/ports/transfer/escrow_address']),
    ...gets(base, [
      '/total_escrow/token',
      '/total_escrow/nope',
      '/total_escrow/!',
      '/denom_traces',
      `/denom_traces/${VOUCHER_HASH}`,
    ]),
    ...withPages(`${base}/denoms`, PAGES.slice(0, 6)),
  ];
}

function base(): Unnamed[] {
  const comet = '/cosmos/base/tendermint/v1beta1';
  const key = encodeURIComponent(toBase64(Uint8Array.of(2, 1)));
  return [
    ...gets(comet, ['/node_info', '/syncing', '/blocks/latest', '/validatorsets/latest']),
    ...gets(`${comet}/blocks/`, ['1', '2', '0', '-1', '999999', 'x', '9223372036854775808', '']),
    ...gets(`${comet}/validatorsets/`, [
      '1',
      '0',
      '-1',
      '999999',
      'x',
      '1?pagination.limit=1',
      '1?pagination.offset=5',
      '1?pagination.key=AA==',
    ]),
    ...gets(`${comet}/abci_query`, [
      '',
      '?path=/app/version',
      '?path=/nope',
      `?path=/store/bank/key&data=${key}`,
      '?path=/store/nope/key&data=AA==',
    ]),
    ...gets(`${comet}/abci_query`, [
      `?path=/store/bank/key&data=${key}&height=2`,
      `?path=/store/bank/key&data=${key}&prove=true&height=3`,
    ]),
    ...gets(`${comet}/abci_query`, [
      '?path=/store/bank/key&data=!',
      '?path=/store/bank/key',
      '?path=/store/bank/key&height=-1&data=AA==',
    ]),
    ...gets(`${comet}/abci_query`, [
      '?path=/store/bank/key&data=AA==&height=999999',
      '?path=/cosmos.bank.v1beta1.Query/Params',
      '?path=/store',
    ]),
    ...gets('/cosmos/base/node/v1beta1', ['/config', '/status', '/nope']),
    ...gets('/cosmos/base/reflection/v1beta1/interfaces/', [
      'x/implementations',
      'cosmos.base.v1beta1.Msg/implementations',
      '',
    ]),
  ];
}

interface TxFacts {
  /** Encoded transactions in base64, by name. */
  readonly sent: Readonly<Record<string, string>>;
  readonly hashes: Readonly<Record<string, string>>;
  readonly heights: Readonly<Record<string, number>>;
}

const WRONG_BODIES = [
  ...[
    '',
    '{',
    '[]',
    'null',
    '"x"',
    '5',
    '{}',
    '{"tx_bytes":5}',
    '{"tx_bytes":"!!"}',
    '{"tx_bytes":"A"}',
    '{"tx_bytes":true}',
  ],
  ...[
    '{"tx_bytes":["AA=="]}',
    '{"tx_bytes":{}}',
    '{"txBytes":"AQID"}',
    '{"nope":1}',
    '{"tx_bytes":"AA==","tx_bytes":"AQ=="}',
  ],
  ...[
    '{"tx_bytes":null}',
    '{} {}',
    '{"tx_bytes":"AQID"}',
    '{"tx_bytes":"AQID",}',
    '\u00ff',
    '{"tx_bytes":"-_-_"}',
    "{'tx_bytes':1}",
  ],
  ...[
    '{"tx_bytes":"AQID"',
    'tx_bytes=AQID',
    '{"TX_BYTES":"AQID"}',
    '{"tx_bytes":1.5}',
    '{"":1}',
    '{"tx_bytes":"A\\u0041=="}',
    'nul',
  ],
];

function broadcasts({ sent }: TxFacts): Unnamed[] {
  const path = '/cosmos/tx/v1beta1/txs';
  const bytes = sent['a payment'];
  const garbage = 'CgIIAQ==';
  const modes = [
    'BROADCAST_MODE_SYNC',
    'BROADCAST_MODE_ASYNC',
    'BROADCAST_MODE_BLOCK',
    'nope',
    2,
    7,
    -1,
    2.5,
    true,
    null,
    [],
    '2',
    'broadcast_mode_sync',
  ];
  return [
    ...WRONG_BODIES.map((body) => post(path, body)),
    ...modes.map((mode) => post(path, { tx_bytes: garbage, mode })),
    { ...post(path, { tx_bytes: bytes, mode: 'BROADCAST_MODE_SYNC' }), shown: 'a payment again' },
    post(path, { tx_bytes: 'AQID', mode: 'BROADCAST_MODE_SYNC' }),
    post(path, '{"tx_bytes":"$MEGABYTE","mode":"BROADCAST_MODE_SYNC"}'),
    post(path, '{"tx_bytes":"$THREE_QUARTERS","mode":"BROADCAST_MODE_SYNC"}'),
    post(path, '$DEEP'),
    { to: `POST ${path}`, headers: { 'content-type': 'text/plain' }, body: '{"tx_bytes":"AQID"}' },
  ];
}

async function refusedTxs(): Promise<Unnamed[]> {
  const message = (amount: string) => ({
    typeUrl: '/cosmos.bank.v1beta1.MsgSend',
    value: { fromAddress: alice, toAddress: bob, amount: [{ denom: 'stake', amount }] },
  });
  const three = message('3');
  const txs: Readonly<Record<string, string>> = {
    'a sequence ahead': await sign(0, 9, three),
    'a used sequence': await sign(0, 0, three),
    'the key of another': await sign(1, 2, three),
    'too little gas': await sign(0, 3, three, '1000'),
    'a long memo': await sign(0, 3, three, '400000', 'x'.repeat(300)),
    'another chain': await sign(0, 3, three, '400000', '', 'other-1'),
    'no gas': await sign(0, 3, message('5'), '0'),
  };
  return [
    ...Object.entries(txs).flatMap(([shown, tx_bytes]) => [
      { ...post('/cosmos/tx/v1beta1/txs', { tx_bytes, mode: 'BROADCAST_MODE_SYNC' }), shown },
      { ...post('/cosmos/tx/v1beta1/simulate', { tx_bytes }), shown },
    ]),
    { ...post('/cosmos/tx/v1beta1/simulate', { tx_bytes: await sign(0, 3, message('0')) }), shown: 'an empty amount' },
    { ...post('/cosmos/tx/v1beta1/simulate', { tx_bytes: await sign(0, 3, message('7')) }), shown: 'a good one' },
  ];
}

const MESSAGE = {
  '@type': '/cosmos.bank.v1beta1.MsgSend',
  from_address: alice,
  to_address: bob,
  amount: [{ denom: 'stake', amount: '5' }],
};
const TX = {
  body: {
    messages: [MESSAGE],
    memo: 'm',
    timeout_height: '0',
    extension_options: [],
    non_critical_extension_options: [],
  },
  auth_info: { signer_infos: [], fee: { amount: [], gas_limit: '200000', payer: '', granter: '' }, tip: null },
  signatures: ['AQID'],
};

/** Transactions in JSON, with what is shown of each. */
function wrongTxs(): readonly (readonly [shown: string, tx: unknown])[] {
  const changed = (place: string, more: object, tx: object) => [`${place}: ${JSON.stringify(more)}`, tx] as const;
  const body = (more: object) => changed('body', more, { ...TX, body: { ...TX.body, ...more } });
  const message = (more: object) =>
    changed('message', more, { ...TX, body: { ...TX.body, messages: [{ ...MESSAGE, ...more }] } });
  const fee = (more: object) =>
    changed('fee', more, { ...TX, auth_info: { ...TX.auth_info, fee: { ...TX.auth_info.fee, ...more } } });
  return [
    ['whole', TX],
    ...[{}, null, 5, 'x', [], { body: {} }, { body: 5 }, { nope: 1 }].map((tx) => [JSON.stringify(tx), tx] as const),
    ...[{ signatures: ['!!'] }, { signatures: 'AQID' }].map((more) => changed('tx', more, { ...TX, ...more })),
    ...[{ memo: 5 }, { memo: null }, { timeout_height: 'x' }, { timeout_height: 7 }, { timeout_height: -1 }].map(body),
    ...[{ timeout_height: 1.5 }, { timeout_height: '' }, { timeout_height: true }, { timeoutHeight: '9' }].map(body),
    ...[{ messages: {} }, { messages: [{}] }, { messages: [{ '@type': '/nope' }] }, { messages: [5] }].map(body),
    ...[{ messages: [{ '@type': 5 }] }, { nope: 1 }, { unordered: 'x' }].map(body),
    ...[{ amount: {} }, { amount: [{ denom: 5, amount: '1' }] }, { amount: [{ denom: 'stake', amount: 'x' }] }].map(
      message,
    ),
    ...[{ amount: [{ denom: 'stake', amount: 5 }] }, { amount: [{ denom: 'stake', amount: '-5' }] }, { nope: 1 }].map(
      message,
    ),
    ...[{ from_address: 'x' }, { from_address: 5 }, { amount: [{ denom: 'stake', amount: '' }] }].map(message),
    ...[{ gas_limit: 'x' }, { gas_limit: 5 }, { gas_limit: -5 }, { gas_limit: 1e30 }, { amount: 5 }].map(fee),
  ];
}

function encodings({ sent }: TxFacts): Unnamed[] {
  const [encode, decode, simulate] = ['encode', 'decode', 'simulate'].map((name) => `/cosmos/tx/v1beta1/${name}`) as [
    string,
    string,
    string,
  ];
  const tx_bytes = sent['a payment'];
  const some = WRONG_BODIES.slice(0, 13);
  return [
    ...wrongTxs().map(([shown, tx]) => ({ ...post(encode, { tx }), shown })),
    ...some.map((body) => post(decode, body)),
    ...some.map((body) => post(simulate, body)),
    post(encode),
    { ...post(encode, { tx: TX, tx_bytes }), shown: 'a payment' },
    { ...post(decode, { tx_bytes }), shown: 'a payment' },
    post(decode, { tx_bytes: 'AQID' }),
    post(decode, { tx_bytes: 'CgIIAQ==' }),
    { ...post(simulate, { tx_bytes }), shown: 'a payment' },
    post(simulate, { tx_bytes: 'AQID' }),
    { ...post(simulate, { tx: TX }), shown: 'whole' },
    { ...post(simulate, { tx: { ...TX, body: { ...TX.body, messages: [] } } }), shown: 'without messages' },
  ];
}

function searches({ hashes, heights: at }: TxFacts): Unnamed[] {
  const path = '/cosmos/tx/v1beta1/txs';
  const query = (text: string, more = '') => `?query=${encodeURIComponent(text)}${more}`;
  const hash = hashes['a payment'] ?? '';
  const first = at['a payment'] ?? 0;
  const sender = `message.sender='${alice}'`;
  return [
    ...Object.values(hashes).map((each) => get(`${path}/${each}`)),
    ...gets(`${path}/`, [
      hash.toLowerCase(),
      `0x${hash}`,
      hash.slice(2),
      'AB'.repeat(32),
      'xyz',
      'ABC',
      '',
      `${hash}/x`,
    ]),
    ...gets(path, [
      '',
      '?query=',
      query(sender),
      query(sender, '&limit=1'),
      query(sender, '&limit=1&page=2'),
      query(sender, '&page=99'),
    ]),
    ...gets(path, [query(sender, '&limit=0'), query(sender, '&limit=-1')]),
    ...gets(path, [
      query(sender, '&order_by=ORDER_BY_DESC'),
      query(sender, '&order_by=nope'),
      query(sender, '&order_by=9'),
    ]),
    ...gets(path, [
      query('x'),
      query("message.sender='"),
      query('message.sender=5'),
      query('tx.height>0 AND tx.height<2'),
      query("'"),
      query('tx.height=x'),
    ]),
    ...gets(path, [
      `?events=${encodeURIComponent(sender)}`,
      `?events=${encodeURIComponent(sender)}&pagination.limit=1`,
      '?events=x',
    ]),
    ...gets(path, [
      query(`tx.hash='${hash}'`),
      query("tx.hash='AB'"),
      query(`tx.height=${first}`),
      query("message.sender CONTAINS 'wasm'"),
    ]),
    ...gets(`${path}/block/`, [
      `${first}`,
      '1',
      '0',
      '-1',
      '999999',
      'x',
      `${first}?pagination.limit=1`,
      `${first}?pagination.offset=5&pagination.limit=1`,
    ]),
  ];
}

type Calls = (method: string, json?: object | string, headers?: Headers) => Unnamed;

function grpcQueries(call: Calls): Unnamed[] {
  const [bankQuery, authQuery, stakingQuery] = [
    'cosmos.bank.v1beta1.Query',
    'cosmos.auth.v1beta1.Query',
    'cosmos.staking.v1beta1.Query',
  ];
  const balance = { address: alice, denom: 'stake' };
  const atHeight = (height: string) => call(`${bankQuery}/Balance`, balance, { 'x-cosmos-block-height': height });
  return [
    call(`${bankQuery}/Balance`, balance),
    ...['0', '1', '2', '-1', '999999', 'x', '1.5', '+2', '9223372036854775808'].map(atHeight),
    ...[
      {},
      { address: alice },
      { denom: 'stake' },
      { address: 'x', denom: 'stake' },
      { address: alice, denom: '!' },
    ].map((json) => call(`${bankQuery}/Balance`, json)),
    ...['//8=', 'CgVoZWxsbw', 'AQID', '////', 'CP8=', 'CgIABA==', 'KgA=', 'CgL//w=='].map((bytes) =>
      call(`${bankQuery}/Balance`, bytes),
    ),
    call(`${bankQuery}/AllBalances`, { address: alice }),
    call(`${bankQuery}/AllBalances`, { address: alice, pagination: { offset: '1', key: 'AA==' } }),
    call(`${bankQuery}/AllBalances`, { address: alice, pagination: { limit: '1', count_total: true } }),
    call(`${bankQuery}/SpendableBalances`, { address: bob }),
    call(`${bankQuery}/TotalSupply`, {}),
    call(`${bankQuery}/SupplyOf`, { denom: 'nope' }),
    call(`${bankQuery}/DenomMetadata`, { denom: 'token' }),
    call(`${bankQuery}/DenomMetadata`, { denom: 'nope' }),
    call(`${bankQuery}/DenomOwners`, { denom: 'token' }),
    call(`${bankQuery}/DenomOwners`, {}),
    call(`${bankQuery}/SendEnabled`, { denoms: ['frozen'] }),
    call(`${bankQuery}/Params`),
    ...['Nope', '', 'balance'].map((name) => call(`${bankQuery}/${name}`)),
    ...['cosmos.nope.v1.Query/Params', 'x/y', 'cosmos.bank.v1beta1.Msg/Send', 'cosmos.bank.v1beta1.query/Params'].map(
      (path) => call(path),
    ),
    ...[alice, stranger, 'x', ''].map((address) => call(`${authQuery}/Account`, { address })),
    call(`${authQuery}/AccountInfo`, { address: bob }),
    call(`${authQuery}/AccountAddressByID`, { account_id: '1' }),
    call(`${authQuery}/AccountAddressByID`, { account_id: '99' }),
    call(`${authQuery}/Params`),
    call(`${authQuery}/Bech32Prefix`),
    call(`${authQuery}/AddressStringToBytes`, { address_string: alice }),
    call(`${authQuery}/AddressBytesToString`, {}),
    ...[own, VALIDATORS.stranger, 'x', ''].map((validator_addr) =>
      call(`${stakingQuery}/Validator`, { validator_addr }),
    ),
    call(`${stakingQuery}/Validators`, { status: 'nope' }),
    call(`${stakingQuery}/Delegation`, { delegator_addr: alice, validator_addr: own }),
    call(`${stakingQuery}/DelegatorDelegations`, { delegator_addr: bob }),
    call(`${stakingQuery}/UnbondingDelegation`, { delegator_addr: bob, validator_addr: own }),
    call(`${stakingQuery}/Redelegations`, { delegator_addr: bob }),
    call(`${stakingQuery}/Pool`),
    call(`${stakingQuery}/Params`),
    call('cosmos.slashing.v1beta1.Query/SigningInfo', { cons_address: VALIDATORS.jailedKey }),
    call('cosmos.slashing.v1beta1.Query/SigningInfo', { cons_address: '' }),
    call('cosmos.slashing.v1beta1.Query/SigningInfos'),
    call('cosmos.slashing.v1beta1.Query/Params'),
  ];
}

function grpcServices(call: Calls, { sent, hashes, heights: at }: TxFacts): Unnamed[] {
  const [tx, comet] = ['cosmos.tx.v1beta1.Service', 'cosmos.base.tendermint.v1beta1.Service'];
  const [client, channel] = ['ibc.core.client.v1.Query', 'ibc.core.channel.v1.Query'];
  const end = { port_id: 'transfer', channel_id: 'channel-0' };
  return [
    call(`${tx}/GetTx`, { hash: hashes['a payment'] ?? '' }),
    call(`${tx}/GetTx`, { hash: 'AB'.repeat(32) }),
    call(`${tx}/GetTx`, {}),
    call(`${tx}/GetTx`, { hash: 'x' }),
    call(`${tx}/GetTxsEvent`, { query: `message.sender='${bob}'`, limit: '2' }),
    call(`${tx}/GetTxsEvent`, {}),
    call(`${tx}/GetTxsEvent`, { query: "'" }),
    call(`${tx}/GetBlockWithTxs`, { height: `${at['a payment']}` }),
    call(`${tx}/GetBlockWithTxs`, { height: '0' }),
    { ...call(`${tx}/Simulate`, { tx_bytes: sent['a payment'] ?? '' }), shown: 'a payment' },
    call(`${tx}/Simulate`, {}),
    call(`${tx}/Simulate`, { tx_bytes: 'AQID' }),
    call(`${tx}/BroadcastTx`, {}),
    call(`${tx}/BroadcastTx`, { tx_bytes: 'AQID', mode: 'BROADCAST_MODE_SYNC' }),
    call(`${tx}/BroadcastTx`, { tx_bytes: 'AQID', mode: 'BROADCAST_MODE_BLOCK' }),
    {
      ...call(`${tx}/BroadcastTx`, { tx_bytes: sent['a payment'] ?? '', mode: 'BROADCAST_MODE_SYNC' }),
      shown: 'a payment again',
    },
    { ...call(`${tx}/TxDecode`, { tx_bytes: sent['a delegation'] ?? '' }), shown: 'a delegation' },
    call(`${tx}/TxDecode`, { tx_bytes: 'AQID' }),
    call(`${tx}/TxDecode`, {}),
    call(`${tx}/TxEncode`, {}),
    call(`${comet}/GetBlockByHeight`, { height: '2' }),
    call(`${comet}/GetBlockByHeight`, { height: '0' }),
    call(`${comet}/GetBlockByHeight`, { height: '999999' }),
    call(`${comet}/GetLatestBlock`),
    call(`${comet}/GetLatestValidatorSet`),
    call(`${comet}/GetValidatorSetByHeight`, { height: '1' }),
    call(`${comet}/GetValidatorSetByHeight`, { height: '-4' }),
    call(`${comet}/GetSyncing`),
    call(`${comet}/GetNodeInfo`),
    call(`${comet}/ABCIQuery`, { path: '/nope' }),
    call(`${comet}/ABCIQuery`, { path: '/app/version' }),
    call('cosmos.base.node.v1beta1.Service/Status'),
    call('cosmos.base.node.v1beta1.Service/Config'),
    call(`${client}/ClientState`, { client_id: '07-tendermint-1' }),
    call(`${client}/ClientState`, { client_id: '07-tendermint-9' }),
    call(`${client}/ClientStatus`, { client_id: '07-tendermint-1' }),
    call(`${client}/ConsensusState`, { client_id: '07-tendermint-0', latest_height: true }),
    call(`${client}/ConsensusState`, { client_id: '07-tendermint-0' }),
    call('ibc.core.connection.v1.Query/Connection', { connection_id: 'connection-0' }),
    call('ibc.core.connection.v1.Query/Connection', {}),
    call(`${channel}/Channel`, end),
    call(`${channel}/Channel`, { ...end, channel_id: '' }),
    call(`${channel}/PacketCommitment`, { ...end, sequence: '3' }),
    call(`${channel}/PacketCommitment`, { ...end, sequence: '9' }),
    call(`${channel}/UnreceivedPackets`, { ...end, packet_commitment_sequences: ['2', '7'] }),
    call(`${channel}/NextSequenceReceive`, end),
    call('ibc.applications.transfer.v1.Query/Denom', { hash: VOUCHER_HASH }),
    call('ibc.applications.transfer.v1.Query/Denom', { hash: 'x' }),
    call('ibc.applications.transfer.v1.Query/EscrowAddress', end),
    call('grpc.health.v1.Health/Check'),
  ];
}

/** Returns the requests, each once. */
export async function recordedRequests(
  methods: ReadonlyMap<string, SdkMethod>,
  messages: KnownMessages,
  facts: TxFacts,
): Promise<readonly Request[]> {
  const call: Calls = (path, json = {}, headers) => {
    const method = methods.get(`/${path}`);
    const body = typeof json === 'string' ? json : method && toBase64(messageFromJson(method.request, json, messages));
    return { to: `RPC /${path}`, ...(headers && { headers }), ...(body && { body, shown: shownJson(json) }) };
  };
  const all = [
    ...[auth(), bank(), heights(), paths(), staking(), slashing(), ibc(), ibcChannels(), transfer(), base()],
    ...[broadcasts(facts), encodings(facts), searches(facts), await refusedTxs()],
    ...[grpcQueries(call), grpcServices(call, facts)],
  ].flat();
  const byName = new Map(all.map((request) => [nameOf(request), request]));
  if (byName.size < all.length) console.warn(`${all.length - byName.size} requests have the name of another`);
  return Array.from(byName, ([name, { shown, ...request }]) => ({ name, ...request }));
}

const shownJson = (json: object | string): string => (typeof json === 'string' ? json : JSON.stringify(json));

/** Most characters of a body in a name. */
const SHOWN = 120;

/** Names of the chain's accounts and validators, by address. */
const KNOWN = new Map(
  [...Object.entries(ADDRESSES), ...Object.entries(VALIDATORS)].map(([name, text]) => [text, name]),
);

function nameOf({ to, headers, body, shown = body ?? '' }: Unnamed): string {
  const lines = Object.entries(headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const named = [to, ...lines, shown]
    .filter((part) => part !== '')
    .join(' ')
    .replace(/wasm[a-z]*1[a-z0-9]{38}/g, (text) => (KNOWN.has(text) ? `{${KNOWN.get(text)}}` : text));
  if (named.length <= 2 * SHOWN) return named;
  return `${named.slice(0, SHOWN)}…${named.slice(-SHOWN)}`;
}

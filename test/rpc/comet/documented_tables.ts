/**
 * Copies the tables of the documentation (documented.md 3) as data: the path of each field, with names separated by
 * spaces, and its type. `[]` matches each element of a list. The names of the types are ours, what they require is not.
 */

const HEX = /^([0-9A-F]{2})+$/;
const BASE64 = /^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/;

const matches = (pattern: RegExp) => (value: unknown) => typeof value === 'string' && pattern.test(value);

/** Check of a value for each type. */
const TYPES = {
  string: (value: unknown) => typeof value === 'string',
  decimal: matches(/^-?\d+$/),
  hex: matches(HEX),
  'hex or empty': matches(/^([0-9A-F]{2})*$/),
  'lower hex': matches(/^[0-9a-f]+$/),
  'any hex': matches(/^[0-9A-Fa-f]+$/),
  base64: (value: unknown) => typeof value === 'string' && value !== '' && BASE64.test(value),
  'base64 or empty': matches(BASE64),
  time: matches(TIME),
  integer: (value: unknown) => Number.isSafeInteger(value),
  boolean: (value: unknown) => typeof value === 'boolean',
  object: (value: unknown) => typeof value === 'object' && value !== null && !Array.isArray(value),
  list: Array.isArray,
  on: (value: unknown) => value === 'on',
  '2.0': (value: unknown) => value === '2.0',
  'key type': matches(/^tendermint\/PubKey/),
  'event type': matches(/^tendermint\/event\/NewBlock$/),
  'round place': matches(/^\d+\/\d+\/[1-8]$/),
  vote: matches(
    /^(nil-Vote|Vote\{\d+:[0-9A-F]{12} \d+\/\d\d\/\S+\(Pre(vote|commit)\) [0-9A-F]{12} [0-9A-F]{12} @ \S+Z\})$/,
  ),
  'bit array': matches(/^BA\{\d+:[x_]+\} \d+\/\d+ = \d\.\d\d$/),
} as const;

export type FieldType = keyof typeof TYPES;
export type Table = Readonly<Record<string, FieldType>>;

/** Puts a table under a path. */
const under = (path: string, table: Table): Table =>
  Object.fromEntries(Object.entries(table).map(([name, type]) => [`${path} ${name}`, type]));

const BLOCK_ID: Table = { hash: 'hex', 'parts total': 'integer', 'parts hash': 'hex' };
/** Block id of a nil vote, and of the block before the first one. */
const MAYBE_NIL_BLOCK_ID: Table = { hash: 'hex or empty', 'parts total': 'integer', 'parts hash': 'hex or empty' };

export const ENVELOPE: Table = { jsonrpc: '2.0', id: 'integer', result: 'object' };

export const HEADER: Table = {
  'version block': 'decimal',
  'version app': 'decimal',
  chain_id: 'string',
  height: 'decimal',
  time: 'time',
  ...under('last_block_id', MAYBE_NIL_BLOCK_ID),
  last_commit_hash: 'hex',
  data_hash: 'hex',
  validators_hash: 'hex',
  next_validators_hash: 'hex',
  consensus_hash: 'hex',
  app_hash: 'hex',
  last_results_hash: 'hex or empty',
  evidence_hash: 'hex or empty',
  proposer_address: 'hex',
};

export const EVIDENCE: Table = {
  type: 'string',
  height: 'integer',
  time: 'integer',
  total_voting_power: 'integer',
  'validator pub_key type': 'key type',
  'validator pub_key value': 'base64',
  'validator voting_power': 'integer',
  'validator address': 'hex',
};

export const COMMIT: Table = {
  height: 'integer',
  round: 'integer',
  ...under('block_id', BLOCK_ID),
  signatures: 'list',
};

export const SIGNATURE: Table = {
  type: 'integer',
  height: 'decimal',
  round: 'integer',
  ...under('block_id', MAYBE_NIL_BLOCK_ID),
  timestamp: 'time',
  validator_address: 'hex or empty',
  validator_index: 'integer',
  signature: 'base64 or empty',
};

/** Block without evidence, which few blocks have. */
export const BLOCK: Table = {
  header: 'object',
  ...under('header', HEADER),
  data: 'list',
  'data []': 'base64',
  evidence: 'list',
  last_commit: 'object',
  ...under('last_commit', COMMIT),
  ...under('last_commit signatures []', SIGNATURE),
};

export const BLOCK_BY_HASH: Table = { ...under('block_id', BLOCK_ID), block: 'object', ...under('block', BLOCK) };

const MONITOR: Table = {
  Active: 'boolean',
  Start: 'time',
  Duration: 'decimal',
  Idle: 'decimal',
  Bytes: 'decimal',
  Samples: 'decimal',
  InstRate: 'decimal',
  CurRate: 'decimal',
  AvgRate: 'decimal',
  PeakRate: 'decimal',
  BytesRem: 'decimal',
  TimeRem: 'decimal',
  Progress: 'integer',
};

const CHANNEL: Table = {
  ID: 'integer',
  SendQueueCapacity: 'decimal',
  SendQueueSize: 'decimal',
  Priority: 'decimal',
  RecentlySent: 'decimal',
};

const NODE_INFO: Table = {
  'protocol_version p2p': 'decimal',
  'protocol_version block': 'decimal',
  'protocol_version app': 'decimal',
  id: 'lower hex',
  listen_addr: 'string',
  network: 'string',
  version: 'string',
  channels: 'any hex',
  moniker: 'string',
  'other tx_index': 'on',
  'other rpc_address': 'string',
};

export const NET_INFO: Table = {
  listening: 'boolean',
  listeners: 'list',
  'listeners []': 'string',
  n_peers: 'decimal',
  peers: 'list',
  ...under('peers []', {
    node_info: 'object',
    ...under('node_info', NODE_INFO),
    is_outbound: 'boolean',
    connection_status: 'object',
    'connection_status Duration': 'decimal',
    ...under('connection_status SendMonitor', MONITOR),
    ...under('connection_status RecvMonitor', MONITOR),
    'connection_status Channels': 'list',
    ...under('connection_status Channels []', CHANNEL),
    remote_ip: 'string',
  }),
};

const VOTE_SET: Table = {
  round: 'integer',
  prevotes: 'list',
  'prevotes []': 'vote',
  prevotes_bit_array: 'bit array',
  precommits: 'list',
  'precommits []': 'vote',
  precommits_bit_array: 'bit array',
};

export const CONSENSUS_STATE: Table = under('round_state', {
  'height/round/step': 'round place',
  start_time: 'time',
  proposal_block_hash: 'hex or empty',
  locked_block_hash: 'hex or empty',
  valid_block_hash: 'hex or empty',
  height_vote_set: 'list',
  ...under('height_vote_set []', VOTE_SET),
  'proposer address': 'hex',
  'proposer index': 'integer',
});

/** Result of a notification, with the `value` of NewBlock. */
export const NEW_BLOCK: Table = {
  query: 'string',
  'data type': 'event type',
  'data value block': 'object',
  ...under('data value block', BLOCK),
  'data value result_begin_block': 'object',
  'data value result_end_block': 'object',
};

/** Returns the values at a path, or undefined where there is none. An empty list on the way has none either. */
function valuesAt(value: unknown, path: readonly string[]): readonly unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [value];
  if (typeof value !== 'object' || value === null) return [undefined];
  if (name === '[]') {
    const items = Array.isArray(value) && value.length > 0 ? value : [undefined];
    return items.flatMap((item) => valuesAt(item, rest));
  }
  return valuesAt((value as Record<string, unknown>)[name], rest);
}

/** Returns what a table finds wrong with a value, as `path: type, got …`. A list must have an element to check. */
export const problems = (value: unknown, table: Table): readonly string[] =>
  Object.entries(table).flatMap(([path, type]) =>
    valuesAt(value, path.split(' '))
      .filter((found) => !TYPES[type](found))
      .map((found) => `${path}: ${type}, got ${JSON.stringify(found)}`),
  );

/** Returns the names that a value has in addition to those of a table. */
export function strangers(value: unknown, table: Table): readonly string[] {
  const paths = Object.keys(table);
  const isKnown = (path: string) => paths.some((known) => known === path || known.startsWith(`${path} `));
  const isLeaf = (path: string) => paths.includes(path) && !paths.some((known) => known.startsWith(`${path} `));
  const walk = (at: unknown, path: string): readonly string[] => {
    if (path !== '' && !isKnown(path)) return [path];
    if (isLeaf(path) || typeof at !== 'object' || at === null) return [];
    if (Array.isArray(at)) return at.flatMap((item) => walk(item, `${path} []`));
    return Object.entries(at).flatMap(([name, item]) => walk(item, path === '' ? name : `${path} ${name}`));
  };
  return [...new Set(walk(value, ''))];
}

/** Defines the calls to both nodes: each route, with arguments that mean the same on either chain. */

/** Facts of a chain that calls to it may use. */
export interface ChainFacts {
  /** Height whose block contains transactions; its neighbors need not. */
  readonly txHeight: number;
  readonly firstHeight: number;
  /** Hash of the first transaction at `txHeight`, in hex. */
  readonly txHash: string;
  /** Hash of the block at `txHeight`, in hex. */
  readonly blockHash: string;
  /** `type.key` and value of an indexed event attribute of that transaction; `undefined` when there is none. */
  readonly attribute: { readonly tag: string; readonly value: string } | undefined;
  /** Transaction that CheckTx refuses. */
  readonly badTx: Uint8Array;
}

/** Form of a value in JSON and in a URI. */
interface Arg {
  readonly json: unknown;
  readonly uri: string;
}

export interface Call {
  readonly route: string;
  /** Distinguishes the calls of a route. */
  readonly about: string;
  /** All arguments of the route in positional order. `undefined` ones are omitted (null in positional JSON). */
  readonly args: Readonly<Record<string, Arg | undefined>>;
}

export const integer = (value: number): Arg => ({ json: String(value), uri: String(value) });
const bool = (value: boolean): Arg => ({ json: value, uri: String(value) });
const text = (value: string): Arg => ({ json: value, uri: JSON.stringify(value) });
/** Encodes bytes, which are base64 in JSON. */
export const bytes = (value: Uint8Array): Arg => ({
  json: Buffer.from(value).toString('base64'),
  uri: `0x${Buffer.from(value).toString('hex')}`,
});
/** Encodes bytes that are hex in JSON. */
const hexBytes = (hex: string): Arg => ({ json: hex, uri: `0x${hex}` });
const raw = (json: unknown): Arg => ({ json, uri: JSON.stringify(json) });

const NOBODY = 'AB'.repeat(32);
const fromHex = (hex: string): Uint8Array => Buffer.from(hex, 'hex');

type ArgsOf = (facts: ChainFacts) => Call['args'];

const withHeight = (names: readonly string[] = ['height']): Readonly<Record<string, ArgsOf>> => {
  const rest = Object.fromEntries(names.slice(1).map((name) => [name, undefined]));
  const at = (height: (facts: ChainFacts) => number): ArgsOf => {
    return (facts) => ({ height: integer(height(facts)), ...rest });
  };
  return {
    latest: () => ({ height: undefined, ...rest }),
    'with transactions': at(({ txHeight }) => txHeight),
    first: at(({ firstHeight }) => firstHeight),
    zero: at(() => 0),
    'in the future': at(() => 1_000_000),
  };
};
const bare: Readonly<Record<string, ArgsOf>> = { plain: () => ({}) };
const sent = (facts: ChainFacts) => ({ tx: bytes(facts.badTx) });

const search = (query: string, more: Readonly<Record<string, Arg>> = {}) => ({
  query: text(query),
  prove: undefined,
  page: undefined,
  per_page: undefined,
  order_by: undefined,
  ...more,
});
const attributeQuery = ({ attribute, txHeight }: ChainFacts): string =>
  attribute === undefined ? `tx.height=${txHeight}` : `${attribute.tag}='${attribute.value}'`;
const blockSearch = (query: string, more: Readonly<Record<string, Arg>> = {}) => {
  const { prove: _, ...args } = search(query, more);
  return args;
};

/** Calls of each route by description. */
const CALLS: Readonly<Record<string, Readonly<Record<string, ArgsOf>>>> = {
  health: bare,
  status: bare,
  net_info: bare,
  blockchain: {
    'the newest': () => ({ minHeight: undefined, maxHeight: undefined }),
    'one block': ({ txHeight }) => ({ minHeight: integer(txHeight), maxHeight: integer(txHeight) }),
    'with minimum and maximum swapped': () => ({ minHeight: integer(3), maxHeight: integer(1) }),
    negative: () => ({ minHeight: integer(-1), maxHeight: integer(1) }),
  },
  genesis: bare,
  genesis_chunked: {
    first: () => ({ chunk: undefined }),
    'first by number': () => ({ chunk: integer(0) }),
    'after the last': () => ({ chunk: integer(1) }),
  },
  block: withHeight(),
  block_by_hash: {
    known: ({ blockHash }) => ({ hash: bytes(fromHex(blockHash)) }),
    unknown: () => ({ hash: bytes(fromHex(NOBODY)) }),
  },
  block_results: withHeight(),
  commit: withHeight(),
  header: withHeight(),
  header_by_hash: {
    known: ({ blockHash }) => ({ hash: hexBytes(blockHash) }),
    unknown: () => ({ hash: hexBytes(NOBODY) }),
  },
  validators: {
    ...withHeight(['height', 'page', 'per_page']),
    'one a page': () => ({ height: integer(1), page: integer(1), per_page: integer(1) }),
    'after the last page': () => ({ height: integer(1), page: integer(99), per_page: undefined }),
  },
  consensus_params: withHeight(),
  consensus_state: bare,
  dump_consensus_state: bare,
  num_unconfirmed_txs: bare,
  unconfirmed_txs: { all: () => ({ limit: undefined }), 'at most 2': () => ({ limit: integer(2) }) },
  check_tx: { refused: sent },
  broadcast_tx_async: { refused: sent },
  broadcast_tx_sync: { refused: sent },
  broadcast_tx_commit: { refused: sent },
  tx: {
    'without proof': ({ txHash }) => ({ hash: bytes(fromHex(txHash)), prove: undefined }),
    'with proof': ({ txHash }) => ({ hash: bytes(fromHex(txHash)), prove: bool(true) }),
    unknown: () => ({ hash: bytes(fromHex(NOBODY)), prove: bool(false) }),
  },
  tx_search: {
    'by height': ({ txHeight }) => search(`tx.height=${txHeight}`),
    'by heights, newest first': ({ txHeight }) =>
      search(`tx.height>0 AND tx.height<=${txHeight}`, { order_by: text('desc') }),
    'by hash, with proof': ({ txHash }) => search(`tx.hash='${txHash}'`, { prove: bool(true) }),
    'by event': (facts) => search(attributeQuery(facts), { page: integer(1), per_page: integer(1) }),
    'nothing found': () => search("nobody.cares='at all'"),
    'after the last page': ({ txHeight }) => search(`tx.height=${txHeight}`, { page: integer(99) }),
    'in an invalid order': () => search('tx.height=1', { order_by: text('up') }),
    'not a query': () => search('tx.height='),
  },
  block_search: {
    'by height': ({ txHeight }) => blockSearch(`block.height=${txHeight}`),
    'by heights': () => blockSearch('block.height>=1 AND block.height<=2', { order_by: text('asc') }),
    'nothing found': () => blockSearch("nobody.cares='at all'"),
    'in an invalid order': () => blockSearch('block.height=1', { order_by: text('up') }),
  },
  abci_info: bare,
  abci_query: {
    'of nothing': () => ({ path: text(''), data: hexBytes(''), height: undefined, prove: undefined }),
    'of an unknown path': () => ({
      path: text('/nowhere'),
      data: hexBytes('AB'),
      height: integer(1),
      prove: bool(false),
    }),
  },
  broadcast_evidence: { none: () => ({ evidence: undefined }) },
  dial_seeds: { none: () => ({ seeds: raw([]) }), 'without id': () => ({ seeds: raw(['127.0.0.1:1']) }) },
  dial_peers: {
    none: () => ({ peers: raw([]), persistent: undefined, unconditional: undefined, private: undefined }),
    'without id': () => ({
      peers: raw(['127.0.0.1:1']),
      persistent: bool(false),
      unconditional: undefined,
      private: undefined,
    }),
    somebody: () => ({
      peers: raw([`${'ab'.repeat(20)}@127.0.0.1:1`]),
      persistent: bool(false),
      unconditional: undefined,
      private: undefined,
    }),
  },
  unsafe_flush_mempool: bare,
};

/** Returns the same calls in the same order for any chain. */
export const callsOf = (facts: ChainFacts): readonly Call[] =>
  Object.entries(CALLS).flatMap(([route, about]) =>
    Object.entries(about).map(([name, argsOf]) => ({ route, about: name, args: argsOf(facts) })),
  );

export type Protocol = 'GET' | 'POST, named' | 'POST, positional' | 'WebSocket';
export const PROTOCOLS: readonly Protocol[] = ['GET', 'POST, named', 'POST, positional', 'WebSocket'];

export function uriTarget({ route, args }: Call): string {
  const pairs = Object.entries(args).flatMap(([name, arg]) =>
    arg === undefined ? [] : [`${name}=${encodeURIComponent(arg.uri)}`],
  );
  return pairs.length === 0 ? `/${route}` : `/${route}?${pairs.join('&')}`;
}

export function rpcBody({ route, args }: Call, id: number, positional: boolean): string {
  const named = Object.entries(args).flatMap(([name, arg]) => (arg === undefined ? [] : [[name, arg.json]]));
  const params = positional ? Object.values(args).map((arg) => arg?.json ?? null) : Object.fromEntries(named);
  return JSON.stringify({ jsonrpc: '2.0', id, method: route, params });
}

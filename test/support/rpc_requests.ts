/**
 * Generates requests to the CometBFT RPC as fast-check arbitraries, valid ones and invalid ones, over all three
 * protocols. The routes are copied from CometBFT's own table (rpc/core/routes.go, v0.38.25), not read from our code, so
 * that a route that we lack is requested too. Text is raw: a test sends exactly what is written here.
 *
 * No request contains a transaction that CometBFT's `kvstore` would accept, so a chain under test does not change.
 */
import fc from 'fast-check';

/** Go types of arguments, as CometBFT's routes declare them (consensus-rpc.md 1.6). */
export type ArgType =
  | 'optionalInt64'
  | 'int64'
  | 'optionalInt'
  | 'uint'
  | 'bool'
  | 'text'
  | 'query'
  | 'path'
  | 'tx'
  | 'txHash'
  | 'blockHash'
  | 'blockHexHash'
  | 'hexData'
  | 'evidence'
  | 'peers';

/** Names of arguments in positional order. */
export const RPC_ROUTES: Readonly<Record<string, Readonly<Record<string, ArgType>>>> = {
  health: {},
  status: {},
  net_info: {},
  blockchain: { minHeight: 'int64', maxHeight: 'int64' },
  genesis: {},
  genesis_chunked: { chunk: 'uint' },
  block: { height: 'optionalInt64' },
  block_by_hash: { hash: 'blockHash' },
  block_results: { height: 'optionalInt64' },
  commit: { height: 'optionalInt64' },
  header: { height: 'optionalInt64' },
  header_by_hash: { hash: 'blockHexHash' },
  check_tx: { tx: 'tx' },
  tx: { hash: 'txHash', prove: 'bool' },
  tx_search: { query: 'query', prove: 'bool', page: 'optionalInt', per_page: 'optionalInt', order_by: 'text' },
  block_search: { query: 'query', page: 'optionalInt', per_page: 'optionalInt', order_by: 'text' },
  validators: { height: 'optionalInt64', page: 'optionalInt', per_page: 'optionalInt' },
  dump_consensus_state: {},
  consensus_state: {},
  consensus_params: { height: 'optionalInt64' },
  unconfirmed_txs: { limit: 'optionalInt' },
  num_unconfirmed_txs: {},
  broadcast_tx_commit: { tx: 'tx' },
  broadcast_tx_sync: { tx: 'tx' },
  broadcast_tx_async: { tx: 'tx' },
  abci_query: { path: 'path', data: 'hexData', height: 'int64', prove: 'bool' },
  abci_info: {},
  broadcast_evidence: { evidence: 'evidence' },
  subscribe: { query: 'query' },
  unsubscribe: { query: 'query' },
  unsubscribe_all: {},
};

/** Routes that are served only when the configuration allows them. */
export const UNSAFE_ROUTES: typeof RPC_ROUTES = {
  dial_seeds: { seeds: 'peers' },
  dial_peers: { peers: 'peers', persistent: 'bool', unconditional: 'bool', private: 'bool' },
  unsafe_flush_mempool: {},
};

export interface HttpRpcRequest {
  readonly protocol: 'http';
  readonly verb: string;
  /** Path and query, in characters that are valid in a request line. */
  readonly target: string;
  readonly contentType: string;
  /** Body; empty means none. */
  readonly body: string;
}

export interface SocketRpcRequest {
  readonly protocol: 'socket';
  /** Frames of one connection, in order. */
  readonly frames: readonly string[];
}

export type RpcRequest = HttpRpcRequest | SocketRpcRequest;

/** Facts of the chain that a request may name. */
export interface ChainFacts {
  /** Hash of a transaction in a block, as 64 hex digits. */
  readonly txHash: string;
  /** Hash of a block, as 64 hex digits. */
  readonly blockHash: string;
}

const PLACEHOLDER = /@(tx|block)(Hex|B64)@/g;

/** Replaces the placeholders of a request's text with a chain's hashes. */
export function fillIn(text: string, facts: ChainFacts): string {
  return text.replace(PLACEHOLDER, (_, name: string, form: string) => {
    const hex = name === 'tx' ? facts.txHash : facts.blockHash;
    return form === 'Hex' ? hex : Buffer.from(hex, 'hex').toString('base64');
  });
}

/** Generates undefined ten times out of eleven. */
const rarely = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 10, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const pick = (...values: readonly string[]) => fc.constantFrom(...values);
const json = (value: unknown): string => JSON.stringify(value);

/** Joins the members of an object as JSON text; names may repeat. */
const jsonObject = (members: readonly (readonly [string, string])[]): string =>
  `{${members.map(([name, value]) => `${json(name)}:${value}`).join(',')}}`;

// ---------------------------------------------------------------- queries

/** Queries that CometBFT reads and queries that it refuses, each for another reason (consensus-rpc.md 9.1). */
const QUERIES = [
  "tm.event='NewBlock'",
  "tm.event = 'Tx'",
  "tm.event='Tx' AND tx.height>5",
  "tm.event='Tx' AND tx.height=5",
  'tx.height=1',
  'tx.height>0 AND tx.height<100',
  'tx.height>=2 AND tx.height<=3',
  "tx.height='2'",
  'tx.height EXISTS',
  "tx.height CONTAINS '1'",
  "tx.hash='@txHex@'",
  "tx.hash='zz'",
  "tx.hash='abc'",
  'tx.hash=5',
  'tx.hash EXISTS',
  'block.height=1',
  'block.height>1 AND block.height<=3',
  'block.height EXISTS',
  "block.height='2'",
  'block.height=99999999',
  'block.height=-1',
  "a.b='c'",
  'a.b=5',
  'a.b=5.5',
  'a.b>5 AND a.b>6',
  "a.b CONTAINS 'c'",
  'a.b EXISTS',
  'a EXISTS',
  "a.b='c' AND d.e='f'",
  'a.b=TIME 2020-01-01T00:00:00Z',
  'a.b>TIME 2020-01-01T00:00:00+01:00',
  'a.b<DATE 2020-01-02',
  'a.b=DATE 2020-13-01',
  'a.b=DATE 1800-01-01',
  'a.b=TIME 2020-01-01',
  'a.b=DATE',
  "a.b='<&>'",
  "ä.ö='ü'",
  "a='x",
  "a=''",
  "a='it''s'",
  'a=b',
  'a',
  'a=',
  '=5',
  'AND',
  'a=5 AND',
  'a=5 OR b=6',
  'a=5 AND AND b=6',
  'a=5AND b=6',
  'a=5 b=6',
  'a!=5',
  "a>'x'",
  'a CONTAINS 5',
  'a CONTAINS',
  'a EXISTS 5',
  'a=-5',
  'a=+5',
  'a=05',
  'a=5.',
  'a=.5',
  'a=1e5',
  'a=99999999999999999999999999',
  'a<=5 AND b>=6 AND c<7 AND d>8',
  "(a='b')",
  'a="b"',
  "a:b='c'",
  "a/b='c'",
  "_x='c'",
  "1x='c'",
  'a\\b=5',
  '%',
  'exists EXISTS',
  'TIME=5',
  'DATE EXISTS',
  '   ',
  '',
] as const;
const FRAGMENTS = [
  'a.b',
  'tx.height',
  'tm.event',
  'block.height',
  '=',
  '<',
  '<=',
  '>',
  '>=',
  'AND',
  'CONTAINS',
  'EXISTS',
  'OR',
  "'x'",
  "'Tx'",
  '5',
  '5.5',
  '-',
  'TIME 2020-01-01T00:00:00Z',
  'DATE 2020-01-01',
  'TIME x',
  'DATE 2020-1-1',
  "'",
  '.',
  '!',
];
export const rpcQuery: fc.Arbitrary<string> = fc.oneof(
  { weight: 6, arbitrary: pick(...QUERIES) },
  { weight: 3, arbitrary: fc.array(pick(...FRAGMENTS), { maxLength: 8 }).map((parts) => parts.join(' ')) },
  { weight: 1, arbitrary: fc.array(pick(...FRAGMENTS), { maxLength: 8 }).map((parts) => parts.join('')) },
  { weight: 1, arbitrary: fc.nat(600).map((length) => `a.b='${'x'.repeat(length)}'`) },
);

// ---------------------------------------------------------------- values

const INTEGERS = ['1', '2', '3', '0', '-1', '5', '10', '100', '101', '1000000', '9223372036854775807'];
const BAD_INTEGERS = [
  '9223372036854775808',
  '-9223372036854775808',
  '-9223372036854775809',
  '18446744073709551616',
  '99999999999999999999',
  '1.5',
  '1e3',
  '1E400',
  '-0',
  '00',
  '01',
  '+1',
  '0x5',
  'abc',
  '1 ',
  ' 1',
  'Infinity',
];
const integerText = fc.oneof(
  { weight: 3, arbitrary: pick(...INTEGERS) },
  { weight: 1, arbitrary: pick(...BAD_INTEGERS) },
);
/** Bytes that kvstore's CheckTx refuses: it requires one `=` or one `:`. */
const TXS = ['', 'x', 'hello', 'a==b', '\u0000\u0001', 'val:', 'ü', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz', '=a', 'a='];
const PATHS = ['', '/', '/key', '/store', '/store/x/key', '/val', '/p2p/filter/x', 'ä', 'a b'];
const DATA = ['', '00', 'ab', 'abcd', 'ABCDEF', 'a'.repeat(64)];
const ORDERS = ['', 'asc', 'desc', 'ASC', 'up'];
const EVIDENCE = [
  'null',
  '{}',
  '[]',
  '""',
  '5',
  '{"type":"tendermint/DuplicateVoteEvidence"}',
  '{"type":"tendermint/DuplicateVoteEvidence","value":null}',
  '{"type":"tendermint/DuplicateVoteEvidence","value":{}}',
  '{"type":"tendermint/DuplicateVoteEvidence","value":{"vote_a":null,"vote_b":null,"TotalVotingPower":"0","ValidatorPower":"0","Timestamp":"0001-01-01T00:00:00Z"}}',
  '{"type":"tendermint/LightClientAttackEvidence","value":{}}',
  '{"type":"tendermint/Nothing","value":{}}',
  '{"value":{}}',
];
/** Values of votes that would be valid evidence except for one member: no chain has such a validator. */
const VOTE_MEMBERS: Readonly<Record<string, readonly string[]>> = {
  type: ['1', '2', '0', '32', '"2"'],
  height: ['"1"', '"2"', '"0"', '"-1"', '"1000000"', '1'],
  round: ['0', '1', '-1', '"0"', '2147483648'],
  block_id: [
    `{"hash":"${'AB'.repeat(32)}","parts":{"total":1,"hash":"${'CD'.repeat(32)}"}}`,
    `{"hash":"${'EF'.repeat(32)}","parts":{"total":1,"hash":"${'CD'.repeat(32)}"}}`,
    `{"hash":"${'AB'.repeat(32)}","parts":{"total":0,"hash":""}}`,
    '{"hash":"AB","parts":{"total":1,"hash":""}}',
    '{"hash":"","parts":{"total":0,"hash":""}}',
    '{}',
    'null',
    '"x"',
  ],
  timestamp: [
    '"2024-01-01T00:00:00Z"',
    '"0001-01-01T00:00:00Z"',
    '"yesterday"',
    '5',
    '"2024-01-01T00:00:00.123456789+02:00"',
  ],
  validator_address: [`"${'AB'.repeat(20)}"`, `"${'AB'.repeat(19)}"`, '""', '"zz"'],
  validator_index: ['0', '1', '-1', '"0"'],
  signature: [`"${'A'.repeat(86)}=="`, '""', 'null', '"AA=="', `"${'A'.repeat(88)}"`],
  extension: ['null', '""', '"AA=="'],
  extension_signature: ['null', '""', '"AA=="'],
};
/** Generates votes in which all but one or two members are the first of their list. */
const vote = fc
  .array(
    fc
      .constantFrom(...Object.entries(VOTE_MEMBERS))
      .chain(([name, values]) => fc.tuple(fc.constant(name), pick(...values))),
    { maxLength: 2 },
  )
  .map((changes) => {
    const usual = Object.entries(VOTE_MEMBERS).map(([name, [first = 'null']]): [string, string] => [name, first]);
    return jsonObject([...new Map([...usual, ...changes])]);
  });
const duplicateVote = fc
  .record({
    vote_a: fc.oneof({ weight: 9, arbitrary: vote }, pick('null', '{}', '5')),
    vote_b: fc.oneof({ weight: 9, arbitrary: vote }, pick('null', '{}', '5')),
    TotalVotingPower: pick('"20"', '"0"', '20'),
    ValidatorPower: pick('"10"', '"-1"'),
    Timestamp: pick('"2024-01-01T00:00:00Z"', '"0001-01-01T00:00:00Z"', 'null'),
  })
  .map((value) => `{"type":"tendermint/DuplicateVoteEvidence","value":${jsonObject(Object.entries(value))}}`);
const rpcEvidence = fc.oneof(pick(...EVIDENCE), { weight: 2, arbitrary: duplicateVote });

const PEERS = [
  '[]',
  '["a"]',
  '["127.0.0.1:1"]',
  '["zz@127.0.0.1:1"]',
  '["@127.0.0.1:1"]',
  '["","b"]',
  '[5]',
  '[null]',
  '"a"',
  '{}',
  'null',
];
/** Values of no type in particular. */
const WILD = [
  'null',
  'true',
  'false',
  '0',
  '5',
  '-1',
  '1.5',
  '1e3',
  '1e400',
  '[]',
  '{}',
  '[1]',
  '[300]',
  '["1"]',
  '[[]]',
  '{"a":1}',
  '""',
  '"x"',
  '"null"',
  '"true"',
  '"zz"',
  '"\\u12"',
  '"\\ud800"',
  '"\\u0000"',
  '"\\x"',
  '"a',
  '"<&>"',
  '"\u2028"',
  '"5"',
  '"-1"',
  'nul',
  'tru',
  '01',
  '-',
  '.5',
  '5.',
  "'5'",
  '[',
  '{',
  '[1,',
  '{"a"',
  '{"a":',
  '{a:1}',
  '0x',
  '0xab',
  '0xabc',
  '0xzz',
  '0Xab',
  '-0x1',
];

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const toHex = (text: string): string => Buffer.from(text).toString('hex');

/** Generates an argument as JSON text, as a client that knows its type writes it. The value may be out of range. */
function typedJson(type: ArgType): fc.Arbitrary<string> {
  switch (type) {
    case 'optionalInt64':
    case 'int64':
    case 'optionalInt':
    case 'uint':
      return fc.oneof({ weight: 5, arbitrary: integerText.map(json) }, pick('null', '"null"', '""', '"\\"5\\""', '5'));
    case 'bool':
      return pick('true', 'false', 'null');
    case 'text':
      return pick(...ORDERS.map(json));
    case 'query':
      return rpcQuery.map(json);
    case 'path':
      return pick(...PATHS.map(json));
    case 'tx':
      return fc.oneof(
        pick(...TXS.map((tx) => json(base64(tx)))),
        pick('"zz"', '"AA="', '"A"', '"=="', '"A\\nA=="', 'null'),
      );
    case 'txHash':
      return pick('"@txB64@"', '"@txHex@"', `"${base64('x'.repeat(32))}"`, '""', '"AQ=="', '"@blockB64@"');
    case 'blockHash':
      return pick('"@blockB64@"', '"@blockHex@"', `"${base64('x'.repeat(32))}"`, '""', '"AQ=="');
    case 'blockHexHash':
      return pick(
        '"@blockHex@"',
        `"${base64('x'.repeat(32))}"`,
        `"${'ab'.repeat(32)}"`,
        '""',
        '"ab"',
        '"abc"',
        '"0xab"',
      );
    case 'hexData':
      return pick(...DATA.map(json), '"abc"', '"xy"', '"0xab"', 'null');
    case 'evidence':
      return rpcEvidence;
    case 'peers':
      return pick(...PEERS);
  }
}

const jsonValue = (type: ArgType): fc.Arbitrary<string> =>
  fc.oneof({ weight: 5, arbitrary: typedJson(type) }, { weight: 1, arbitrary: pick(...WILD) });

const inQuotes = (text: string): string => `"${text}"`;

/** Generates the same for a URI, before percent encoding. */
function typedUri(type: ArgType): fc.Arbitrary<string> {
  switch (type) {
    case 'optionalInt64':
    case 'int64':
    case 'optionalInt':
    case 'uint':
      return fc.oneof(integerText, integerText.map(inQuotes));
    case 'bool':
      return pick('true', 'false', '"true"', 'True', '1', 't');
    case 'text':
      return fc.oneof(pick(...ORDERS.map(inQuotes)), pick('asc', '0x617363', '0xff'));
    case 'query':
      return fc.oneof(
        { weight: 6, arbitrary: rpcQuery.map(json) },
        rpcQuery,
        rpcQuery.map((q) => `0x${toHex(q)}`),
      );
    case 'path':
      return fc.oneof(pick(...PATHS.map(inQuotes)), pick('/key', '0x2f6b6579'));
    case 'tx':
      return fc.oneof(
        pick(...TXS.map((tx) => `0x${toHex(tx)}`)),
        pick(...TXS.map(json)),
        pick('0xa', '0xzz', 'AA==', '"', '"a', '1'),
      );
    case 'txHash':
      return pick('0x@txHex@', '0X@txHex@', '"@txHex@"', 'ABCD', '1234', `0x${'ab'.repeat(32)}`, '0x', '0xab', '""');
    case 'blockHash':
    case 'blockHexHash':
      return pick('0x@blockHex@', '"@blockHex@"', 'ABCD', '1234', `0x${'ab'.repeat(32)}`, '0x', '0xab', '0xabc', '""');
    case 'hexData':
      return fc.oneof(pick(...DATA.map((data) => `0x${data}`)), pick(...DATA.map(inQuotes)), pick(...DATA));
    case 'evidence':
      return rpcEvidence;
    case 'peers':
      return pick(...PEERS, 'a,b');
  }
}

const uriValue = (type: ArgType): fc.Arbitrary<string> =>
  fc.oneof({ weight: 5, arbitrary: typedUri(type) }, { weight: 1, arbitrary: pick(...WILD, '') });

// ---------------------------------------------------------------- calls

const routeNames = (unsafe: boolean): readonly string[] => [
  ...Object.keys(RPC_ROUTES),
  ...(unsafe ? Object.keys(UNSAFE_ROUTES) : []),
];
const argsOf = (name: string) => Object.entries(RPC_ROUTES[name] ?? UNSAFE_ROUTES[name] ?? {});

/** Names that are not routes, some of them similar to one. */
const STRANGERS = ['nope', '', 'Status', 'status ', 'websocket', '__proto__', 'constructor', 'dial_seeds', 'net-info'];
const STRANGE_ARGS = ['__proto__', 'x', 'Height', 'HEIGHT', '', 'constructor', 'minheight'];

const routeName = (unsafe: boolean): fc.Arbitrary<string> => pick(...routeNames(unsafe));

function namedParams(name: string): fc.Arbitrary<string> {
  const args = argsOf(name);
  const member = fc.oneof(
    { weight: args.length === 0 ? 0 : 12, arbitrary: fc.constantFrom(...(args.length === 0 ? [['x', 'text']] : args)) },
    { weight: 1, arbitrary: pick(...STRANGE_ARGS).map((arg) => [arg, 'text']) },
  ) as fc.Arbitrary<[string, ArgType]>;
  return fc
    .array(
      member.chain(([arg, type]) => jsonValue(type).map((value): [string, string] => [arg, value])),
      { maxLength: args.length + 1 },
    )
    .map(jsonObject);
}

function positionalParams(name: string): fc.Arbitrary<string> {
  const full = fc.tuple(...argsOf(name).map(([, type]) => jsonValue(type)));
  return fc.oneof(
    { weight: 4, arbitrary: full.map((values) => `[${values.join(',')}]`) },
    { weight: 1, arbitrary: fc.array(pick(...WILD), { maxLength: 4 }).map((values) => `[${values.join(',')}]`) },
  );
}

/** Generates `params`; undefined means that there are none. */
const params = (name: string): fc.Arbitrary<string | undefined> =>
  fc.oneof(
    { weight: 6, arbitrary: namedParams(name) },
    { weight: 4, arbitrary: positionalParams(name) },
    { weight: 1, arbitrary: pick(...WILD) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );

const IDS = [
  '1',
  '"a"',
  '""',
  '0',
  '-1',
  '1.9',
  '-1.9',
  '1e3',
  '1e18',
  '9007199254740993',
  '12345678901234567890',
  '"<&>\u2028ü"',
  '"\\ud800"',
  '"\\ud83d\\ude00"',
];
const BAD_IDS = ['null', 'true', 'false', '{}', '[]', '{"b":1,"a":[null,"x"]}', '[1,"a"]', '1e400', '01', '-'];
const rpcId = fc.oneof({ weight: 10, arbitrary: pick(...IDS) }, { weight: 1, arbitrary: pick(...BAD_IDS) });

const VERSIONS = ['"2.0"', '"1.0"', '""', 'null', '2'];

/** Generates one request object as JSON text. Its parts may be wrong, absent, in another case, or repeated. */
const callText = (unsafe: boolean): fc.Arbitrary<string> =>
  fc
    .oneof({ weight: 12, arbitrary: routeName(unsafe) }, { weight: 1, arbitrary: pick(...STRANGERS) })
    .chain((name) =>
      fc.record({
        version: fc.oneof({ weight: 12, arbitrary: fc.constant('"2.0"') }, pick(...VERSIONS)),
        id: fc.oneof({ weight: 12, arbitrary: rpcId }, { weight: 1, arbitrary: fc.constant(undefined) }),
        method: fc.oneof({ weight: 20, arbitrary: fc.constant(json(name)) }, pick('5', 'null', '{}', '["status"]')),
        params: params(name),
        odd: fc.oneof(
          { weight: 20, arbitrary: fc.constant([] as [string, string][]) },
          fc.constantFrom<[string, string][]>(
            [['ID', '7']],
            [['Method', '"health"']],
            [['PARAMS', '{}']],
            [['id', 'null']],
            [['extra', '{"deep":[1,{"x":null}]}']],
            [['jsonRPC', '5']],
            [['method', '5']],
          ),
        ),
      }),
    )
    .map(({ version, id, method, params: given, odd }) =>
      jsonObject([
        ['jsonrpc', version],
        ...(id === undefined ? [] : [['id', id] as const]),
        ['method', method],
        ...(given === undefined ? [] : [['params', given] as const]),
        ...odd,
      ]),
    );

const GARBAGE = [
  '',
  ' ',
  '\n',
  'null',
  'true',
  '5',
  '"x"',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '[{}]',
  '[5]',
  '[null,{"id":1,"method":"health"}]',
  '{',
  '}',
  '[',
  ']',
  '{}{}',
  '{} x',
  '{"id":1,"method":"health"}{"id":2,"method":"health"}',
  '{"id":1,"method":"health"} trailing',
  '{"id":1,"method":"health",}',
  "{'id':1}",
  '{"id":1 "method":"health"}',
  '{"id":1,"method":"health","params":}',
  '{"id":1,"method":"health","params":[1 2]}',
  '\ufeff{"id":1,"method":"health"}',
  '/* */{}',
  '{"id":1,"method":"health","params":nul}',
  '{"id":1,"method":"he\u0001alth"}',
  'NaN',
  'status',
  '<xml/>',
  '\u0000',
];

/**
 * Truncates a text or changes one of its characters. It leaves the chain's own facts out, because a refusal may quote
 * any of the text.
 */
const damaged = (text: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  fc
    .tuple(
      text,
      fc.nat(400),
      pick('cut', 'swap', 'insert'),
      pick('"', '{', '}', '[', ']', ',', ':', 'x', '0', '\\', ' '),
    )
    .map(([text, at, how, character]) => {
      const whole = text.replaceAll('@', '');
      const place = whole.length === 0 ? 0 : at % whole.length;
      const [head, tail] = [whole.slice(0, place), whole.slice(place)];
      return how === 'cut' ? head : head + character + (how === 'swap' ? tail.slice(1) : tail);
    });

const batchText = (unsafe: boolean): fc.Arbitrary<string> =>
  fc.array(callText(unsafe), { maxLength: 5 }).map((calls) => `[${calls.join(',')}]`);
const longBatch = fc
  .tuple(fc.integer({ min: 9, max: 12 }), pick('{"id":1,"method":"health","params":{}}', '{"method":"health"}', 'null'))
  .map(([length, call]) => `[${Array.from({ length }, () => call).join(',')}]`);

/** Generates a body as a client would send it to `/`, sometimes larger than the size limit. */
export const rpcBody = (unsafe: boolean): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 60, arbitrary: callText(unsafe) },
    { weight: 12, arbitrary: batchText(unsafe) },
    { weight: 3, arbitrary: longBatch },
    { weight: 12, arbitrary: damaged(callText(unsafe)) },
    { weight: 4, arbitrary: damaged(batchText(unsafe)) },
    { weight: 12, arbitrary: pick(...GARBAGE) },
  );

const unescaped = /[^A-Za-z0-9\-._~!$'()*,;:@/?=[\]"<>|{}^`\\]/g;
/** Percent-encodes either only what a request line cannot contain, or everything that a careful client encodes. */
const uriEscape = (text: string, careful: boolean): string =>
  careful
    ? encodeURIComponent(text).replaceAll('%40', '@')
    : text.replace(unescaped, (character) => encodeURIComponent(character));

const PATHS_OF_NOBODY = [
  '/',
  '/nope',
  '/Status',
  '/status/',
  '//status',
  '/./status',
  '/../status',
  '/status/../health',
  '/%73tatus',
  '/status%20',
  '/status%2f',
  '/v1/status',
  '/websocket',
  '/websocket/',
  '/status?',
  '/status?%zz',
  '/block?height=%zz',
  '/block?height=1;x=2',
  '/block?height=1&height=2',
  '/block?height',
  '/block?=1',
  '/block?&&height=1&',
  '/block?Height=1',
  '/block?height=+1',
  '/block?height=1+',
  '/block?height=%31',
  '/block?height=1%00',
  '/block?height="1"',
  '/block?height=%221%22',
  '/?height=1',
  '/*',
  '/favicon.ico',
];
const VERBS = ['POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];

const uriTarget = (unsafe: boolean): fc.Arbitrary<string> =>
  routeName(unsafe).chain((name) => {
    const args = argsOf(name);
    const present = args.map(([arg, type]) =>
      fc.tuple(fc.constant(arg), fc.option(uriValue(type), { nil: undefined, freq: 5 })),
    );
    return fc
      .tuple(fc.tuple(...present), fc.boolean(), rarely(pick(...STRANGE_ARGS)))
      .map(([pairs, careful, stranger]) => {
        const given = pairs.flatMap(([arg, value]) =>
          value === undefined ? [] : [`${arg}=${uriEscape(value, careful)}`],
        );
        const query = [...given, ...(stranger === undefined ? [] : [`${stranger}=1`])].join('&');
        return query === '' ? `/${name}` : `/${name}?${query}`;
      });
  });

const FORM = 'application/x-www-form-urlencoded';
const JSON_TYPE = 'application/json';

const uriRequest = (unsafe: boolean): fc.Arbitrary<HttpRpcRequest> =>
  fc
    .record({
      target: fc.oneof(
        { weight: 30, arbitrary: uriTarget(unsafe) },
        { weight: 3, arbitrary: pick(...PATHS_OF_NOBODY) },
      ),
      verb: fc.oneof({ weight: 12, arbitrary: fc.constant('GET') }, pick(...VERBS)),
      form: rarely(uriTarget(unsafe).map((target) => target.split('?')[1] ?? '')),
    })
    .map(({ target, verb, form }) => {
      const withForm = form !== undefined && verb !== 'GET' && verb !== 'HEAD' && verb !== 'TRACE';
      return {
        protocol: 'http',
        verb,
        target,
        contentType: withForm ? FORM : '',
        body: withForm ? form : '',
      };
    });

const TYPES = [JSON_TYPE, 'text/plain', 'application/json; charset=utf-8', FORM, ''];
const POST_PATHS = ['/nope', '/status', '/websocket', '/?x=1', '//'];

const postRequest = (unsafe: boolean): fc.Arbitrary<HttpRpcRequest> =>
  fc.record({
    protocol: fc.constant('http' as const),
    verb: fc.oneof({ weight: 20, arbitrary: fc.constant('POST') }, pick('PUT', 'GET', 'DELETE', 'OPTIONS')),
    target: fc.oneof({ weight: 20, arbitrary: fc.constant('/') }, pick(...POST_PATHS)),
    contentType: fc.oneof({ weight: 12, arbitrary: fc.constant(JSON_TYPE) }, pick(...TYPES)),
    body: rpcBody(unsafe),
  });

/** Generates a body as long as the limit, or longer. */
export const longPost = (bodyBytes: number): fc.Arbitrary<HttpRpcRequest> =>
  fc.constantFrom(-1, 0, 1, 10_000).map((beyond) => ({
    protocol: 'http',
    verb: 'POST',
    target: '/',
    contentType: JSON_TYPE,
    body: '{"id":1,"method":"health","params":{}}'.padEnd(bodyBytes + beyond),
  }));

/** Generates a WebSocket call with a valid route and arguments. */
const subscriptionText = fc
  .tuple(pick('subscribe', 'unsubscribe', 'unsubscribe_all'), pick(...QUERIES.slice(0, 8)), fc.nat(9))
  .map(([method, query, id]) =>
    json({ jsonrpc: '2.0', id, method, params: method === 'unsubscribe_all' ? {} : { query } }),
  );

const socketRequest = (unsafe: boolean): fc.Arbitrary<SocketRpcRequest> => {
  const frame = fc.oneof(
    { weight: 4, arbitrary: callText(unsafe) },
    { weight: 4, arbitrary: subscriptionText },
    { weight: 1, arbitrary: damaged(callText(unsafe)) },
    { weight: 1, arbitrary: batchText(unsafe) },
    { weight: 1, arbitrary: pick(...GARBAGE) },
  );
  return fc.record({
    protocol: fc.constant('socket' as const),
    frames: fc.array(frame, { minLength: 1, maxLength: 10 }),
  });
};

export interface RequestMix {
  /** Makes the requests name unsafe routes as often as the others. */
  readonly unsafe: boolean;
}

/** Generates any request over any protocol. Bodies stay small: `longPost` makes the others. */
export const rpcRequest = ({ unsafe }: RequestMix): fc.Arbitrary<RpcRequest> =>
  fc.oneof(
    { weight: 5, arbitrary: uriRequest(unsafe) },
    { weight: 5, arbitrary: postRequest(unsafe) },
    { weight: 2, arbitrary: socketRequest(unsafe) },
  );

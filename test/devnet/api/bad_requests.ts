/** Draws wrong requests from a seed: valid parameters with changes, and texts that are no requests. */
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';

/** Draws numbers below `2 ** 32` (xorshift with a Weyl sequence). */
export class Draw {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  below(limit: number): number {
    this.#state = (this.#state + 0x9e3779b9) >>> 0;
    let z = this.#state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return ((z ^ (z >>> 15)) >>> 0) % limit;
  }

  of<T>(choices: readonly T[]): T {
    return choices[this.below(choices.length)] as T;
  }
}

const nested = (depth: number): unknown => (depth === 0 ? [] : [nested(depth - 1)]);
const wide = (length: number, value: unknown): unknown[] => Array.from({ length }, () => value);
const HASH = `0x${'ab'.repeat(32)}`;

/** Values that hardly any method accepts. */
const VALUES: readonly unknown[] = [
  ...[null, true, false, 0, -1, 5, 1.5, 1e21, -0.1, 2 ** 53, 4_294_967_296],
  ...['', ' ', '0x', '0', '5', '-1', '0xzz', '0x0400', '0X1', '0x1', '-0x1', '0xabc', 'latest', 'Latest', 'pendin'],
  ...[
    `0x${'f'.repeat(16)}`,
    `0x${'f'.repeat(64)}`,
    `0x${'f'.repeat(65)}`,
    `0x${'0'.repeat(40)}`,
    HASH,
    'x'.repeat(5000),
  ],
  ...['\ud800', '\u0000', 'nöt ascii 🚀', '__proto__', 'constructor', '../../etc/passwd', '1e3', 'NaN', '0b1', 'null'],
  ...[{}, [], [[]], [null], { a: 1 }, { toString: 1 }, { length: 5 }, { blockHash: HASH }, { blockNumber: '0x999999' }],
  ...[{ blockHash: HASH, blockNumber: '0x1' }, { blockNumber: -1 }, { fromBlock: '0x2', toBlock: '0x1' }],
  ...[
    { fromBlock: '0x1', toBlock: '0xffffffff' },
    { topics: wide(9, null) },
    { address: wide(1001, `0x${'1'.repeat(40)}`) },
  ],
  ...[
    { to: 5 },
    { from: '0x1' },
    { data: '0x1' },
    { gas: '0xffffffffffffffffffff' },
    { value: '-0x1' },
    { nonce: 1.5 },
  ],
  ...[
    { gas: '0x1', to: `0x${'1'.repeat(40)}` },
    { to: `0x${'1'.repeat(40)}`, data: `0x${'00'.repeat(5000)}` },
  ],
  ...[{ data: '0x5b5f56' }, { data: '0x5b5f56', gas: '0x5208' }, { accessList: [{}] }, { authorizationList: [1] }],
  ...[{ tracer: 'noSuchTracer' }, { tracer: '{result: function() {}}' }, { tracer: 5 }, { timeout: 'soon' }],
  ...[wide(1000, null), wide(200, {}), wide(1000, '0x1'), nested(60), { a: nested(60) }, wide(3, wide(3, wide(3, 1)))],
];

interface Known {
  readonly name: string;
  readonly params: readonly unknown[];
  readonly arity: number;
}

export const KNOWN: readonly Known[] = EVM_METHODS.flatMap(({ name, aliases, params, example }) =>
  [name, ...aliases.map((alias) => alias.name)].map((one) => ({
    name: one,
    params: example.params,
    arity: params.length,
  })),
);

/** Returns a copy with one of its parts replaced. */
function spoilt(draw: Draw, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || draw.below(3) === 0) return draw.of(VALUES);
  if (Array.isArray(value)) {
    if (value.length === 0) return [draw.of(VALUES)];
    const at = draw.below(value.length);
    return value.map((part, i) => (i === at ? spoilt(draw, part) : part));
  }
  const keys = Object.keys(value);
  const key = draw.below(4) === 0 || keys.length === 0 ? draw.of(['a', 'gas', 'to', '__proto__', '']) : draw.of(keys);
  return { ...value, [key]: spoilt(draw, (value as Record<string, unknown>)[key]) };
}

/** Returns parameters that are nearly always wrong in number or type. */
export function spoiltParams(draw: Draw, { params, arity }: Known): unknown {
  const drawn = (length: number): unknown[] => Array.from({ length }, () => draw.of(VALUES));
  switch (draw.below(8)) {
    case 0:
      return drawn(draw.below(arity + 2));
    case 1:
      return [...params, ...drawn(arity + 1 - params.length)];
    case 2:
      return params.slice(0, Math.max(0, params.length - 1 - draw.below(2)));
    case 3:
      return draw.of<unknown>([{}, { 0: params[0] }, 'text', 5, true, null]);
    case 4:
      return [...params].reverse();
    default:
      return params.length === 0 ? drawn(1 + draw.below(2)) : spoilt(draw, params);
  }
}

/** Returns bytes that are no request, or nearly one. Some of them are not text. */
export function noRequest(draw: Draw): Uint8Array {
  const good = JSON.stringify({ jsonrpc: '2.0', id: 1, method: draw.of(KNOWN).name, params: [] });
  const envelope = (change: object): string => JSON.stringify({ ...JSON.parse(good), ...change });
  const texts: readonly (() => string | Uint8Array)[] = [
    () => good.slice(0, draw.below(good.length)),
    () => `${good}${draw.of(['}', ']', ',', good, '\u0000', 'x'])}`,
    () =>
      draw.of(['', ' ', '[', ']', '{}', '[]', '1', 'null', '"x"', 'true', '-', '[[]]', '[1]', '[null,{}]', '{"a":}']),
    () => envelope({ jsonrpc: draw.of<unknown>(['1.0', 2, null, '', [], {}]) }),
    () => envelope({ id: draw.of<unknown>([{}, [], true, null, 1.5, 1e300, '', 'x'.repeat(1000), { id: 1 }]) }),
    () =>
      envelope({ method: draw.of<unknown>(['', 5, null, {}, [], 'eth', 'eth_', '_', 'x'.repeat(10_000), '\ud800']) }),
    () => envelope({ params: draw.of<unknown>(['', 5, {}, true, 'null', { length: 3 }]) }),
    () => envelope({ result: 1, method: undefined }),
    () => `${'['.repeat(draw.of([50, 9_999, 10_001, 100_000]))}`,
    () => `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":${'['.repeat(5000)}${']'.repeat(5000)}}`,
    () => `{"jsonrpc":"2.0","id":1,"method":"eth_call","params":[${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}]}`,
    () => `{"jsonrpc":"2.0","id":${'9'.repeat(draw.of([30, 400, 5000]))},"method":"eth_chainId"}`,
    () => `[${good.slice(0, -1)}},${draw.of(['1', 'null', '[]', '{}', '"x"'])}]`,
    () => Uint8Array.from({ length: 1 + draw.below(200) }, () => draw.below(256)),
    () =>
      Buffer.concat([
        Buffer.from(good.slice(0, 20)),
        Buffer.from([0xff, 0xfe, 0xc0, 0x80]),
        Buffer.from(good.slice(20)),
      ]),
    () => `{"jsonrpc":"2.0","id":1,"method":"web3_sha3","params":["${'\\u0000'.repeat(100)}\\ud800"]}`,
  ];
  const drawn = draw.of(texts)();
  return typeof drawn === 'string' ? Buffer.from(drawn) : drawn;
}

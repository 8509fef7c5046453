import { describe, expect, it } from 'vitest';
import { didYouMean } from '../../src/settings/did_you_mean.js';
import {
  AMOUNT,
  atLeast,
  CHAIN_ID_KIND,
  COINS,
  count,
  DERIVATION_PATH,
  DURATION_MS,
  duration,
  FAULTS,
  GAS,
  integer,
  type Kind,
  LISTEN_ADDRESS,
  LISTEN_ADDRESSES,
  list,
  ORIGINS,
  SECONDS_MS,
  unserved,
  WORDS,
} from '../../src/settings/kinds.js';
import { namespacesProblem } from '../../src/settings/namespaces.js';
import { listOf, text } from '../../src/settings/reader.js';
import { refusedOption } from '../../src/settings/refused_option.js';

describe('kinds of values', () => {
  it.each([
    ['0', 0],
    ['500ms', 500],
    ['1h2m3.5s', 3_723_500],
    ['10us', 0.01],
    ['10', undefined],
    ['-1s', undefined],
    ['1d', undefined],
    ['25000h', undefined],
  ])('a duration of %s is %s ms', (text, ms) => expect(DURATION_MS.read(text)).toBe(ms));

  it('a duration is written and read back', () => {
    for (const ms of [0, 1, 999, 1000, 1500, 60_000, 90_000, 3_600_000])
      expect(DURATION_MS.read(JSON.parse(DURATION_MS.write(ms)))).toBe(ms);
  });

  it.each([
    ['2', 2000],
    ['0.5', 500],
    ['1.009', 1009],
    ['250ms', 250],
    ['0', undefined],
    ['soon', undefined],
  ])('a block time of %s is %s ms', (text, ms) => expect(SECONDS_MS.read(text)).toBe(ms));

  it('a block time in a file may be a number', () => {
    expect(SECONDS_MS.readToml?.(0.5)).toBe(500);
    expect(SECONDS_MS.readToml?.('3s')).toBe(3000);
    expect(SECONDS_MS.readToml?.(true)).toBeUndefined();
  });

  it('coins have up to 18 decimals', () => {
    expect(COINS.read('10000')).toBe(10n ** 22n);
    expect(COINS.read('0.000000000000000001')).toBe(1n);
    expect(COINS.read('0.0000000000000000001')).toBeUndefined();
    expect(COINS.read('-1')).toBeUndefined();
  });

  it('integers are limited to their range', () => {
    expect(integer(1, 5).read('5')).toBe(5);
    expect(integer(1, 5).read('6')).toBeUndefined();
    expect(integer(1).read('1e3')).toBeUndefined();
    expect(integer(1).readToml?.(2.5)).toBeUndefined();
    expect(AMOUNT.read('115792089237316195423570985008687907853')).toBe(115792089237316195423570985008687907853n);
  });

  it.each(['127.0.0.1:8545', ':8545', '[::1]:0', 'tcp://localhost:26657', 'unix:///run/x.sock', ''])(
    '"%s" is an address',
    (text) => expect(LISTEN_ADDRESS.read(text)).toBe(text),
  );

  it.each(['8545', '127.0.0.1', '127.0.0.1:70000', 'ftp://x:1', 'a b'])('"%s" is not an address', (text) =>
    expect(LISTEN_ADDRESS.read(text)).toBeUndefined(),
  );

  it.each([
    ['tcp://127.0.0.1:26657', 'tcp://127.0.0.1:26657'],
    [' tcp://127.0.0.1:1 , unix:///run/x.sock,', 'tcp://127.0.0.1:1,unix:///run/x.sock'],
    ['127.0.0.1:26657', '127.0.0.1:26657'],
    ['', ''],
    [' , ', ''],
    ['tcp://127.0.0.1:1,26657', undefined],
  ])('"%s" is the list of addresses %s', (text, addresses) => expect(LISTEN_ADDRESSES.read(text)).toBe(addresses));

  it('an invalid address or number is reported with CometBFT’s messages', () => {
    const address = (text: string) => LISTEN_ADDRESSES.refusal?.(text);
    const words = '(use fully formed addresses, including the tcp:// or unix:// prefix)';
    expect(address('tcp://127.0.0.1:1, 26657')).toBe(`invalid listening address 26657 ${words}`);
    expect(address('udp://127.0.0.1:1')).toBe(`invalid listening address udp://127.0.0.1:1 ${words}`);
    expect(count('size').refusal?.('-1')).toBe("size can't be negative");
    expect(count('size').refusal?.(-1)).toBe("size can't be negative");
    expect(count('size').refusal?.('many')).toBeUndefined();
    expect(count('size').read('-1')).toBeUndefined();
    expect(atLeast(100, 'too small').refusal?.(99)).toBe('too small');
    expect(atLeast(100, 'too small').refusal?.(100)).toBeUndefined();
    expect(duration('wait').refusal?.('-1s')).toBe("wait can't be negative");
    expect(duration('wait').refusal?.('-soon')).toBeUndefined();
  });

  it('an unserved address must be empty', () => {
    expect(unserved('x', 'y').read('')).toBe('');
    expect(unserved('x', 'y').read(':1')).toBeUndefined();
  });

  it('an origin has at most one wildcard', () => {
    expect(ORIGINS.read('*,https://*.example')).toEqual(['*', 'https://*.example']);
    expect(ORIGINS.read('https://*.*.example')).toBeUndefined();
  });

  it('a list has known entries, each once', () => {
    const kind = list({ expected: 'letters', accepts: (text) => /^[a-z]$/.test(text) });
    expect(kind.read('a, b')).toEqual(['a', 'b']);
    expect(kind.read('a,a')).toBeUndefined();
    expect(kind.read('a,1')).toBeUndefined();
    expect(kind.readToml?.(['a', 'b'])).toEqual(['a', 'b']);
    expect(kind.readToml?.('a,b')).toEqual(['a', 'b']);
    expect(kind.readToml?.([1])).toBeUndefined();
    expect(WORDS.read('')).toEqual([]);
  });

  it('a chain id may be its number alone', () => {
    expect(CHAIN_ID_KIND.read('1337')).toBe('halley_1337-1');
    expect(CHAIN_ID_KIND.read('evmos_9001-2')).toBe('evmos_9001-2');
    expect(CHAIN_ID_KIND.read('cosmoshub-4')).toBeUndefined();
  });
});

describe('the border of a kind', () => {
  const MOST_GAS = 2n ** 64n - 1n;

  it.each<[what: string, kind: Kind<unknown>, last: string, next: string]>([
    ['gas', GAS, `${MOST_GAS}`, `${MOST_GAS + 1n}`],
    ['an index of a derivation path', DERIVATION_PATH, `m/44'/${2 ** 31 - 1}/`, `m/44'/${2 ** 31}/`],
    ['a chain id', CHAIN_ID_KIND, `${'a'.repeat(46)}_7-1`, `${'a'.repeat(47)}_7-1`],
    ['a block time', SECONDS_MS, '1ms', '999us'],
    ['a port', LISTEN_ADDRESS, '127.0.0.1:65535', '127.0.0.1:65536'],
    ['a list of faults', FAULTS, 'loss:percent=3;delay:ms=5', 'loss:percent=3;;delay:ms=5'],
  ])('of %s is taken, and what is beyond it is not', (_, kind, last, next) => {
    expect(kind.read(last)).toBeDefined();
    expect(kind.read(next)).toBeUndefined();
  });

  it('of exact numbers in a file is 2^53 for gas, which is text beyond it', () => {
    const exact = BigInt(Number.MAX_SAFE_INTEGER);
    expect([exact, exact + 1n].map(GAS.write)).toEqual([`${exact}`, `"${exact + 1n}"`]);
  });
});

describe('a suggestion', () => {
  it('differs in at most a third of the letters, and is the first of equals', () => {
    expect(didYouMean('abc', ['abx', 'aby'])).toBe(' (did you mean "abx"?)');
    expect(didYouMean('abc', ['axy'])).toBe('');
    expect(didYouMean('abcdef', ['abcdxy', 'abcxyz'])).toBe(' (did you mean "abcdxy"?)');
  });
});

it('namespaces are listed once', () => {
  expect(namespacesProblem(['eth', 'debug', 'eth'])).toBe("repeated API namespace 'eth'");
  expect(namespacesProblem(['eth', 'debug'])).toBeUndefined();
});

it('a list of the library with a hole is refused at its place', () => {
  const holes: unknown[] = ['a'];
  holes[2] = 'b';
  expect(() => listOf(text, 'texts')(holes, 'names')).toThrow('names[1] is undefined, expected a string');
});

it('a refused value is shown up to a hundred characters', () => {
  const shown = (length: number) => refusedOption('x', 'y'.repeat(length), 'less').message;
  expect(shown(98)).toBe(`x is "${'y'.repeat(98)}", expected less`);
  expect(shown(99)).toBe(`x is "${'y'.repeat(99)}…, expected less`);
});

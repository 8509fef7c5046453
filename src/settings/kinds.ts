/**
 * Defines kinds of configuration values: how each is parsed from text (flags, environment) and from TOML, its error
 * text, and how it is written to a file.
 */
import { EXPECTED_HARDFORK, type Hardfork, readHardfork } from '../evm/hardfork.js';
import { readGoDuration } from '../kernel/go_time.js';
import { NANOS_PER_MILLISECOND, nanosOf } from '../kernel/time.js';
import { MAX_TIMER_MS } from './bounds.js';
import { NAMESPACES, namespacesProblem } from './namespaces.js';
import type { Form } from './reader.js';

/** Any value of a TOML key. */
export type TomlValue = string | number | bigint | boolean | readonly TomlValue[] | object;

export interface Kind<T> {
  /** Valid values: `a whole number from 1 to 100`. */
  readonly expected: string;
  /** Shown in the list of flags: `<count>`; empty for a switch. */
  readonly placeholder: string;
  /** Parses text. Returns undefined for an invalid value. */
  read(text: string): T | undefined;
  /** Parses a TOML value. Without it, a TOML value must be a string that `read` accepts. */
  readToml?(value: TomlValue): T | undefined;
  /** Separates the values of a flag that is given several times, and of a variable. Without it a flag is given once. */
  readonly separator?: string;
  /** Keeps the value out of errors. */
  readonly isSecret?: true;
  /** Returns the value as TOML. */
  write(value: T): string;
  /**
   * Returns the engine's own error text for an invalid value, where it has one. Otherwise the error uses `expected`.
   */
  refusal?(value: TomlValue): string | undefined;
}

const quoted = (text: string): string => JSON.stringify(text);

const isNumber = (value: TomlValue): value is number | bigint => typeof value === 'number' || typeof value === 'bigint';

export const BOOLEAN: Kind<boolean> = {
  expected: 'true or false',
  placeholder: '',
  read: (text) => (text === 'true' ? true : text === 'false' ? false : undefined),
  readToml: (value) => (typeof value === 'boolean' ? value : undefined),
  write: String,
};

export const TEXT: Kind<string> = {
  expected: 'text that is not empty',
  placeholder: '<text>',
  read: (text) => (text.trim() === '' ? undefined : text),
  write: quoted,
};

export const FILE: Kind<string> = { ...TEXT, expected: 'a file or folder', placeholder: '<path>' };

/** Accepts a file to write. Without one the output is the standard output, `-`. */
const OUTPUT: Kind<string> = {
  ...FILE,
  expected: 'a file, or - for the standard output',
  placeholder: '[path]',
  read: (text) => (text === 'true' ? '-' : FILE.read(text)),
};

export const FILE_OR_NONE: Kind<string> = {
  expected: 'a file, or empty for none',
  placeholder: '<path>',
  read: (text) => text.trim(),
  write: quoted,
};

/** Accepts a path that ends in .pem, as nodes require. */
export const PEM_OR_NONE: Kind<string> = {
  ...FILE_OR_NONE,
  expected: 'a file whose name ends in .pem, or empty for none',
  read: (text) => (text.trim() === '' || text.trim().endsWith('.pem') ? text.trim() : undefined),
};

/** Accepts the beginning of a URL's path, or an empty string for none. */
export const PATH_PREFIX: Kind<string> = {
  expected: 'a path such as /api/skip, or empty for none',
  placeholder: '<path>',
  read: (text) => (/^(?:\/[\w.-]+)*$/.test(text) ? text : undefined),
  write: quoted,
};

/** Accepts only an empty address: the engine has a server here that Halley does not have. */
export const unserved = (what: string, instead: string): Kind<string> => ({
  expected: `an empty value, because Halley does not serve ${what}: ${instead}`,
  placeholder: '<address>',
  read: (text) => (text.trim() === '' ? '' : undefined),
  write: quoted,
});

export function integer(min: number, max: number = Number.MAX_SAFE_INTEGER): Kind<number> {
  const inRange = (value: number): number | undefined =>
    Number.isSafeInteger(value) && value >= min && value <= max ? value : undefined;
  return {
    expected: max === Number.MAX_SAFE_INTEGER ? `a whole number from ${min}` : `a whole number from ${min} to ${max}`,
    placeholder: '<count>',
    read: (text) => (/^\d+$/.test(text) ? inRange(Number(text)) : undefined),
    readToml: (value) => (isNumber(value) ? inRange(Number(value)) : undefined),
    write: String,
  };
}

/** Accepts a whole number from `min`. `tooSmall` is the engine's error text for a smaller one. */
export const atLeast = (min: number, tooSmall: string): Kind<number> => ({
  ...integer(min),
  refusal: (value) => (/^-?\d+$/.test(String(value)) && Number(value) < min ? tooSmall : undefined),
});

/** Accepts a number that the engine refuses only below zero. */
export const count = (key: string): Kind<number> => atLeast(0, `${key} can't be negative`);

/** Accepts amounts of wei or gas, which may exceed 2^53. */
export const AMOUNT: Kind<bigint> = {
  expected: 'a whole number of at most 77 digits',
  placeholder: '<amount>',
  read: (text) => (/^\d{1,77}$/.test(text) ? BigInt(text) : undefined),
  write: (value) => quoted(value.toString()),
};

const MAX_UINT64 = 2n ** 64n - 1n;

/** Accepts gas in the range of nodes. A file may contain it as a number. */
export const GAS: Kind<bigint> = {
  expected: `a whole number from 0 to ${MAX_UINT64}`,
  placeholder: '<gas>',
  read(text) {
    const gas = AMOUNT.read(text);
    return gas !== undefined && gas <= MAX_UINT64 ? gas : undefined;
  },
  readToml: (value) => (isNumber(value) || typeof value === 'string' ? GAS.read(String(value)) : undefined),
  // Numbers of a file are exact only up to 2^53.
  write: (value) => (value <= Number.MAX_SAFE_INTEGER ? `${value}` : quoted(`${value}`)),
};

/** Accepts Unix time in seconds, from 1 to `max`. */
export const unixTime = (max: number): Kind<number> => ({
  ...integer(1, max),
  expected: `Unix seconds from 1 to ${max}`,
  placeholder: '<seconds>',
});

/** Accepts a BIP-32 path without the account's index. Anvil writes it with a trailing slash. */
export const DERIVATION_PATH: Kind<string> = {
  expected: `a path of BIP-32 without the index of the account, such as m/44'/60'/0'/0/`,
  placeholder: '<path>',
  read: (text) => (/^m(?:\/\d{1,10}'?)*\/?$/.test(text) && text.split('/').every(isChildIndex) ? text : undefined),
  write: quoted,
};

const isChildIndex = (part: string): boolean => part === 'm' || Number(part.replace("'", '')) < 2 ** 31;

/** Accepts the number of words of a new mnemonic; without a number it is 12. */
export const WORD_COUNT: Kind<number> = {
  expected: 'the number of words: 12, 15, 18, 21 or 24',
  placeholder: '[words]',
  read: (text) => (text === 'true' ? 12 : [12, 15, 18, 21, 24].find((words) => String(words) === text)),
  write: String,
};

const COIN = 10n ** 18n;

/** Accepts whole coins with up to 18 decimals; the value is in the smallest unit. */
export const COINS: Kind<bigint> = {
  expected: 'an amount of coins such as 10000 or 0.5, with at most 50 digits and 18 decimals',
  placeholder: '<coins>',
  read(text) {
    const match = /^(\d{1,50})(?:\.(\d{1,18}))?$/.exec(text);
    if (match === null) return undefined;
    const [, whole = '0', fraction = ''] = match;
    return BigInt(whole) * COIN + BigInt(fraction.padEnd(18, '0'));
  },
  readToml: (value) => (isNumber(value) || typeof value === 'string' ? COINS.read(String(value)) : undefined),
  write: (value) => quoted(wholeCoins(value)),
};

function wholeCoins(value: bigint): string {
  const fraction = (value % COIN).toString().padStart(18, '0').replace(/0+$/, '');
  return fraction === '' ? `${value / COIN}` : `${value / COIN}.${fraction}`;
}

const readTimer = (text: string): number | undefined => readGoDuration(text, MAX_TIMER_MS);

function writeDuration(ms: number): string {
  if (ms % 3_600_000 === 0 && ms > 0) return quoted(`${ms / 3_600_000}h`);
  if (ms % 60_000 === 0 && ms > 0) return quoted(`${ms / 60_000}m`);
  return quoted(ms % 1000 === 0 ? `${ms / 1000}s` : `${ms}ms`);
}

/** Accepts Go's durations; the value is in milliseconds. */
export const DURATION_MS: Kind<number> = {
  expected: 'a duration such as "500ms", "10s" or "1m30s"',
  placeholder: '<duration>',
  read: readTimer,
  write: writeDuration,
};

/** Accepts Go's durations; the value is in nanoseconds. */
export const DURATION_NANOS: Kind<bigint> = {
  expected: DURATION_MS.expected,
  placeholder: DURATION_MS.placeholder,
  read(text) {
    const ms = readTimer(text);
    return ms === undefined ? undefined : nanosOf(ms);
  },
  write: (nanos) => writeDuration(Number(nanos) / Number(NANOS_PER_MILLISECOND)),
};

/** Adds a node's own error text for a value below zero. */
export const notNegative = <T>(kind: Kind<T>, words: string): Kind<T> => ({
  ...kind,
  refusal: (value) => {
    const text = String(value);
    return text.startsWith('-') && kind.read(text.slice(1)) !== undefined ? words : undefined;
  },
});

/** Accepts a duration, with the engine's error text for one below zero. */
export const duration = (key: string): Kind<number> => notNegative(DURATION_MS, `${key} can't be negative`);

/** Accepts a duration, or seconds without a unit as in other devnets; at least a millisecond. */
export const SECONDS_MS: Kind<number> = {
  expected: 'seconds such as 2 or 0.5, or a duration such as "500ms"; at least 1ms',
  placeholder: '<seconds>',
  read(text) {
    const ms = /^\d+(?:\.\d+)?$/.test(text) ? Number(`${text}e3`) : readTimer(text);
    return ms !== undefined && ms >= 1 && ms <= MAX_TIMER_MS ? ms : undefined;
  },
  readToml: (value) =>
    typeof value === 'string' || typeof value === 'number' ? SECONDS_MS.read(String(value)) : undefined,
  write: writeDuration,
};

const split = (text: string): readonly string[] =>
  text.trim() === '' ? [] : text.split(',').map((entry) => entry.trim());

/** Accepts a list, whose elements text separates with commas. `item` describes and checks each element. */
export function list(item: {
  readonly expected: string;
  readonly accepts: (text: string) => boolean;
}): Kind<readonly string[]> {
  const check = (items: readonly string[]): readonly string[] | undefined =>
    items.every(item.accepts) && new Set(items).size === items.length ? items : undefined;
  const read = (text: string): readonly string[] | undefined => check(split(text));
  return {
    expected: `a list of ${item.expected} without duplicates`,
    placeholder: '<list>',
    read,
    readToml(value) {
      if (typeof value === 'string') return read(value);
      return Array.isArray(value) && value.every((entry) => typeof entry === 'string') ? check(value) : undefined;
    },
    write: (items) => `[${items.map(quoted).join(', ')}]`,
  };
}

/** Accepts a list of one or more of `names`. */
function someOf(names: readonly string[]): Kind<readonly string[]> {
  const kind = list({
    expected: `one or more of ${names.join(', ')}, with commas between them,`,
    accepts: (name) => names.includes(name),
  });
  const some = (items: readonly string[] | undefined) => (items?.length === 0 ? undefined : items);
  return { ...kind, read: (text) => some(kind.read(text)), readToml: (value) => some(kind.readToml?.(value)) };
}

/** Accepts faults of the simulated network as texts, whose types and parameters the devnet checks. */
export const FAULTS: Kind<readonly string[]> = {
  expected: 'faults such as equivocate:node=3 or partition:groups=0,1/2,3, with semicolons between them',
  placeholder: '<fault>',
  separator: ';',
  read: (text) => faultTexts(text.split(';')),
  readToml: (value) =>
    isTexts(value) ? faultTexts(value) : typeof value === 'string' ? FAULTS.read(value) : undefined,
  write: (items) => `[${items.map(quoted).join(', ')}]`,
};

function faultTexts(texts: readonly string[]): readonly string[] | undefined {
  const trimmed = texts.map((text) => text.trim());
  return trimmed.includes('') ? undefined : trimmed;
}

/** Accepts folders. */
const FOLDERS: Kind<readonly string[]> = {
  ...list({ expected: 'folders, with commas between them,', accepts: (text) => text !== '' }),
  placeholder: '<path>',
  separator: ',',
};

/** Accepts namespaces of the EVM JSON-RPC. */
export const API: Kind<readonly string[]> = {
  ...list({ expected: `namespaces (${NAMESPACES.join(', ')}, or all)`, accepts: (name) => name !== '' }),
  read: (text) => known(split(text)),
  readToml: (value) => known(typeof value === 'string' ? split(value) : value),
  refusal: (value) => (isTexts(value) ? namespacesProblem(value) : namespacesProblem(split(String(value)))),
};

const isTexts = (value: TomlValue): value is readonly string[] =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const known = (names: TomlValue): readonly string[] | undefined =>
  isTexts(names) && namespacesProblem(names) === undefined ? names : undefined;

export const WORDS = list({ expected: 'strings', accepts: (text) => text !== '' });

export function oneOf<const T extends string>(...values: readonly T[]): Kind<T> {
  return {
    expected: `one of ${values.join(', ')}`,
    placeholder: '<name>',
    read: (text) => values.find((value) => value === text),
    write: quoted,
  };
}

/** Accepts the name of a fork in any case; `latest` is the newest. */
export const HARDFORK_KIND: Kind<Hardfork> = {
  expected: EXPECTED_HARDFORK,
  placeholder: '<name>',
  read: readHardfork,
  write: quoted,
};

const ADDRESS = /^(?:(?:tcp:\/\/)?(?:\[[0-9a-fA-F:.%]+\]|[^:/[\]]*):(\d{1,5})|unix:\/\/.+)$/;

/** Accepts the address on which a server listens; empty means no server. Port 0 selects a free one. */
export const LISTEN_ADDRESS: Kind<string> = {
  expected: 'host:port such as 127.0.0.1:8545, unix:///path, or empty for no server',
  placeholder: '<address>',
  read(text) {
    const match = ADDRESS.exec(text);
    return text === '' || (match !== null && Number(match[1] ?? 0) <= 65_535) ? text : undefined;
  },
  write: quoted,
};

const listedAddresses = (text: string): readonly string[] =>
  text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '');

/** Accepts several addresses, separated by commas. It skips empty entries. */
export const LISTEN_ADDRESSES: Kind<string> = {
  expected: 'addresses such as tcp://127.0.0.1:26657 or unix:///path, separated by commas, or empty for no server',
  placeholder: '<addresses>',
  read(text) {
    const addresses = listedAddresses(text);
    return addresses.every((address) => LISTEN_ADDRESS.read(address) !== undefined) ? addresses.join(',') : undefined;
  },
  write: quoted,
  refusal(value) {
    if (typeof value !== 'string') return undefined;
    const wrong = listedAddresses(value).find((address) => LISTEN_ADDRESS.read(address) === undefined);
    return `invalid listening address ${wrong} (use fully formed addresses, including the tcp:// or unix:// prefix)`;
  },
};

/** Accepts several addresses of the EVM JSON-RPC, separated by commas. */
export const SERVER_ADDRESSES: Kind<string> = {
  expected:
    'host:port such as 127.0.0.1:8545, or unix:///path; commas separate several addresses; empty opens no server',
  placeholder: '<addresses>',
  read: LISTEN_ADDRESSES.read,
  write: quoted,
};

/** Checks whether settings of this kind are addresses of a server. */
export const isAddress = (kind: Kind<unknown>): boolean =>
  [LISTEN_ADDRESS, LISTEN_ADDRESSES, SERVER_ADDRESSES].some((address) => address === kind);

/** Accepts patterns of origins in the form of the CORS handlers of Go nodes. */
export const ORIGINS = list({
  expected: 'origins such as https://dapp.example, each with at most one *',
  accepts: (text) => text !== '' && text.split('*').length <= 2,
});

const CHAIN_ID = /^[a-z]+_[1-9]\d*-[1-9]\d*$/;

/** Accepts the consensus id, which contains the EIP-155 number. A bare number means `halley_NUMBER-1`. */
export const CHAIN_ID_KIND: Kind<string> = {
  expected: 'a chain id such as halley_31337-1, or only its number',
  placeholder: '<id>',
  read(text) {
    const id = /^[1-9]\d*$/.test(text) ? `halley_${text}-1` : text;
    return CHAIN_ID.test(id) && id.length <= 50 ? id : undefined;
  },
  write: quoted,
};

/** Makes a setting optional. A file then has it as a comment. */
export function optional<T>(kind: Kind<T>, example: T): Kind<T | undefined> {
  const { readToml } = kind;
  return {
    ...kind,
    read: (text) => kind.read(text),
    readToml: readToml && ((value) => readToml(value)),
    write: (value) => kind.write(value ?? example),
  };
}

/** Returns the kind of text that gives a value of this form. */
export function kindOf(form: Form): Kind<never> {
  switch (form.type) {
    case 'amount':
      return AMOUNT as Kind<never>;
    case 'bigint':
      return GAS as Kind<never>;
    case 'boolean':
      return BOOLEAN as Kind<never>;
    case 'coins':
      return notNegative(COINS, form.refusal) as Kind<never>;
    case 'file':
      return FILE as Kind<never>;
    case 'folders':
      return FOLDERS as Kind<never>;
    case 'hardfork':
      return HARDFORK_KIND as Kind<never>;
    case 'milliseconds':
      return notNegative(DURATION_MS, form.refusal) as Kind<never>;
    case 'name':
      return oneOf(...form.names) as Kind<never>;
    case 'names':
      return someOf(form.names) as Kind<never>;
    case 'nanoseconds':
      return DURATION_NANOS as Kind<never>;
    case 'output':
      return OUTPUT as Kind<never>;
    case 'text':
      return TEXT as Kind<never>;
    case 'whole':
      return (
        form.refusal === undefined ? integer(form.least, form.most) : atLeast(form.least, form.refusal)
      ) as Kind<never>;
  }
}

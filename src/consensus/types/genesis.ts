/**
 * Reads and writes the consensus part of a genesis document in JSON, as CometBFT 0.38 writes it (types/genesis.go,
 * consensus-engine.md 2.12). Unknown keys are ignored, as there; 0.34's parameters are understood.
 */
import type { PubKey } from '../../abci/application.js';
import { PUB_KEY_BYTES } from '../../abci/wire/pub_key.js';
import { toBase64, tryFromBase64 } from '../../codec/base64.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex, tryFromHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { END_OF_TIME, formatTime, parseTime, type UnixNanos, ZERO_TIME } from '../../kernel/time.js';
import { MAX_CHAIN_ID_BYTES, MAX_INT64 } from './fields.js';
import { DEFAULT_PARAMS, findParamsProblem } from './params.js';
import type { ConsensusParams } from './params_codec.js';
import { addressOf } from './pub_key.js';
import { MAX_TOTAL_VOTING_POWER, MAX_VALIDATORS } from './validator_set.js';

export interface GenesisValidator {
  readonly pubKey: PubKey;
  readonly power: bigint;
  readonly name: string;
}

export interface GenesisDoc {
  readonly genesisTime: UnixNanos;
  readonly chainId: string;
  readonly initialHeight: bigint;
  readonly consensusParams: ConsensusParams;
  readonly validators: readonly GenesisValidator[];
  readonly appHash: Bytes;
  /** Parsed JSON that InitChain gives to the application. */
  readonly appState: unknown;
}

/** JSON names of the types of keys. */
const KEY_TYPE_NAMES: Readonly<Record<PubKey['type'], string>> = {
  ed25519: 'tendermint/PubKeyEd25519',
  secp256k1: 'tendermint/PubKeySecp256k1',
};

/**
 * Reads a genesis document from parsed JSON. A missing genesis_time becomes `defaultTime`; missing consensus parameters
 * become CometBFT's defaults. Throws HalleyError 'invalid-genesis' that names the field, its value and the expected
 * value.
 */
export function parseGenesis(json: unknown, defaultTime: UnixNanos): GenesisDoc {
  const doc = JsonFields.of(json, '');
  return {
    genesisTime: parseGenesisTime(doc, defaultTime),
    chainId: parseChainId(doc),
    initialHeight: parseInitialHeight(doc),
    consensusParams: parseParams(doc.group('consensus_params')),
    validators: parseValidators(doc),
    appHash: doc.hex('app_hash'),
    appState: doc.value('app_state'),
  };
}

const SHOWN_CHARACTERS = 80;

function shownValue(value: unknown): string {
  if (value === undefined) return 'missing';
  const text = typeof value === 'bigint' ? value.toString() : (JSON.stringify(value) ?? String(value));
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}

/** Creates the error for a field of a genesis document. */
function badGenesis(field: string, value: unknown, expected: string): HalleyError {
  return new HalleyError('invalid-genesis', `genesis: ${field} is ${shownValue(value)}, expected ${expected}`, {
    field,
    value,
    expected,
  });
}

type JsonObject = Readonly<Record<string, unknown>>;

/**
 * Reads one object of the document: every method takes a key of it. 64-bit integers are strings, as Go writes them;
 * plain JSON integers are accepted too, because people write them by hand. A field that is null counts as missing.
 */
class JsonFields {
  constructor(
    private readonly object: JsonObject,
    private readonly path: string,
  ) {}

  static of(value: unknown, path: string): JsonFields {
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return new JsonFields(value as JsonObject, path);
    throw badGenesis(path === '' ? 'document' : path, value, 'an object');
  }

  has(key: string): boolean {
    return this.value(key) !== undefined;
  }

  value(key: string): unknown {
    return Object.hasOwn(this.object, key) ? (this.object[key] ?? undefined) : undefined;
  }

  at(key: string): string {
    return this.path === '' ? key : `${this.path}.${key}`;
  }

  bad(key: string, expected: string): HalleyError {
    return badGenesis(this.at(key), this.value(key), expected);
  }

  /** Returns undefined when the field is missing. */
  group(key: string): JsonFields | undefined {
    const value = this.value(key);
    return value === undefined ? undefined : JsonFields.of(value, this.at(key));
  }

  /** Returns an empty list when the field is missing. */
  list(key: string, expected: string): readonly unknown[] {
    const value = this.value(key) ?? [];
    if (!Array.isArray(value)) throw this.bad(key, expected);
    return value;
  }

  /** Returns `fallback` when the field is missing. */
  text(key: string, fallback: string, expected: string): string {
    const value = this.value(key) ?? fallback;
    if (typeof value !== 'string') throw this.bad(key, expected);
    return value;
  }

  /** Returns `fallback` when the field is missing. */
  int64(key: string, fallback: bigint): bigint {
    const value = this.value(key);
    if (value === undefined) return fallback;
    const isInteger = typeof value === 'string' ? /^-?\d{1,19}$/.test(value) : Number.isSafeInteger(value);
    const integer = isInteger ? BigInt(value as string | number) : undefined;
    if (integer === undefined || integer > MAX_INT64 || integer < -MAX_INT64 - 1n)
      throw this.bad(key, 'a 64-bit integer as a string, such as "10"');
    return integer;
  }

  /** Reads bare hex of either case; returns no bytes when the field is missing. */
  hex(key: string): Bytes {
    const bytes = tryFromHex(this.text(key, '', 'a string of hex digits'));
    if (bytes === undefined) throw this.bad(key, 'an even number of hex digits without 0x');
    return bytes;
  }
}

/** Refuses times before 1970, as EVM timestamps are not negative, and after 2261, as blocks must have later times. */
function parseGenesisTime(doc: JsonFields, defaultTime: UnixNanos): UnixNanos {
  const expected = 'a time such as "2025-01-01T00:00:00Z"';
  if (!doc.has('genesis_time')) return defaultTime;
  const time = parseTime(doc.text('genesis_time', '', expected));
  if (time === undefined) throw doc.bad('genesis_time', expected);
  if (time === ZERO_TIME) return defaultTime;
  if (time < 0n || time >= END_OF_TIME) throw doc.bad('genesis_time', 'a time from the years 1970 to 2261');
  return time;
}

function parseChainId(doc: JsonFields): string {
  const expected = `text of 1 to ${MAX_CHAIN_ID_BYTES} bytes`;
  const chainId = doc.text('chain_id', '', expected);
  const { length } = utf8(chainId);
  if (length < 1 || length > MAX_CHAIN_ID_BYTES) throw doc.bad('chain_id', expected);
  return chainId;
}

function parseInitialHeight(doc: JsonFields): bigint {
  const height = doc.int64('initial_height', 1n);
  if (height < 0n) throw doc.bad('initial_height', 'a height that is not negative');
  return height === 0n ? 1n : height;
}

const NO_FIELDS = new JsonFields({}, '');

function parseParams(fields: JsonFields | undefined): ConsensusParams {
  if (fields === undefined) return DEFAULT_PARAMS;
  const { block, evidence, validator, version, abci } = DEFAULT_PARAMS;
  const group = (key: string): JsonFields => fields.group(key) ?? NO_FIELDS;
  const params: ConsensusParams = {
    block: {
      maxBytes: group('block').int64('max_bytes', block.maxBytes),
      maxGas: group('block').int64('max_gas', block.maxGas),
    },
    evidence: {
      maxAgeNumBlocks: group('evidence').int64('max_age_num_blocks', evidence.maxAgeNumBlocks),
      maxAgeDuration: group('evidence').int64('max_age_duration', evidence.maxAgeDuration),
      maxBytes: group('evidence').int64('max_bytes', evidence.maxBytes),
    },
    validator: { pubKeyTypes: parseKeyTypes(group('validator')) ?? validator.pubKeyTypes },
    version: { app: group('version').int64('app', group('version').int64('app_version', version.app)) },
    abci: {
      voteExtensionsEnableHeight: group('abci').int64('vote_extensions_enable_height', abci.voteExtensionsEnableHeight),
    },
  };
  const problem = findParamsProblem(params);
  if (problem !== undefined) throw badGenesis(fields.at(problem.field), problem.value, problem.expected);
  return params;
}

function parseKeyTypes(fields: JsonFields): readonly string[] | undefined {
  if (!fields.has('pub_key_types')) return undefined;
  const expected = 'a list of key types such as ["ed25519"]';
  return fields.list('pub_key_types', expected).map((type) => {
    if (typeof type !== 'string') throw fields.bad('pub_key_types', expected);
    return type;
  });
}

function parseValidators(doc: JsonFields): readonly GenesisValidator[] {
  const list = doc.list('validators', 'a list of validators');
  if (list.length > MAX_VALIDATORS)
    throw badGenesis('validators', `${list.length} entries`, `at most ${MAX_VALIDATORS}`);
  const seen = new Set<string>();
  let total = 0n;
  return list.map((entry, index) => {
    const fields = JsonFields.of(entry, `validators[${index}]`);
    const validator = parseValidator(fields);
    const key = toUpperHex(validator.pubKey.bytes);
    if (seen.has(key)) throw fields.bad('pub_key', 'a key that no other validator has');
    seen.add(key);
    total += validator.power;
    if (total > MAX_TOTAL_VOTING_POWER)
      throw fields.bad('power', `a total of at most ${MAX_TOTAL_VOTING_POWER}, but with it the total is ${total}`);
    return validator;
  });
}

function parseValidator(fields: JsonFields): GenesisValidator {
  const pubKey = parsePubKey(fields);
  const power = fields.int64('power', 0n);
  if (power <= 0n) throw fields.bad('power', 'more than 0');
  const address = fields.hex('address');
  if (address.length > 0 && !equalBytes(address, addressOf(pubKey)))
    throw fields.bad('address', `none, or the key's address "${toUpperHex(addressOf(pubKey))}"`);
  return { pubKey, power, name: fields.text('name', '', 'a string') };
}

function parsePubKey(fields: JsonFields): PubKey {
  const key = fields.group('pub_key');
  if (key === undefined) throw fields.bad('pub_key', 'an object with type and value');
  const wanted = key.value('type');
  const types = Object.keys(KEY_TYPE_NAMES) as PubKey['type'][];
  const type = types.find((candidate) => KEY_TYPE_NAMES[candidate] === wanted);
  if (type === undefined) throw key.bad('type', types.map((known) => `"${KEY_TYPE_NAMES[known]}"`).join(' or '));
  const expected = `base64 of ${PUB_KEY_BYTES[type]} bytes`;
  const bytes = tryFromBase64(key.text('value', '', expected));
  if (bytes?.length !== PUB_KEY_BYTES[type]) throw key.bad('value', expected);
  return { type, bytes };
}

/** Writes the document as CometBFT 0.38 does; `parseGenesis` reads the same document back. */
export function genesisToJson(doc: GenesisDoc): JsonObject {
  return {
    genesis_time: formatTime(doc.genesisTime),
    chain_id: doc.chainId,
    initial_height: doc.initialHeight.toString(),
    consensus_params: paramsToJson(doc.consensusParams),
    validators: doc.validators.map(({ pubKey, power, name }) => ({
      address: toUpperHex(addressOf(pubKey)),
      pub_key: { type: KEY_TYPE_NAMES[pubKey.type], value: toBase64(pubKey.bytes) },
      power: power.toString(),
      name,
    })),
    app_hash: toUpperHex(doc.appHash),
    ...(doc.appState === undefined ? {} : { app_state: doc.appState }),
  };
}

function paramsToJson({ block, evidence, validator, version, abci }: ConsensusParams): JsonObject {
  return {
    block: { max_bytes: block.maxBytes.toString(), max_gas: block.maxGas.toString() },
    evidence: {
      max_age_num_blocks: evidence.maxAgeNumBlocks.toString(),
      max_age_duration: evidence.maxAgeDuration.toString(),
      max_bytes: evidence.maxBytes.toString(),
    },
    validator: { pub_key_types: [...validator.pubKeyTypes] },
    version: { app: version.app.toString() },
    abci: { vote_extensions_enable_height: abci.voteExtensionsEnableHeight.toString() },
  };
}

/**
 * Reads and writes the consensus part of a genesis document in JSON, as CometBFT 0.38 writes it (types/genesis.go,
 * consensus-engine.md 2.12). Unknown keys are ignored, as there; 0.34's parameters are understood.
 */
import type { PubKey } from '../../abci/application.js';
import { KEY_TYPE_NAMES, KEY_TYPES, keyProblem } from '../../abci/pub_key.js';
import { toBase64, tryFromBase64 } from '../../codec/base64.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { DocumentValue } from '../../kernel/document_value.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex, tryFromHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { END_OF_TIME, formatTime, parseTime, type UnixNanos, ZERO_TIME } from '../../kernel/time.js';
import { MAX_CHAIN_ID_BYTES, MAX_INT64 } from './fields.js';
import { DEFAULT_PARAMS, findParamsProblem } from './params.js';
import type { ConsensusParams } from './params_codec.js';
import { DEFAULT_SYNCHRONY } from './pbts.js';
import { addressOf } from './validator.js';
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

/**
 * Reads a genesis document from parsed JSON. A missing genesis_time becomes `defaultTime`; missing consensus parameters
 * become CometBFT's defaults. Throws HalleyError 'invalid-genesis' that names the field, its value and the expected
 * value.
 */
export function parseGenesis(json: unknown, defaultTime: UnixNanos): GenesisDoc {
  const doc = new GenesisValue(json, '');
  doc.object();
  return {
    genesisTime: parseGenesisTime(doc.field('genesis_time'), defaultTime),
    chainId: parseChainId(doc.field('chain_id')),
    initialHeight: parseInitialHeight(doc.field('initial_height')),
    consensusParams: parseParams(doc.field('consensus_params')),
    validators: parseValidators(doc.field('validators')),
    appHash: doc.field('app_hash').hex(),
    appState: doc.field('app_state').value,
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

/**
 * A value of the document. 64-bit integers are strings, as Go writes them; plain JSON integers are accepted too, because
 * people write them by hand. A field that is null counts as missing.
 */
class GenesisValue extends DocumentValue {
  override bad(expected: string): HalleyError {
    const isOuter = this.keys.length === 0;
    return badGenesis(isOuter ? 'document' : this.path, this.value, expected);
  }

  protected override inner(value: unknown, key: string | number): this {
    return new GenesisValue(typeof key === 'string' ? (value ?? undefined) : value, key, this) as this;
  }

  /** Returns `fallback` when the field is missing. */
  int64(fallback: bigint): bigint {
    const { value } = this;
    if (!this.present) return fallback;
    const isInteger = typeof value === 'string' ? /^-?\d{1,19}$/.test(value) : Number.isSafeInteger(value);
    const integer = isInteger ? BigInt(value as string | number) : undefined;
    if (integer === undefined || integer > MAX_INT64 || integer < -MAX_INT64 - 1n)
      throw this.bad('a 64-bit integer as a string, such as "10"');
    return integer;
  }

  /** Reads bare hex of either case; returns no bytes when the field is missing. */
  hex(): Bytes {
    const bytes = tryFromHex(this.text('', 'a string of hex digits'));
    if (bytes === undefined) throw this.bad('an even number of hex digits without 0x');
    return bytes;
  }
}

/** Refuses times before 1970, as EVM timestamps are not negative, and after 2261, as blocks must have later times. */
function parseGenesisTime(given: GenesisValue, defaultTime: UnixNanos): UnixNanos {
  const expected = 'a time such as "2025-01-01T00:00:00Z"';
  if (!given.present) return defaultTime;
  const time = parseTime(given.text('', expected));
  if (time === undefined) throw given.bad(expected);
  if (time === ZERO_TIME) return defaultTime;
  if (time < 0n || time >= END_OF_TIME) throw given.bad('a time from the years 1970 to 2261');
  return time;
}

function parseChainId(given: GenesisValue): string {
  const expected = `text of 1 to ${MAX_CHAIN_ID_BYTES} bytes`;
  const chainId = given.text('', expected);
  const { length } = utf8(chainId);
  if (length < 1 || length > MAX_CHAIN_ID_BYTES) throw given.bad(expected);
  return chainId;
}

function parseInitialHeight(given: GenesisValue): bigint {
  const height = given.int64(1n);
  if (height < 0n) throw given.bad('a height that is not negative');
  return height === 0n ? 1n : height;
}

function parseParams(given: GenesisValue): ConsensusParams {
  if (!given.present) return DEFAULT_PARAMS;
  const { block, evidence, validator, version, abci } = DEFAULT_PARAMS;
  const int64 = (group: string, key: string, fallback: bigint): bigint => given.field(group).field(key).int64(fallback);
  const timing = given.field('feature').present || given.field('synchrony').present;
  const extensions = 'vote_extensions_enable_height';
  const authority = given.field('authority').field('authority').text('', 'a string');
  const params: ConsensusParams = {
    block: { maxBytes: int64('block', 'max_bytes', block.maxBytes), maxGas: int64('block', 'max_gas', block.maxGas) },
    evidence: {
      maxAgeNumBlocks: int64('evidence', 'max_age_num_blocks', evidence.maxAgeNumBlocks),
      maxAgeDuration: int64('evidence', 'max_age_duration', evidence.maxAgeDuration),
      maxBytes: int64('evidence', 'max_bytes', evidence.maxBytes),
    },
    validator: {
      pubKeyTypes: parseKeyTypes(given.field('validator').field('pub_key_types')) ?? validator.pubKeyTypes,
    },
    version: { app: int64('version', 'app', int64('version', 'app_version', version.app)) },
    abci: {
      voteExtensionsEnableHeight: int64(
        timing ? 'feature' : 'abci',
        extensions,
        timing ? int64('abci', extensions, abci.voteExtensionsEnableHeight) : abci.voteExtensionsEnableHeight,
      ),
    },
    ...(timing && {
      synchrony: {
        precision: int64('synchrony', 'precision', DEFAULT_SYNCHRONY.precision),
        messageDelay: int64('synchrony', 'message_delay', DEFAULT_SYNCHRONY.messageDelay),
      },
      feature: { pbtsEnableHeight: int64('feature', 'pbts_enable_height', 0n) },
    }),
    ...(authority !== '' && { authority: { authority } }),
  };
  const problem = findParamsProblem(params);
  if (problem !== undefined) throw badGenesis(`${given.path}.${problem.field}`, problem.value, problem.expected);
  return params;
}

function parseKeyTypes(given: GenesisValue): readonly string[] | undefined {
  if (!given.present) return undefined;
  const expected = 'a list of key types such as ["ed25519"]';
  return given.elements(expected).map(({ value }) => {
    if (typeof value !== 'string') throw given.bad(expected);
    return value;
  });
}

function parseValidators(given: GenesisValue): readonly GenesisValidator[] {
  const list = given.elements('a list of validators');
  if (list.length > MAX_VALIDATORS)
    throw badGenesis('validators', `${list.length} entries`, `at most ${MAX_VALIDATORS}`);
  const seen = new Set<string>();
  let total = 0n;
  return list.map((entry) => {
    const validator = parseValidator(entry);
    const key = toUpperHex(validator.pubKey.bytes);
    if (seen.has(key)) throw entry.field('pub_key').bad('a key that no other validator has');
    seen.add(key);
    total += validator.power;
    if (total > MAX_TOTAL_VOTING_POWER)
      throw entry.field('power').bad(`a total of at most ${MAX_TOTAL_VOTING_POWER}, but with it the total is ${total}`);
    return validator;
  });
}

function parseValidator(given: GenesisValue): GenesisValidator {
  given.object();
  const pubKey = parsePubKey(given.field('pub_key'));
  const power = given.field('power').int64(0n);
  if (power <= 0n) throw given.field('power').bad('more than 0');
  const address = given.field('address').hex();
  if (address.length > 0 && !equalBytes(address, addressOf(pubKey)))
    throw given.field('address').bad(`none, or the key's address "${toUpperHex(addressOf(pubKey))}"`);
  return { pubKey, power, name: given.field('name').text('', 'a string') };
}

function parsePubKey(given: GenesisValue): PubKey {
  if (!given.present) throw given.bad('an object with type and value');
  const wanted = given.field('type');
  const type = KEY_TYPE_NAMES.find((candidate) => KEY_TYPES[candidate].publicName === wanted.value);
  if (type === undefined)
    throw wanted.bad(KEY_TYPE_NAMES.map((known) => `"${KEY_TYPES[known].publicName}"`).join(' or '));
  const value = given.field('value');
  const expected = `base64 of ${KEY_TYPES[type].bytes} bytes`;
  const bytes = tryFromBase64(value.text('', expected));
  if (bytes?.length !== KEY_TYPES[type].bytes) throw value.bad(expected);
  const problem = keyProblem({ type, bytes });
  if (problem !== undefined) throw value.bad(`a valid key: the ${problem}`);
  return { type, bytes };
}

/** Writes the document as CometBFT 0.38 does; `parseGenesis` reads the same document back. */
export function genesisToJson(doc: GenesisDoc): Readonly<Record<string, unknown>> {
  return {
    genesis_time: formatTime(doc.genesisTime),
    chain_id: doc.chainId,
    initial_height: doc.initialHeight.toString(),
    consensus_params: paramsToJson(doc.consensusParams),
    validators: doc.validators.map(({ pubKey, power, name }) => ({
      address: toUpperHex(addressOf(pubKey)),
      pub_key: { type: KEY_TYPES[pubKey.type].publicName, value: toBase64(pubKey.bytes) },
      power: power.toString(),
      name,
    })),
    app_hash: toUpperHex(doc.appHash),
    ...(doc.appState === undefined ? {} : { app_state: doc.appState }),
  };
}

function paramsToJson({
  block,
  evidence,
  validator,
  version,
  abci,
  synchrony,
  feature,
  authority,
}: ConsensusParams): object {
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
    ...(synchrony && {
      synchrony: { precision: synchrony.precision.toString(), message_delay: synchrony.messageDelay.toString() },
    }),
    ...(feature && { feature: { pbts_enable_height: feature.pbtsEnableHeight.toString() } }),
    ...(authority && { authority }),
  };
}

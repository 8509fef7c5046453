/** Makes the network of an engine from a genesis document of CometBFT or of the SDK, and from the keys of validators. */
import { toBase64 } from '../../codec/base64.js';
import type { GenesisDoc } from '../../consensus/types/genesis.js';
import type { ValidatorSet } from '../../consensus/types/validator_set.js';
import { hasTwoThirds } from '../../consensus/types/validator_set.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { UnixNanos } from '../../kernel/time.js';
import { DEFAULT_VALIDATORS, MAX_VALIDATORS } from '../../settings/bounds.js';
import type { ValidatorKey } from '../../simulation/index.js';
import { reachableGenesis, VALIDATOR_POWER } from '../chain/genesis.js';
import { validatorKeys } from '../chain/validator_keys.js';
import { type Json, objectAt } from '../other_validators/json.js';

/** Chain id without a genesis document. */
const CHAIN_ID = 'halley-engine-1';

export interface HostedGenesis {
  readonly genesis: GenesisDoc;
  readonly seed: string;
  /** Keys of all nodes. */
  readonly keys: readonly ValidatorKey[];
}

export interface HostedGenesisOptions {
  /** Document as parsed JSON; `undefined` for a chain without application state. */
  readonly document: unknown;
  readonly seed: string;
  /** Number of simulated validators that replace those of the document. */
  readonly validators: number | undefined;
  /** Keys of the document's validators. */
  readonly keys: readonly ValidatorKey[];
  /** Arranges the keys of the validators that replace those of the document. */
  readonly arrangeKeys?: ((keys: readonly ValidatorKey[]) => readonly ValidatorKey[]) | undefined;
  /** Time of a document without one. */
  readonly genesisTime: UnixNanos;
}

/** Throws HalleyError `invalid-genesis`. */
export function hostedGenesis(options: HostedGenesisOptions): HostedGenesis {
  const { document = { chain_id: CHAIN_ID }, seed, validators, keys, genesisTime, arrangeKeys } = options;
  const genesis = reachableGenesis(withConsensus(objectAt(document, 'document')), genesisTime);
  if (keys.length > 0) return { genesis, seed, keys };
  const own = keysIn(genesis.appState, seed);
  if (own.length > 0 && own.length === (validators ?? own.length)) return { genesis, seed, keys: own };
  const isEmpty = genesis.validators.length === 0 && !isOfSdk(genesis.appState);
  if (validators === undefined && !isEmpty) {
    const count = Math.max(genesis.validators.length, DEFAULT_VALIDATORS);
    return { genesis, seed, keys: validatorKeys(seed, count) };
  }
  if (namesValidators(genesis.appState))
    throw new HalleyError(
      'invalid-genesis',
      'the application state names the validators (app_state.genutil.gen_txs, or app_state.staking.validators), so validators cannot replace them: give the keys of those, --keys with the folder of their priv_validator_key.json, or write a document with simulated ones: halley engine init --genesis FILE --validators N --out FOLDER',
    );
  const unordered = validatorKeys(seed, validators ?? DEFAULT_VALIDATORS);
  const derived = arrangeKeys?.(unordered) ?? unordered;
  const appointed = derived.map(({ pubKey, name }) => ({ pubKey, name, power: VALIDATOR_POWER }));
  return { genesis: { ...genesis, validators: appointed }, seed, keys: derived };
}

/** Moves the members that the SDK has written under `consensus` since 0.50 to where CometBFT has them. */
export function withConsensus({ consensus, ...document }: Json): Json {
  if (consensus === undefined || consensus === null) return document;
  const { params, validators } = objectAt(consensus, 'consensus');
  return {
    ...(params !== undefined && { consensus_params: params }),
    ...(validators !== undefined && { validators }),
    ...document,
  };
}

/** Returns whether an application of the SDK gets the state, which names the validators itself. */
const isOfSdk = (appState: unknown): boolean =>
  ['staking', 'genutil'].some((name) => Object(Object(appState)[name]) === Object(appState)[name]);

/** Returns the keys of the seed that the state of an SDK application has, as `engineGenesis` makes it. */
function keysIn(appState: unknown, seed: string): readonly ValidatorKey[] {
  const { staking } = Object(appState);
  const { validators } = Object(staking);
  if (!Array.isArray(validators)) return [];
  const named = new Set(validators.map((validator) => Object(Object(validator).consensus_pubkey).key));
  return validatorKeys(seed, Math.min(named.size, MAX_VALIDATORS)).filter(({ pubKey }) =>
    named.has(toBase64(pubKey.bytes)),
  );
}

/** Returns whether an application of the SDK takes its validators from the state. */
function namesValidators(appState: unknown): boolean {
  const { genutil, staking } = Object(appState);
  return [Object(genutil).gen_txs, Object(staking).validators].some((list) => Array.isArray(list) && list.length > 0);
}

/** Throws HalleyError `invalid-genesis` when the nodes cannot decide a block because the keys of validators are missing. */
export function mustHaveKeys({ validators, totalVotingPower }: ValidatorSet, keys: readonly ValidatorKey[]): void {
  const own = new Set(keys.map(({ address }) => toUpperHex(address)));
  const strangers = validators.filter(({ address }) => !own.has(toUpperHex(address)));
  const online = strangers.reduce((power, { votingPower }) => power - votingPower, totalVotingPower);
  if (hasTwoThirds(online, totalVotingPower)) return;
  const names = strangers.slice(0, 3).map(({ address }) => toUpperHex(address));
  throw new HalleyError(
    'invalid-genesis',
    `this node has no key for ${strangers.length} of ${validators.length} validators (${names.join(', ')}${strangers.length > names.length ? ', …' : ''}), which have ${totalVotingPower - online} of ${totalVotingPower} of the voting power: give --keys with the folder of their priv_validator_key.json, or --validators N for simulated ones`,
    { strangers: strangers.length },
  );
}

/**
 * Rewrites the genesis document of an SDK application so that simulated validators run it, whose keys follow from a seed.
 * Validators of `gen_txs`, or of an exported state, retain operator, tokens and delegations, and get these keys. What
 * staking's hooks do for a validator that joins later, the document has then: signing infos, and in an exported state
 * the records of x/distribution.
 */
import { KEY_TYPES } from '../../abci/pub_key.js';
import { consensusText } from '../../app/modules/staking/addresses.js';
import { tryFromBase64 } from '../../codec/base64.js';
import { DEFAULT_SEED } from '../../config/development_authority.js';
import { addressOf } from '../../consensus/types/validator.js';
import { validatorPrivateKey } from '../../crypto/validator_keys.js';
import { HalleyError } from '../../kernel/errors.js';
import { keyFile, type ValidatorKeyFile } from '../../rpc/evm/validator_key.js';
import { DEFAULT_VALIDATORS } from '../../settings/bounds.js';
import { refusedOption } from '../../settings/refused_option.js';
import { reachableGenesis } from '../chain/genesis.js';
import { validatorKeys } from '../chain/validator_keys.js';
import { readDevnetOptions } from '../options/devnet_options.js';
import { type Json, listAt, objectAt, textAt, wholeAt } from '../other_validators/json.js';
import { type ListedValidator, listedValidator } from '../other_validators/places.js';
import { withValidators } from '../other_validators/staking.js';
import { withGenTxs } from '../sdk_genesis/gen_txs.js';
import { prefixOf } from '../sdk_genesis/sdk_genesis.js';
import { withConsensus } from './hosted_genesis.js';

export interface EngineGenesisOptions {
  /** Genesis document of an SDK application as parsed JSON. */
  readonly genesis: unknown;
  /** Number of simulated validators. The default is 4. */
  readonly validators?: number;
  /** Seed of their keys. */
  readonly seed?: string;
  /** Tokens of a validator that the document lacks. The default is those of its largest one, or of a power of 10. */
  readonly stake?: bigint;
}

/** Document and keys, as `createEngine` takes them. */
export interface EngineGenesis {
  readonly genesis: Readonly<Record<string, unknown>>;
  readonly keys: readonly ValidatorKeyFile[];
}

const STAKING = 'app_state.staking';
/** Tokens of a power of 1 in the SDK, and in chains with an EVM. The document does not have it. */
const POWER_REDUCTION = 1_000_000n;
const EVM_POWER_REDUCTION = 10n ** 18n;
const DEFAULT_POWER = 10n;
const UNIX_EPOCH = '1970-01-01T00:00:00Z';

/** Throws HalleyError `invalid-genesis`, or `invalid-argument` for an option. */
export function engineGenesis(given: EngineGenesisOptions): EngineGenesis {
  const { genesis: document, stake, ...options } = given;
  const foreign = Object.keys(options).find((name) => name !== 'seed' && name !== 'validators');
  if (foreign !== undefined)
    throw new HalleyError(
      'invalid-argument',
      `${foreign} is no option of engineGenesis: expected genesis, seed, stake, validators`,
      { option: foreign },
    );
  if (stake !== undefined && (typeof stake !== 'bigint' || stake <= 0n))
    throw refusedOption('stake', stake, 'a number of tokens as a bigint above 0');
  const { validators = DEFAULT_VALIDATORS, seed = DEFAULT_SEED } = readDevnetOptions(options);
  const { consensus, validators: _, ...json } = objectAt(document, 'document');
  const { genesisTime } = reachableGenesis(withConsensus({ ...json, consensus }), 0n);
  const state = objectAt(json['app_state'], 'app_state');
  if (objectAt(state['staking'], STAKING)['params'] === undefined)
    throw new HalleyError(
      'invalid-genesis',
      `genesis: ${STAKING}.params is missing: expected the document of an SDK application with x/staking; other applications take their validators from the engine, halley engine --validators N`,
    );
  const nodes = validatorKeys(seed, validators);
  const terms = { time: genesisTime, prefix: prefixOf(state), powerReduction: powerReductionOf(state) };
  const appState = withNodes(state, nodes, { ...terms, stake, genesisTime: json['genesis_time'] });
  const { validators: _own, ...rest } = objectAt(consensus, 'consensus');
  return {
    // InitChain's response names the validators.
    genesis: {
      ...json,
      ...(consensus !== undefined && { consensus: rest }),
      app_state: appState,
    },
    keys: nodes.map(({ address, pubKey, seed: secret }) =>
      keyFile({ address, pubKey, privateKey: validatorPrivateKey(pubKey, secret) }),
    ),
  };
}

interface Terms {
  readonly time: bigint;
  readonly genesisTime: unknown;
  readonly prefix: string;
  readonly powerReduction: bigint;
  readonly stake: bigint | undefined;
}

/** Returns the tokens of a power of 1. In an exported state it follows from tokens and power of a validator. */
function powerReductionOf(state: Json): bigint {
  const staking = objectAt(state['staking'], STAKING);
  const powers = listAt(staking['last_validator_powers'], `${STAKING}.last_validator_powers`);
  for (const { operator_address: operator, tokens } of listAt(staking['validators'], `${STAKING}.validators`)) {
    const power = wholeAt(powers.find(({ address }) => address === operator)?.['power'], 'power');
    if (power > 0n) return 10n ** BigInt(`${wholeAt(tokens, 'tokens') / power}`.length - 1);
  }
  return state['evm'] === undefined ? POWER_REDUCTION : EVM_POWER_REDUCTION;
}

function withNodes(state: Json, nodes: ReturnType<typeof validatorKeys>, terms: Terms): Json {
  const { genutil } = state;
  const { time, prefix, powerReduction, genesisTime } = terms;
  const params = objectAt(objectAt(state['staking'], STAKING)['params'], `${STAKING}.params`);
  const bondDenom = textAt(params['bond_denom'], `${STAKING}.params.bond_denom`, 'stake');
  const { appState: before } = withGenTxs(state, { prefix, bondDenom, genesisTime, powerReduction });
  const present = validatorsOf(before, powerReduction);
  const largest = present.reduce((most, { tokens }) => (tokens > most ? tokens : most), 0n);
  const newTokens = terms.stake ?? (largest > 0n ? largest : DEFAULT_POWER * powerReduction);
  if (newTokens < powerReduction)
    throw refusedOption('stake', newTokens, `at least ${powerReduction} tokens, the power of 1`);
  const { appState } = withValidators(before, nodes, { time, prefix, denom: bondDenom, powerReduction, newTokens });
  const staking = objectAt(appState['staking'], STAKING);
  const known = new Set(present.map(({ operator }) => operator));
  const all = validatorsOf(appState, powerReduction);
  const added = staking['exported'] === true ? all.filter(({ operator }) => !known.has(operator)) : [];
  const most = wholeAt(params['max_validators'], `${STAKING}.params.max_validators`);
  return {
    ...appState,
    ...(genutil !== undefined && { genutil: { ...objectAt(genutil, 'app_state.genutil'), gen_txs: [] } }),
    staking: {
      ...staking,
      params: { ...params, ...(most < BigInt(nodes.length) && { max_validators: nodes.length }) },
    },
    ...withSigningInfos(appState, all, prefix),
    ...withRewards(appState, added, staking),
  };
}

const validatorsOf = (appState: Json, powerReduction: bigint): readonly ListedValidator[] =>
  listAt(objectAt(appState['staking'], STAKING)['validators'], `${STAKING}.validators`).map((entry, index) =>
    listedValidator(entry, `${STAKING}.validators[${index}]`, undefined, powerReduction),
  );

/** Adds the infos of bonded validators without one: x/slashing makes them only when a validator becomes bonded. */
function withSigningInfos(appState: Json, validators: readonly ListedValidator[], prefix: string): Json {
  const path = 'app_state.slashing';
  if (appState['slashing'] === undefined) return {};
  const slashing = objectAt(appState['slashing'], path);
  const infos = listAt(slashing['signing_infos'], `${path}.signing_infos`);
  const known = new Set(infos.map(({ address }) => address));
  const missing = validators
    .filter(({ isBonded }) => isBonded)
    .map(({ key, keyType }) => {
      const bytes = tryFromBase64(key) ?? new Uint8Array(KEY_TYPES[keyType].bytes);
      return consensusText(addressOf({ type: keyType, bytes }), prefix);
    })
    .filter((address) => !known.has(address));
  const info = { start_height: '0', index_offset: '0', jailed_until: UNIX_EPOCH, tombstoned: false };
  return {
    slashing: {
      ...slashing,
      signing_infos: [
        ...infos,
        ...missing.map((address) => ({
          ...{ address, validator_signing_info: { address, ...info, missed_blocks_counter: '0' } },
        })),
      ],
    },
  };
}

/** Adds the records of rewards that x/distribution makes when a validator and its delegation begin. */
function withRewards(appState: Json, added: readonly ListedValidator[], staking: Json): Json {
  const path = 'app_state.distribution';
  if (appState['distribution'] === undefined) return {};
  const distribution = objectAt(appState['distribution'], path);
  const delegations = listAt(staking['delegations'], `${STAKING}.delegations`);
  const extended = (list: string, recordOf: (operator: string, validator: ListedValidator) => Json) => ({
    [list]: [
      ...listAt(distribution[list], `${path}.${list}`),
      ...added.map((validator) => ({
        validator_address: validator.operator,
        ...recordOf(validator.operator, validator),
      })),
    ],
  });
  return {
    distribution: {
      ...distribution,
      // It was the consensus address of a key that is replaced.
      previous_proposer: '',
      ...extended('outstanding_rewards', () => ({ outstanding_rewards: [] })),
      ...extended('validator_accumulated_commissions', () => ({ accumulated: { commission: [] } })),
      ...extended('validator_historical_rewards', () => ({
        ...{ period: '1', rewards: { cumulative_reward_ratio: [], reference_count: 2 } },
      })),
      ...extended('validator_current_rewards', () => ({ rewards: { rewards: [], period: '2' } })),
      ...extended('delegator_starting_infos', (operator, { tokens }) => ({
        delegator_address: delegations.find((entry) => entry['validator_address'] === operator)?.['delegator_address'],
        starting_info: { previous_period: '1', stake: `${tokens}.000000000000000000`, height: '0' },
      })),
    },
  };
}

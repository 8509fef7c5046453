/**
 * Makes a genesis document of this chain from that of an SDK application, such as cosmos/evm's `evmd`, `simd` or
 * `wasmd`. Accounts, balances, staking, slashing, EVM and IBC stay. Modules that this chain lacks are left out when they
 * have no state. The validators of `gen_txs` get the keys of simulated ones.
 */
import { MODULES } from '../../app/modules/assembly.js';
import { BaseAccount, ModuleAccountRecord } from '../../app/modules/auth/account_record.js';
import { parseBech32Prefix } from '../../app/modules/auth/genesis.js';
import { POWER_REDUCTION } from '../../app/modules/staking/validator.js';
import { GenesisReader } from '../../app/sdk/genesis_reader.js';
import { evmChainIdOf } from '../../app/types/chain_id.js';
import { derivedEvmChainId } from '../../config/counterparty_genesis.js';
import { developmentAuthority } from '../../config/development_authority.js';
import { HalleyError } from '../../kernel/errors.js';
import type { UnixNanos } from '../../kernel/time.js';
import { validatorKeys } from '../chain/validator_keys.js';
import { type Json, listAt, objectAt, textAt } from '../other_validators/json.js';
import { networkGenesis } from '../other_validators/network_genesis.js';
import { withGenTxs } from './gen_txs.js';
import { withoutMissingModules } from './missing_modules.js';

export interface SdkGenesisTerms {
  readonly seed: string;
  /** Number of validators; `undefined` means as many as `gen_txs` bonds, and at least one. */
  readonly validators: number | undefined;
  /** Time of a document that has none. */
  readonly defaultTime: UnixNanos;
}

export interface SdkGenesis {
  readonly document: Json;
  /** Tells its user what differs from the application. */
  readonly warnings: readonly string[];
}

/** Returns the document as this chain reads it, with the application's own validators. */
function ofSdk(document: Json): {
  readonly document: Json;
  readonly warnings: readonly string[];
  readonly bonded: number;
} {
  const { consensus, ...rest } = document;
  const { genutil, ...state } = objectAt(document['app_state'], 'app_state');
  const { appState, left, configured } = withoutMissingModules(state);
  const prefix = prefixOf(appState);
  const bondDenom = textAt(
    objectAt(objectAt(appState['staking'], 'app_state.staking')['params'], 'app_state.staking.params')['bond_denom'],
    'app_state.staking.params.bond_denom',
    'stake',
  );
  refuseTraces(appState);
  const named = withNames(
    withoutForeignAccounts(appState),
    textAt(document['chain_id'], 'chain_id', ''),
    prefix,
    bondDenom,
  );
  const terms = { prefix, bondDenom, genesisTime: document['genesis_time'], powerReduction: POWER_REDUCTION };
  const applied = withGenTxs({ ...named, genutil }, terms);
  const params = objectAt(consensus, 'consensus')['params'];
  return {
    document: {
      ...(params !== undefined && params !== null && { consensus_params: params }),
      ...rest,
      app_state: applied.appState,
    },
    warnings: warningsOf(left, configured, applied.bonded, applied.unbonded),
    bonded: applied.bonded,
  };
}

/** Returns the document of a devnet, whose nodes have the validators' keys. Throws HalleyError `invalid-genesis`. */
export function sdkGenesis(given: Json, { seed, validators, defaultTime }: SdkGenesisTerms): SdkGenesis {
  const { document, warnings, bonded } = ofSdk(given);
  const devAuthority = { type: 'ed25519' as const, bytes: developmentAuthority(seed).publicKey };
  const nodes = validatorKeys(seed, validators ?? Math.max(bonded, 1));
  return { document: networkGenesis({ document, defaultTime, nodes, devAuthority }).document, warnings };
}

/** Returns the prefix of the document's addresses: the SDK has it in code, not in the document. */
export function prefixOf(appState: Json): string {
  const auth = objectAt(appState['auth'], 'app_state.auth');
  if (objectAt(auth['params'], 'app_state.auth.params')['bech32_prefix'] !== undefined)
    return parseBech32Prefix(new GenesisReader(auth, 'app_state.auth'));
  const holders = listAt(objectAt(appState['bank'], 'app_state.bank')['balances'], 'app_state.bank.balances');
  for (const { address } of [...listAt(auth['accounts'], 'app_state.auth.accounts'), ...holders]) {
    const found = typeof address === 'string' && /^([a-z]{1,30})1[a-z0-9]+$/.exec(address)?.[1];
    if (found) return found;
  }
  return 'cosmos';
}

/** Makes accounts of modules that this chain lacks plain ones, which keep their addresses, numbers and coins. */
function withoutForeignAccounts(appState: Json): Json {
  const auth = objectAt(appState['auth'], 'app_state.auth');
  const names: readonly unknown[] = MODULES.flatMap(({ accounts = [] }) => accounts.map(({ name }) => name));
  const accounts = listAt(auth['accounts'], 'app_state.auth.accounts').map((account) => {
    const { '@type': type, name, base_account: base } = account;
    if (type !== ModuleAccountRecord.typeUrl || names.includes(name)) return account;
    return { ...objectAt(base, 'app_state.auth.accounts.base_account'), '@type': BaseAccount.typeUrl };
  });
  return { ...appState, auth: { ...auth, accounts } };
}

/** Refuses denom traces in the form before ibc-go v10: the module of this chain reads `denoms`. */
function refuseTraces(appState: Json): void {
  const path = 'app_state.transfer.denom_traces';
  const traces = listAt(objectAt(appState['transfer'], 'app_state.transfer')['denom_traces'], path);
  if (traces.length > 0)
    throw new HalleyError(
      'invalid-genesis',
      `genesis: ${path} has ${traces.length} entries: expected app_state.transfer.denoms, the form of ibc-go v10`,
    );
}

/** Adds what a document of this chain names, and an SDK application has in code: prefix, EVM, fees, slashing of downtime. */
function withNames(appState: Json, chainId: string, prefix: string, bondDenom: string): Json {
  const auth = objectAt(appState['auth'], 'app_state.auth');
  const evm = objectAt(appState['evm'], 'app_state.evm');
  const evmParams = objectAt(evm['params'], 'app_state.evm.params');
  const isNumbered = evmParams['chain_id'] !== undefined || evmChainIdOf(chainId) !== undefined;
  const number = /^[1-9]\d{0,15}$/.test(chainId) ? chainId : derivedEvmChainId(chainId).toString();
  return {
    ...appState,
    auth: { ...auth, params: { ...objectAt(auth['params'], 'app_state.auth.params'), bech32_prefix: prefix } },
    evm: {
      ...evm,
      params: { evm_denom: bondDenom, ...evmParams, ...(!isNumbered && { chain_id: number }) },
    },
    // Without a module of EIP-1559, nothing sets a price.
    feemarket: appState['feemarket'] ?? { params: { no_base_fee: true, base_fee: '0' } },
    dev: appState['dev'] ?? { authority: {} },
    slashing: { downtime: true, ...objectAt(appState['slashing'], 'app_state.slashing') },
  };
}

function warningsOf(
  left: readonly string[],
  configured: readonly string[],
  bonded: number,
  unbonded: number,
): readonly string[] {
  const idle = configured.length === 0 ? '' : `; the settings of ${configured.join(', ')} have no effect`;
  return [
    // A document may have `genutil` alone beside this chain's modules.
    ...(left.length > 0
      ? [
          `the genesis document has modules that this chain lacks: ${left.join(', ')}. They have no state and are left out${idle}`,
        ]
      : []),
    ...(bonded > 0
      ? [`${bonded} validators of gen_txs are simulated, with keys of the devnet in place of their own`]
      : []),
    ...(unbonded > 0
      ? [
          `${unbonded} validators of gen_txs have less than 10^18 tokens, the power of 1 here, and stay unbonded; validators of the devnet with new tokens make the blocks`,
        ]
      : []),
  ];
}

/**
 * The application's part of the genesis document (`app_state`): what it holds, how it is read, and how it becomes the
 * state below the first block. Modules that the document names and this chain does not have are refused rather than
 * ignored, so that nobody looks for their effect.
 */
import type { InitChainRequest } from '../abci/application.js';
import { type Bytes, concatBytes, equalBytes } from '../kernel/bytes.js';
import { invariant } from '../kernel/errors.js';
import { keccak256 } from '../kernel/hash.js';
import { toHex } from '../kernel/hex.js';
import { utf8 } from '../kernel/text.js';
import { type AuthGenesis, parseAuthGenesis, parseBech32Prefix, writeAuthGenesis } from './auth/genesis.js';
import { type BankGenesis, parseBankGenesis, writeBankGenesis } from './bank/genesis.js';
import { evmChainIdOf } from './chain_id.js';
import { type ChainParams, writeChainParams } from './chain_params.js';
import { writeBlockRecord } from './evm/block_record.js';
import { type EvmGenesis, parseEvmGenesis, writeEvmGenesis } from './evm/genesis.js';
import { type FeeMarketGenesis, parseFeeMarketGenesis, writeFeeMarketGenesis } from './feemarket/genesis.js';
import { GenesisNode } from './genesis_node.js';
import { BONDED_POOL, type ModuleAccount, NOT_BONDED_POOL } from './module_accounts.js';
import { parseSlashingGenesis, type SlashingGenesis, writeSlashingGenesis } from './slashing/genesis.js';
import { parseStakingGenesis, writeStakingGenesis } from './staking/genesis.js';
import type { StakingGenesis } from './staking/genesis_document.js';
import { stakingProblem } from './staking/invariants.js';
import type { WorkingState } from './state/types.js';

export interface AppGenesis {
  readonly params: ChainParams;
  readonly auth: AuthGenesis;
  readonly bank: BankGenesis;
  readonly evm: EvmGenesis;
  readonly feemarket: FeeMarketGenesis;
  readonly staking: StakingGenesis;
  readonly slashing: SlashingGenesis;
}

const MODULES = ['auth', 'bank', 'evm', 'feemarket', 'slashing', 'staking'];
const ZERO_ADDRESS: Bytes = new Uint8Array(20);
const ZERO_HASH: Bytes = new Uint8Array(32);

/** Throws HalleyError `invalid-genesis` that names the path of the bad field, its value and what was expected. */
export function parseAppGenesis(request: InitChainRequest): AppGenesis {
  const root = new GenesisNode(request.appState, 'app_state');
  refuseUnknownModules(root, request.appState);
  const bech32Prefix = parseBech32Prefix(root.field('auth'));
  const evm = parseEvmGenesis(root.field('evm'), bech32Prefix);
  const bank = parseBankGenesis(root.field('bank'), bech32Prefix);
  return {
    params: {
      chainId: request.chainId,
      evmChainId: evm.chainId ?? chainIdNumber(request.chainId),
      baseDenom: evm.baseDenom,
      bech32Prefix,
      initialHeight: request.initialHeight,
      blockMaxGas: request.consensusParams.block?.maxGas ?? -1n,
      txMaxGas: evm.txMaxGas,
    },
    auth: parseAuthGenesis(root.field('auth'), bech32Prefix),
    bank,
    evm,
    feemarket: parseFeeMarketGenesis(root.field('feemarket')),
    staking: parseStakingGenesis(root.field('staking'), {
      prefix: bech32Prefix,
      baseDenom: evm.baseDenom,
      request,
      pools: {
        bonded: holdingOf(bank, BONDED_POOL, evm.baseDenom),
        notBonded: holdingOf(bank, NOT_BONDED_POOL, evm.baseDenom),
      },
    }),
    slashing: parseSlashingGenesis(root.field('slashing'), bech32Prefix, request.consensusParams),
  };
}

const holdingOf = ({ holdings }: BankGenesis, { address }: ModuleAccount, denom: string): bigint =>
  holdings.find((holding) => holding.denom === denom && equalBytes(holding.address, address))?.amount ?? 0n;

function refuseUnknownModules(root: GenesisNode, appState: unknown): void {
  if (typeof appState !== 'object' || appState === null || Array.isArray(appState))
    throw root.bad(`an object with the modules ${MODULES.join(', ')}`);
  for (const name of Object.keys(appState))
    if (!MODULES.includes(name)) throw root.field(name).bad(`no such module: this chain has ${MODULES.join(', ')}`);
}

function chainIdNumber(chainId: string): bigint {
  const parsed = evmChainIdOf(chainId);
  if (parsed !== undefined) return parsed;
  throw new GenesisNode(chainId, 'chain_id').bad(
    'the form name_NUMBER-REVISION, such as "halley_31337-1", or the number in app_state.evm.params.chain_id',
  );
}

/** `hash` is the EVM's block below the first one. */
export function writeAppGenesis(
  state: WorkingState,
  genesis: AppGenesis,
  request: InitChainRequest,
  hash: Bytes,
): void {
  writeChainParams(state, genesis.params);
  writeBankGenesis(state, genesis.bank);
  writeAuthGenesis(
    state,
    genesis.auth,
    genesis.bank.holdings.map(({ address }) => address),
  );
  writeEvmGenesis(state, genesis.evm);
  writeFeeMarketGenesis(state, genesis.feemarket);
  writeStakingGenesis(state, genesis.staking, request.initialHeight > 1n ? request.initialHeight : 0n);
  writeSlashingGenesis(state, genesis.slashing);
  const problem = stakingProblem(state);
  invariant(problem === undefined, `the genesis' staking does not add up: ${problem}`);
  writeBlockRecord(state, {
    height: request.initialHeight - 1n,
    time: request.time,
    hash,
    parentHash: ZERO_HASH,
    coinbase: ZERO_ADDRESS,
  });
}

/**
 * The hash of the block below the first one, for a host that has no better: it covers everything that InitChain says,
 * with object keys sorted.
 */
export function genesisHashOf(request: InitChainRequest): Bytes {
  const { chainId, time, initialHeight, appState, validators, consensusParams } = request;
  const keys = validators.map(({ pubKey, power }) => [pubKey.type, toHex(pubKey.bytes), power.toString()]);
  const text = canonical([chainId, time.toString(), initialHeight.toString(), keys, consensusParams, appState]);
  return keccak256(concatBytes(utf8('halley genesis '), utf8(text)));
}

function canonical(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, entry]) => `${JSON.stringify(key)}:${canonical(entry)}`).join(',')}}`;
}

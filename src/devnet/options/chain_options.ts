/** Defines the options of the chains that a devnet has besides its own. */

import { NEW_EVM_OPTIONS } from '../../config/options.js';
import { HalleyError } from '../../kernel/errors.js';
import { MAX_VALIDATORS } from '../../settings/bounds.js';
import {
  boolean,
  count,
  type Members,
  object,
  type Reader,
  readersOf,
  record,
  text,
  where,
  whole,
} from '../../settings/reader.js';
import type { MiningMode } from '../mining/mining_mode.js';
import { type CometRpcOptions, rpc } from './comet_rpc_options.js';
import { type EvmOptions, evmChoices } from './evm_options.js';
import { type JsonRpcOptions, jsonRpc } from './json_rpc_options.js';
import { miningMode } from './mining_mode_option.js';

/** Chain besides the devnet's own. Defaults are derived from its id. */
export interface PlannedChain extends EvmOptions {
  /** Id of the consensus chain, such as `hub-1`. */
  readonly id: string;
  /** Short name in lower case, such as `hub`. The default is the letters at the beginning of the id. */
  readonly name?: string;
  readonly prettyName?: string;
  /** Prefix of the chain's addresses. The default is the name. */
  readonly bech32Prefix?: string;
  /** Coin that pays for gas, of which every development account owns some. The default is `u` and the name. */
  readonly denom?: string;
  /** Symbol that wallets show. The default is the name in capitals. */
  readonly symbol?: string;
  /** Decimals of the symbol. The default is 18 for a denom that begins with `a`, otherwise 6. */
  readonly decimals?: number;
  /** EIP-155 chain id. The default is derived from the id. */
  readonly evmChainId?: bigint | number;
  /** Number of validators, from 1 to 200. The default is 1. */
  readonly validators?: number;
  /** Turns packet forwarding on. The default is false. */
  readonly packetForward?: boolean;
  /**
   * Replaces members of `app_state` that the other options would set. In `bank`, only the given members are replaced.
   */
  readonly appState?: Readonly<Record<string, unknown>>;
  /** Whole genesis document as parsed JSON, instead of all the above except `validators`. It must have the same id. */
  readonly genesis?: unknown;
  /** Mining mode: when the chain makes blocks. The default is the devnet's mining mode. */
  readonly miningMode?: MiningMode | string;
}

/** Chain besides the devnet's own; or sockets for a chain of the plan with the same id. */
export interface ChainOptions extends PlannedChain {
  /** Configures its EVM JSON-RPC. Without it nothing listens. */
  readonly jsonRpc?: JsonRpcOptions | boolean;
  /** Configures its CometBFT RPC. Without it nothing listens. */
  readonly rpc?: CometRpcOptions | boolean;
}

/** Matches the id of a chain besides the devnet's own. The id is also the name of a folder. */
export const CHAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;
export const EXPECTED_CHAIN_ID = '1 to 50 letters, digits, ".", "_" or "-"';

const MAX_DECIMALS = 18;

const CHAIN = {
  ...readersOf(NEW_EVM_OPTIONS),
  id: where<string>((value) => typeof value === 'string' && CHAIN_ID.test(value), EXPECTED_CHAIN_ID),
  name: text,
  prettyName: text,
  bech32Prefix: text,
  denom: text,
  symbol: text,
  decimals: whole(0, MAX_DECIMALS),
  evmChainId: count(1),
  validators: whole(1, MAX_VALIDATORS),
  packetForward: boolean,
  appState: record,
  genesis: record,
  miningMode,
  jsonRpc,
  rpc,
} satisfies Members<ChainOptions>;

const readMembers = object<ChainOptions>(CHAIN, { required: ['id'] });

export const chain: Reader<ChainOptions> = (value, path) => {
  const options = readMembers(value, path);
  evmChoices(options);
  return options;
};

/** Returns the error for a chain id that is used twice. */
export const twoChains = (id: string): HalleyError =>
  new HalleyError('invalid-argument', `there are two chains "${id}", expected a different id for each chain`, { id });

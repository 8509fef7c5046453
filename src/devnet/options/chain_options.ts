/** The options of a chain besides the devnet's own. */

import { HalleyError } from '../../kernel/errors.js';
import { MAX_VALIDATORS } from '../../settings/bounds.js';
import {
  boolean,
  count,
  type Members,
  object,
  type Reader,
  record,
  text,
  where,
  whole,
} from '../../settings/reader.js';
import type { MiningMode } from '../mining/mining_mode.js';
import { type CometRpcOptions, rpc } from './comet_rpc_options.js';
import { EVM_MEMBERS, type EvmOptions, evmChoices } from './evm_options.js';
import { type JsonRpcOptions, jsonRpc } from './json_rpc_options.js';
import { miningMode } from './mining_mode_option.js';

/** A chain besides the devnet's own. What is left out follows from its id. */
export interface PlannedChain extends EvmOptions {
  /** The consensus chain's id: `hub-1`. */
  readonly id: string;
  /** Short, in lower case: `hub`, the letters at the beginning of the id. */
  readonly name?: string;
  readonly prettyName?: string;
  /** Of its addresses; the name. */
  readonly bech32Prefix?: string;
  /** What pays for gas there, of which every development account owns some; `u` and the name. */
  readonly denom?: string;
  /** As wallets show it; the name in capitals. */
  readonly symbol?: string;
  /** Of the symbol; 18 for a denom that begins with `a`, otherwise 6. */
  readonly decimals?: number;
  /** EIP-155's number; one that follows from the id. */
  readonly evmChainId?: bigint | number;
  /** Validators to appoint, 1 to 200; 1. */
  readonly validators?: number;
  /** Packet forwarding; false. */
  readonly packetForward?: boolean;
  /** Members of its `app_state` that replace those which follow from the rest; of `bank`, only the members given. */
  readonly appState?: Readonly<Record<string, unknown>>;
  /** A whole genesis document as parsed JSON, instead of all of the above but `validators`. It must name the same id. */
  readonly genesis?: unknown;
  /** When it makes blocks; automine. */
  readonly miningMode?: MiningMode | string;
}

/** Holds the options of a chain under the names of the version before, which still work. */
export interface FormerChainOptions {
  /** @deprecated Use `miningMode`. */
  readonly pace?: MiningMode | string;
}

/** A chain besides the devnet's own, or, by its id, one of the plan's with sockets. */
export interface ChainOptions extends PlannedChain, FormerChainOptions {
  /** Its EVM JSON-RPC; nothing listens without it. */
  readonly jsonRpc?: JsonRpcOptions | boolean;
  /** Its consensus RPC; nothing listens without it. */
  readonly rpc?: CometRpcOptions | boolean;
}

/** Matches the id of a chain besides the devnet's own, which is also the name of a folder. */
export const CHAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;
export const EXPECTED_CHAIN_ID = '1 to 50 letters, digits, ".", "_" or "-"';

const MAX_DECIMALS = 18;

const CHAIN = {
  ...EVM_MEMBERS,
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
} satisfies Members<PresentOptions>;

type PresentOptions = Omit<ChainOptions, keyof FormerChainOptions>;

const readMembers = object<PresentOptions>(CHAIN, {
  required: ['id'],
  formerNames: { pace: 'miningMode' } satisfies Record<keyof FormerChainOptions, keyof PresentOptions>,
});

export const chain: Reader<ChainOptions> = (value, path) => {
  const options = readMembers(value, path);
  evmChoices(options);
  return options;
};

/** Returns the error for a chain id that is used twice. */
export const twoChains = (id: string): HalleyError =>
  new HalleyError('invalid-argument', `there are two chains "${id}", expected a different id for each chain`, { id });

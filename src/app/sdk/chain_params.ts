/**
 * Stores what InitChain fixes and every transaction needs: ids, denom, prefix, gas limits, fork. Later, dev transactions
 * and proposals may set a block's gas limit, and upgrades the fork. They are one key of the `vm` store, so that a
 * restarted node needs no genesis document.
 */
import { bool, int, repeatedString, string, uint } from '../../codec/protobuf/field.js';
import { message, type Of } from '../../codec/protobuf/message.js';
import { CODE_SIZE_LIMIT } from '../../evm/code_size.js';
import { HARDFORK, type Hardfork, readHardfork } from '../../evm/hardfork.js';
import { invariant } from '../../kernel/errors.js';
import { utf8 } from '../../kernel/text.js';
import { memoizeDecoded } from '../state/memoize_decoded.js';
import type { StateReader, WorkingState } from '../state/types.js';
import { failure } from '../types/refusal.js';

const ChainParams = message('halley.vm.ChainParams', {
  chainId: string(1),
  evmChainId: uint(2),
  /** Denom of the coin of 18 decimals that pays for gas and is an EVM account's balance. */
  baseDenom: string(3),
  bech32Prefix: string(4),
  initialHeight: int(5),
  /** Consensus parameter `block.max_gas`, or the value of a dev transaction. -1 means no limit. */
  blockMaxGas: int(6),
  /** Most gas of a single transaction (EIP-7825). 0 means no limit. */
  txMaxGas: uint(7),
  /** Fork whose rules the EVM has. Empty means `HARDFORK`. */
  hardfork: string(8),
  /** Most bytes of code at an address (EIP-170). 0 means `CODE_SIZE_LIMIT`. */
  codeSizeLimit: uint(9),
  /** Whether validators that do not sign are slashed and jailed. */
  punishesDowntime: bool(10),
  /** Optional modules that the genesis document has, in the order of their names. */
  modules: repeatedString(11),
  /** Height of the planned upgrade; 0 without one. */
  upgradeHeight: int(12),
  /** Whether any account has had vesting coins. */
  hasVesting: bool(13),
  /** Addresses of stateful precompiles that a proposal or the genesis has turned off. */
  inactivePrecompiles: repeatedString(14),
  /** Channels to other EVM chains that a proposal or the genesis lists. They have no effect. */
  evmChannels: repeatedString(15),
});
export type ChainParams = Of<typeof ChainParams>;

const KEY = utf8('params');
const NO_LIMIT = (1n << 64n) - 1n;
/** Gas limit that cosmos/evm shows for a block without one, because JavaScript tools cannot represent more. */
const SHOWN_WITHOUT_LIMIT = 0xffff_ffffn;

/** Returns whether the genesis document has an optional module. */
export const hasModule = ({ modules }: ChainParams, name: string): boolean => modules.includes(name);

/** Throws TxFailure where the genesis document has no such module. */
export function mustHaveModule(params: ChainParams, name: string): void {
  if (!hasModule(params, name))
    throw failure(
      'unknownRequest',
      `the genesis of this chain has no ${name}: start one with app_state.${name}, such as {}: unknown request`,
    );
}

/** Returns the gas that a block may use, which the GASLIMIT opcode returns. */
export const blockGasLimit = ({ blockMaxGas }: ChainParams): bigint => (blockMaxGas < 0n ? NO_LIMIT : blockMaxGas);

/** Returns the gas limit of a block as EVM JSON-RPC shows it. */
export const shownGasLimit = (gasLimit: bigint): bigint => (gasLimit === NO_LIMIT ? SHOWN_WITHOUT_LIMIT : gasLimit);

/** Returns the fork whose rules the chain has. Only an upgrade changes it. */
export function hardforkOf({ hardfork }: ChainParams): Hardfork {
  if (hardfork === '') return HARDFORK;
  const known = readHardfork(hardfork);
  invariant(known !== undefined, `the stored hardfork "${hardfork}" is unknown`);
  return known;
}

/** Returns how many bytes of code an address may have. */
export const codeSizeLimitOf = ({ codeSizeLimit }: ChainParams): number =>
  codeSizeLimit === 0n ? CODE_SIZE_LIMIT : Number(codeSizeLimit);

export function writeChainParams(state: WorkingState, params: ChainParams): void {
  state.set('vm', KEY, ChainParams.encode(params));
}

const decode = memoizeDecoded(ChainParams.decode);

export function readChainParams(state: StateReader): ChainParams {
  const value = state.get('vm', KEY);
  invariant(value !== undefined, 'the chain is used before InitChain: its parameters are missing');
  return decode(value);
}

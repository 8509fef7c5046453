/**
 * Defines the parameters of x/vm (cosmos/evm 0.7): those that the chain shows, and those that a proposal may set. They
 * are in the chain's parameters, so that a chain on which nobody has set them stores nothing.
 */
import { embedded, optional, packedUint, repeatedString, small, string, uint } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { precompiledIn } from '../../../evm/precompiled.js';
import { type ChainParams, hardforkOf } from '../../sdk/chain_params.js';
import { checksumAddress, tryHexAddress } from '../../types/address.js';
import { channelProblem } from '../ibc/identifiers.js';
import { SERVE_WINDOW } from './block_hash_history.js';

/** Addresses of the stateful precompiles (`src/app/precompiles`), ascending. A proposal may turn each off and on. */
const STATEFUL = ['0400', '0800', '0801', '0802', '0804', '0805', '0806'].map((end) => `0x${end.padStart(40, '0')}`);

const ACCESS_TYPE = {
  enum: 'cosmos.evm.vm.v1.AccessType',
  values: ['ACCESS_TYPE_PERMISSIONLESS', 'ACCESS_TYPE_RESTRICTED', 'ACCESS_TYPE_PERMISSIONED'],
};

const AccessControlType = message('cosmos.evm.vm.v1.AccessControlType', {
  accessType: small(1, ACCESS_TYPE),
  accessControlList: repeatedString(2),
});

const AccessControl = message('cosmos.evm.vm.v1.AccessControl', {
  create: embedded(1, AccessControlType),
  call: embedded(2, AccessControlType),
});

const ExtendedDenomOptions = message('cosmos.evm.vm.v1.ExtendedDenomOptions', { extendedDenom: string(1) });

export const EvmParams = message('cosmos.evm.vm.v1.Params', {
  evmDenom: string(1),
  extraEips: { ...packedUint(4), kind: 'int64' },
  evmChannels: repeatedString(7),
  accessControl: embedded(8, AccessControl),
  /** Ascending. */
  activeStaticPrecompiles: repeatedString(9),
  historyServeWindow: uint(10),
  extendedDenomOptions: optional(11, ExtendedDenomOptions),
});

export type EvmParams = Of<typeof EvmParams>;

const EVERYBODY = { accessType: 0, accessControlList: [] };

/** Returns the parameters of a chain in the form of cosmos/evm. */
export function shownEvmParams(params: ChainParams): EvmParams {
  const p256 = precompiledIn(hardforkOf(params)).get('P256VERIFY');
  const stateful = STATEFUL.filter((address) => !params.inactivePrecompiles.includes(address));
  return {
    evmDenom: params.baseDenom,
    extraEips: [],
    evmChannels: params.evmChannels,
    accessControl: { create: EVERYBODY, call: EVERYBODY },
    activeStaticPrecompiles: p256 === undefined ? stateful : [checksumAddress(p256), ...stateful],
    historyServeWindow: SERVE_WINDOW,
    extendedDenomOptions: { extendedDenom: params.baseDenom },
  };
}

/** Returns those of the stateful precompiles that a list of active ones lacks. */
export const inactiveWith = (active: readonly string[]): readonly string[] =>
  STATEFUL.filter((address) => !active.includes(address));

/**
 * Returns why a chain cannot have parameters; undefined when it can. Texts of values that no chain may have are those
 * of cosmos/evm.
 */
export function evmParamsProblem(given: EvmParams, params: ChainParams): string | undefined {
  const shown = shownEvmParams(params);
  const { evmDenom, extraEips, historyServeWindow: window, extendedDenomOptions } = given;
  if (evmDenom !== shown.evmDenom)
    return `evm_denom is "${evmDenom}": expected "${shown.evmDenom}", because a chain keeps its denom`;
  const { extendedDenom = shown.evmDenom } = extendedDenomOptions ?? {};
  if (extendedDenom !== shown.evmDenom)
    return `extended_denom is "${extendedDenom}": expected "${shown.evmDenom}", which has 18 decimals`;
  if (extraEips[0] !== undefined) return `EIP ${extraEips[0]} is not activateable, valid EIPs are: []`;
  if (window !== shown.historyServeWindow)
    return `history_serve_window is ${window}: expected ${shown.historyServeWindow}, that of EIP-2935`;
  return (
    precompilesProblem(given.activeStaticPrecompiles, params) ??
    accessProblem('create', given.accessControl.create) ??
    accessProblem('call', given.accessControl.call) ??
    given.evmChannels.map(channelProblem).find((problem) => problem !== undefined)
  );
}

function precompilesProblem(active: readonly string[], params: ChainParams): string | undefined {
  const all = shownEvmParams({ ...params, inactivePrecompiles: [] }).activeStaticPrecompiles;
  for (const [i, address] of active.entries()) {
    if (active.indexOf(address) < i) return `duplicate precompile ${address}`;
    if (tryHexAddress(address) === undefined) return `invalid precompile ${address}`;
    if (!all.includes(address)) return `there is no precompile ${address}: expected some of ${all.join(' ')}`;
    if (i > 0 && address < (active[i - 1] as string)) return `precompiles need to be sorted: [${active.join(' ')}]`;
  }
  const lost = all.find((address) => !STATEFUL.includes(address) && !active.includes(address));
  return lost && `precompile ${lost} belongs to the hard fork ${hardforkOf(params)}: expected it among the active ones`;
}

function accessProblem(what: string, { accessType, accessControlList }: EvmParams['accessControl']['call']) {
  return accessType === 0 && accessControlList.length === 0
    ? undefined
    : `access_control.${what} restricts accounts: expected ACCESS_TYPE_PERMISSIONLESS without addresses, because this chain has no such rule`;
}

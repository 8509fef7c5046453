/**
 * Answers `/cosmos.evm.vm.v1.Query/Params` (cosmos/evm 0.7). The EVM module's other queries are in its own folder; this
 * one lists the stateful precompiles, which modules do not know.
 */
import {
  embedded,
  optional,
  packedUint,
  repeatedString,
  small,
  string,
  uint,
} from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { precompiledIn } from '../../../../evm/precompiled.js';
import { SERVE_WINDOW } from '../../../modules/evm/block_hash_history.js';
import { PRECOMPILES } from '../../../precompiles/index.generated.js';
import { hardforkOf, readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { checksumAddress } from '../../../types/address.js';

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

const EvmParams = message('cosmos.evm.vm.v1.Params', {
  evmDenom: string(1),
  extraEips: { ...packedUint(4), kind: 'int64' },
  evmChannels: repeatedString(7),
  accessControl: embedded(8, AccessControl),
  /** Addresses with EIP-55's checksum, ascending. */
  activeStaticPrecompiles: repeatedString(9),
  historyServeWindow: uint(10),
  extendedDenomOptions: optional(11, ExtendedDenomOptions),
});

const EVERYBODY = { accessType: 0, accessControlList: [] };

/** `/cosmos.evm.vm.v1.Query/Params` returns denom, precompiles and limits of the EVM module. */
export const Params = defineQuery('/cosmos.evm.vm.v1.Query/Params', {
  rest: '/cosmos/evm/vm/v1/params',
  request: NoFields,
  response: message('cosmos.evm.vm.v1.QueryParamsResponse', { params: embedded(1, EvmParams) }),
  answer(_, state) {
    const params = readChainParams(state);
    const p256 = precompiledIn(hardforkOf(params)).get('P256VERIFY');
    const precompiles = [...(p256 === undefined ? [] : [p256]), ...PRECOMPILES.map(({ address }) => address)];
    return {
      params: {
        evmDenom: params.baseDenom,
        extraEips: [],
        evmChannels: [],
        accessControl: { create: EVERYBODY, call: EVERYBODY },
        activeStaticPrecompiles: precompiles.map(checksumAddress).sort(),
        historyServeWindow: SERVE_WINDOW,
        extendedDenomOptions: { extendedDenom: params.baseDenom },
      },
    };
  },
});

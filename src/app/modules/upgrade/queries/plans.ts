/** Answers the queries of `cosmos.upgrade.v1beta1`: the plan, upgrades that are done, and who may plan one. */
import { bytes, int, optional, repeated, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { authorityText } from '../../../sdk/module/authority.js';
import { defineQuery, NoFields } from '../../../sdk/query/define_query.js';
import { unknownError } from '../../../sdk/query/failure.js';
import { doneHeight, Plan, readPlan } from '../store.js';

/** `/cosmos.upgrade.v1beta1.Query/CurrentPlan` returns the plan, if there is one. */
export const CurrentPlan = defineQuery('/cosmos.upgrade.v1beta1.Query/CurrentPlan', {
  rest: '/cosmos/upgrade/v1beta1/current_plan',
  request: NoFields,
  response: message('cosmos.upgrade.v1beta1.QueryCurrentPlanResponse', { plan: optional(1, Plan) }),
  answer: (_, state) => ({ plan: readPlan(state) }),
});

/** `/cosmos.upgrade.v1beta1.Query/AppliedPlan` returns the height of an upgrade, which is 0 before it is done. */
export const AppliedPlan = defineQuery('/cosmos.upgrade.v1beta1.Query/AppliedPlan', {
  rest: '/cosmos/upgrade/v1beta1/applied_plan/{name}',
  request: message('cosmos.upgrade.v1beta1.QueryAppliedPlanRequest', { name: string(1) }, { lenient: true }),
  response: message('cosmos.upgrade.v1beta1.QueryAppliedPlanResponse', { height: int(1) }),
  answer: ({ name }, state) => ({ height: doneHeight(state, name) }),
});

/** Versions of the modules that this chain shares with SDK 0.53. */
const VERSIONS: readonly (readonly [name: string, version: bigint])[] = [
  ['auth', 5n],
  ['authz', 2n],
  ['bank', 4n],
  ['consensus', 1n],
  ['distribution', 3n],
  ['evidence', 1n],
  ['feegrant', 2n],
  ['gov', 5n],
  ['mint', 2n],
  ['slashing', 4n],
  ['staking', 5n],
  ['upgrade', 2n],
];
const ModuleVersion = message('cosmos.upgrade.v1beta1.ModuleVersion', { name: string(1), version: uint(2) });

/** `/cosmos.upgrade.v1beta1.Query/ModuleVersions` returns the versions of the modules of SDK 0.53, or of one. */
export const ModuleVersions = defineQuery('/cosmos.upgrade.v1beta1.Query/ModuleVersions', {
  rest: '/cosmos/upgrade/v1beta1/module_versions',
  request: message('cosmos.upgrade.v1beta1.QueryModuleVersionsRequest', { moduleName: string(1) }, { lenient: true }),
  response: message('cosmos.upgrade.v1beta1.QueryModuleVersionsResponse', {
    moduleVersions: repeated(1, ModuleVersion),
  }),
  answer({ moduleName }) {
    const found = VERSIONS.filter(([name]) => moduleName === '' || name === moduleName);
    if (found.length === 0)
      throw unknownError(`x/upgrade: QueryModuleVersions module ${moduleName} not found: module version not found`);
    return { moduleVersions: found.map(([name, version]) => ({ name, version })) };
  },
});

/** `/cosmos.upgrade.v1beta1.Query/UpgradedConsensusState` returns nothing: x/ibc has these states since ibc-go 7. */
export const UpgradedConsensusState = defineQuery('/cosmos.upgrade.v1beta1.Query/UpgradedConsensusState', {
  rest: '/cosmos/upgrade/v1beta1/upgraded_consensus_state/{last_height}',
  request: message(
    'cosmos.upgrade.v1beta1.QueryUpgradedConsensusStateRequest',
    { lastHeight: int(1) },
    { lenient: true },
  ),
  response: message('cosmos.upgrade.v1beta1.QueryUpgradedConsensusStateResponse', { upgradedConsensusState: bytes(2) }),
  answer: () => ({ upgradedConsensusState: EMPTY_BYTES }),
});

/** `/cosmos.upgrade.v1beta1.Query/Authority` returns the account that may plan an upgrade. */
export const Authority = defineQuery('/cosmos.upgrade.v1beta1.Query/Authority', {
  rest: '/cosmos/upgrade/v1beta1/authority',
  request: NoFields,
  response: message('cosmos.upgrade.v1beta1.QueryAuthorityResponse', { address: string(1) }),
  answer: (_, state) => ({ address: authorityText(readChainParams(state)) }),
});

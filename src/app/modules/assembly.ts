/** Assembles the modules and gives each what it needs of the others (SDK `app.go`). */
import type { AnyModule } from '../sdk/module/module.js';
import { type Needing, withNeeds } from '../sdk/module/needs.js';
import type { IbcRouter } from './ibc/app.js';
import { ibcAppOf } from './ibc_apps.js';
import { MODULES as DEFINITIONS } from './index.generated.js';
import { beginSigning } from './slashing/signing.js';
import type { StakingHooks } from './staking/hooks.js';

interface ModuleNeeds {
  readonly ibcRouter: IbcRouter;
  readonly stakingHooks: StakingHooks;
}

const NEEDS: ModuleNeeds = {
  ibcRouter: ibcAppOf,
  stakingHooks: { afterValidatorBonded: beginSigning },
};

const definitions: readonly Needing<AnyModule, ModuleNeeds>[] = DEFINITIONS;

/** Lists all modules, sorted by folder. */
export const MODULES: readonly AnyModule[] = withNeeds(definitions, NEEDS);

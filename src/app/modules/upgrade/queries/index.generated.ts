// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { AppliedPlan, Authority, CurrentPlan, ModuleVersions, UpgradedConsensusState } from './plans.js';

export const QUERIES = [AppliedPlan, Authority, CurrentPlan, ModuleVersions, UpgradedConsensusState] as const;

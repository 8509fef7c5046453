/** All precompiles of all modules. */
import type { AnyModule } from '../module/module.js';
import { MODULES } from './index.generated.js';

export const PRECOMPILES = MODULES.flatMap(({ precompiles }: AnyModule) => precompiles);

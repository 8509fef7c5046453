/** All gRPC queries of all modules. */
import type { AnyModule } from '../module/module.js';
import { MODULES } from './index.generated.js';

export const MODULE_QUERIES = MODULES.flatMap(({ queries }: AnyModule) => queries);

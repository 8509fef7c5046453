/** Lists all gRPC queries of all modules. */
import { MODULES } from './assembly.js';

export const MODULE_QUERIES = MODULES.flatMap(({ queries }) => queries);

/** The paths of `cosmos.tx.v1beta1.Service`. */
import type { GrpcTable } from '../query/handler.js';
import { querySimulate } from './queries/simulate.js';

export const TX_QUERIES: GrpcTable = {
  '/cosmos.tx.v1beta1.Service/Simulate': querySimulate,
};

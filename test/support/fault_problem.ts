/** Checks data that may be a fault of the network, by its definition. */
import { type FaultProblem, faultProblem as problemOf } from '../../src/kernel/fault_parameter.js';
import { FAULT_DEFINITIONS } from '../../src/simulation/fault_registry.js';

export const faultProblem = (data: Readonly<Record<string, unknown>>, size: number): FaultProblem | undefined =>
  problemOf(
    FAULT_DEFINITIONS.find(({ type }) => type === data['type']),
    data,
    size,
  );

/** Stands in place of `src/evm/default_machine.ts` where the environment says which machine tests run on. */
import type { MachineKind } from '../../src/evm/machines.js';

export const DEFAULT_MACHINE = process.env['HALLEY_EVM_MACHINE'] as MachineKind;

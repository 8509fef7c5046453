/** Replaces `src/evm/default_machine.ts` when the environment names the machine for the tests. */
import type { MachineKind } from '../../src/evm/machines.js';

export const DEFAULT_MACHINE = process.env['HALLEY_EVM_MACHINE'] as MachineKind;

/**
 * Name of the machine that runs when no other is chosen. When HALLEY_EVM_MACHINE is set, tests of the sources load
 * another file in place of this one (`vitest.config.ts`).
 */
export const DEFAULT_MACHINE = 'halley';

/**
 * The machine where nobody has chosen one. With HALLEY_EVM_MACHINE tests of the sources see another file in place of this
 * (`vitest.config.ts`).
 */
export const DEFAULT_MACHINE = 'halley';

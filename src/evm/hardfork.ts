/** Rules that a machine can run by, in the order of their coming; they begin with the first whose blocks have withdrawals. */
export const HARDFORKS = ['shanghai', 'cancun', 'prague', 'osaka'] as const;
export type Hardfork = (typeof HARDFORKS)[number];

/** The rules that every block is run by. */
export const HARDFORK: Hardfork = 'osaka';

/** Rules that a machine can run by, in the order of their coming; they begin with the first whose blocks have withdrawals. */
export const HARDFORKS = ['shanghai', 'cancun', 'prague', 'osaka'] as const;
export type Hardfork = (typeof HARDFORKS)[number];

export const isFrom = (fork: Hardfork, first: Hardfork): boolean => HARDFORKS.indexOf(fork) >= HARDFORKS.indexOf(first);

/** The rules that every block is run by. */
export const HARDFORK: Hardfork = 'osaka';

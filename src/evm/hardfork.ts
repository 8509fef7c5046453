/** Rules that a machine can run by, in the order of their coming; they begin with the first whose blocks have withdrawals. */
import type { HeaderEra } from '../codec/ethereum/header.js';

export const HARDFORKS = ['shanghai', 'cancun', 'prague', 'osaka'] as const;
export type Hardfork = (typeof HARDFORKS)[number];

export const isFrom = (fork: Hardfork, first: Hardfork): boolean => HARDFORKS.indexOf(fork) >= HARDFORKS.indexOf(first);

/** `HARDFORK` is the fork of a chain whose genesis document names none. */
export const HARDFORK: Hardfork = 'osaka';

/** Names the newest fork for Anvil's users. */
const LATEST = 'latest';

/** Says in error messages which names are known. */
export const EXPECTED_HARDFORK = `one of ${HARDFORKS.join(', ')}, or ${LATEST} (${HARDFORK})`;

/** Returns a fork by its name in any case; undefined for an unknown name. */
export function readHardfork(name: string): Hardfork | undefined {
  const wanted = name.toLowerCase();
  return wanted === LATEST ? HARDFORK : HARDFORKS.find((fork) => fork === wanted);
}

/** Returns which members the headers of a fork's blocks have. */
export const headerEraOf = (fork: Hardfork): HeaderEra => (fork === 'osaka' ? 'prague' : fork);

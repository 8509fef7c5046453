/**
 * The forks that a machine supports, in the order of their activation. The first is the fork whose blocks first have
 * withdrawals.
 */
import type { HeaderEra } from '../codec/ethereum/header.js';

export const HARDFORKS = ['shanghai', 'cancun', 'prague', 'osaka'] as const;
export type Hardfork = (typeof HARDFORKS)[number];

export const isFrom = (fork: Hardfork, first: Hardfork): boolean => HARDFORKS.indexOf(fork) >= HARDFORKS.indexOf(first);

/** Fork of a chain whose genesis document names none. */
export const HARDFORK: Hardfork = 'osaka';

/** Name for the newest fork, as in Anvil. */
const LATEST = 'latest';

/** Known names, for error messages. */
export const EXPECTED_HARDFORK = `one of ${HARDFORKS.join(', ')}, or ${LATEST} (${HARDFORK})`;

/** Returns the fork with this name, in any case of letters. Returns undefined for an unknown name. */
export function readHardfork(name: string): Hardfork | undefined {
  const wanted = name.toLowerCase();
  return wanted === LATEST ? HARDFORK : HARDFORKS.find((fork) => fork === wanted);
}

/** Returns the era that determines the fields of a fork's block headers. */
export const headerEraOf = (fork: Hardfork): HeaderEra => (fork === 'osaka' ? 'prague' : fork);

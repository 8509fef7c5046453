/** Rules that a machine can run by, in the order of their coming; they begin with the first whose blocks have withdrawals. */
import type { HeaderEra } from '../codec/ethereum_header.js';

export const HARDFORKS = ['shanghai', 'cancun', 'prague', 'osaka'] as const;
export type Hardfork = (typeof HARDFORKS)[number];

export const isFrom = (fork: Hardfork, first: Hardfork): boolean => HARDFORKS.indexOf(fork) >= HARDFORKS.indexOf(first);

/** The rules of a chain whose genesis document names none. */
export const HARDFORK: Hardfork = 'osaka';

/** What Anvil's users write for the newest fork. */
const LATEST = 'latest';

/** For messages. */
export const EXPECTED_HARDFORK = `one of ${HARDFORKS.join(', ')}, or ${LATEST} (${HARDFORK})`;

/** A fork by its name in any case; undefined for a name that is not known here. */
export function readHardfork(name: string): Hardfork | undefined {
  const wanted = name.toLowerCase();
  return wanted === LATEST ? HARDFORK : HARDFORKS.find((fork) => fork === wanted);
}

/** Which members the headers of a fork's blocks have. */
export const headerEraOf = (fork: Hardfork): HeaderEra => (fork === 'osaka' ? 'prague' : fork);

/**
 * The precompiles that every EVM has (EIPs 152, 196, 197, 198, 2537, 4844, 7951). They have the names of EIP-7910 and
 * are grouped by the fork that introduced them. The chain's own stateful precompiles are defined elsewhere.
 */
import { type Bytes, bigintToBytes } from '../kernel/bytes.js';
import { HARDFORK, HARDFORKS, type Hardfork, isFrom } from './hardfork.js';

const ADDRESS_BYTES = 20;

/** Precompiles that each fork introduced. Shanghai includes the older ones. */
const NUMBERS = {
  shanghai: {
    ECREC: 0x01n,
    SHA256: 0x02n,
    RIPEMD160: 0x03n,
    ID: 0x04n,
    MODEXP: 0x05n,
    BN254_ADD: 0x06n,
    BN254_MUL: 0x07n,
    BN254_PAIRING: 0x08n,
    BLAKE2F: 0x09n,
  },
  cancun: { KZG_POINT_EVALUATION: 0x0an },
  prague: {
    BLS12_G1ADD: 0x0bn,
    BLS12_G1MSM: 0x0cn,
    BLS12_G2ADD: 0x0dn,
    BLS12_G2MSM: 0x0en,
    BLS12_PAIRING_CHECK: 0x0fn,
    BLS12_MAP_FP_TO_G1: 0x10n,
    BLS12_MAP_FP2_TO_G2: 0x11n,
  },
  osaka: { P256VERIFY: 0x100n },
} as const satisfies Readonly<Record<Hardfork, Readonly<Record<string, bigint>>>>;

/** Precompile by its name in EIP-7910. Each has an implementation in `halley/precompiles/index.ts`. */
export type PrecompiledName = { [F in Hardfork]: keyof (typeof NUMBERS)[F] }[Hardfork];

function contractsOf(fork: Hardfork): ReadonlyMap<PrecompiledName, Bytes> {
  const numbers = HARDFORKS.filter((first) => isFrom(fork, first)).flatMap(
    (first) => Object.entries(NUMBERS[first]) as [PrecompiledName, bigint][],
  );
  return new Map(numbers.map(([name, number]) => [name, bigintToBytes(number, ADDRESS_BYTES)]));
}

const BY_FORK = Object.fromEntries(HARDFORKS.map((fork) => [fork, contractsOf(fork)])) as Readonly<
  Record<Hardfork, ReadonlyMap<PrecompiledName, Bytes>>
>;

/** Returns the addresses of a fork's precompiles by name. */
export const precompiledIn = (fork: Hardfork): ReadonlyMap<PrecompiledName, Bytes> => BY_FORK[fork];

/**
 * Fork that introduced each precompile, by the lower two bytes of its address. The other bytes of the address are zero.
 */
const FIRST_FORKS: ReadonlyMap<number, Hardfork> = new Map(
  HARDFORKS.flatMap((fork) => Object.values(NUMBERS[fork]).map((number) => [Number(number), fork] as const)),
);

/** Returns a function that reports whether an address is a precompile under the rules of `hardfork`. */
export const precompileTest =
  (hardfork: Hardfork) =>
  (address: Bytes): boolean => {
    for (let i = 0; i < ADDRESS_BYTES - 2; i++) if (address[i] !== 0) return false;
    const number = ((address[ADDRESS_BYTES - 2] ?? 0) << 8) | (address[ADDRESS_BYTES - 1] ?? 0);
    const first = FIRST_FORKS.get(number);
    return first !== undefined && isFrom(hardfork, first);
  };

/** Reports whether an address is a precompile under the newest fork. */
export const isPrecompile = precompileTest(HARDFORK);

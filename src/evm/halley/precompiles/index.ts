/** Ethereum's precompiles by fork, as the machine calls them. */
import { ripemd160 as ripemd160Of } from '../../../crypto/ripemd160.js';
import { bytesToBigint, leftPadded } from '../../../kernel/bytes.js';
import { sha256 as sha256Of } from '../../../kernel/hash.js';
import { HARDFORKS, type Hardfork, isFrom } from '../../hardfork.js';
import { type PrecompiledName, precompiledIn } from '../../precompiled.js';
import { blake2fContract } from './blake2f.js';
import * as bls from './bls12_381.js';
import { bn254Add, bn254Mul, bn254Pairing } from './bn254.js';
import { ecrecover } from './ecrecover.js';
import { kzgPointEvaluation } from './kzg.js';
import { modexpOfBerlin, modexpOfOsaka } from './modexp.js';
import { p256verify } from './p256verify.js';
import { type Precompiled, pricedByWords } from './precompiled.js';

type Contracts = ReadonlyMap<number, Precompiled>;

/** Implements the precompile 0x04, which returns its input. */
const identity: Precompiled = { gasOf: pricedByWords(15, 3), run: (input) => input.slice() };

/** Implements the precompiles 0x02 and 0x03: SHA-256 and RIPEMD-160. */
const sha256: Precompiled = { gasOf: pricedByWords(60, 12), run: sha256Of };

const ripemd160: Precompiled = {
  gasOf: pricedByWords(600, 120),
  run: (input) => leftPadded(ripemd160Of(input), 32),
};

/** First implementation of each precompile. The numbers of addresses and the forks are in `evm/precompiled.ts`. */
const CONTRACTS: Readonly<Record<PrecompiledName, Precompiled>> = {
  ECREC: ecrecover,
  SHA256: sha256,
  RIPEMD160: ripemd160,
  ID: identity,
  MODEXP: modexpOfBerlin,
  BN254_ADD: bn254Add,
  BN254_MUL: bn254Mul,
  BN254_PAIRING: bn254Pairing,
  BLAKE2F: blake2fContract,
  KZG_POINT_EVALUATION: kzgPointEvaluation,
  BLS12_G1ADD: bls.blsG1Add,
  BLS12_G1MSM: bls.blsG1Msm,
  BLS12_G2ADD: bls.blsG2Add,
  BLS12_G2MSM: bls.blsG2Msm,
  BLS12_PAIRING_CHECK: bls.blsPairingCheck,
  BLS12_MAP_FP_TO_G1: bls.blsMapFpToG1,
  BLS12_MAP_FP2_TO_G2: bls.blsMapFp2ToG2,
  P256VERIFY: p256verify,
};

type Changes = Partial<Readonly<Record<PrecompiledName, Precompiled>>>;
/** Implementations that each fork replaced. */
const CHANGES: Partial<Readonly<Record<Hardfork, Changes>>> = { osaka: { MODEXP: modexpOfOsaka } };

function contractsOf(fork: Hardfork): Contracts {
  const changes: Changes = Object.assign(
    {},
    ...HARDFORKS.filter((first) => isFrom(fork, first)).map((first) => CHANGES[first]),
  );
  return new Map(
    [...precompiledIn(fork)].map(([name, address]) => [
      Number(bytesToBigint(address)),
      changes[name] ?? CONTRACTS[name],
    ]),
  );
}

const BY_FORK = new Map(HARDFORKS.map((fork) => [fork, contractsOf(fork)]));

/** Returns a fork's precompiles by the number of their address. */
export const precompiledOf = (fork: Hardfork): Contracts => BY_FORK.get(fork) as Contracts;

/** Lists Ethereum's precompiles by fork, as the machine calls them. */
import type { Hardfork } from '../../hardfork.js';
import { blake2fContract } from './blake2f.js';
import * as bls from './bls12_381.js';
import { bn254Add, bn254Mul, bn254Pairing } from './bn254.js';
import { ecrecover } from './ecrecover.js';
import { ripemd160, sha256 } from './hashes.js';
import { identity } from './identity.js';
import { kzgPointEvaluation } from './kzg.js';
import { modexpOfBerlin, modexpOfOsaka } from './modexp.js';
import { p256verify } from './p256verify.js';
import type { Precompiled } from './precompiled.js';

type Contracts = ReadonlyMap<number, Precompiled>;

const SHANGHAI: Contracts = new Map([
  [0x01, ecrecover],
  [0x02, sha256],
  [0x03, ripemd160],
  [0x04, identity],
  [0x05, modexpOfBerlin],
  [0x06, bn254Add],
  [0x07, bn254Mul],
  [0x08, bn254Pairing],
  [0x09, blake2fContract],
]);

const CANCUN: Contracts = new Map([...SHANGHAI, [0x0a, kzgPointEvaluation]]);

const PRAGUE: Contracts = new Map([
  ...CANCUN,
  [0x0b, bls.blsG1Add],
  [0x0c, bls.blsG1Msm],
  [0x0d, bls.blsG2Add],
  [0x0e, bls.blsG2Msm],
  [0x0f, bls.blsPairingCheck],
  [0x10, bls.blsMapFpToG1],
  [0x11, bls.blsMapFp2ToG2],
]);

const OSAKA: Contracts = new Map([...PRAGUE, [0x05, modexpOfOsaka], [0x100, p256verify]]);

const BY_FORK: Readonly<Record<Hardfork, Contracts>> = {
  shanghai: SHANGHAI,
  cancun: CANCUN,
  prague: PRAGUE,
  osaka: OSAKA,
};

/** Returns a fork's precompiles by the number of their address. */
export const precompiledOf = (fork: Hardfork): Contracts => BY_FORK[fork];

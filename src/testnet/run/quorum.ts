/** Checks by their powers whether the running validators can decide blocks. */
import { parseGenesis } from '../../consensus/types/genesis.js';
import { addressOf } from '../../consensus/types/validator.js';
import { toUpperHex } from '../../kernel/hex.js';
import { ZERO_TIME } from '../../kernel/time.js';

export interface Powers {
  readonly chainId: string;
  /** Powers by consensus address in upper-case hex. */
  readonly byAddress: ReadonlyMap<string, bigint>;
}

export function genesisPowers(document: unknown): Powers {
  const { chainId, validators } = parseGenesis(document, ZERO_TIME);
  const byAddress = validators.map(({ pubKey, power }) => [toUpperHex(addressOf(pubKey)), power] as const);
  return { chainId, byAddress: new Map(byAddress) };
}

export interface Quorum {
  readonly total: bigint;
  /** Power of the validators that may be running: all except those that are known to be down. */
  readonly running: bigint;
  /** Whether `running` is more than two thirds of the total. */
  readonly isReached: boolean;
}

/** Returns the quorum without the validators at the addresses in `down`. `byAddress` has the power of each validator. */
export function quorumWithout(byAddress: ReadonlyMap<string, bigint>, down: Iterable<string>): Quorum {
  const lost = new Set(down);
  let [total, running] = [0n, 0n];
  for (const [address, power] of byAddress) {
    total += power;
    if (!lost.has(address)) running += power;
  }
  return { total, running, isReached: running * 3n > total * 2n };
}

/** `halley verify`: a kept chain is executed again, and every record of its store compared. */
import { join } from 'node:path';
import { installFastCrypto } from '../../crypto/install.js';
import type { HalleyError } from '../../kernel/errors.js';
import { Findings } from '../verify/findings.js';
import { type VerifiedChain, verifyChain } from '../verify/verify_chain.js';
import { noChain, withKeptStore } from './kept_store.js';

export interface VerifyOptions {
  /** Hears of each problem when it is found: `corrupt-store`, with the record, and its height where it has one, as facts. */
  readonly onProblem?: (problem: HalleyError) => void;
  /** Hears of each height that was executed again. */
  readonly onHeight?: (height: bigint, tip: bigint) => void;
}

export interface VerifyReport extends VerifiedChain {
  readonly problems: readonly HalleyError[];
}

/**
 * Executes the chain in `home` again in memory, from its genesis, and compares blocks, commits, results and state with
 * what is stored. Writes nothing. Rejects with HalleyError `not-found` when there is no chain, `unavailable` when a
 * process uses it or another version made it, `corrupt-store` when its files are damaged or its genesis is gone.
 */
export async function verifyHome(home: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  await installFastCrypto();
  const problems: HalleyError[] = [];
  const findings = new Findings(join(home, 'data'), (problem) => {
    problems.push(problem);
    options.onProblem?.(problem);
  });
  const onHeight = options.onHeight ?? (() => undefined);
  const verified = await withKeptStore(home, (store) => verifyChain(store, findings, onHeight));
  if (verified === undefined && problems.length === 0) throw noChain(home);
  return { ...(verified ?? NOTHING), problems };
}

/** Of a chain whose genesis cannot be told. */
const NOTHING: VerifiedChain = { chainId: '', height: 0n, blocks: 0, txs: 0, records: 0 };

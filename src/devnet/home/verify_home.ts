/** `halley verify`: a kept chain is executed again, and every record of its store compared. */
import { join } from 'node:path';
import { installFastCrypto } from '../../crypto/install.js';
import type { HalleyError } from '../../kernel/errors.js';
import { Findings } from '../verify/findings.js';
import type { ReferenceCheck, ReferenceReport } from '../verify/reference/reference_check.js';
import { type VerifiedChain, verifyChain } from '../verify/verify_chain.js';
import { noChain, withKeptStore } from './kept_store.js';

export interface VerifyOptions {
  /** Runs each Ethereum transaction by another implementation too, `@ethereumjs/vm`; takes some times as long. */
  readonly reference?: boolean;
  /**
   * Hears of each problem when it is found: `corrupt-store`, with the record, and its height where it has one, as facts,
   * or `reference-differs`, with height, index, transaction, field, ours and theirs.
   */
  readonly onProblem?: (problem: HalleyError) => void;
  /** Hears of each height that was executed again, with what the reference has said so far. */
  readonly onHeight?: (height: bigint, tip: bigint, reference?: ReferenceReport) => void;
}

export interface VerifyReport extends VerifiedChain {
  readonly problems: readonly HalleyError[];
  /** Where the reference was asked for. */
  readonly reference?: ReferenceReport;
}

/**
 * Executes the chain in `home` again in memory, from its genesis, and compares blocks, commits, results and state with
 * what is stored. Writes nothing. Rejects with HalleyError `not-found` when there is no chain, `unavailable` when a
 * process uses it or another version made it, `corrupt-store` when its files are damaged or its genesis is gone.
 */
export async function verifyHome(home: string, options: VerifyOptions = {}): Promise<VerifyReport> {
  await installFastCrypto();
  const problems: HalleyError[] = [];
  const tell = (problem: HalleyError): void => {
    problems.push(problem);
    options.onProblem?.(problem);
  };
  const findings = new Findings(join(home, 'data'), tell);
  const verified = await withKeptStore(home, async (store) => {
    const reference = options.reference ? await referenceCheck(tell) : undefined;
    const onHeight = (height: bigint, tip: bigint): void => options.onHeight?.(height, tip, reference?.report);
    const chain = await verifyChain(store, findings, onHeight, reference);
    return chain && { ...chain, ...(reference && { reference: reference.report }) };
  });
  if (verified === undefined && problems.length === 0) throw noChain(home);
  return { ...(verified ?? NOTHING), problems };
}

/** Another EVM, which nothing else needs. */
async function referenceCheck(tell: (difference: HalleyError) => void): Promise<ReferenceCheck> {
  const { ReferenceCheck } = await import('../verify/reference/reference_check.js');
  return new ReferenceCheck(tell);
}

/** Of a chain whose genesis cannot be told. */
const NOTHING: VerifiedChain = { chainId: '', height: 0n, blocks: 0, txs: 0, records: 0 };

/** Implements `halley verify`: executes each chain of a home folder again, and compares every record of its store. */
import { join } from 'node:path';
import { installFastCrypto } from '../../crypto/install.js';
import { HalleyError } from '../../kernel/errors.js';
import { boolean, listener, type Members, optionsOf, text } from '../../settings/reader.js';
import type { Store } from '../../storage/store.js';
import { otherChains } from '../chains/other_chains.js';
import { chainFolder, lostChain } from '../home/home_chains.js';
import { homeOfChain, noChain, withHomeStore } from '../home/home_store.js';
import { Findings } from './findings.js';
import { loadReference } from './load_reference.js';
import type { ReferenceReport } from './reference/reference_check.js';
import { type VerifiedChain, verifyChain } from './verify_chain.js';

export interface VerifyOptions {
  /**
   * Runs each Ethereum transaction in `@ethereumjs/vm` too, which takes several times as long. The default is false.
   */
  readonly reference?: boolean;
  /**
   * Receives each problem when it is found. `corrupt-store` has the record and, if there is one, its height as facts.
   * `reference-differs` has height, index, transaction, field, ours and theirs. `chainId` is undefined for the devnet's
   * own chain.
   */
  readonly onProblem?: (problem: HalleyError, chainId?: string) => void;
  /**
   * Receives each height that was executed again, with the findings of the reference so far. `chainId` is undefined for
   * the devnet's own chain.
   */
  readonly onHeight?: (height: bigint, tip: bigint, reference?: ReferenceReport, chainId?: string) => void;
}

const OPTIONS = { reference: boolean, onProblem: listener, onHeight: listener } satisfies Members<VerifyOptions>;
const readVerifyOptions = optionsOf<VerifyOptions>('verifyHome', OPTIONS);

/** Reports the findings of one chain of a home folder. A lost chain has no blocks and one problem. */
export interface ChainReport extends VerifiedChain {
  readonly problems: readonly HalleyError[];
  /** Comparison with the reference implementation; absent unless the options ask for it. */
  readonly reference?: ReferenceReport;
}

/** Reports the findings of the devnet's own chain; `problems` are those of all chains. */
export interface VerifyReport extends ChainReport {
  /** All chains of the home folder, the devnet's own first. */
  readonly chains: readonly ChainReport[];
}

/**
 * Executes every chain in `home` again in memory, from its genesis, and compares blocks, commits, results and state
 * with what is stored. In the home of a CometBFT node it executes the requests that its application has stored, and
 * compares results, app hashes, EVM records and state. Rejects with HalleyError `not-found` when there is no chain. Rejects with `unavailable` when a
 * process uses the folder or its store has another version. Rejects with `corrupt-store` when the devnet's own chain
 * has damaged files or no genesis, and with `height-pruned` for an application that state sync began. A damaged or lost
 * other chain is a problem of the report.
 */
export async function verifyHome(home: string, given: VerifyOptions = {}): Promise<VerifyReport> {
  text(home, 'home');
  const options = readVerifyOptions(given);
  await installFastCrypto();
  // The store of the devnet's own chain stays open meanwhile: its lock keeps other processes from all chains.
  const chains = await withHomeStore(home, async (store) => {
    const own = await verifyStore(store, homeOfChain(home), undefined, options);
    if (own === undefined) return undefined;
    const others: ChainReport[] = [];
    for (const { id, isExpected } of otherChains(home, store, own)) {
      const report = await verifyOther(home, id, isExpected, options);
      if (report !== undefined) others.push(report);
    }
    return [own, ...others] as const;
  });
  if (chains === undefined) throw noChain(home);
  return { ...chains[0], problems: chains.flatMap(({ problems }) => problems), chains };
}

/** Returns undefined for a folder without a chain, unless the home should have that chain. */
async function verifyOther(
  home: string,
  id: string,
  isExpected: boolean,
  options: VerifyOptions,
): Promise<ChainReport | undefined> {
  const folder = chainFolder(home, id);
  const failed = (problem: HalleyError): ChainReport => {
    options.onProblem?.(problem, id);
    return { ...NOTHING, chainId: id, problems: [problem] };
  };
  try {
    const verify = (store: Store): Promise<ChainReport | undefined> => verifyStore(store, folder, id, options);
    const report = await withHomeStore(folder, verify, () => undefined);
    if (report !== undefined) return report;
  } catch (error) {
    if (!(error instanceof HalleyError && error.code === 'corrupt-store')) throw error;
    return failed(error);
  }
  return isExpected ? failed(lostChain(home, id)) : undefined;
}

/** Returns undefined when the store holds no chain. `id` is undefined for the devnet's own chain. */
async function verifyStore(
  store: Store,
  folder: string,
  id: string | undefined,
  { reference: isCompared, onProblem, onHeight }: VerifyOptions,
): Promise<ChainReport | undefined> {
  const problems: HalleyError[] = [];
  const report = (problem: HalleyError): void => {
    problems.push(problem);
    onProblem?.(problem, id);
  };
  const reference = isCompared ? await loadReference(report) : undefined;
  const verified = await verifyChain(
    store,
    new Findings(join(folder, 'data'), report),
    (height, tip) => onHeight?.(height, tip, reference?.report, id),
    reference,
  );
  if (verified === undefined && problems.length === 0) return undefined;
  const chain = verified ?? { ...NOTHING, chainId: id ?? '' };
  if (id !== undefined && chain.chainId !== id) report(otherChain(folder, id, chain.chainId));
  return { ...chain, problems, reference: reference?.report };
}

const otherChain = (folder: string, id: string, found: string): HalleyError =>
  new HalleyError(
    'corrupt-store',
    `the folder "${folder}" holds the chain "${found}", expected "${id}": restore the home folder from a copy`,
    { folder, chainId: id },
  );

/** Reports a chain of which no block could be executed. */
const NOTHING: VerifiedChain = { chainId: '', height: 0n, blocks: 0, txs: 0, records: 0 };

/**
 * Runs a client on a healthy devnet and in each situation, compares what it says and what the chain has with the healthy
 * run, and writes the report. Every run has a devnet of its own with the same seed.
 */
import { writeFileSync } from 'node:fs';
import { createDevnet, type Devnet } from '../../devnet/index.js';
import { HalleyError } from '../../kernel/errors.js';
import { printable, quoted, shortened } from '../../kernel/text.js';
import { type ChainTxs, settledTxs } from './chain_txs.js';
import { type ClientOptions, type ClientRun, isObject, runClient } from './run_client.js';
import type { Situation } from './situations.js';

/** Verdicts, each with its meaning. */
export const VERDICTS = {
  survived: 'it said and did the same as on a healthy node',
  failed: 'it noticed, and ended with an error',
  wrong: 'it ended without an error, and said something else, or the chain lacks what it sent',
  hung: 'it did not end within the limit',
  'sent twice': 'the chain has more of its transactions than after the healthy run',
  'not met': 'it sent no request that the faults of the situation hit',
} as const;

export type Verdict = keyof typeof VERDICTS;

/** Verdicts with which the command fails: the client did not notice. */
export const UNNOTICED: readonly Verdict[] = ['wrong', 'hung', 'sent twice'];

export interface SituationResult {
  readonly situation: Situation;
  readonly verdict: Verdict;
  /** End of what the client printed, or the transactions that the chain lacks or has twice. */
  readonly detail: string;
  /** Whether the client failed or hung although the chain has executed all of its transactions. */
  readonly isDone: boolean;
}

export interface CheckOptions extends ClientOptions {
  readonly situations: readonly Situation[];
  /** Runs at a time. */
  readonly jobs: number;
  /** Time between two blocks, in ms. */
  readonly blockMs: number;
  readonly seed: string;
}

export interface ClientCheck {
  /** Last line of the client on a healthy devnet. */
  readonly healthy: string;
  readonly results: readonly SituationResult[];
}

interface Run extends ClientRun {
  /** Whether a fault has hit a request. One that changes the chain counts as met. */
  readonly isMet: boolean;
  readonly txs: ChainTxs;
}

/**
 * Checks a client. `onResult` receives the results in the order of the situations. Throws HalleyError
 * `invalid-argument` for a client that fails on a healthy devnet, or says something else each time.
 */
export async function checkClient(
  options: CheckOptions,
  onResult: (result: SituationResult) => void,
): Promise<ClientCheck> {
  const { situations, jobs } = options;
  const first = run(options, []);
  if (jobs === 1) await first;
  const [healthy, again] = await Promise.all([first, run(options, [])]);
  refuseUnfit(healthy, again, options);
  // The runs of a lane follow each other.
  const lanes: Promise<unknown>[] = Array.from({ length: jobs }, () => Promise.resolve());
  const running = situations.map((situation, i) => {
    const before = lanes[i % jobs] as Promise<unknown>;
    const result = before.then(async () => judge(situation, await run(options, situation.faults), healthy));
    lanes[i % jobs] = result.catch(() => undefined);
    return result;
  });
  const results: SituationResult[] = [];
  for (const result of running) {
    results.push(await result);
    onResult(results.at(-1) as SituationResult);
  }
  return { healthy: healthy.words, results };
}

/** Runs the client on a devnet with faults. They begin before the client does. */
async function run(options: CheckOptions, faults: readonly string[]): Promise<Run> {
  await using devnet: Devnet = await createDevnet({
    ...{ seed: options.seed, miningMode: { type: 'interval', ms: options.blockMs } },
    ...{ jsonRpc: true, rpc: true, faults },
  });
  const ended = await runClient(options, devnet);
  const isMet = devnet.network.faults.some(({ hits = 1 }) => hits > 0);
  return { ...ended, isMet, txs: await settledTxs(devnet) };
}

function refuseUnfit(first: Run, second: Run, { client, limitMs }: CheckOptions): void {
  const refuse = (text: string): never => {
    throw new HalleyError('invalid-argument', text, { client });
  };
  for (const { end, words } of [first, second]) {
    if (end === 'hung') refuse(`the client does not end within ${limitMs} ms on a healthy devnet: ${quoted(words)}`);
    if (end === 'failed') refuse(`the client fails on a healthy devnet: ${quoted(words)}`);
  }
  if (!isObject(first.words))
    refuse(
      `the last line of the client is "${quoted(first.words)}", expected a JSON object that states what it believes, such as {"balance": "5"}`,
    );
  if (first.words !== second.words)
    refuse(
      `the client says ${quoted(first.words)} and then ${quoted(second.words)} on the same healthy devnet: leave out what depends on time, such as heights and fees`,
    );
}

function judge(situation: Situation, { end, words, isMet, txs }: Run, healthy: Run): SituationResult {
  const extra = excess(txs, healthy.txs);
  const missing = excess(healthy.txs, txs);
  const result = (verdict: Verdict, detail: string): SituationResult => ({
    ...{ situation, verdict, detail },
    isDone: (verdict === 'failed' || verdict === 'hung') && healthy.txs.size > 0 && missing === undefined,
  });
  if (extra !== undefined) return result('sent twice', extra);
  if (end !== 'done') return result(end, words);
  if (words !== healthy.words) return result('wrong', words);
  if (missing !== undefined) return result('wrong', `the chain lacks ${missing}`);
  return result(isMet ? 'survived' : 'not met', '');
}

/** Returns the first transaction that the chain has more often than another, with both numbers. */
function excess(txs: ChainTxs, other: ChainTxs): string | undefined {
  for (const [key, count] of txs) {
    const expected = other.get(key) ?? 0;
    if (count > expected) return `${key} (${count} in place of ${expected})`;
  }
  return undefined;
}

/** Most characters of a reason in the report. */
const MAX_DETAIL = 120;

/** Returns the reason of a verdict in one line. */
export function detailOf({ detail, isDone }: SituationResult): string {
  const words = shortened(printable(detail), MAX_DETAIL);
  return isDone ? `${words}${words === '' ? '' : ' '}(the chain has its transactions)` : words;
}

/** Counts the results of each verdict: `14 survived, 6 failed`. */
export function countsOf({ results }: ClientCheck): string {
  const verdicts = Object.keys(VERDICTS) as Verdict[];
  return verdicts
    .map((verdict) => [results.filter((one) => one.verdict === verdict).length, verdict] as const)
    .filter(([count]) => count > 0)
    .map(([count, verdict]) => `${count} ${verdict}`)
    .join(', ');
}

/** Writes a report as Markdown or, for a name that ends in `.json`, as JSON. Throws HalleyError `unavailable`. */
export function writeReport(file: string, client: string, check: ClientCheck): void {
  const text = file.endsWith('.json') ? jsonReport(client, check) : markdownReport(client, check);
  try {
    writeFileSync(file, text);
  } catch (error) {
    throw new HalleyError('unavailable', `cannot write ${file}: ${(error as Error).message}`);
  }
}

function jsonReport(client: string, { healthy, results }: ClientCheck): string {
  const situations = results.map(({ situation, verdict, detail, isDone }) => ({
    ...situation,
    verdict,
    detail,
    executed: isDone,
  }));
  return `${JSON.stringify({ client, healthy, situations }, undefined, 2)}\n`;
}

const cell = (text: string): string => text.replaceAll('|', '\\|');

function markdownReport(client: string, check: ClientCheck): string {
  const rows = check.results.map((result) => {
    const { situation, verdict } = result;
    return `| ${situation.name} | ${cell(situation.title)} | ${verdict} | ${cell(detailOf(result))} |`;
  });
  const meanings = Object.entries(VERDICTS).map(([verdict, meaning]) => `- **${verdict}**: ${meaning}.`);
  return [
    ...[`# ${printable(client)}`, '', `${countsOf(check)}.`, ''],
    ...['| situation | what the client meets | verdict | why |', '| --- | --- | --- | --- |', ...rows],
    ...['', ...meanings, ''],
  ].join('\n');
}

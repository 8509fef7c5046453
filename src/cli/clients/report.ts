/** Writes the report of a check of a client. */
import { writeFileSync } from 'node:fs';
import { HalleyError } from '../../kernel/errors.js';
import { printable, shortened } from '../../kernel/text.js';
import { type ClientCheck, type SituationResult, VERDICTS, type Verdict } from './check.js';

const MAX_DETAIL = 120;

/** Returns the reason of a verdict in one line. */
export function detailOf({ detail, isDone }: SituationResult): string {
  const words = shortened(printable(detail), MAX_DETAIL);
  return isDone ? `${words}${words === '' ? '' : ' '}(the chain has its transactions)` : words;
}

/** Counts the verdicts that occur, such as `14 survived, 6 failed`. */
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

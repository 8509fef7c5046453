/** Entries of the log for people, in the manner of Hardhat's node. What strangers have said is shown without its control characters. */
import { coins } from '../../kernel/coins.js';
import type { BlockEntry, FailureEntry, LogEntry, TransactionEntry } from './entry.js';
import { type Paint, PLAIN } from './paint.js';
import { printable } from './printable.js';

const WEI_SHOWN = 10n ** 12n;
const LABEL_WIDTH = 18;

/** One line or several, without the last line's end. */
export function logText(entry: LogEntry, paint: Paint = PLAIN): string {
  switch (entry.type) {
    case 'call':
      return paint.name(printable(entry.method));
    case 'failure':
      return failureLine(entry, paint);
    case 'console':
      return consoleLines(entry.lines).join('\n');
    case 'mining':
      return row('Mining', `${entry.mined} of ${entry.of} blocks`);
    case 'block':
      return [...entry.transactions.flatMap((tx) => transactionLines(tx, paint)), blockLine(entry, paint)].join('\n');
  }
}

const failureLine = ({ method, message }: FailureEntry, paint: Paint): string =>
  `  ${paint.wrong(`${printable(method)} failed: ${printable(message)}`)}`;

const row = (label: string, value: string): string => `  ${`${label}:`.padEnd(LABEL_WIDTH)}${value}`;

function transactionLines(tx: TransactionEntry, paint: Paint): string[] {
  const { call, created, to, error } = tx;
  return [
    row('Transaction', tx.hash),
    ...(call ? [row('Contract call', call.signature ?? `${call.selector} (unknown function)`)] : []),
    row('From', tx.from),
    ...(to === undefined ? [] : [row('To', to)]),
    ...(created === undefined ? [] : [row('Contract created', created)]),
    ...(tx.value === '0' ? [] : [row('Value', amount(BigInt(tx.value)))]),
    row('Gas used', `${tx.gasUsed} of ${tx.gasLimit}`),
    ...(error === undefined ? [] : [row('Error', paint.wrong(printable(error)))]),
    ...consoleLines(tx.console),
  ];
}

const amount = (wei: bigint): string => (wei < WEI_SHOWN ? `${wei} wei` : `${coins(wei)} coins`);

function consoleLines(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['  console.log:', ...lines.flatMap((line) => line.split('\n').map((part) => `    ${printable(part)}`))];
}

function blockLine({ number, hash, baseFeePerGas, transactions, others }: BlockEntry, paint: Paint): string {
  const held = [
    transactions.length + others === 0 ? 'empty, ' : '',
    others === 0 ? '' : `${others} Cosmos transaction${others === 1 ? '' : 's'}, `,
  ].join('');
  return row('Block', `${paint.good(`#${number}`)} ${hash} (${held}base fee ${baseFeePerGas} wei)`);
}

/**
 * Writes log entries as text in the style of Hardhat's node. Text from outside is shown without its control characters.
 */
import { coins } from '../../kernel/coins.js';
import type {
  BlockEntry,
  ConflictEntry,
  CosmosTransactionEntry,
  DroppedEntry,
  EvidenceEntry,
  FailureEntry,
  FunctionCall,
  HeightEntry,
  LateDecisionEntry,
  LogEntry,
  RelayEntry,
  RoundEntry,
  StackEntry,
  TransactionEntry,
  ValidatorEntry,
  VoteEntry,
} from './entry.js';
import { escapeControls } from './escape_controls.js';
import { type Paint, PLAIN } from './paint.js';

const WEI_SHOWN = 10n ** 12n;
const LABEL_WIDTH = 18;
const HEADER_TIME_TEXT =
  'beyond what consensus headers hold: EVM time goes on, the headers stay at July 2261 (a nanosecond each second)';

/** Writes an entry as lines, without a line break at the end. Each line names the entry's chain, if it has one. */
export function logText(entry: LogEntry, paint: Paint = PLAIN): string {
  const text = textOf(entry, paint);
  return entry.chain === undefined ? text : text.replace(/^/gm, `${paint.name(`[${entry.chain}]`)} `);
}

function textOf(entry: LogEntry, paint: Paint): string {
  switch (entry.type) {
    case 'call':
      return paint.name(escapeControls(entry.method));
    case 'failure':
      return failureLine(entry, paint);
    case 'console':
      return consoleLines(entry.lines).join('\n');
    case 'mining':
      return row('Mining', `${entry.mined} of ${entry.of} blocks`);
    case 'block':
      return [
        ...entry.transactions.flatMap((tx) => transactionLines(tx, paint)),
        ...(entry.cosmos ?? []).flatMap((tx) => cosmosLines(tx, paint)),
        blockLine(entry, paint),
        ...(entry.leavesHeaderTime === true ? [row('Time', HEADER_TIME_TEXT)] : []),
      ].join('\n');
    case 'height':
      return heightLines(entry, paint).join('\n');
    case 'dropped':
      return row('Dropped', paint.wrong(droppedText(entry)));
    case 'round':
      return row('Round', roundText(entry));
    case 'vote':
      return row('Vote', voteText(entry));
    case 'late':
      return lateLines(entry, paint).join('\n');
    case 'evidence':
      return evidenceLine(entry, paint);
    case 'validator':
      return validatorLine(entry);
    case 'stack':
      return stackLines(entry, paint).join('\n');
    case 'relay':
      return relayLine(entry, paint);
    case 'conflict':
      return conflictLines(entry, paint).join('\n');
    case 'fault':
      return row('Fault', `#${entry.id} ${entry.action}: ${escapeControls(entry.text)}`);
    case 'node':
      return row('Validator', `${escapeControls(entry.validator)} ${entry.action}`);
    case 'link':
      return row('Link', `${escapeControls(entry.validators.join(' to '))} ${entry.action}`);
  }
}

function stackLines({ transaction, message, frames }: StackEntry, paint: Paint): string[] {
  return [
    row('Failed', `${transaction}${message === undefined ? '' : paint.wrong(` ${escapeControls(message)}`)}`),
    ...frames.map((frame) => `    at ${escapeControls(frame)}`),
  ];
}

function droppedText({ hash, from, nonce, by }: DroppedEntry): string {
  const why = by === undefined ? 'the chain no longer accepts it' : `${by} took its nonce`;
  return `${hash} of ${from} with nonce ${nonce}: ${why}`;
}

/** Events of a round, which have CometBFT's names in the entry. */
const ROUND_EVENTS: Readonly<Record<string, string>> = {
  TimeoutPropose: 'the time to wait for a proposal is over',
  TimeoutWait: 'the time to wait for more votes is over',
  Polka: 'more than 2/3 have prevoted for the same',
  Lock: 'locks on the block',
  Relock: 'stays locked on the block',
  Unlock: 'is no longer locked',
  ValidBlock: 'the block of the polka is the valid block',
};

function roundText({ height, round, step, proposer, event, block }: RoundEntry): string {
  const place = `height ${height}, round ${round}, `;
  if (proposer !== undefined) return `${place}proposer ${escapeControls(proposer)}`;
  if (event === undefined) return `${place}${step}`;
  return `${place}${step}: ${block === undefined ? (ROUND_EVENTS[event] ?? event) : `the proposal is complete, block ${block}`}`;
}

const FAILURES = {
  'proposer down': (proposer: string) => `its proposer ${proposer} is down`,
  'no proposal': (proposer: string) => `no proposal of ${proposer} in time`,
  'too few votes': (proposer: string) => `too few votes for the proposal of ${proposer} in time`,
} as const;

const lateLines = ({ height, round, proposer, failed }: LateDecisionEntry, paint: Paint): string[] => [
  row(
    'Consensus',
    paint.wrong(`height ${height} was decided in round ${round}, proposed by ${escapeControls(proposer)}`),
  ),
  ...earlierRounds(round - failed.length),
  ...failed.map((of) => row('', `round ${of.round}: ${FAILURES[of.reason](escapeControls(of.proposer))}`)),
];

/** Returns a line with the number of failed rounds that an entry does not describe. */
const earlierRounds = (count: number): string[] =>
  count === 0 ? [] : [row('', `${count} earlier ${count === 1 ? 'round' : 'rounds'} failed too, from round 0`)];

function evidenceLine({ kind, validator, at, burned, jailed }: EvidenceEntry, paint: Paint): string {
  const slashed = burned === undefined ? 'nothing was slashed' : `${coins(BigInt(burned))} coins were slashed`;
  const text = `${kind} of ${escapeControls(validator)} at height ${at}; ${slashed}${jailed ? ', and it was jailed' : ''}`;
  return row('Evidence', paint.wrong(text));
}

function validatorLine({ change, validator, from, to, effective, jailed }: ValidatorEntry): string {
  const powers = change === 'joins' ? `power ${to}` : `power ${from} to ${to}`;
  const verb = change === 'changes' ? 'changes its power' : change === 'joins' ? 'joins the set' : 'leaves the set';
  const why = jailed && change === 'leaves' ? ', because it is jailed' : '';
  return row('Validator', `${escapeControls(validator)} ${verb} (${powers}) from height ${effective}${why}`);
}

const heightLines = (entry: HeightEntry, paint: Paint): string[] => [
  ...entry.transactions.map(({ hash, gasUsed, error }) =>
    row(
      'Transaction',
      error === undefined ? `${hash}, gas ${gasUsed}` : paint.wrong(`${hash}: ${escapeControls(error)}`),
    ),
  ),
  ...(entry.evidence === 0 ? [] : [row('Evidence', paint.wrong(`${entry.evidence} in block ${entry.height}`))]),
  ...(entry.validatorUpdates === 0
    ? []
    : [row('Validators', `${entry.validatorUpdates} powers change at height ${entry.height + 2}`)]),
  row('Block', `${entry.height}, ${entry.time}, app hash ${entry.appHash}`),
];

const voteText = ({ height, round, vote, validator, block }: VoteEntry): string =>
  `height ${height}, round ${round}, ${vote} of ${escapeControls(validator)} for ${block ?? 'nil'}`;

const conflictLines = ({ height, branches }: ConflictEntry, paint: Paint): string[] =>
  branches.map(({ block, round, signers }) =>
    row(
      'Conflict',
      paint.wrong(`height ${height}, round ${round}, block ${block}, signed by ${escapeControls(signers.join(', '))}`),
    ),
  );

function relayLine({ kind, from, to, packet, failure }: RelayEntry, paint: Paint): string {
  const of = packet === undefined ? '' : ` of packet ${packet.port}/${packet.channel} #${packet.sequence}`;
  const what = kind === 'packet' && packet ? of.slice(' of '.length) : `${kind}${of}`;
  const text = `${what}, from ${from} to ${to}`;
  return row('Relayer', failure === undefined ? text : paint.wrong(`${text}: ${escapeControls(failure)}`));
}

const failureLine = ({ method, message, stack = [] }: FailureEntry, paint: Paint): string =>
  [`${escapeControls(method)} failed: ${escapeControls(message)}`, ...stack.map(escapeControls)]
    .map((line) => `  ${paint.wrong(line)}`)
    .join('\n');

const row = (label: string, value: string): string =>
  `  ${(label === '' ? '' : `${label}:`).padEnd(LABEL_WIDTH)}${value}`;

/** Returns no row for a value that is not known. */
const rowIf = (label: string, value: string | undefined): string[] => (value === undefined ? [] : [row(label, value)]);

function transactionLines(tx: TransactionEntry, paint: Paint): string[] {
  const { call, created, createdName, to, error, events = [] } = tx;
  return [
    row('Transaction', tx.hash),
    ...rowIf('Contract call', call && escapeControls(callText(call))),
    row('From', tx.from),
    ...rowIf('To', to),
    ...rowIf('Contract created', createdName === undefined ? created : `${created} (${escapeControls(createdName)})`),
    ...(tx.value === '0' ? [] : [row('Value', amount(BigInt(tx.value)))]),
    row('Gas used', `${tx.gasUsed} of ${tx.gasLimit}`),
    ...events.map((event) => row('Event', escapeControls(event))),
    ...rowIf('Error', error === undefined ? undefined : paint.wrong(escapeControls(error))),
    ...consoleLines(tx.console),
  ];
}

/** Formats a call with its arguments, where artifacts have them. */
function callText({ selector, signature, contract, arguments: values }: FunctionCall): string {
  const of = contract === undefined ? '' : `${contract}.`;
  if (signature === undefined) return `${of}${selector} (unknown function)`;
  return values === undefined ? `${of}${signature}` : `${of}${signature.replace(/\(.*/, '')}(${values.join(', ')})`;
}

function cosmosLines(
  { hash, messages, sender, fee, gasUsed, gasWanted, error, packets }: CosmosTransactionEntry,
  paint: Paint,
): string[] {
  return [
    row('Transaction', hash),
    ...messages.map((message) => row('Message', escapeControls(message))),
    ...rowIf('Sender', sender),
    ...rowIf('Fee', fee),
    row('Gas used', `${gasUsed} of ${gasWanted}`),
    ...packets.map(({ action, source, destination, sequence }) =>
      row('Packet', `${action}, ${source} to ${destination} #${sequence}`),
    ),
    ...rowIf('Error', error === undefined ? undefined : paint.wrong(escapeControls(error))),
  ];
}

const amount = (wei: bigint): string => (wei < WEI_SHOWN ? `${wei} wei` : `${coins(wei)} coins`);

function consoleLines(lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  return ['  console.log:', ...lines.flatMap((line) => line.split('\n').map((part) => `    ${escapeControls(part)}`))];
}

function blockLine({ number, hash, baseFeePerGas, transactions, others }: BlockEntry, paint: Paint): string {
  const held = [
    transactions.length + others === 0 ? 'empty, ' : '',
    others === 0 ? '' : `${others} Cosmos transaction${others === 1 ? '' : 's'}, `,
  ].join('');
  return row('Block', `${paint.good(`#${number}`)} ${hash} (${held}base fee ${baseFeePerGas} wei)`);
}

/** Formats a decided block as a line. */

import { objectAt, textOf, wholeOf } from '../../client/json_values.js';
import { printable } from '../../kernel/text.js';

export interface DecidedBlock {
  readonly height: bigint;
  /** Name of the proposer; its address where no name is known. */
  readonly proposer: string;
  readonly txs: bigint;
  /** Time of the header as the node writes it. */
  readonly time: string;
}

/** Reads an entry of `block_metas`. `names` has the names of validators by address in upper-case hex. */
export function readBlockMeta(meta: unknown, names: ReadonlyMap<string, string>): DecidedBlock | undefined {
  const header = objectAt(meta, 'header');
  const height = wholeOf(header['height']);
  if (height === undefined) return undefined;
  const proposer = textOf(header['proposer_address']).toUpperCase();
  return {
    height,
    proposer: names.get(proposer) ?? proposer,
    txs: wholeOf(objectAt(meta)['num_txs']) ?? 0n,
    time: textOf(header['time']),
  };
}

/** Writes the fraction of a second as milliseconds. */
const shortTime = (time: string): string =>
  time.replace(/(?:\.(\d+))?Z$/, (_, digits = '') => `.${digits.padEnd(3, '0').slice(0, 3)}Z`);

/** Returns the line. The round is given where it is known; 0 is not shown. */
export function blockLine({ height, proposer, txs, time }: DecidedBlock, round: bigint | undefined): string {
  const inRound = round === undefined || round === 0n ? [] : [`round ${round}`];
  const parts = [`height ${height}`, shortTime(time), printable(proposer), `${txs} ${txs === 1n ? 'tx' : 'txs'}`];
  return [...parts, ...inRound].join('  ');
}

/**
 * Histories that a seed has drawn for a node of wasmd: its genesis document, its blocks with what it answered, and what
 * it exported in the end.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import type { Event, FinalizeBlockRequest } from '../../../src/abci/application.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { parseTime } from '../../../src/kernel/time.js';
import type { Json } from './recording.js';

/** Type and attributes of an event. */
export type ShortEvent = readonly [type: string, ...attributes: (readonly [key: string, value: string])[]];

export interface RecordedTx {
  /** Words for the messages, such as `MsgDelegate`. */
  readonly name: string;
  /** Encoded transaction in base64. */
  readonly bytes: string;
  readonly code: number;
  readonly codespace: string;
  readonly log: string;
  /** Encoded TxMsgData in base64. */
  readonly data: string;
  readonly gas: number;
  readonly events: readonly ShortEvent[];
}

export interface RecordedBlock {
  /** RFC 3339 with nanoseconds. */
  readonly time: string;
  /** Consensus address in hex, power, and whether the validator has signed. */
  readonly votes: readonly (readonly [address: string, power: number, signed: boolean])[];
  /** Double signs: consensus address, power, height, time. */
  readonly evidence: readonly (readonly [address: string, power: number, height: number, time: string])[];
  readonly proposer: string;
  readonly txs: readonly RecordedTx[];
  /** Events of the block itself, without those that each block has. */
  readonly events: readonly ShortEvent[];
  /** Digest of the events that each block has, as `routine` takes it. */
  readonly routine: string;
  /** Public key in hex, and power. */
  readonly updates: readonly (readonly [key: string, power: number])[];
}

export interface History {
  readonly name: string;
  readonly genesis: Json;
  readonly blocks: readonly RecordedBlock[];
  /** `app_state` of the export after the last block. */
  readonly exported: Json;
}

/** Chain id of all histories. */
export const CHAIN_ID = 'histories-1';
/** Seed of the devnet whose validators have the keys of the recorded ones. */
export const SEED = 'histories';
/** Gas limit of their blocks: none. */
export const MAX_GAS = -1n;

/** One history a line, compressed. */
export const HISTORIES_FILE = new URL('../../vectors/wasmd-histories.jsonl.br', import.meta.url);

export const readHistories = (): readonly History[] =>
  brotliDecompressSync(readFileSync(HISTORIES_FILE))
    .toString('utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Types of events that each block has, for its new coins and rewards. */
const ROUTINE = new Set([
  'coin_received',
  'coin_spent',
  'coinbase',
  'commission',
  'message',
  'mint',
  'rewards',
  'transfer',
]);
/** Types of events of modules that only one of the two applications has. */
const OWN = /^(block_bloom|block_gas|(evm_)?fee_market|cosmos\.epochs\..*)$/;

/** Fees that the fee collector of this application gets at the end of a block. */
const isFees = ([type, ...attributes]: ShortEvent): boolean =>
  type === 'coin_received' &&
  attributes.some(([, value]) => value === FEE_COLLECTOR) &&
  attributes.some(([, value]) => value === 'EndBlock');
const FEE_COLLECTOR = 'wasm17xpfvakm2amg962yls6f84z3kell8c5l69j4zk';

/** Splits the events of a block. */
export function blockEvents(events: readonly ShortEvent[]): Pick<RecordedBlock, 'events' | 'routine'> {
  const shared = events.filter((each) => !OWN.test(each[0]) && !isFees(each));
  const routine = shared.filter(([type]) => ROUTINE.has(type));
  return {
    events: shared.filter(([type]) => !ROUTINE.has(type)),
    routine: createHash('sha256').update(JSON.stringify(routine)).digest('hex').slice(0, 12),
  };
}

/** Facts of a block that the engine chooses, with its transactions. */
type Proposed = Pick<RecordedBlock, 'time' | 'votes' | 'evidence' | 'proposer'> & {
  readonly txs: readonly Pick<RecordedTx, 'bytes'>[];
};

export function requestOf(block: Proposed, height: bigint): FinalizeBlockRequest {
  const validator = (address: string, power: number) => ({ address: fromHex(address), power: BigInt(power) });
  return {
    txs: block.txs.map(({ bytes }) => Buffer.from(bytes, 'base64')),
    decidedLastCommit: {
      round: 0,
      votes: block.votes.map(([address, power, signed]) => ({
        validator: validator(address, power),
        blockIdFlag: signed ? 2 : 1,
      })),
    },
    misbehavior: block.evidence.map(([address, power, at, when]) => ({
      type: 'duplicate-vote',
      validator: validator(address, power),
      height: BigInt(at),
      time: parseTime(when) ?? 0n,
      totalVotingPower: 85n,
    })),
    hash: new Uint8Array(32).fill(Number(height)),
    height,
    time: parseTime(block.time) ?? 0n,
    nextValidatorsHash: new Uint8Array(32),
    proposerAddress: fromHex(block.proposer),
  };
}

export const shortEvent = ({ type, attributes }: Event): ShortEvent => [
  type,
  ...attributes.map(({ key, value }) => [key, value] as const),
];

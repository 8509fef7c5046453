/**
 * Defines the earlier blocks of a chain that continues from a state file: `halley.history` of a genesis document. Blocks
 * and transactions have the form of Anvil's state file, so that they can be written to one again as they are.
 */
import type { HeaderJson } from '../../../codec/ethereum/header_json.js';
import { HalleyError } from '../../../kernel/errors.js';
import { sha256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import { utf8 } from '../../../kernel/text.js';

type Json = Readonly<Record<string, unknown>>;

export interface HistoryBlock {
  /** Hash under which the block is found. It need not be that of the header. */
  readonly hash: string;
  readonly header: HeaderJson;
  /** Envelopes, each with `impersonated_sender`. */
  readonly transactions: readonly unknown[];
  /** Array or null. */
  readonly withdrawals?: unknown;
}

/** Transaction with its receipt. */
export interface HistoryTransaction {
  readonly info: Json;
  readonly receipt: Json;
  readonly block_number: number;
}

/** Account: nonce and balance in 0x hex, and the hash of its code. Null means that there is none. */
export type HistoryAccount = readonly [nonce: string, balance: string, codeHash: string] | null;

/** State as the differences from the state before it in the list. The first differs from an empty one. */
export interface HistoryState {
  /** Number of the block; the state is the one after it. */
  readonly number: number;
  readonly accounts: Readonly<Record<string, HistoryAccount>>;
  /** Slots and their values by address, in 64 hex digits after 0x. */
  readonly storage: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Code by hash that no state before has. */
  readonly codes: Readonly<Record<string, string>>;
}

export interface HistoryDocument {
  /** Blocks of one chain, ascending. */
  readonly blocks: readonly HistoryBlock[];
  /** Transactions of these blocks in their order. One with two hashes is listed twice. */
  readonly transactions: readonly HistoryTransaction[];
  readonly states: readonly HistoryState[];
}

/** Member of a genesis document that the engine and the application ignore. */
const MEMBER = 'halley';

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

const memberOf = (value: unknown, name: string): unknown => (isJson(value) ? value[name] : undefined);

/** Returns the hash that `app_state.evm.history` has of the earlier blocks. */
export const contentHashOf = (history: unknown): string => to0x(sha256(utf8(JSON.stringify(history))));

/** Returns the document with earlier blocks. `genesis` is its `app_state.evm.history`. */
export function withHistory(document: Json, history: HistoryDocument, genesis: Json): Json {
  const appState = memberOf(document, 'app_state') as Json;
  const halley = memberOf(document, MEMBER);
  return {
    ...document,
    app_state: { ...appState, evm: { ...(appState['evm'] as Json), history: genesis } },
    [MEMBER]: { ...(isJson(halley) ? halley : {}), history },
  };
}

/** Returns `halley` of a genesis document without the earlier blocks, or undefined where nothing is left. */
export function withoutHistory(halley: unknown): unknown {
  if (!isJson(halley) || !('history' in halley)) return halley;
  const { history: _, ...others } = halley;
  return Object.keys(others).length === 0 ? undefined : others;
}

/**
 * Returns the earlier blocks of a genesis document, or undefined for one without. Throws HalleyError `invalid-genesis`
 * unless they are those that `app_state.evm.history` names.
 */
export function historyIn(document: unknown): HistoryDocument | undefined {
  const history = memberOf(memberOf(document, MEMBER), 'history');
  const named = memberOf(memberOf(memberOf(document, 'app_state'), 'evm'), 'history');
  if (history === undefined && named === undefined) return undefined;
  if (history === undefined)
    throw invalid('halley.history is missing, expected the earlier blocks that app_state.evm.history names');
  if (named === undefined) throw invalid('app_state.evm.history is missing, expected the last block of halley.history');
  const expected = memberOf(named, 'content_hash');
  if (contentHashOf(history) !== expected)
    throw invalid(
      `halley.history is not what was written: its hash is ${contentHashOf(history)}, expected ${String(expected)}; ` +
        'restore the document from a copy, or make it again from the state file',
    );
  return history as HistoryDocument;
}

const invalid = (problem: string): HalleyError => new HalleyError('invalid-genesis', `genesis: ${problem}`);

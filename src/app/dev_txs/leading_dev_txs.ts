/**
 * Executes dev transactions: those that lead a block, before it begins, and the pending ones on top of the newest
 * block. Both depend on the state alone. So a read at a height sees the state in which the next block begins.
 */
import type { ExecTxResult } from '../../abci/application.js';
import { isDevTx } from '../../codec/dev/dev_tx.js';
import { type Awaitable, isPromise } from '../../kernel/awaitable.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { invariant } from '../../kernel/errors.js';
import { sha256 } from '../../kernel/hash.js';
import { readSequence, writeSequence } from '../modules/dev/store.js';
import { readBlockRecord } from '../sdk/block_record.js';
import { readChainParams } from '../sdk/chain_params.js';
import { attempt, messageData, runMessage } from '../sdk/module/attempt.js';
import { callsNothing } from '../sdk/module/call_evm.js';
import { unmetered } from '../sdk/module/gas_meter.js';
import type { StateReader, WorkingState } from '../state/types.js';
import type { Refusal } from '../types/refusal.js';
import type { DevTx, DevTxDecoder } from './dev_tx_decoder.js';

export interface LeadingDevTxs {
  readonly txs: readonly DevTx[];
  /** Reason why the dev transaction after `txs` does not continue the run. */
  readonly broken: Refusal | undefined;
}

const NO_RUN: LeadingDevTxs = { txs: [], broken: undefined };

/** Returns the dev transactions at the start of a block that the authority signed with consecutive sequences. */
export function leadingDevTxs(txs: readonly Bytes[], state: StateReader, reader: DevTxDecoder): LeadingDevTxs {
  if (txs[0] === undefined || !isDevTx(txs[0])) return NO_RUN;
  const run: DevTx[] = [];
  let sequence = readSequence(state);
  for (const bytes of txs) {
    if (!isDevTx(bytes)) break;
    const tx = reader.readNext(bytes, state, sequence++);
    if ('log' in tx) return { txs: run, broken: tx };
    run.push(tx);
  }
  return { txs: run, broken: undefined };
}

/** Executes a dev transaction. It uses up its sequence even when a message fails, as any signer's transaction does. */
export function executeDevTx({ steps, sequence, publicKey }: DevTx, state: WorkingState): ExecTxResult {
  writeSequence(state, sequence + 1n);
  const { height, time } = readBlockRecord(state);
  const gas = unmetered();
  const context = {
    params: readChainParams(state),
    state,
    block: { height: height + 1n, time },
    gas,
    callEvm: callsNothing,
  };
  const authority = authorityAddress(publicKey);
  const ran = attempt(state, context, (context) =>
    messageData(steps.map((step, index) => known(runMessage(step, authority, index, context)))),
  );
  const rest = { info: '', gasWanted: 0n, gasUsed: 0n };
  return 'log' in ran
    ? { ...ran, ...rest, data: EMPTY_BYTES, events: [] }
    : { ...rest, code: 0, codespace: '', log: '', data: ran.result, events: ran.events };
}

/**
 * Returns a value that is no promise. Reads at a height execute dev transactions too, so their messages must run
 * synchronously.
 */
function known<T>(value: Awaitable<T>): T {
  invariant(!isPromise(value), 'a message of a dev transaction runs synchronously');
  return value;
}

/** Derives the address of an ed25519 key, as the SDK does. */
const authorityAddress = (publicKey: Bytes): Bytes => sha256(publicKey).slice(0, 20);

/**
 * Groups the tasks of one chain into the messages of transactions. Updates of clients come first, then the messages
 * with proofs.
 */
import type { Any } from '../codec/cosmos/base.js';
import { updateClient } from './clients.js';
import { heightOn } from './paths.js';
import type { Task, TaskKind } from './task.js';
import type { RelayChain, RelayChains } from './types.js';

export interface Batch {
  readonly messages: readonly Any[];
  readonly tasks: readonly Task[];
  /** Gas that suffices for all messages. */
  readonly gas: bigint;
}

/** Most messages of a transaction, besides updates of clients. */
const MAX_TASKS = 40;
const UPDATE_GAS = 600_000n;
/** Pays for a packet's data, which is written, emitted in events and read again. A memo may be long. */
const GAS_PER_BYTE = 100n;
/** Gas of each kind of task, with a reserve for contracts that a packet may call. */
const GAS: Readonly<Record<TaskKind, bigint>> = {
  connection: 300_000n,
  channel: 350_000n,
  packet: 600_000n,
  acknowledgement: 400_000n,
  timeout: 400_000n,
};

/** Creates a batch that only updates clients. */
export const updateBatch = (messages: readonly Any[]): Batch => ({ messages, tasks: [], gas: gasOf(messages, []) });

/**
 * Returns the batches for a chain, with at most `most` tasks. Only the first transaction updates clients, because the
 * others follow it in the same block.
 */
export function batchesOf(on: RelayChain, chains: RelayChains, tasks: readonly Task[], most: number): readonly Batch[] {
  const updates = new Map<string, readonly Any[] | undefined>();
  const doable = tasks.slice(0, most).flatMap((task) => {
    const from = chains.get(task.from);
    if (from === undefined) return [];
    if (!updates.has(task.clientId)) updates.set(task.clientId, updateClient(on, from, task.clientId));
    return updates.get(task.clientId) === undefined ? [] : [{ task, from }];
  });
  const update = [...updates.values()].flatMap((messages) => messages ?? []);
  const isOne = doable.length <= MAX_TASKS;
  const batches: Batch[] = [];
  // The update is a separate transaction: an invalid message must not revert the update on which the other messages
  // depend.
  if (!isOne && update.length > 0) batches.push({ messages: update, tasks: [], gas: gasOf(update, []) });
  for (let at = 0; at < doable.length; at += MAX_TASKS) {
    const part = doable.slice(at, at + MAX_TASKS);
    const messages = part.map(({ task, from }) =>
      task.message({
        height: heightOn(from.id, from.height),
        proofs: task.proves.map((key) => from.prove(from.height - 1n, key)),
        signer: on.signer,
      }),
    );
    const before = isOne ? update : [];
    const done = part.map(({ task }) => task);
    const size = messages.reduce((sum, { value }) => sum + value.length, 0);
    batches.push({
      messages: [...before, ...messages],
      tasks: done,
      gas: gasOf(before, done) + GAS_PER_BYTE * BigInt(size),
    });
  }
  return batches;
}

const gasOf = (updates: readonly Any[], tasks: readonly Task[]): bigint =>
  tasks.reduce((sum, { kind }) => sum + GAS[kind], UPDATE_GAS * BigInt(updates.length));

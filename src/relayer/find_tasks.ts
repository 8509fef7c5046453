/** Finds all tasks over all chains from the chains' states alone. */
import { equalBytes } from '../kernel/bytes.js';
import { usableClient } from './clients.js';
import type { PacketBook } from './packet_book.js';
import { readChannels, readClient, readConnections, readLinkedClient, readLinkedClients } from './read.js';
import type { Findings, Task } from './task.js';
import { channelTask } from './tasks/channels.js';
import { connectionTask } from './tasks/connections.js';
import { packetTasks } from './tasks/packets.js';
import { packetV2Tasks } from './tasks/packets_v2.js';
import type { RelayChain, RelayChains } from './types.js';

export interface FindOptions {
  /** Blocks that must follow a change of a chain before it is relayed. */
  readonly delay: bigint;
  /** Returns true for tasks that must not be done. */
  readonly isLeft: (task: Task) => boolean;
}

/**
 * Returns the tasks in the order of the chains, then of their connections and channels. The same states give the same
 * tasks.
 */
export function findTasks(chains: RelayChains, book: PacketBook, { delay, isLeft }: FindOptions): Findings {
  const ready: Task[] = [];
  const waiting = new Set<string>();
  for (const chain of chains.values())
    for (const task of wishesOf(chain, chains, book)) {
      if (isLeft(task)) continue;
      const on = chains.get(task.on);
      const from = chains.get(task.from);
      if (on === undefined || from === undefined) continue;
      if (usableClient(on, on.at(on.height), task.clientId)?.chainId !== from.id) continue;
      const state = readiness(task, from, delay);
      if (state === 'ready') ready.push(task);
      else if (state === 'block') waiting.add(from.id);
    }
  return { tasks: ready, waiting };
}

/** Yields the tasks that the newest states require, whether or not they can be proven yet. */
export function* wishesOf(chain: RelayChain, chains: RelayChains, book: PacketBook): Generator<Task> {
  const here = chain.at(chain.height);
  const connections = readConnections(here);
  const channels = connections.length === 0 ? [] : readChannels(here);
  for (const connection of connections) {
    const other = chains.get(readClient(here, connection.end.clientId)?.chainId ?? '');
    if (other === undefined || other === chain) continue;
    const there = other.at(other.height);
    const next = connectionTask(chain.id, other.id, connection, there);
    if (next !== undefined) yield next;
    for (const channel of channels) {
      if (channel.end.connectionHops[0] !== connection.id) continue;
      const step = channelTask(chain.id, other.id, connection, channel, there);
      if (step !== undefined) yield step;
      yield* packetTasks({ sender: chain, receiver: other, connection, channel, here, there }, book);
    }
  }
  for (const client of readLinkedClients(here)) {
    const other = chains.get(readClient(here, client.clientId)?.chainId ?? '');
    if (other === undefined || other === chain) continue;
    const there = other.at(other.height);
    // The other chain refuses packets of a client that is not the counterparty of its own.
    const back = readLinkedClient(there, client.counterparty.clientId)?.counterparty.clientId;
    if (back === client.clientId) yield* packetV2Tasks({ sender: chain, receiver: other, client, here, there }, book);
  }
}

/**
 * Reports when a task can be done. `block` means after the chain's next block. `later` means that the task must wait
 * for the delay.
 */
function readiness({ proves, provenBy }: Task, from: RelayChain, delay: bigint): 'ready' | 'block' | 'later' {
  const { height, base } = from;
  const isAsNow = (at: bigint): boolean => {
    if (at < base) return false;
    const now = from.at(height);
    const then = from.at(at);
    return proves.every((key) => {
      const [newer, older] = [now.get(key), then.get(key)];
      return newer === undefined || older === undefined ? newer === older : equalBytes(newer, older);
    });
  };
  if (delay > 0n && !isAsNow(height - delay)) return 'later';
  if (!isAsNow(height - 1n)) return 'block';
  return provenBy === undefined || provenBy(height, from.header(height).time) ? 'ready' : 'block';
}

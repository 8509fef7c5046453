/** State that all views share, as signals. */
import { computed, signal } from '@preact/signals';
import type { RoundsMessage } from '../../backend/rounds.js';
import type { About, Controls, FeedMessage, Head, PacketTask } from '../../rpc/dashboard/wire.js';
import { type Connection, FeedSocket } from '../feed/feed_socket.js';
import { readAbout } from '../feed/http.js';

export const about = signal<About | undefined>(undefined);
/** Id of the chain that the page shows. */
export const chainId = signal('');
export const connection = signal<Connection>('connecting');
export const head = signal<Head | undefined>(undefined);
/** Number of reverts that the page has seen, so that views read again what may have changed. */
export const reverts = signal(0);
export const mempool = signal({ pending: 0, queued: 0 });
export const controls = signal<Controls | undefined>(undefined);
/** Engine in another process that decides the blocks; undefined where the network is simulated. */
export const engine = computed(() => controls.value?.engine);
/** Whether an engine in another process decides the blocks of the chosen chain, so that nothing is simulated. */
export const hasEngine = computed(
  () => about.value?.chains.find(({ id }) => id === chainId.value)?.engine ?? engine.value !== undefined,
);
/** Whether the chosen chain has Halley's own application, and not that of another program. */
export const hasEvm = computed(() => {
  const chain = about.value?.chains.find(({ id }) => id === chainId.value);
  return chain === undefined || chain.evmChainId !== undefined;
});
/** Number of faults, crashed validators and cut links. */
export const faultCount = computed(() => {
  const { faults, down, cuts } = controls.value ?? { faults: [], down: [], cuts: [] };
  return faults.length + down.length + cuts.length;
});
export const packets = signal<readonly PacketTask[]>([]);
/** Last lines of the node's log, oldest first. */
export const logLines = signal<readonly { readonly kind: string; readonly text: string }[]>([]);

/** Most lines of the log that the page holds. */
const LOG_LINES = 1000;

/** Delay before the page reads the facts again, when it could not read them. */
const FACTS_WAIT_MS = 1000;

/** Event that happened while the reader looked, shown until it is closed or something newer happens. */
export interface Notice {
  readonly tone: 'info' | 'warning' | 'error';
  readonly text: string;
  /** Action of a button of the notice, before the notice closes. */
  readonly action?: { readonly text: string; run(): void };
}

export const notice = signal<Notice | undefined>(undefined);

/** Number of views that show rounds. The server sends rounds only while there is one. */
const roundsViewers = signal(0);

type RoundsListener = (message: RoundsMessage) => void;
const roundsListeners = new Set<RoundsListener>();

/** Receives the rounds of the chosen chain until the returned function is called. A picture comes first. */
export function listenToRounds(listener: RoundsListener): () => void {
  roundsListeners.add(listener);
  roundsViewers.value++;
  return () => {
    roundsListeners.delete(listener);
    roundsViewers.value--;
  };
}

function take(message: FeedMessage): void {
  switch (message.type) {
    case 'rounds':
      for (const listener of roundsListeners) listener(message.message);
      return;
    case 'head':
      head.value = message.head;
      return;
    case 'reverted':
      reverts.value++;
      notice.value = { tone: 'info', text: `The chain went back to block ${message.height}. Later blocks are gone.` };
      return;
    case 'mempool':
      mempool.value = { pending: message.pending, queued: message.queued };
      return;
    case 'controls':
      controls.value = message.controls;
      return;
    case 'packets':
      packets.value = message.tasks;
      return;
    case 'log':
      logLines.value = [...logLines.value, { kind: message.kind, text: message.text }].slice(-LOG_LINES);
      return;
    case 'error':
      notice.value = { tone: 'error', text: message.error };
  }
}

let feed: FeedSocket | undefined;

/** Tries to connect now, and not only when the next attempt is due. */
export const reconnect = (): void => feed?.retry();

function onConnection(next: Connection): void {
  const before = connection.value;
  connection.value = next;
  if (next === 'lost' && before === 'open')
    notice.value = {
      tone: 'warning',
      text: 'The devnet is gone. The page shows its last state, and tries to connect again.',
    };
  if (next !== 'open' || before !== 'lost') return;
  // A devnet of one chain sends no packets that could replace these.
  packets.value = [];
  void meetAgain();
}

/** Reads the facts again after the connection was lost: the devnet may be another one. */
async function meetAgain(): Promise<void> {
  const before = chainId.value;
  try {
    await readFacts();
  } catch {
    // It may have gone again, and then this happens anew when it is back.
    setTimeout(() => connection.value === 'open' && void meetAgain(), FACTS_WAIT_MS);
    return;
  }
  // The views of another chain begin anew, and those of the one before would look for it in vain.
  if (chainId.value === before) reverts.value++;
  notice.value = { tone: 'info', text: 'The devnet is back.' };
}

async function readFacts(): Promise<void> {
  const facts = await readAbout();
  about.value = facts;
  if (!facts.chains.some(({ id }) => id === chainId.value)) chainId.value = facts.chains[0]?.id ?? '';
}

/** Parts of the feed that the page needs. */
const wanted = computed(() => ({ chain: chainId.value, rounds: roundsViewers.value > 0 }));

/** Reads the facts, and connects. Tries again while the server does not answer. */
export async function connect(): Promise<void> {
  const { protocol, host } = location;
  feed ??= new FeedSocket(`${protocol === 'https:' ? 'wss' : 'ws'}://${host}/feed`, {
    onMessage: take,
    onConnection,
  });
  try {
    await readFacts();
  } catch {
    connection.value = 'lost';
    setTimeout(connect, FACTS_WAIT_MS);
    return;
  }
  wanted.subscribe((request) => feed?.select(request));
}

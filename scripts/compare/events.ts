/** Compares the events that subscribers of two nodes receive, for each type of event. */
import { reasonFor } from './allowed.js';
import type { FoundDifference } from './compare.js';
import { type Difference, isWrittenAsByGo, shapeDifferences } from './shape.js';
import type { WireClient, WireSocket } from './wire.js';

/** All events of the engine (types/events.go). */
export const EVENT_TYPES = [
  'NewBlock',
  'NewBlockHeader',
  'NewBlockEvents',
  'NewEvidence',
  'Tx',
  'ValidatorSetUpdates',
  'NewRound',
  'NewRoundStep',
  'CompleteProposal',
  'Polka',
  'Lock',
  'Relock',
  'Unlock',
  'ValidBlock',
  'Vote',
  'TimeoutPropose',
  'TimeoutWait',
] as const;

/** Limit of the engine for one connection. */
const SUBSCRIPTIONS_PER_CONNECTION = 5;

interface Notification {
  readonly id: number;
  readonly result?: {
    readonly query: string;
    readonly data: unknown;
    readonly events: Readonly<Record<string, readonly string[]>>;
  };
}

export type ReceivedEvents = ReadonlyMap<string, readonly string[]>;

export interface EventListener {
  /** Returns the frames received so far, by type of event. */
  received(): ReceivedEvents;
  close(): Promise<void>;
}

/** Subscribes to every type of event and to nothing else. Resolves when all subscriptions are active. */
export async function listenToAll(client: WireClient): Promise<EventListener> {
  const sockets: WireSocket[] = [];
  for (let from = 0; from < EVENT_TYPES.length; from += SUBSCRIPTIONS_PER_CONNECTION) {
    const socket = await client.socket();
    sockets.push(socket);
    const end = Math.min(from + SUBSCRIPTIONS_PER_CONNECTION, EVENT_TYPES.length);
    for (let id = from; id < end; id++) {
      const query = `tm.event='${EVENT_TYPES[id]}'`;
      socket.send(JSON.stringify({ jsonrpc: '2.0', id, method: 'subscribe', params: { query } }));
      const reply = await socket.frame((text) => (JSON.parse(text) as Notification).id === id);
      if (!reply?.includes('"result":{}')) throw new Error(`${query}: ${reply}`);
    }
  }
  return {
    received() {
      const byType = new Map<string, string[]>(EVENT_TYPES.map((type) => [type, []]));
      for (const text of sockets.flatMap(({ frames }) => frames)) {
        const { id, result } = JSON.parse(text) as Notification;
        if (result?.data !== undefined) byType.get(EVENT_TYPES[id] as string)?.push(text);
      }
      return byType;
    },
    close: async () => {
      await Promise.all(sockets.map((socket) => socket.close()));
    },
  };
}

const longest = (texts: readonly string[]): string | undefined =>
  texts.reduce<string | undefined>((best, text) => (text.length > (best?.length ?? -1) ? text : best), undefined);

const OF_ENGINE: ReadonlySet<string> = new Set(['tm.event', 'tx.hash', 'tx.height']);

/**
 * Compares the map of events. Its keys are the application's, except for those of the engine; each value is a list of
 * strings.
 */
function mapDifferences(real: Notification, ours: Notification): readonly Difference[] {
  const ofEngine = ({ result }: Notification) =>
    Object.keys(result?.events ?? {})
      .filter((key) => OF_ENGINE.has(key))
      .sort()
      .join(' ');
  const listsOfTexts = Object.values(ours.result?.events ?? {}).every(
    (values) => Array.isArray(values) && values.every((value) => typeof value === 'string'),
  );
  const difference = { path: 'result.events', real: ofEngine(real), ours: ofEngine(ours) };
  return [
    ...(difference.real === difference.ours ? [] : [{ ...difference, kind: 'missing' as const }]),
    ...(listsOfTexts ? [] : [{ ...difference, kind: 'type' as const }]),
  ];
}

function eventDifferences(real: string, ours: string): readonly Difference[] {
  const [theirs, our] = [JSON.parse(real) as Notification, JSON.parse(ours) as Notification];
  const events = { events: {} };
  const spelled: readonly Difference[] = isWrittenAsByGo(ours)
    ? []
    : [{ path: 'body', kind: 'spelling', real: 'as Go writes it', ours: 'with blanks or characters that Go escapes' }];
  return [
    ...spelled,
    ...mapDifferences(theirs, our),
    ...shapeDifferences(
      { ...theirs, result: { ...theirs.result, ...events } },
      { ...our, result: { ...our.result, ...events } },
      '',
    ),
  ];
}

/** Compares the longest event of each type on both sides. A type that only one side published is a difference. */
export function compareEvents(real: ReceivedEvents, ours: ReceivedEvents): readonly FoundDifference[] {
  return EVENT_TYPES.flatMap((type) => {
    const [theirs, our] = [longest(real.get(type) ?? []), longest(ours.get(type) ?? [])];
    if (theirs === undefined && our === undefined) return [];
    const differences: readonly Difference[] =
      theirs === undefined || our === undefined
        ? [
            {
              path: 'event',
              kind: our === undefined ? 'missing' : 'extra',
              real: theirs ?? 'none',
              ours: our ?? 'none',
            },
          ]
        : eventDifferences(theirs, our);
    return differences.map((difference) => ({
      ...difference,
      where: type,
      protocol: 'WebSocket' as const,
      reason: reasonFor(type, difference),
    }));
  });
}

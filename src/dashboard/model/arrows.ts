/** Finds the messages and steps of a span of the past, for the diagram of space and time. */
import type { RoundMessage } from '../../backend/rounds.js';
import type { History } from './history.js';

export interface Arrow {
  readonly from: number;
  readonly to: number;
  readonly number: number;
  readonly message: RoundMessage | undefined;
  readonly sent: number;
  /** Time at which it arrives or is lost. */
  readonly end: number;
  /** Cause of its loss; undefined for one that arrives. */
  readonly lost: string | undefined;
}

export interface LaneMark {
  readonly node: number;
  readonly at: number;
  readonly kind: 'step' | 'committed' | 'crashed' | 'restarted' | 'lock' | 'unlock' | 'timeout' | 'evidence';
  readonly height: number;
  readonly round: number;
  /** Number of the step. */
  readonly step: number;
}

export interface Span {
  readonly from: number;
  readonly to: number;
}

export interface ArrowFilter {
  readonly kinds: ReadonlySet<RoundMessage['kind']>;
  readonly height: number | undefined;
  /** Selects the messages that a node sends or receives. */
  readonly node: number | undefined;
}

export interface Found {
  readonly arrows: readonly Arrow[];
  readonly marks: readonly LaneMark[];
  /** Whether the span has more than was searched. */
  readonly isCut: boolean;
}

export const NOTHING_FOUND: Found = { arrows: [], marks: [], isCut: false };

/** Most events that are searched. */
const MAX_EVENTS = 60_000;
/** Looks for messages that were sent so long before the span, in microseconds. */
const BEFORE_US = 2_000_000;

export function findArrows(history: History, span: Span, filter: ArrowFilter): Found {
  const last = history.indexAfter(span.to);
  const wanted = history.indexAfter(span.from - BEFORE_US);
  const first = Math.max(wanted, last - MAX_EVENTS);
  const [arrows, marks] = [new Map<string, Arrow>(), [] as LaneMark[]];
  for (let index = first; index < last; index++) {
    const event = history.event(index);
    if (event === undefined) continue;
    if (event[0] === 'sent' || event[0] === 'dropped' || isArrival(event)) {
      const arrow = event[0] === 'vote' ? voteArrow(event, index) : arrowOf(history, event);
      if (!passes(arrow, filter)) continue;
      const key = `${arrow.from} ${arrow.to} ${arrow.number} ${arrow.end}`;
      const known = arrows.get(key);
      if (arrow.end >= span.from) arrows.set(key, known === undefined ? arrow : { ...known, lost: arrow.lost });
    } else {
      const mark = markOf(event);
      if (mark !== undefined && mark.at >= span.from) marks.push(mark);
    }
  }
  return { arrows: [...arrows.values()], marks, isCut: first > wanted };
}

type Event = NonNullable<ReturnType<History['event']>>;
type VoteEvent = Extract<Event, readonly ['vote', ...unknown[]]>;

/** Returns whether an event is a vote of which only the time of the signature and that of the count are known. */
const isArrival = (event: Event): event is VoteEvent => event[0] === 'vote' && event[8] !== undefined;

/** Draws a vote from its signature to where it was counted. No message has its number. */
function voteArrow(event: VoteEvent, index: number): Arrow {
  const [, at, to, height, round, type, validator, block, signed = at] = event;
  const message: RoundMessage = { kind: type === 1 ? 'prevote' : 'precommit', height, round, block, validator };
  return { from: validator, to, number: -1 - index, message, sent: signed, end: at, lost: undefined };
}

function arrowOf(history: History, event: Extract<Event, readonly ['sent' | 'dropped', ...unknown[]]>): Arrow {
  const [type, sent, from, to, number] = event;
  const isLost = type === 'dropped';
  const common = { from, to, number, message: history.messageOf(number), sent };
  return isLost ? { ...common, end: sent, lost: event[5] } : { ...common, end: sent + event[5], lost: undefined };
}

function passes({ from, to, message }: Arrow, { kinds, height, node }: ArrowFilter): boolean {
  if (message !== undefined && !kinds.has(message.kind)) return false;
  if (height !== undefined && message?.height !== height) return false;
  return node === undefined || from === node || to === node;
}

function markOf(event: Event): LaneMark | undefined {
  const [type, at] = event;
  switch (type) {
    case 'step':
      return { node: event[2], at, kind: 'step', height: event[3], round: event[4], step: event[5] };
    case 'committed':
      return { node: event[2], at, kind: 'committed', height: event[3], round: event[4], step: 8 };
    case 'crashed':
    case 'restarted':
      return { node: event[2], at, kind: type, height: 0, round: 0, step: 0 };
    case 'accuse':
      return { node: event[2], at, kind: 'evidence', height: event[3], round: event[4], step: 0 };
    case 'plain': {
      const kind = plainKind(event[5]);
      return kind && { node: event[2], at, kind, height: event[3], round: event[4], step: 0 };
    }
    default:
      return undefined;
  }
}

function plainKind(event: string): 'lock' | 'unlock' | 'timeout' | undefined {
  if (event === 'lock' || event === 'relock') return 'lock';
  if (event === 'unlock') return 'unlock';
  return event.startsWith('timeout') ? 'timeout' : undefined;
}

/** Returns the span of the height that is decided at an instant: from its first round to the instant. */
export function spanOfHeight(history: History, index: number): Span | undefined {
  const newest = history.event(Math.min(index, history.end) - 1);
  if (newest === undefined) return undefined;
  const to = newest[1];
  const from = history.heightBefore(index)?.at ?? to;
  const margin = Math.max(500, (to - from) * 0.06);
  return { from: from - margin, to: to + margin };
}

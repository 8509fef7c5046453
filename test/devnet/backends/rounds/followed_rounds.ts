/** Applies the messages of a feed of rounds to a picture, as the page does, so that tests can compare both. */
import type { RoundEvent, RoundMessage, RoundsMessage, RoundsPicture } from '../../../../src/backend/rounds.js';

interface FollowedNode {
  up: boolean;
  height: number;
  round: number;
  step: number;
  until: number | undefined;
  /** Block of each vote, by `height/round/type/validator`. */
  readonly votes: Map<string, string | null>;
}

export const PREVOTE = 1;
export const PRECOMMIT = 2;

/** State that a listener knows. */
export class FollowedRounds {
  nodes: FollowedNode[] = [];
  /** Number of messages on their way, by `from>to#number@until`. */
  inFlight = new Map<string, number>();
  readonly messages = new Map<number, RoundMessage>();
  /** Causes of the pictures. */
  readonly causes: string[] = [];
  /** Last picture. */
  picture: RoundsPicture | undefined;
  readonly events: RoundEvent[] = [];
  /** `node height/round/type/validator` of votes that contradict each other. */
  readonly accused = new Set<string>();

  take(message: RoundsMessage): void {
    if (message.type === 'events') {
      for (const event of message.events) this.#apply(event);
      return;
    }
    this.causes.push(message.cause);
    this.#begin(message.picture);
  }

  #begin(picture: RoundsPicture): void {
    this.picture = picture;
    const known = picture.nodes.flatMap((node) => ('unknown' in node ? [] : [node]));
    this.nodes = known.map(({ up, height, round, step, timeout, votes }) => ({
      up,
      height,
      round,
      step,
      until: timeout?.until,
      votes: new Map(
        votes.flatMap((one) => [
          ...Object.entries(one.prevotes).map(
            ([v, block]) => [`${height}/${one.round}/${PREVOTE}/${v}`, block] as const,
          ),
          ...Object.entries(one.precommits).map(
            ([v, block]) => [`${height}/${one.round}/${PRECOMMIT}/${v}`, block] as const,
          ),
        ]),
      ),
    }));
    this.messages.clear();
    for (const [number, message] of Object.entries(picture.messages)) this.messages.set(Number(number), message);
    this.inFlight = new Map();
    for (const [from, to, number, , until] of picture.inFlight) this.#send(from, to, number, until);
  }

  #send(from: number, to: number, number: number, until: number): void {
    if (!this.messages.has(number)) throw new Error(`message ${number} is not described`);
    const key = `${from}>${to}#${number}@${until}`;
    this.inFlight.set(key, (this.inFlight.get(key) ?? 0) + 1);
  }

  #arrive(from: number, to: number, number: number, at: number): void {
    if (!this.messages.has(number)) throw new Error(`message ${number} is not described`);
    const key = `${from}>${to}#${number}@${at}`;
    const left = (this.inFlight.get(key) ?? 0) - 1;
    if (left < 0) throw new Error(`${key} arrives, and was not sent`);
    if (left === 0) this.inFlight.delete(key);
    else this.inFlight.set(key, left);
  }

  #node(index: number): FollowedNode {
    const node = this.nodes[index];
    if (node === undefined) throw new Error(`no node ${index}`);
    return node;
  }

  #apply(event: RoundEvent): void {
    this.events.push(event);
    switch (event[0]) {
      case 'message':
        this.messages.set(event[1], event[2]);
        return;
      case 'sent':
        this.#send(event[2], event[3], event[4], event[1] + event[5]);
        return;
      case 'received':
        this.#arrive(event[2], event[3], event[4], event[1]);
        return;
      case 'dropped':
        if (event[5] === 'down') this.#arrive(event[2], event[3], event[4], event[1]);
        return;
      case 'step':
        Object.assign(this.#node(event[2]), { height: event[3], round: event[4], step: event[5] });
        return;
      case 'newRound':
        Object.assign(this.#node(event[2]), { height: event[3], round: event[4], step: 2 });
        return;
      case 'jumped':
        Object.assign(this.#node(event[2]), { height: event[3], round: 0, step: 1 });
        return;
      case 'vote':
        this.#node(event[2]).votes.set(`${event[3]}/${event[4]}/${event[5]}/${event[6]}`, event[7]);
        return;
      case 'accuse':
        this.accused.add(`${event[2]} ${event[3]}/${event[4]}/${event[5]}/${event[6]}`);
        return;
      case 'timeout':
        this.#node(event[2]).until = event[6];
        return;
      case 'crashed':
        this.#node(event[2]).up = false;
        return;
      case 'restarted':
        this.#node(event[2]).up = true;
        return;
      case 'proposal':
      case 'plain':
      case 'committed':
      case 'refused':
      case 'conflict':
        return;
    }
  }
}

/** Compares what was followed with a picture of the same instant: positions, timers, votes and messages on their way. */
export function differences(followed: FollowedRounds, other: FollowedRounds): string[] {
  const found: string[] = [];
  const now = other.picture?.at ?? 0;
  for (const [index, node] of other.nodes.entries()) {
    const before = followed.nodes[index];
    if (before === undefined) return [`node ${index} is missing`];
    const place = ({ up, height, round, step }: FollowedNode): string => `${up} ${height}/${round}/${step}`;
    if (place(before) !== place(node)) found.push(`node ${index}: ${place(before)}, expected ${place(node)}`);
    // A timer that has fired is not in the picture, and no event says so.
    const until =
      before.until !== undefined && before.until <= now && node.until === undefined ? undefined : before.until;
    if (node.up && until !== node.until) found.push(`node ${index}: timer ${before.until}, expected ${node.until}`);
    const prefix = `${node.height}/`;
    const counted = (of: FollowedNode): string[] =>
      [...of.votes]
        .filter(([key]) => key.startsWith(prefix) && !followed.accused.has(`${index} ${key}`))
        .map(([key, block]) => `${key} ${block}`)
        .sort();
    const [mine, theirs] = [counted(before), counted(node)];
    if (mine.join() !== theirs.join()) found.push(`node ${index}: votes ${mine.join()}, expected ${theirs.join()}`);
  }
  const flying = (of: FollowedRounds): string =>
    [...of.inFlight]
      .map(([key, count]) => `${key} x${count}`)
      .sort()
      .join();
  // Both listeners number messages alike, because they listen to one feed.
  if (flying(followed) !== flying(other)) found.push(`in flight: ${flying(followed)}, expected ${flying(other)}`);
  return found;
}

/** One page that reads a feed. */
import type { RoundsMessage } from '../../../backend/rounds.js';
import type { ProtocolConnection } from '../../protocol_handler.js';
import type { FeedMessage } from '../wire.js';

/**
 * Unread bytes from which a page reads too slowly for rounds and the log. A picture of a hundred validators has up to
 * five million.
 */
const SLOW_BYTES = 8_388_608;

/** Text of each message, which all pages share. */
const texts = new WeakMap<FeedMessage | RoundsMessage, string>();

function textOf(key: FeedMessage | RoundsMessage, message: FeedMessage): string {
  const known = texts.get(key);
  if (known !== undefined) return known;
  const text = JSON.stringify(message);
  texts.set(key, text);
  return text;
}

export class FeedPage {
  /** Whether the page shows rounds. */
  wantsRounds = false;
  /** Stops the rounds of the page; undefined while it gets none. */
  stopRounds: (() => void) | undefined;
  /** Whether the page was too slow and has not read everything since. */
  isBehind = false;
  /** Lowest height to which the chain went back while the page was behind. */
  missedRevert: number | undefined;

  constructor(private readonly connection: ProtocolConnection) {}

  send(message: FeedMessage): void {
    this.connection.send(textOf(message, message));
  }

  /** Sends a message of the rounds. Returns false when the page has to read before it gets more. */
  sendRounds(message: RoundsMessage, isBack: boolean): boolean {
    const shown: RoundsMessage = isBack && message.type === 'picture' ? { ...message, cause: 'gap' } : message;
    this.connection.send(textOf(shown, { type: 'rounds', message: shown }));
    return !this.isSlow;
  }

  get isSlow(): boolean {
    return (this.connection.backlog ?? 0) > SLOW_BYTES;
  }
}

/**
 * Serves the WebSocket `/feed`: what a chain does, as differences. All pages of a chain share its listeners (`ChainFeed`).
 * A page that reads slowly misses rounds and lines of the log, and then gets a new picture.
 */
import type { ProtocolConnection, ProtocolSocket } from '../protocol_handler.js';
import type { DashboardDeps } from './deps.js';
import { ChainFeed } from './feed/chain_feed.js';
import { FeedPage } from './feed/feed_page.js';
import type { FeedRequest } from './wire.js';

/** Most pages that are open at once. */
export const MAX_PAGES = 50;

/** WebSocket code for "try again later". */
const TRY_AGAIN = 1013;

/** Reads what a page requests of the feed. Returns the request, or why it is refused. */
function readFeedRequest(text: string, chains: readonly string[]): FeedRequest | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'the message is not JSON: expected {"chain": …, "rounds": …}';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return 'the message is not an object: expected {"chain": …, "rounds": …}';
  const { chain, rounds } = value as Readonly<Record<string, unknown>>;
  if (typeof chain !== 'string' || !chains.includes(chain))
    return `there is no chain ${JSON.stringify(chain)?.slice(0, 100)}: expected one of ${chains.join(', ')}`;
  if (typeof rounds !== 'boolean') return '"rounds" must be true or false';
  return { chain, rounds };
}

export class Feed {
  readonly #chains = new Map<string, ChainFeed>();
  #pages = 0;

  constructor(private readonly deps: DashboardDeps) {}

  open(connection: ProtocolConnection): ProtocolSocket {
    if (this.#pages >= MAX_PAGES) return this.#refuse(connection);
    this.#pages++;
    const page = new FeedPage(connection);
    let feed: ChainFeed | undefined;
    let wanted: FeedRequest | undefined;
    let stop: (() => void) | undefined;
    // When a page sends many requests at once, only the first and the last one take effect.
    const apply = ({ chain, rounds }: FeedRequest): void => {
      wanted = undefined;
      const next = this.#feedOf(chain);
      if (next !== feed) {
        feed?.remove(page);
        feed = next;
        feed?.add(page);
      }
      feed?.showRounds(page, rounds);
      stop = this.deps.schedule(0, () => {
        stop = undefined;
        if (wanted !== undefined) apply(wanted);
      });
    };
    return {
      message: (text) => {
        const request = this.#read(text);
        if (typeof request === 'string') page.send({ type: 'error', error: request });
        else if (stop === undefined) apply(request);
        else wanted = request;
      },
      drained: () => feed?.catchUp(page),
      close: () => {
        this.#pages--;
        stop?.();
        feed?.remove(page);
      },
    };
  }

  #read(text: string): FeedRequest | string {
    return readFeedRequest(
      text,
      this.deps.chains().map(({ id }) => id),
    );
  }

  /** Closes the socket with the reason once it is open. */
  #refuse(connection: ProtocolConnection): ProtocolSocket {
    new FeedPage(connection).send({ type: 'error', error: `${MAX_PAGES} pages are open already: close one of them` });
    const stop = this.deps.schedule(0, () => connection.close(TRY_AGAIN, 'too many pages'));
    return { message: () => undefined, close: stop };
  }

  #feedOf(id: string): ChainFeed | undefined {
    const known = this.#chains.get(id);
    if (known !== undefined) return known;
    const chain = this.deps.chains().find((one) => one.id === id);
    if (chain === undefined) return undefined;
    const feed = new ChainFeed(chain, this.deps);
    this.#chains.set(id, feed);
    return feed;
  }
}

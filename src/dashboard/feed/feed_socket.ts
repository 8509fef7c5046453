/** WebSocket to the dashboard's server, and opens it again when it breaks. */
import type { FeedMessage, FeedRequest } from '../../rpc/dashboard/wire.js';

export type Connection = 'connecting' | 'open' | 'lost';

/** Delay before another attempt, in ms. It doubles up to the longest. */
const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 4000;

export interface FeedListener {
  onMessage(message: FeedMessage): void;
  /** Runs with each change. After `lost`, `open` begins a new feed, perhaps of another devnet. */
  onConnection(connection: Connection): void;
}

export class FeedSocket {
  #socket: WebSocket | undefined;
  #request: FeedRequest | undefined;
  #waitMs = FIRST_WAIT_MS;
  #attempt: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly url: string,
    private readonly listener: FeedListener,
  ) {}

  /** Selects what arrives from now on. Opens the socket at the first call. */
  select(request: FeedRequest): void {
    this.#request = request;
    if (this.#socket === undefined) this.#open();
    else this.#send();
  }

  /** Opens the socket at once, where it waits for its next attempt. */
  retry(): void {
    if (this.#attempt !== undefined) this.#open();
  }

  #open(): void {
    clearTimeout(this.#attempt);
    this.#attempt = undefined;
    const socket = new WebSocket(this.url);
    this.#socket = socket;
    socket.onopen = () => {
      this.#waitMs = FIRST_WAIT_MS;
      this.listener.onConnection('open');
      this.#send();
    };
    socket.onmessage = ({ data }) => this.listener.onMessage(JSON.parse(data));
    socket.onclose = () => {
      this.listener.onConnection('lost');
      this.#attempt = setTimeout(() => this.#open(), this.#waitMs);
      this.#waitMs = Math.min(2 * this.#waitMs, LONGEST_WAIT_MS);
    };
  }

  #send(): void {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(this.#request));
  }
}

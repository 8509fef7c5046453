/**
 * Feeds the pages that show one chain. While there is a page, it looks at the chain ten times a second and sends what
 * has changed; without pages it listens to nothing.
 */
import { toUpperHex } from '../../../kernel/hex.js';
import type { ShownChain } from '../../served_chain.js';
import type { DashboardDeps } from '../deps.js';
import type { FeedMessage, Head, PacketTask } from '../wire.js';
import type { FeedPage } from './feed_page.js';

const LOOK_MS = 100;
/** Looks that pass before the packets of a chain without new blocks are read again. */
const LOOKS_OF_PACKETS = 10;
/** Most events of rounds that a page gets in a second. */
const ROUND_EVENTS = 20_000;
/** Most lines of the log between two looks. */
const LOG_LINES = 200;

/** Describes the newest block; undefined before the first one. */
function headOf({ comet, evm }: ShownChain): Head | undefined {
  const height = comet.height();
  const stored = comet.block(height);
  if (stored === undefined) return undefined;
  const { header, txs } = stored.block;
  const fees = evm?.fees(height);
  return {
    height: Number(height),
    hash: toUpperHex(stored.blockId.hash),
    time: Number(header.time / 1000n),
    round: comet.commit(height)?.commit.round ?? 0,
    txs: txs.length,
    gasUsed: `${fees?.gasUsed ?? 0n}`,
    baseFee: `${fees?.baseFeePerGas ?? 0n}`,
  };
}

const mempoolOf = (chain: ShownChain): FeedMessage => ({ type: 'mempool', ...chain.pooledCounts() });

const controlsOf = (chain: ShownChain): FeedMessage => ({ type: 'controls', controls: chain.controls() });

/** Returns what the relayer has to do. */
function packetsOf({ evm }: ShownChain): FeedMessage {
  const tasks = (evm?.relayer().pending() ?? []).map(
    ({ kind, chain, from, packet, failure }): PacketTask => ({
      kind,
      from,
      to: chain,
      ...(packet && { port: packet.port, channel: packet.channel, sequence: `${packet.sequence}` }),
      failure,
    }),
  );
  return { type: 'packets', tasks };
}

export class ChainFeed {
  readonly #pages = new Set<FeedPage>();
  /** Last message of each type that says how the chain is now. */
  readonly #last = new Map<string, { readonly text: string; readonly message: FeedMessage }>();
  #head: Head | undefined;
  #looks = 0;
  #lines = 0;
  #stops: readonly (() => void)[] = [];
  /** Stops the timer of the next look. */
  #stopTimer: () => void = () => undefined;

  constructor(
    private readonly chain: ShownChain,
    private readonly deps: Pick<DashboardDeps, 'schedule' | 'chains' | 'onBug'>,
  ) {}

  add(page: FeedPage): void {
    this.#pages.add(page);
    if (this.#pages.size === 1) this.#begin();
    else this.#sendState(page);
  }

  remove(page: FeedPage): void {
    page.stopRounds?.();
    page.stopRounds = undefined;
    this.#pages.delete(page);
    if (this.#pages.size > 0) return;
    for (const stop of this.#stops) stop();
    this.#stops = [];
    this.#stopTimer();
    this.#last.clear();
    this.#head = undefined;
  }

  showRounds(page: FeedPage, wanted: boolean): void {
    page.wantsRounds = wanted;
    if (!wanted) {
      page.stopRounds?.();
      page.stopRounds = undefined;
    } else if (!page.isBehind) this.#sendRounds(page, false);
  }

  /** Lets a page that has read everything have what it missed. */
  catchUp(page: FeedPage): void {
    if (!page.isBehind || !this.#pages.has(page)) return;
    page.isBehind = false;
    if (page.missedRevert !== undefined) page.send({ type: 'reverted', height: page.missedRevert });
    page.missedRevert = undefined;
    this.#sendState(page);
    if (page.wantsRounds) this.#sendRounds(page, true);
  }

  #begin(): void {
    const { events, log } = this.chain;
    this.#stops = [
      events.listen((event) => {
        if (event.type === 'undoing') this.#sendAll({ type: 'reverted', height: Number(event.first) - 1 });
      }),
      log.listenToLog((kind, text) => this.#log(kind, text)),
    ];
    this.#look();
  }

  /** Sends rounds until the page is too slow, or no longer wants them. `isBack` says that it has missed some. */
  #sendRounds(page: FeedPage, isBack: boolean): void {
    let first = isBack;
    page.stopRounds ??= this.chain.rounds.listenToRounds((message) => {
      const goesOn = page.sendRounds(message, first);
      first = false;
      if (!goesOn) this.#letRead(page);
    }, ROUND_EVENTS);
  }

  /** Sends a page nothing more until it has read what was sent. */
  #letRead(page: FeedPage): void {
    page.isBehind = true;
    page.stopRounds?.();
    page.stopRounds = undefined;
  }

  #look(): void {
    this.#stopTimer = this.deps.schedule(LOOK_MS, () => this.#look());
    this.#lines = 0;
    try {
      this.#lookAtChain();
    } catch (error) {
      this.deps.onBug(error);
    }
    this.#looks++;
  }

  #lookAtChain(): void {
    const isNew = this.#lookAtHead();
    this.#update(mempoolOf(this.chain));
    this.#update(controlsOf(this.chain));
    if (this.deps.chains().length > 1 && (isNew || this.#looks % LOOKS_OF_PACKETS === 0))
      this.#update(packetsOf(this.chain));
  }

  /** Sends the newest block if it is another one. Returns whether it is. */
  #lookAtHead(): boolean {
    const before = this.#head;
    const head = headOf(this.chain);
    if (head === undefined || (before?.hash === head.hash && before.height === head.height)) return false;
    this.#head = head;
    const skipped = before === undefined ? 0 : Math.max(0, head.height - before.height - 1);
    this.#update({ type: 'head', head, skipped });
    return true;
  }

  /** Sends a message to all pages if it differs from the last one of its type. */
  #update(message: FeedMessage): void {
    const text = JSON.stringify(message);
    if (this.#last.get(message.type)?.text === text) return;
    this.#last.set(message.type, { text, message });
    this.#sendAll(message);
  }

  #log(kind: string, text: string): void {
    this.#lines++;
    if (this.#lines < LOG_LINES) this.#sendAll({ type: 'log', kind, text });
    else if (this.#lines === LOG_LINES)
      this.#sendAll({
        type: 'log',
        kind: 'gap',
        text: 'The log has more lines than this page takes; some are left out.',
      });
  }

  #sendAll(message: FeedMessage): void {
    for (const page of this.#pages) {
      if (!page.isBehind && page.isSlow) this.#letRead(page);
      if (!page.isBehind) page.send(message);
      else if (message.type === 'reverted')
        page.missedRevert = Math.min(message.height, page.missedRevert ?? message.height);
    }
  }

  /** Sends how the chain is now. */
  #sendState(page: FeedPage): void {
    for (const { message } of this.#last.values())
      page.send(message.type === 'head' ? { ...message, skipped: 0 } : message);
  }
}

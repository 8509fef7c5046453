/**
 * Implements the feed of rounds for an engine in another process. While there is a listener, it follows the engine's
 * RPC: a dump of the consensus state gives a picture, and the events of the subscription update it. A node reports only
 * its own state and the votes that it has received, so the other nodes are unknown. Times are those at which events
 * arrive.
 */
import type { PictureCause, RoundEvent, RoundFeed, RoundsMessage } from '../../../backend/rounds.js';
import type { Schedule } from '../../../client/backoff.js';
import type { JsonRpcClient } from '../../../client/json_rpc_client.js';
import { type Member, readValidators } from '../../../client/read_validators.js';
import type { RoundEvent as EngineEvent } from '../../../client/rounds/read_event.js';
import { Session, type View } from '../../../client/rounds/session.js';
import type { EventLoop } from '../../../kernel/fair_scheduler.js';
import { Outbox } from '../../backends/rounds/outbox.js';
import { RoundsListener } from '../../backends/rounds/rounds_listener.js';
import type { Clock } from '../../platform.js';
import { encodeEngineEvent } from './encode_engine_event.js';
import { enginePicture } from './engine_picture.js';
import { EngineValidators } from './engine_validators.js';

/** Most events of one message. */
const BATCH = 1000;

export interface EngineRoundsDeps {
  readonly client: JsonRpcClient;
  readonly clock: Clock;
  readonly loop: EventLoop;
  readonly schedule: Schedule;
}

export class EngineRounds implements RoundFeed {
  readonly #listeners = new Set<RoundsListener>();
  /** Listeners that had no picture yet. */
  readonly #new = new Set<RoundsListener>();
  readonly #outbox: Outbox;
  #validators = new EngineValidators();
  #members: readonly Member[] = [];
  /** Set of the last picture. */
  #shown: readonly Member[] = [];
  #session: Session | undefined;
  #problem: string | undefined;
  #batch: RoundEvent[] = [];
  #isFlushing = false;
  #events = 0;
  #at = 0;

  constructor(private readonly deps: EngineRoundsDeps) {
    this.#outbox = new Outbox(deps.loop);
  }

  /** Reason why no events arrive; `undefined` while the engine answers, and while there is no listener. */
  get problem(): string | undefined {
    return this.#problem;
  }

  /** Moniker of the engine's node; `undefined` while it is not known. */
  get moniker(): string | undefined {
    return this.#session?.node?.facts.moniker;
  }

  listenToRounds(receive: (message: RoundsMessage) => void, perSecond: number): () => void {
    const listener = new RoundsListener(receive, perSecond, () => this.deps.loop.now());
    listener.state = 'back';
    this.#listeners.add(listener);
    this.#new.add(listener);
    if (this.#session === undefined) this.#open();
    else this.#session.refresh();
    return () => {
      listener.close();
      this.#listeners.delete(listener);
      this.#new.delete(listener);
      if (this.#listeners.size === 0) this.close();
    };
  }

  /** Ends the connection to the engine. A further listener opens it again. */
  close(): void {
    this.#session?.close();
    this.#session = undefined;
    this.#problem = undefined;
    this.#batch = [];
  }

  #open(): void {
    const { client, schedule } = this.deps;
    this.#validators = new EngineValidators();
    this.#shown = [];
    const session = new Session(
      client,
      {
        prepare: async ({ position }) => {
          this.#members = await readValidators(client, position.height);
        },
        connected: (view) => {
          this.#problem = undefined;
          this.#show(view, session);
        },
        changed: (view, event) => {
          if (event !== undefined) this.#take(view, event);
          else if (view.problem === undefined) this.#show(view, session);
        },
        lost: (reason) => {
          this.#problem = reason;
        },
      },
      { schedule },
    );
    this.#session = session;
  }

  /** Returns the time in microseconds, which never goes back. */
  #now(): number {
    this.#at = Math.max(this.#at, Number(this.deps.clock.now() / 1000n));
    return this.#at;
  }

  /** Passes a picture to all listeners for which nothing is being left out. */
  #show({ state, names }: View, { node }: Session): void {
    this.#seal();
    const hasChanged = !isSameSet(this.#members, this.#shown);
    this.#shown = this.#members;
    this.#validators.update(this.#members, node?.address ?? '');
    const picture = enginePicture(state, {
      at: this.#now(),
      events: this.#events,
      names,
      validators: this.#validators,
    });
    const receivers = [...this.#listeners].filter((listener) => listener.state !== 'out');
    const first = receivers.filter((listener) => this.#new.has(listener));
    const others = receivers.filter((listener) => !this.#new.has(listener));
    const cause: PictureCause = hasChanged ? 'validators' : 'gap';
    this.#outbox.add(first, { type: 'picture', cause: 'start', picture });
    this.#outbox.add(others, { type: 'picture', cause, picture });
    for (const listener of receivers) listener.state = 'in';
    this.#new.clear();
    this.#flushSoon();
  }

  #take({ state }: View, event: EngineEvent): void {
    const encoded = encodeEngineEvent(event, { at: this.#now(), state, validators: this.#validators });
    if (encoded === undefined) return;
    this.#events++;
    this.#batch.push(encoded);
    if (this.#batch.length >= BATCH) this.#seal();
    this.#flushSoon();
  }

  /** Ends the batch, and charges it to its receivers. */
  #seal(): void {
    if (this.#batch.length === 0) return;
    const events = this.#batch;
    this.#batch = [];
    const receivers = [...this.#listeners].filter(({ state }) => state === 'in');
    this.#outbox.add(receivers, { type: 'events', events });
    for (const listener of receivers) {
      listener.budget.take(events.length);
      if (listener.budget.isFarOver) this.#leaveOut(listener);
    }
  }

  /** Sends a listener nothing until it may receive events again, and then a picture. */
  #leaveOut(listener: RoundsListener): void {
    listener.state = 'out';
    listener.stopTimer = this.deps.schedule(listener.budget.recoveryMs, () => {
      listener.state = 'back';
      this.#session?.refresh();
    });
  }

  #flushSoon(): void {
    if (this.#isFlushing) return;
    this.#isFlushing = true;
    this.deps.loop.afterIo(() => {
      this.#isFlushing = false;
      this.#seal();
      this.#outbox.drain();
    });
  }
}

const isSameSet = (a: readonly Member[], b: readonly Member[]): boolean =>
  a.length === b.length &&
  a.every(({ address, power }, index) => b[index]?.address === address && b[index]?.power === power);

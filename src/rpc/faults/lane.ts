/**
 * Passes the messages of one WebSocket through the faults: what its client sends, the answers to it, and the events of
 * its subscriptions.
 */
import type { RawId } from '../jsonrpc/raw_ids.js';
import { rawIdOf, rawIdsOf } from '../jsonrpc/raw_ids.js';
import type { FaultLane, LaneConnection, ProtocolSocket } from '../protocol_handler.js';
import type { ActiveFault } from './active_fault.js';
import type { FaultAnswer, FaultEvent, FaultExchange, FaultyServer } from './fault.js';
import { callText, parse, type ReadMessage, readText, refusalOf } from './message.js';
import { pass } from './pass.js';

interface LaneFaults {
  /** Returns the faults that apply now. */
  active(): readonly ActiveFault[];
  silence(reset: () => FaultAnswer): Promise<FaultAnswer>;
}

/** Message on its way. */
interface Turn {
  /** Whether the node has got a subscription with it. */
  subscribes: boolean;
}

const answer = (body: string): FaultAnswer => ({ status: 200, headers: {}, body });

export class Lane implements FaultLane {
  /** Receivers of answers by the id of a call, or of the first call of a batch. */
  readonly #waiting = new Map<RawId, ((text: string) => void)[]>();
  /** Number of subscriptions whose answer has not left; no event may leave before it. */
  #subscribing = 0;
  /** Texts that leave after those answers. */
  #after: string[] = [];

  constructor(
    readonly server: FaultyServer,
    readonly connection: LaneConnection,
    readonly socket: ProtocolSocket,
    readonly faults: LaneFaults,
  ) {}

  message(text: string): void {
    const message = readText(text);
    const turn: Turn = { subscribes: false };
    const passed = pass({
      ...{ message, active: this.faults.active(), exchange: this.#exchange(message) },
      whole: () => this.#ask(text, message.calls, turn),
      one: (call) => this.#ask(callText(call), [{ ...call, id: call.id ?? '0' }], turn),
    });
    if (passed === undefined) this.socket.message(text);
    else this.#leave(passed, turn).catch(() => this.connection.close(1011, 'internal error'));
  }

  sent(text: string): void {
    const value = parse(text);
    const id = Array.isArray(value) ? rawIdsOf(text).find((one) => one !== undefined) : rawIdOf(text);
    const waiting = id === undefined ? undefined : this.#waiting.get(id);
    const receive = waiting?.shift();
    if (waiting?.length === 0 && id !== undefined) this.#waiting.delete(id);
    const event = this.#eventOf(text, value, id);
    if (receive !== undefined) receive(text);
    else if (event === undefined) this.#send(text);
    else this.#pass(event, 0);
  }

  #exchange(message: ReadMessage): FaultExchange {
    const { server, connection } = this;
    const { peer, headers } = connection;
    const close = (code: number, reason: string): FaultAnswer => {
      connection.close(code, reason);
      return answer('');
    };
    const reset = (): FaultAnswer => {
      connection.reset?.();
      return answer('');
    };
    return {
      ...{ server, over: 'websocket', calls: message.calls, isBatch: message.isBatch, headers, peer },
      refuse: (refusal) => refusalOf(server, message, { ...refusal, body: undefined }),
      reset,
      close,
      silence: () => this.faults.silence(reset),
    };
  }

  /** Lets the node answer a text. Resolves at once where it has no answer. */
  #ask(text: string, calls: ReadMessage['calls'], turn: Turn): Promise<FaultAnswer> {
    if (!turn.subscribes && calls.some(({ method }) => method.endsWith('subscribe'))) {
      turn.subscribes = true;
      this.#subscribing++;
    }
    const id = calls.find((call) => call.id !== undefined)?.id;
    if (id === undefined) {
      this.socket.message(text);
      return Promise.resolve(answer(''));
    }
    return new Promise((resolve) => {
      const waiting = this.#waiting.get(id) ?? [];
      waiting.push((answered) => resolve(answer(answered)));
      this.#waiting.set(id, waiting);
      this.socket.message(text);
    });
  }

  /** Sends an answer. Events of the subscriptions that it names leave after it. */
  async #leave(passed: Promise<FaultAnswer>, turn: Turn): Promise<void> {
    const { body, breaksOff } = await passed;
    if (breaksOff === true) this.connection.reset?.();
    else if (body !== '') this.connection.send(body, true);
    if (!turn.subscribes || --this.#subscribing > 0) return;
    for (const text of this.#after.splice(0)) this.connection.send(text, true);
  }

  #send(text: string): void {
    if (this.#subscribing > 0) this.#after.push(text);
    else this.connection.send(text, true);
  }

  #eventOf(text: string, value: unknown, id: RawId | undefined): FaultEvent | undefined {
    if (typeof value !== 'object' || value === null) return undefined;
    const { server } = this;
    const { method, params, result } = value as {
      readonly method?: string;
      readonly params?: { readonly subscription?: string; readonly result?: unknown };
      readonly result?: { readonly query?: unknown };
    };
    const close = (code: number, reason: string): void => this.connection.close(code, reason);
    const own = { server, peer: this.connection.peer, text, close };
    if (method === 'eth_subscription')
      return { ...own, subscription: `${params?.subscription}`, result: params?.result };
    return server === 'comet' && result?.query !== undefined ? { ...own, subscription: `${id}`, result } : undefined;
  }

  /** Passes an event through the faults from `at` on, and sends what is left of it. */
  #pass(event: FaultEvent, at: number): void {
    const { server, connection } = this;
    const { peer, headers } = connection;
    const methods = [server === 'comet' ? 'subscribe' : 'eth_subscription'];
    const active = this.faults.active();
    for (let i = at; i < active.length; i++) {
      const { definition, fault } = active[i] as ActiveFault;
      if (definition.event === undefined) continue;
      const context = active[i]?.hit({ server, methods, peer, headers });
      if (context === undefined) continue;
      definition.event(fault, event, (text = event.text) => this.#pass({ ...event, text }, i + 1), context);
      return;
    }
    this.#send(event.text);
  }
}

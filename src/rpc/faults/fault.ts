/**
 * Defines the faults of interfaces: what goes wrong between a client and the servers of a node while they are active.
 * A fault is plain JSON and sees requests and answers as HTTP messages, JSON-RPC calls and WebSocket messages. It knows
 * no backend, so it also works before a node of any other kind. A file of `catalogue` defines one.
 */
import type { FaultData, FaultForm, FaultParameter } from '../../kernel/fault_parameter.js';
import { count, milliseconds, optional, percent, someOf, texts } from '../../kernel/fault_parameter.js';
import type { Headers, Peer } from '../protocol_handler.js';

/** Server that a fault may hit. */
export type FaultyServer = 'evm' | 'comet' | 'rest' | 'assets';

const SERVERS: readonly FaultyServer[] = ['evm', 'comet', 'rest', 'assets'];

/** Selects requests; what is absent selects all, except the server, which is `evm` then. */
export interface OnRequests {
  readonly server?: readonly FaultyServer[];
  /** Methods of JSON-RPC or paths of routes; `*` at the end stands for any rest. */
  readonly methods?: readonly string[];
  /** Clients: `header:NAME=TEXT`, `address:IP` or `connection:ID`. */
  readonly clients?: readonly string[];
  readonly percent?: number;
  readonly every?: number;
  readonly skip?: number;
  readonly times?: number;
  readonly forMs?: number;
}

/** Parameters of every fault of an interface. */
const COMMON_PARAMETERS: Readonly<Record<keyof OnRequests, FaultParameter>> = {
  server: optional(someOf('Selects the servers; without it, that of the EVM JSON-RPC.', SERVERS)),
  methods: optional(
    texts(
      'Selects methods or paths of routes, such as eth_getLogs or eth_*; without it, all except halley_*.',
      'a list of methods or paths, of which "*" may end each',
      /^[^\s*]+\*?$|^\*$/,
    ),
  ),
  clients: optional(
    texts(
      'Selects clients by header, address or connection; without it, all.',
      'a list of "header:NAME=TEXT", "address:IP" or "connection:ID"',
      /^(header:[^\s=]+=.+|address:\S+|connection:\S+)$/i,
    ),
  ),
  percent: optional(percent('Sets the part of those requests that is hit, drawn from the seed.')),
  every: optional(count('Hits each n-th of those requests only.')),
  skip: optional(count('Lets the first requests pass.')),
  times: optional(count('Limits how many requests are hit.')),
  forMs: optional(milliseconds('Limits the time since its beginning in which it acts.')),
};

/** Call of JSON-RPC, of a route of the CometBFT RPC, or of a route of another server, whose method is the path. */
export interface RpcCall {
  readonly method: string;
  readonly params: unknown;
  /** Whether the call is a URI, whose parameters are texts as in the query: `{ height: '5' }`. */
  readonly isUri: boolean;
}

/** Answer to one call. */
export type RpcReply =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** Lets the node, or the next fault, answer a call, or another call in its place. */
export type NextCall = (changed?: Partial<Pick<RpcCall, 'method' | 'params'>>) => Promise<RpcReply>;

/** Answer to a whole message: a response of HTTP, or the text that leaves over a WebSocket, which may be empty. */
export interface FaultAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Whether the connection breaks off in the middle of the body. */
  readonly breaksOff?: true;
}

/** Refusal in the dialect of the server. Over a WebSocket it is a JSON-RPC error for each call. */
export interface RpcRefusal {
  /** Status of HTTP. */
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: number;
  readonly message: string;
  /** Text in place of a JSON-RPC error, over HTTP only. */
  readonly body?: string;
}

/** Message of a client, over HTTP or WebSocket. */
export interface FaultExchange {
  readonly server: FaultyServer;
  readonly over: 'http' | 'websocket';
  /** Calls of the message, in their order; none in what is no call, such as invalid JSON. */
  readonly calls: readonly RpcCall[];
  readonly isBatch: boolean;
  /** Headers of the request, or of the one that opened the WebSocket. */
  readonly headers: Headers;
  readonly peer: Peer;
  /** Makes the answer that refuses every call of the message. */
  refuse(refusal: RpcRefusal): FaultAnswer;
  /** Breaks the connection at once, and returns an answer that nobody gets. */
  reset(): FaultAnswer;
  /** Closes the WebSocket. Over HTTP it breaks the connection. */
  close(code: number, reason: string): FaultAnswer;
  /** Never resolves; the client waits until it leaves. */
  silence(): Promise<FaultAnswer>;
}

/** Message of a subscription, which leaves over a WebSocket. */
export interface FaultEvent {
  readonly server: FaultyServer;
  readonly peer: Peer;
  /** Id of the subscription: of `eth_subscribe`, or that of the call `subscribe`. */
  readonly subscription: string;
  /** What the event reports: header, log, hash of a transaction, or data of the CometBFT RPC. */
  readonly result: unknown;
  /** Message as it would leave. */
  readonly text: string;
  /** Closes the WebSocket of the subscription. */
  close(code: number, reason: string): void;
}

/** Provides what a fault may use besides the message. */
export interface FaultContext {
  /** Number of requests that the fault has hit so far, with this one. */
  readonly hits: number;
  /** Milliseconds since the fault began, which go on after a restart. */
  readonly elapsedMs: number;
  /** Draws an integer in [0, bound) from the stream of this fault. */
  draw(bound: number): number;
  /** Resolves after that time, also when the fault has ended. */
  wait(ms: number): Promise<void>;
  /** Runs the action after that time, unless the fault has ended or was reverted. */
  later(ms: number, action: () => void): void;
  /** Calls a method of the node behind the fault, past all faults. */
  ask(method: string, params: unknown): Promise<RpcReply>;
  /** Value that the fault stores: immutable JSON, part of snapshots and on disk. It is undefined at first. */
  memory: unknown;
  /** Values by connection or other keys that are in no snapshot and end with the process. */
  readonly scratch: Map<string, unknown>;
}

/** Adds one to the number that a fault has under a key of `scratch`, and returns it. */
export function countUp(scratch: FaultContext['scratch'], key: string): number {
  const next = ((scratch.get(key) as number | undefined) ?? 0) + 1;
  scratch.set(key, next);
  return next;
}

type OwnParameters<Data> = {
  readonly [K in Exclude<keyof Data, 'type' | keyof OnRequests>]-?: FaultParameter;
};

/** Hooks of a fault. One that is absent changes nothing. */
interface FaultHooks<Data> {
  /** Returns whether the fault concerns a message at all; one that it does not concern is not counted. */
  concerns?(exchange: FaultExchange): boolean;
  /** Answers a message as a whole. `next` lets the node, or the fault after this one, answer it. */
  message?(
    fault: Data,
    exchange: FaultExchange,
    next: () => Promise<FaultAnswer>,
    context: FaultContext,
  ): FaultAnswer | Promise<FaultAnswer>;
  /**
   * Answers a call; those of a batch one after the other. `next` lets the node answer it, or another call in its place.
   */
  call?(
    fault: Data,
    call: RpcCall,
    next: NextCall,
    context: FaultContext,
    exchange: FaultExchange,
  ): RpcReply | Promise<RpcReply>;
  /** Receives a message of a subscription. `send` passes a text on: the event's own when it is absent. */
  event?(fault: Data, event: FaultEvent, send: (text?: string) => void, context: FaultContext): void;
  /** Returns whether a WebSocket is refused. */
  refusesSocket?(
    fault: Data,
    request: { readonly peer: Peer; readonly headers: Headers },
    context: FaultContext,
  ): boolean;
  /** Runs when the fault begins, also after a restart or a revert, with its memory. */
  begin?(fault: Data, context: FaultContext): void;
  /** Runs when the fault is removed. */
  end?(fault: Data, context: FaultContext): void;
}

export interface RpcFaultDefinition<Data extends FaultData & OnRequests = FaultData & OnRequests>
  extends FaultForm,
    FaultHooks<Data> {
  readonly type: Data['type'];
  /** Effect of the fault, in one sentence. */
  readonly summary: string;
  /** Methods whose calls it may hit; all without it. */
  readonly methods?: readonly string[];
  /** Methods whose calls reach it without being counted or drawn, so that it shows what it has done. */
  readonly follows?: readonly string[];
  refusal?(fault: Data): string | undefined;
}

/** Defines a fault by its own parameters, of which the first is the value in `NAME(VALUE)`, and its hooks. */
export const defineRpcFault = <Data extends FaultData & OnRequests>(
  definition: Omit<RpcFaultDefinition<Data>, 'parameters'> & { readonly parameters: OwnParameters<Data> },
): RpcFaultDefinition<Data> => ({ ...definition, parameters: { ...definition.parameters, ...COMMON_PARAMETERS } });

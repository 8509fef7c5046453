/** Serves a node of any kind behind the faults of interfaces. */
import { type Endpoint, parseEndpoint } from '../../client/endpoint.js';
import { HalleyError } from '../../kernel/errors.js';
import { RpcGates } from '../../rpc/faults/gate.js';
import { NO_CORS, OPEN_CORS } from '../../server/cors.js';
import { type Listener, listen } from '../../server/listener.js';
import { COMET_RPC_PORT, EVM_RPC_PORT } from '../../settings/default_ports.js';
import { type DevnetFault, isRpcFault, type RpcFault } from '../faults/fault_menu.js';
import { faultMenu, loadFaults, readFault, readFaultText } from '../faults/read_fault.js';
import { hostSchedule, hostTicker, monotonicMs } from '../platform.js';
import { type ControlMethod, ForwardHandler } from './forward_handler.js';

export interface ProxyOptions {
  /** Faults that act from the beginning, such as `slow(600ms)` or `{ type: 'slow', ms: 600 }`. */
  readonly faults?: readonly (DevnetFault | string)[];
  /** Interface of the node. The default is `comet` for `tcp://` and port 26657, otherwise `evm`. */
  readonly server?: 'evm' | 'comet';
  /** Address of the proxy. The default is `127.0.0.1:0`, a free port. */
  readonly address?: string;
  /** URL of the node's WebSocket. The default is its URL. */
  readonly webSocketUrl?: string;
  /** Seed of the faults. The default is `proxy`. */
  readonly seed?: string;
}

export interface ProxyFault {
  readonly id: number;
  readonly fault: DevnetFault;
  /** Requests that it has hit. */
  readonly hits: number;
}

/** Proxy before a node. Also `halley_addFault`, `halley_removeFault`, `halley_faults` and `halley_faultMenu` control it. */
export interface FaultProxy extends AsyncDisposable {
  readonly server: 'evm' | 'comet';
  readonly url: string;
  readonly webSocketUrl: string;
  /** Active faults, oldest first. */
  readonly faults: readonly ProxyFault[];
  /** Begins a fault, and returns its id. Throws HalleyError `invalid-argument`. */
  addFault(fault: DevnetFault | string): number;
  /** Ends a fault. Throws HalleyError `not-found`. */
  removeFault(id: number): void;
  close(): Promise<void>;
}

const LIMITS = { timeoutMs: 120_000, maxBytes: 128 * 1024 * 1024 };
const SERVER_LIMITS = { bodyBytes: LIMITS.maxBytes, webSocketMessageBytes: LIMITS.maxBytes, writeTimeMs: 0 };

/** Starts a proxy. Throws HalleyError: `invalid-argument` for a URL or a fault, `address-in-use`. */
export async function createProxy(url: string, options: ProxyOptions): Promise<FaultProxy> {
  const { server = likelyServer(url), seed = 'proxy', address = '127.0.0.1:0' } = options;
  const port = server === 'comet' ? COMET_RPC_PORT : EVM_RPC_PORT;
  const http = parseEndpoint(url, port);
  const webSocket = options.webSocketUrl === undefined ? http : parseEndpoint(options.webSocketUrl, port);
  await loadFaults();
  const gates = new RpcGates({
    ...{ seed, nowMs: monotonicMs, schedule: hostSchedule },
    loadReader: async () => (text) => readRpcFault(text, http),
  });
  const gate = gates.of(server);
  const rpcFaults = await gates.create();
  gates.serve(rpcFaults);
  const active = new Map<number, RpcFault>();
  let nextId = 1;
  const addFault = (given: unknown): number => {
    const fault = readRpcFault(given, http);
    const id = nextId++;
    rpcFaults.begin({ id, fault: { server: [server], ...fault } });
    active.set(id, fault);
    return id;
  };
  const removeFault = (id: number): void => {
    if (!active.delete(id)) throw new HalleyError('not-found', `there is no active fault ${id}`, { id });
    rpcFaults.end(id);
  };
  const faults = (): readonly ProxyFault[] => {
    const states = new Map(rpcFaults.states().map(({ id, state }) => [id, state]));
    return [...active].map(([id, fault]) => ({ id, fault, hits: states.get(id)?.hits ?? 0 }));
  };
  for (const fault of options.faults ?? []) addFault(fault);
  const control = new Map<string, ControlMethod>([
    ['halley_addFault', (fault) => toQuantity(addFault(fault))],
    [
      'halley_removeFault',
      (id) => {
        removeFault(Number(id));
        return null;
      },
    ],
    ['halley_faults', () => faults().map((one) => ({ ...one, id: toQuantity(one.id), hits: toQuantity(one.hits) }))],
    ['halley_faultMenu', menuOfProxy],
  ]);
  const listener: Listener = await listen({
    ...{ address, flag: '--address', ticker: hostTicker, limits: SERVER_LIMITS, faults: gate },
    handler: new ForwardHandler({ http, webSocket, limits: LIMITS, control }),
    cors: server === 'evm' ? OPEN_CORS : NO_CORS,
  });
  const close = async (): Promise<void> => {
    gates.close();
    await listener.close();
  };
  return {
    ...{ server, url: listener.url, webSocketUrl: listener.webSocketUrl },
    get faults() {
      return faults();
    },
    addFault,
    removeFault,
    close,
    [Symbol.asyncDispose]: close,
  };
}

const toQuantity = (value: number): string => `0x${value.toString(16)}`;

const likelyServer = (url: string): 'evm' | 'comet' =>
  /^tcp:/i.test(url.trim()) || url.includes(`:${COMET_RPC_PORT}`) ? 'comet' : 'evm';

/** Reads a fault that acts on messages. Throws HalleyError `invalid-argument`, also for one that changes the chain. */
function readRpcFault(given: unknown, { label }: Endpoint): RpcFault {
  const fault = typeof given === 'string' ? readFaultText(given) : readFault(given);
  if (isRpcFault(fault)) return fault;
  throw new HalleyError(
    'invalid-argument',
    `fault "${fault.type}" changes the chain of a devnet, and ${label} is behind a proxy: expected a fault of the interfaces, such as slow(600ms)`,
    { type: fault.type },
  );
}

async function menuOfProxy(): Promise<object> {
  const kinds = (await faultMenu()).filter(({ at }) => at === 'rpc');
  return Object.fromEntries(kinds.map(({ type, ...description }) => [type, description]));
}

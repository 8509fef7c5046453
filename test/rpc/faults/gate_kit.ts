/** Faults before a small node, with a clock that the test moves. No sockets. */
import { loadHeaderReader } from '../../../src/devnet/faults/read_fault.js';
import { utf8 } from '../../../src/kernel/text.js';
import type { FaultyServer } from '../../../src/rpc/faults/fault.js';
import { RpcGates } from '../../../src/rpc/faults/gate.js';
import { wholeAnswer } from '../../../src/rpc/faults/message.js';
import {
  type Handle,
  IN_PROCESS_PEER,
  type LaneConnection,
  type Peer,
  type ProtocolSocket,
} from '../../../src/rpc/protocol_handler.js';

interface Planned {
  readonly at: number;
  readonly action: () => void;
}

/** Makes a clock whose actions run when the test moves it. */
function testClock() {
  let now = 0;
  const planned = new Set<Planned>();
  return {
    nowMs: () => now,
    schedule(delayMs: number, action: () => void) {
      const one = { at: now + delayMs, action };
      planned.add(one);
      return () => void planned.delete(one);
    },
    async pass(ms: number): Promise<void> {
      const end = now + ms;
      for (;;) {
        // Promises of earlier actions settle before the next one.
        await new Promise((resolve) => setImmediate(resolve));
        const [next] = [...planned].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
        if (next === undefined) break;
        planned.delete(next);
        now = Math.max(now, next.at);
        next.action();
      }
      now = end;
    },
  };
}

type Answers = Readonly<Record<string, unknown>>;

/** Starts faults before a node that answers methods with fixed results, and counts what reaches it. */
export async function faultyNode(answers: Answers = { eth_chainId: '0x1', eth_call: '0x' }, seed = 's') {
  const clock = testClock();
  const seen: string[] = [];
  const gates = new RpcGates({ seed, ...clock, loadReader: loadHeaderReader });
  const faults = await gates.create();
  gates.serve(faults);
  const reply = ({ id, method }: { readonly id: unknown; readonly method: string }): object => {
    seen.push(method);
    return method in answers
      ? { jsonrpc: '2.0', id, result: answers[method] }
      : { jsonrpc: '2.0', id, error: { code: -32601, message: `no ${method}` } };
  };
  const node: Handle = ({ body }) => {
    const value = JSON.parse(new TextDecoder().decode(body)) as { id: unknown; method: string };
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(Array.isArray(value) ? value.map(reply) : reply(value)),
    };
  };
  let id = 0;
  return {
    clock,
    gates,
    faults,
    node,
    /** Methods that reached the node. */
    seen,
    begin(fault: object): number {
      faults.begin({ id: ++id, fault: fault as { type: string } });
      return id;
    },
    /** Sends a body over HTTP. */
    async http(body: unknown, { server = 'evm' as FaultyServer, headers = {}, peer = IN_PROCESS_PEER as Peer } = {}) {
      const gate = gates.of(server);
      const text = typeof body === 'string' ? body : JSON.stringify(body);
      const request = { method: 'POST', path: '/', query: '', headers, body: utf8(text), peer };
      return wholeAnswer(await gate.handle(request, node));
    },
    /** Opens a WebSocket. `arrived` has what its client gets. */
    socket({ server = 'evm' as FaultyServer, headers = {} } = {}) {
      const arrived: string[] = [];
      const connection: LaneConnection = {
        ...{ path: '/', query: '', headers, peer: { ...IN_PROCESS_PEER, id: 'ws' } },
        send: (text) => void arrived.push(text),
        close: (code, reason) => void arrived.push(`closed ${code} ${reason}`),
        reset: () => void arrived.push('reset'),
      };
      const socket: ProtocolSocket = {
        message: (text) => lane?.sent(JSON.stringify(reply(JSON.parse(text) as { id: unknown; method: string }))),
        close: () => undefined,
      };
      const lane = gates.of(server).lane(connection, socket, node);
      return { arrived, lane };
    },
  };
}

export const call = (method: string, id: unknown = 1, params: readonly unknown[] = []) => ({
  jsonrpc: '2.0',
  id,
  method,
  params,
});

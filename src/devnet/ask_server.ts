/** Sends a request to a server of a chain without a socket: it passes the faults, and its answer is what a client sees. */
import { utf8 } from '../kernel/text.js';
import { createEvmHandler } from '../rpc/evm/evm_handler.js';
import { IN_PROCESS_PEER, isStreamed, type ProtocolRequest } from '../rpc/protocol_handler.js';
import type { ChainNode } from './chain_node.js';
import { cometHandler } from './served_chain.js';

const ID = 1;

/** Answer to one request, or what its client has in place of one. */
export interface ServerAnswer {
  readonly is: 'result' | 'error' | 'unreadable' | 'foreign' | 'lost';
  readonly status?: number;
  readonly result?: string;
  readonly error?: number;
}

const LOST: ServerAnswer = { is: 'lost' };

/** Sends a call of JSON-RPC. A connection that breaks gives a lost answer. */
export async function askServer(
  node: ChainNode,
  server: 'evm' | 'comet',
  method: string,
  params: unknown,
): Promise<ServerAnswer> {
  let isBroken = false;
  const reset = (): void => {
    isBroken = true;
  };
  const gate = node.rpcGates.of(server);
  const handler = server === 'evm' ? createEvmHandler(node.evm) : cometHandler(node, node.host.options);
  const request: ProtocolRequest = {
    method: 'POST',
    path: '/',
    query: '',
    headers: { 'content-type': 'application/json' },
    body: utf8(JSON.stringify({ jsonrpc: '2.0', id: ID, method, params })),
    peer: { ...IN_PROCESS_PEER, reset },
  };
  const { status, ...response } = await gate.handle(request, (passed) => handler.handle(passed));
  if (isBroken) return LOST;
  let body = '';
  if (!isStreamed({ status, ...response })) body = String(response.body);
  else
    try {
      for await (const part of response.body as AsyncIterable<string>) body += part;
    } catch {
      return LOST;
    }
  return { status, ...readAnswer(body) };
}

function readAnswer(body: string): ServerAnswer {
  try {
    const { id, result, error } = JSON.parse(body) as { id?: unknown; result?: unknown; error?: { code: number } };
    if (id !== ID) return { is: 'foreign' };
    if (error !== undefined) return { is: 'error', error: error.code };
    return { is: 'result', result: typeof result === 'string' ? result : JSON.stringify(result) };
  } catch {
    return { is: 'unreadable' };
  }
}

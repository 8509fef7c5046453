/** Sends a request to a server of a chain without a socket: it passes the faults, and its answer is what a client sees. */
import { createEvmHandler } from '../rpc/evm/evm_handler.js';
import { callRequest, wholeAnswer } from '../rpc/faults/message.js';
import type { ChainNode } from './chain_node.js';
import { cometHandler } from './served_chain.js';

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
  const response = await gate.handle(callRequest(method, params, reset), (passed) => handler.handle(passed));
  if (isBroken) return LOST;
  try {
    const { status, body } = await wholeAnswer(response);
    return { status, ...readAnswer(body) };
  } catch {
    return LOST;
  }
}

function readAnswer(body: string): ServerAnswer {
  try {
    const { id, result, error } = JSON.parse(body) as { id?: unknown; result?: unknown; error?: { code: number } };
    if (id !== 1) return { is: 'foreign' };
    if (error !== undefined) return { is: 'error', error: error.code };
    return { is: 'result', result: typeof result === 'string' ? result : JSON.stringify(result) };
  } catch {
    return { is: 'unreadable' };
  }
}

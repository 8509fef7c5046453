/** Waits until the programs of nodes respond. */
import { type Schedule, timers } from '../../client/backoff.js';
import { parseEndpoint } from '../../client/endpoint.js';
import { JsonRpcClient } from '../../client/json_rpc_client.js';
import { COMET_RPC_PORT, EVM_RPC_PORT } from '../../settings/default_ports.js';

/** Time between two attempts by default. */
const POLL_MS = 100;
const CALL_LIMITS = { timeoutMs: 5_000 };

/** Returns whether the engine's RPC answers. */
export const engineAnswers = (rpcUrl: string): Promise<boolean> => answers(rpcUrl, COMET_RPC_PORT, 'health');

/** Returns whether the application's EVM JSON-RPC answers, with a result or an error. */
export const appAnswers = (evmHttpUrl: string): Promise<boolean> => answers(evmHttpUrl, EVM_RPC_PORT, 'eth_chainId');

async function answers(url: string, port: number, method: string): Promise<boolean> {
  try {
    await new JsonRpcClient(parseEndpoint(url, port), CALL_LIMITS).call(method);
    return true;
  } catch (error) {
    return (error as { readonly code?: unknown }).code === 'remote-error';
  }
}

/** Polls every `pollMs` until `holds` or `isOver` returns true. Returns whether `holds` did. */
export async function untilHolds(
  holds: () => Promise<boolean>,
  isOver: () => boolean,
  schedule: Schedule = timers,
  pollMs = POLL_MS,
): Promise<boolean> {
  while (!isOver()) {
    if (await holds()) return true;
    await new Promise<void>((resolve) => schedule(pollMs, resolve));
  }
  return false;
}

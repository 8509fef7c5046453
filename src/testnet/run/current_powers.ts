/** Reads the current powers of the validators from the RPC of an engine. */
import { parseEndpoint } from '../../client/endpoint.js';
import { JsonRpcClient } from '../../client/json_rpc_client.js';
import { readValidators } from '../../client/read_validators.js';
import { HalleyError } from '../../kernel/errors.js';
import { COMET_RPC_PORT } from '../../settings/default_ports.js';
import type { Powers } from './quorum.js';

const CALL_LIMITS = { timeoutMs: 5_000 };

/** Returns the powers of the newest height by address in upper-case hex; undefined when the engine does not answer. */
export async function currentPowers(rpcUrl: string): Promise<Powers['byAddress'] | undefined> {
  const client = new JsonRpcClient(parseEndpoint(rpcUrl, COMET_RPC_PORT), CALL_LIMITS);
  try {
    const members = await readValidators(client);
    return members.length === 0 ? undefined : new Map(members.map(({ address, power }) => [address, power]));
  } catch (error) {
    if (error instanceof HalleyError) return undefined;
    throw error;
  }
}

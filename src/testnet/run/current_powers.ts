/** Reads the current powers of the validators from the RPC of an engine. */
import { parseEndpoint } from '../../client/endpoint.js';
import { JsonRpcClient } from '../../client/json_rpc_client.js';
import { HalleyError } from '../../kernel/errors.js';
import { COMET_RPC_PORT } from '../../settings/default_ports.js';
import type { Powers } from './quorum.js';

/** Is the highest number of validators of a page. */
const PAGE_SIZE = 100;
const MAX_PAGES = 100;
const CALL_LIMITS = { timeoutMs: 5_000 };

interface Page {
  readonly validators?: readonly { readonly address?: unknown; readonly voting_power?: unknown }[];
  readonly total?: unknown;
}

/** Returns the powers of the newest height by address in upper-case hex; undefined when the engine does not answer. */
export async function currentPowers(rpcUrl: string): Promise<Powers['byAddress'] | undefined> {
  const client = new JsonRpcClient(parseEndpoint(rpcUrl, COMET_RPC_PORT), CALL_LIMITS);
  const powers = new Map<string, bigint>();
  try {
    for (let page = 1; page <= MAX_PAGES; page++) {
      const { validators = [], total } = Object(
        await client.call('validators', { page: `${page}`, per_page: `${PAGE_SIZE}` }),
      ) as Page;
      for (const { address, voting_power: power } of validators) {
        if (typeof address !== 'string' || !/^\d{1,19}$/.test(String(power))) return undefined;
        powers.set(address.toUpperCase(), BigInt(String(power)));
      }
      if (validators.length === 0 || powers.size >= Number(total)) break;
    }
  } catch (error) {
    if (error instanceof HalleyError) return undefined;
    throw error;
  }
  return powers.size === 0 ? undefined : powers;
}

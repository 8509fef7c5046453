/** Reads what the view shows of a node, and finds out whether it is one. */
import type { JsonRpcClient } from '../../client/json_rpc_client.js';
import { HalleyError } from '../../kernel/errors.js';
import { shortened } from '../../kernel/printable.js';
import { COMET_RPC_URL } from '../../settings/default_ports.js';
import { objectAt, textOf } from './rounds/json.js';
import { type Names, readNames } from './rounds/names.js';
import type { NodeFacts } from './view/render.js';

export interface ObservedNode {
  readonly facts: NodeFacts;
  readonly names: Names;
}

/** Limits a genesis document, which is read only for the names of validators. Its answer may be left out. */
const GENESIS_LIMITS = { timeoutMs: 5_000, maxResponseBytes: 4_000_000 };
const MAX_TEXT = 50;

/** Asks a node for its status. Throws HalleyError for a server that is not the RPC of a CometBFT node. */
export async function observedNode(client: JsonRpcClient): Promise<ObservedNode> {
  const status = await statusOf(client);
  const { network, moniker, version } = objectAt(status, 'node_info');
  const fact = (value: unknown): string => shortened(textOf(value), MAX_TEXT);
  const facts = {
    label: client.endpoint.label,
    chainId: fact(network),
    moniker: fact(moniker),
    version: fact(version),
  };
  return { facts, names: readNames(await genesisOf(client), status) };
}

async function statusOf(client: JsonRpcClient): Promise<unknown> {
  const expected = `expected the CometBFT RPC of a node, such as ${COMET_RPC_URL}`;
  let status: unknown;
  try {
    status = await client.call('status');
  } catch (error) {
    if (!(error instanceof HalleyError)) throw error;
    const isAbsent = error.code === 'unavailable';
    throw new HalleyError(
      error.code,
      `${isAbsent ? '' : 'this is not a CometBFT RPC: '}${error.message}; ${isAbsent ? `${expected} (halley start runs one)` : expected}`,
      error.facts,
    );
  }
  if (textOf(objectAt(status, 'node_info')['network']) === '' || objectAt(status)['sync_info'] === undefined)
    throw new HalleyError(
      'remote-error',
      `this is not a CometBFT RPC: ${client.endpoint.label} answered status without node_info and sync_info; ${expected}`,
    );
  return status;
}

/** Returns the genesis document, or undefined when the node does not send it, for example because it is too long. */
async function genesisOf(client: JsonRpcClient): Promise<unknown> {
  try {
    return await client.call('genesis', [], GENESIS_LIMITS);
  } catch (error) {
    if (error instanceof HalleyError) return undefined;
    throw error;
  }
}

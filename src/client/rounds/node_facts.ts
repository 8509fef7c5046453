/** Reads the description of a node and the names of its validators, and checks whether it is a CometBFT node. */

import { HalleyError } from '../../kernel/errors.js';
import { shortened } from '../../kernel/text.js';
import type { JsonRpcClient } from '../json_rpc_client.js';
import { objectAt, textOf } from '../json_values.js';
import { type Names, readNames } from './names.js';

/** Facts of the observed node, from its `status`. All texts are printable. */
export interface NodeFacts {
  readonly label: string;
  readonly chainId: string;
  readonly moniker: string;
  readonly version: string;
}

export interface ObservedNode {
  readonly facts: NodeFacts;
  readonly names: Names;
  /** Consensus address of the node's own key, as 40 hex digits; empty when the node does not say it. */
  readonly address: string;
}

/** Example of a URL in messages. */
const EXAMPLE_URL = 'http://127.0.0.1:26657';

/** Read limits of a genesis document, which is read only for the names of validators. It may be omitted. */
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
  const address = textOf(objectAt(status, 'validator_info')['address']).slice(0, MAX_TEXT).toUpperCase();
  return { facts, names: readNames(await genesisOf(client), status), address };
}

async function statusOf(client: JsonRpcClient): Promise<unknown> {
  const expected = `expected the CometBFT RPC of a node, such as ${EXAMPLE_URL}`;
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

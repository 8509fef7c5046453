/** Passes requests below `/chains/CHAIN` to the EVM JSON-RPC and the CometBFT RPC of that chain. */
import type { ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import type { ServedChain } from '../served_chain.js';
import { refused } from './responses.js';

const PATH = /^\/chains\/([^/]+)\/(evm|comet)(\/.*)?$/;
/**
 * Matches paths that the CometBFT RPC would redirect, to a place outside of the dashboard's paths. URLs treat `\` as `/`,
 * and `%2e` as a dot.
 */
const UNCLEAN = /[/\\](?:[/\\]|(?:\.|%2e){1,2}(?:[/\\]|$))|\\/i;

/** Answers a request; undefined for a path that names no interface of a chain. */
export function chainResponse(
  request: ProtocolRequest,
  chains: () => readonly ServedChain[],
): ProtocolResponse | Promise<ProtocolResponse> | undefined {
  const [, name = '', protocol, rest = ''] = PATH.exec(request.path) ?? [];
  if (protocol === undefined || UNCLEAN.test(request.path)) return undefined;
  const id = decoded(name);
  const chain = chains().find((one) => one.id === id);
  if (chain === undefined) {
    const ids = chains().map((one) => one.id);
    return refused(404, `there is no chain "${id}": expected one of ${ids.join(', ')}`);
  }
  const path = rest === '' ? '/' : rest;
  return protocol === 'evm'
    ? chain.evmHandler().handle({ ...request, path })
    : chain.cometHandler().handle({ ...request, path });
}

/** Decodes percent escapes; returns a text with invalid ones as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

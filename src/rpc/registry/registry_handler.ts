/**
 * Serves the chains of a devnet to wallets, explorers and test suites: documents of the chain registry, Keplr's
 * `ChainInfo`, and a faucet. Paths without a chain are those of the devnet's own; another chain stands before the path,
 * by its name or its id: `/hub/keplr.json`.
 */
import type { AssetBackend } from '../../backend/assets.js';
import { HalleyError } from '../../kernel/errors.js';
import type { Schedule } from '../jsonrpc/limits.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { json, refused } from '../rest/responses.js';
import type { ServedChain } from '../served_chain.js';
import { assetListDocument, chainDocument, keplrDocument, type RegistryChain } from './documents.js';
import { credit, type FaucetChain, faucetStatus } from './faucet.js';

export interface RegistryDeps {
  /** Returns all chains, the devnet's own first. */
  chains(): readonly ServedChain[];
  readonly assets: AssetBackend;
  readonly schedule: Schedule;
  /** Amount of a credit of the faucet, in units of `10^decimals`. */
  readonly creditAmount: number;
  /** Receives a bug of ours that a request ran into. */
  readonly onBug: (error: unknown) => void;
}

/** Documents hold nothing secret, and a wallet's page reads them. The faucet checks its caller. */
const HEADERS = { 'access-control-allow-origin': '*', 'cache-control': 'no-store' };

/** Chain that a path names, with the rest of the path. */
interface Named {
  readonly served: ServedChain;
  readonly registry: RegistryChain;
  readonly path: string;
}

export function createRegistryHandler(deps: RegistryDeps): ProtocolHandler {
  const answer = (request: ProtocolRequest): ProtocolResponse | Promise<ProtocolResponse> => {
    const { method } = request;
    if (method === 'OPTIONS') return preflight();
    if (request.path === '/') return isRead(method) ? json(200, { chains: chainList(deps) }) : wrongMethod(method);
    const named = chainNamed(request.path, deps);
    if (named === undefined)
      return refused(404, `there is no ${request.path}: expected /, or ${PATHS.join(', ')} of a chain that / lists`);
    const { served, registry, path } = named;
    const { schedule, creditAmount } = deps;
    const faucet: FaucetChain = { served, assets: registry.assets, schedule, creditAmount };
    if (path === '/credit') return credit(request, faucet);
    if (!isRead(method)) return wrongMethod(method);
    if (path === '/status') return json(200, faucetStatus(faucet));
    if (path === '/chain.json') return json(200, chainDocument(registry));
    if (path === '/assetlist.json') return json(200, assetListDocument(registry.assets, deps.assets.chains()));
    return json(200, keplrDocument(registry));
  };
  return {
    name: 'registry',
    async handle(request) {
      const { headers, ...response } = await respond(() => answer(request), deps.onBug);
      return { ...response, headers: { ...headers, ...HEADERS } };
    },
  };
}

async function respond(
  answer: () => ProtocolResponse | Promise<ProtocolResponse>,
  onBug: (error: unknown) => void,
): Promise<ProtocolResponse> {
  try {
    return await answer();
  } catch (error) {
    if (error instanceof HalleyError) return refused(404, error.message);
    onBug(error);
    return refused(500, 'internal error: this is a bug of Halley');
  }
}

const PATHS = ['/chain.json', '/assetlist.json', '/keplr.json', '/status', '/credit'];

const isRead = (method: string): boolean => method === 'GET' || method === 'HEAD';

const wrongMethod = (method: string): ProtocolResponse => refused(405, `${method} is not allowed: expected GET`);

const preflight = (): ProtocolResponse => ({
  status: 204,
  headers: { 'access-control-allow-methods': 'GET, POST, OPTIONS', 'access-control-allow-headers': 'content-type' },
  body: '',
});

const chainList = ({ chains, assets }: RegistryDeps): readonly object[] =>
  chains().map(({ id }, i) => ({
    chain_name: assets.chains().get(id)?.chainName,
    chain_id: id,
    paths: PATHS.map((path) => (i === 0 ? path : `/${encodeURIComponent(id)}${path}`)),
  }));

/** Finds the chain that a path names. Returns undefined for an unknown chain, and for any other path. */
function chainNamed(requested: string, { chains, assets }: RegistryDeps): Named | undefined {
  const path = PATHS.find((known) => requested.endsWith(known));
  if (path === undefined) return undefined;
  const name = requested.slice(1, -path.length);
  const all = assets.chains();
  const served = chains().find(({ id }, i) => (name === '' ? i === 0 : name === id || all.get(id)?.chainName === name));
  const facts = served && all.get(served.id);
  return facts && { served, path, registry: { assets: facts, evm: served.evm, urls: served.urls() } };
}

/**
 * Serves the dashboard: the files of the page, facts of the devnet, and the interfaces of its chains. `wire.ts` lists
 * the routes. Only programs of this machine and the page itself may use them (`guard.ts`).
 */
import { HalleyError } from '../../kernel/errors.js';
import { fromUtf8 } from '../../kernel/text.js';
import { TextStream } from '../../kernel/text_stream.js';
import type { ProtocolHandler, ProtocolRequest, ProtocolResponse } from '../protocol_handler.js';
import { json, refused } from '../rest/responses.js';
import type { ShownChain } from '../served_chain.js';
import type { ArtifactFolder, DashboardDeps } from './deps.js';
import { Feed } from './feed.js';
import { fileNamed, fileServer, WALLET_SCRIPT } from './files.js';
import { callerProblem, requestProblem, scriptProblem } from './guard.js';
import { type LineSink, lineResponse } from './line_stream.js';
import { plainText, secured, shared } from './responses.js';
import { Scenarios } from './scenarios.js';
import type { About, ArtifactFile, ReplayLine } from './wire.js';

type Answer = ProtocolResponse | Promise<ProtocolResponse>;

interface Route {
  readonly method: 'GET' | 'POST';
  answer(request: ProtocolRequest): Answer;
}

const OF_ENGINE = 'an engine in another process decides the blocks of this chain, and keeps no rounds';
const NOTHING_KEPT = 'no rounds are kept yet: no block was begun since the devnet started or went back';

const BUG = refused(500, 'internal error: this is a bug of Halley');

const CHAIN_PATH = /^\/chains\/([^/]+)\/(evm|comet|keplr|keys|rest|rounds)(\/.*)?$/;
const BLOCKS_PATH = /^\/(\d{1,15})(?:-(\d{1,15}))?$/;
/**
 * Matches paths that the CometBFT RPC would redirect, to a place outside of the dashboard's paths. URLs treat `\` as `/`,
 * and `%2e` as a dot.
 */
const UNCLEAN_PATH = /[/\\](?:[/\\]|(?:\.|%2e){1,2}(?:[/\\]|$))|\\/i;

/**
 * Passes requests below `/chains/CHAIN` to the EVM JSON-RPC, the CometBFT RPC or the REST gateway of that chain, describes
 * it to Keplr, or replays its rounds. Returns undefined for a path that names no interface of a chain.
 */
function chainResponse(request: ProtocolRequest, deps: DashboardDeps): Answer | undefined {
  const { chains, keplrInfo } = deps;
  const [, name = '', protocol, rest = ''] = CHAIN_PATH.exec(request.path) ?? [];
  if (protocol === undefined || UNCLEAN_PATH.test(request.path)) return undefined;
  const id = decodedName(name);
  const chain = chains().find((one) => one.id === id);
  if (chain === undefined) {
    const ids = chains().map((one) => one.id);
    return refused(404, `there is no chain "${id}": expected one of ${ids.join(', ')}`);
  }
  if (protocol === 'keys' && rest === '')
    return request.method === 'GET' ? json(200, chain.keys()) : wrongMethod(request, 'GET');
  if (protocol === 'keys') return undefined;
  if (protocol === 'keplr') return rest === '' ? keplrResponse(keplrInfo(chain)) : undefined;
  if (protocol === 'rounds')
    return request.method === 'GET' ? roundsResponse(chain, rest, request, deps) : wrongMethod(request, 'GET');
  const path = rest === '' ? '/' : rest;
  if (protocol === 'rest') return deps.gateway(chain).then((gateway) => gateway.handle({ ...request, path }));
  return protocol === 'evm'
    ? chain.evmHandler().handle({ ...request, path })
    : chain.cometHandler().handle({ ...request, path });
}

/** Answers which blocks' rounds are kept, or replays those of blocks. */
function roundsResponse(
  { keptRounds }: ShownChain,
  path: string,
  { query, peer }: ProtocolRequest,
  deps: DashboardDeps,
): ProtocolResponse | undefined {
  const [, first, last = first] = BLOCKS_PATH.exec(path) ?? [];
  if (path !== '' && first === undefined) return undefined;
  if (keptRounds === undefined) return refused(404, OF_ENGINE);
  if (first === undefined) return json(200, keptRounds.kept ?? null);
  if (keptRounds.kept === undefined) return refused(404, NOTHING_KEPT);
  const blocks = { first: Number(first), last: Number(last) };
  if (blocks.first > blocks.last) return refused(400, `block ${first} comes after block ${last}`);
  const [isQuery, events] = /^(?:events=(\d{1,15}))?$/.exec(query) ?? [];
  if (isQuery === undefined)
    return refused(400, `the query is ${JSON.stringify(query.slice(0, 100))}, expected events=N`);
  try {
    const replay = keptRounds.replayOf(blocks, events === undefined ? undefined : Number(events));
    const work = async ({ emit, pause }: LineSink<ReplayLine>): Promise<void> =>
      emit({ type: 'end', complete: await replay((message) => emit({ type: 'rounds', message }), pause) });
    return lineResponse<ReplayLine>(deps, peer, work, () => ({ type: 'end', complete: false }));
  } catch (error) {
    return refusedFor(error);
  }
}

async function keplrResponse(info: Promise<object>): Promise<ProtocolResponse> {
  try {
    return json(200, await info);
  } catch (error) {
    return refusedFor(error);
  }
}

/** Returns the response for a mistake of the caller; throws any other error. */
function refusedFor(error: unknown): ProtocolResponse {
  if (error instanceof HalleyError) return refused(404, error.message);
  throw error;
}

/** Decodes percent escapes; returns a text with invalid ones as it is. */
function decodedName(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Creates the protocol handler of the dashboard. */
export function createDashboardHandler(deps: DashboardDeps): ProtocolHandler {
  const routes = routesOf(deps);
  const feed = new Feed(deps);
  const serveFile = fileServer(() => deps.files());
  const answer = (request: ProtocolRequest): Answer => {
    const problem = requestProblem(request);
    if (problem !== undefined) return refused(403, problem);
    const file = fileNamed(request.path);
    const route =
      file === undefined ? routes.get(request.path) : fileRoute(() => serveFile(file, request) ?? missing(request));
    if (route !== undefined)
      return request.method === route.method ? route.answer(request) : wrongMethod(request, route.method);
    return chainResponse(request, deps) ?? missing(request);
  };
  const bug = (error: unknown): ProtocolResponse => {
    deps.onBug(error);
    return BUG;
  };
  return {
    name: 'dashboard',
    bodyTooLarge: secured(refused(413, 'the body is too large')),
    async handle(request) {
      try {
        if (request.path === `/${WALLET_SCRIPT}` && request.method === 'GET')
          return shared(walletScript(request, deps, serveFile));
        return secured(await answer(request));
      } catch (error) {
        return secured(bug(error));
      }
    },
    openSocket: (connection) =>
      connection.path === '/feed' && callerProblem(connection) === undefined ? feed.open(connection) : undefined,
  };
}

const NO_JSON_RPC = plainText(503, 'The wallet needs the EVM JSON-RPC: give --json-rpc.address.');

/** Returns the script of the wallet, which begins with the address of the JSON-RPC. */
function walletScript(
  request: ProtocolRequest,
  { chains }: DashboardDeps,
  serveFile: ReturnType<typeof fileServer>,
): ProtocolResponse {
  const problem = scriptProblem(request);
  if (problem !== undefined) return refused(403, problem);
  const script = serveFile(WALLET_SCRIPT, { ...request, headers: {} }) ?? missing(request);
  if (script.status !== 200 || !(script.body instanceof Uint8Array)) return script;
  const url = chains()[0]?.urls()['evmWs'];
  if (url === undefined) return NO_JSON_RPC;
  const { headers, body } = script;
  // What the page has set before stays as it is.
  const options = `globalThis.halleyWallet = { url: ${JSON.stringify(url)}, ...globalThis.halleyWallet };\n`;
  return { status: 200, headers: { 'content-type': headers['content-type'] ?? '' }, body: options + fromUtf8(body) };
}

/** Answers `GET /about`: what the page must know before anything else. */
function aboutDevnet({ version, chains, scenarios, artifacts }: DashboardDeps): About {
  const all = chains();
  return {
    version,
    chains: all.map((chain) => ({
      id: chain.id,
      ...(chain.evm && { evmChainId: `${chain.evm.chainId}` }),
      urls: chain.urls(),
      engine: chain.controls().engine !== undefined,
    })),
    urls: all[0]?.urls() ?? {},
    scenarios: scenarios !== undefined,
    artifacts: artifacts?.path,
  };
}

/** Returns the contracts of the folder one by one: they may have megabytes. Without a folder the list is empty. */
const artifactsResponse = (folder: ArtifactFolder | undefined): ProtocolResponse => ({
  status: 200,
  headers: { 'content-type': 'application/json' },
  body: new TextStream(async (sink) => {
    let before = '[';
    for await (const artifact of folder?.read() ?? []) {
      if (sink.closed) return;
      const text = jsonOf(artifact);
      if (text === undefined) continue;
      await sink.write(`${before}${text}`);
      before = ',';
    }
    sink.write(before === '[' ? '[]' : ']');
  }),
});

/** Returns an artifact as JSON; undefined for one that is nested too deep to write. */
function jsonOf(artifact: ArtifactFile): string | undefined {
  try {
    return JSON.stringify(artifact);
  } catch {
    return undefined;
  }
}

function routesOf(deps: DashboardDeps): ReadonlyMap<string, Route> {
  const scenarios = new Scenarios(deps);
  return new Map<string, Route>([
    ['/about', { method: 'GET', answer: () => json(200, aboutDevnet(deps)) }],
    ['/artifacts', { method: 'GET', answer: () => artifactsResponse(deps.artifacts) }],
    ['/scenarios', { method: 'GET', answer: () => scenarios.list() }],
    ['/scenarios/check', { method: 'POST', answer: (request) => scenarios.check(request) }],
    ['/scenarios/run', { method: 'POST', answer: (request) => scenarios.run(request) }],
  ]);
}

const missing = ({ path }: ProtocolRequest): ProtocolResponse => refused(404, `the dashboard has nothing at ${path}`);

const fileRoute = (answer: () => Answer): Route => ({ method: 'GET', answer });

const wrongMethod = ({ method, path }: ProtocolRequest, allow: Route['method']): ProtocolResponse =>
  refused(405, `${path} does not accept ${method}: expected ${allow}`, { allow });

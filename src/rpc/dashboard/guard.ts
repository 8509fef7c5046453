/**
 * Decides who may use the dashboard, which may do anything to the devnet: programs of this machine, and the dashboard's
 * own page. Pages of other origins may only link to it. The server has checked the Host header before; the dashboard
 * accepts fewer names, because no name of a network has to lead here.
 */
import type { Headers, Peer } from '../protocol_handler.js';

interface Caller {
  readonly headers: Headers;
  readonly peer: Peer;
}

interface Asked extends Caller {
  readonly method: string;
  readonly path: string;
}

const ADDRESS = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]+\])`;
const HOST = new RegExp(String.raw`^(?:${ADDRESS}|(?:[\w-]+\.)*localhost)\.?(?::\d{1,5})?$`, 'i');

/** Returns why the caller may not use the dashboard; undefined when it may. */
export function callerProblem({ headers, peer }: Caller): string | undefined {
  const problem = hostProblem(headers);
  if (problem !== undefined) return problem;
  if (!peer.trusted) return 'only programs of this machine, and the dashboard itself, may use the dashboard';
  return isForeign(headers) ? 'pages of another origin may not use the dashboard' : undefined;
}

/** Returns why the request is refused; undefined when it is answered. A link of another site may open the page. */
export function requestProblem(request: Asked): string | undefined {
  if (isNavigation(request)) return request.peer.local ? hostProblem(request.headers) : callerProblem(request);
  return callerProblem(request);
}

/**
 * Returns why a page may not load the script of the wallet. Pages of any origin may, because browsers send none with it
 * and it has no secret; the JSON-RPC decides whose requests it answers.
 */
export const scriptProblem = ({ headers, peer }: Caller): string | undefined =>
  peer.local ? hostProblem(headers) : 'only programs of this machine may load the wallet';

function hostProblem({ host = '' }: Headers): string | undefined {
  return HOST.test(host) ? undefined : 'the Host header must be an IP address, localhost, or a name below localhost';
}

/** Returns whether a page of another origin sent the request. Browsers add these headers, and pages cannot. */
function isForeign({ host = '', origin, 'sec-fetch-site': site }: Headers): boolean {
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  return origin !== undefined && origin.replace(/^https?:\/\//i, '').toLowerCase() !== host.toLowerCase();
}

/** Returns whether a browser opens the page as a document of its own. */
const isNavigation = ({ method, path, headers }: Asked): boolean =>
  method === 'GET' &&
  path === '/' &&
  headers['origin'] === undefined &&
  headers['sec-fetch-mode'] === 'navigate' &&
  (headers['sec-fetch-dest'] ?? 'document') === 'document';

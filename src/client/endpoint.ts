/**
 * Parses the URL of a node. Labels and error messages never contain passwords, keys or paths of the URL, because URLs
 * of hosted nodes have secrets there.
 */
import { HalleyError } from '../kernel/errors.js';

/** Address of a node's RPC. */
export interface Endpoint {
  /** URL for JSON-RPC by POST, without user and password. */
  readonly http: string;
  /** URL of the CometBFT WebSocket, without user and password. */
  readonly webSocket: string;
  /** Header for the user and the password of the URL. */
  readonly headers: Readonly<Record<string, string>>;
  /** Name of the node in messages: protocol, host and port. */
  readonly label: string;
}

const PROTOCOLS: Readonly<Record<string, 'http' | 'https'>> = {
  'http:': 'http',
  'https:': 'https',
  'ws:': 'http',
  'wss:': 'https',
  'tcp:': 'http',
};

const WEBSOCKET_PATH = /\/websocket\/?$/;

/** Adds the protocol to `host:port`, and the host to `:port`. */
function withProtocol(text: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return text;
  return text.startsWith(':') ? `tcp://127.0.0.1${text}` : `tcp://${text}`;
}

function tryUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

function headersOf({ username, password }: URL): Readonly<Record<string, string>> {
  if (username === '' && password === '') return {};
  const pair = `${decoded(username)}:${decoded(password)}`;
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
}

/**
 * Parses a URL: `http://`, `https://`, `ws://`, `wss://`, `tcp://`, or `host:port`. `defaultPort` applies to the last
 * two without a port. Throws HalleyError `invalid-argument`.
 */
export function parseEndpoint(text: string, defaultPort: number): Endpoint {
  const given = tryUrl(withProtocol(text.trim()));
  const protocol = given && PROTOCOLS[given.protocol];
  if (given === undefined || protocol === undefined || given.host === '') {
    const problem =
      given !== undefined && protocol === undefined
        ? `the URL begins with "${given.protocol}//"`
        : 'the URL has no valid host and port';
    throw new HalleyError(
      'invalid-argument',
      `${problem}: expected http://, https://, ws://, wss://, tcp:// or host:port, such as http://127.0.0.1:${defaultPort}`,
    );
  }
  // Host and port can be assigned only in a URL with a web protocol, so the URL is built again from its parts.
  const port = given.port === '' && given.protocol === 'tcp:' ? `:${defaultPort}` : given.port && `:${given.port}`;
  const host = `${given.hostname}${port}`;
  const path = given.pathname.replace(WEBSOCKET_PATH, '').replace(/\/+$/, '');
  return {
    http: `${protocol}://${host}${path}/${given.search}`,
    webSocket: `${protocol.replace('http', 'ws')}://${host}${path}/websocket${given.search}`,
    headers: headersOf(given),
    label: `${protocol}://${host}`,
  };
}

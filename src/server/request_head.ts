/**
 * Parses the head of a plain HTTP/1.1 request: GET without a body or POST with `content-length`, persistent, with
 * nothing folded, repeated or unusual. Any other request (RFC 9112) is `unusual` and left to Node's parser. Strictness
 * here therefore costs speed but no correctness.
 */

export interface RequestHead {
  readonly type: 'request';
  readonly method: 'GET' | 'POST';
  readonly target: string;
  /** Headers with names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  /** Bytes of the head, including its blank line. */
  readonly headBytes: number;
  readonly bodyBytes: number;
}

export type HeadOutcome = RequestHead | { readonly type: 'incomplete' } | { readonly type: 'unusual' };

export interface HeadLimits {
  readonly headerBytes: number;
  readonly bodyBytes: number;
}

const INCOMPLETE: HeadOutcome = { type: 'incomplete' };
const UNUSUAL: HeadOutcome = { type: 'unusual' };

const REQUEST_LINE = /^(GET|POST) (\/[\x21-\x7e]*) HTTP\/1\.1$/;
const TOKEN = /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/;
/** Matches a control character, or half of a line break. */
const STRANGE = /[^\t\x20-\x7e\x80-\xff\r\n]|\r(?!\n)|[^\r]\n/;
const UNUSUAL_HEADERS = new Set(['transfer-encoding', 'expect', 'trailer']);
/**
 * Matches connection options that may be ignored, such as an offer of HTTP/2 (`h2c`, as Java's client makes it). An
 * offer of WebSocket may not be ignored.
 */
const USUAL_CONNECTION = /^(keep-alive|upgrade|http2-settings|te)$/i;
const isPersistent = (connection: string): boolean =>
  connection.split(',').every((option) => USUAL_CONNECTION.test(option.trim()));

/** Most header names in lower case that are cached by their spelling: clients choose the spellings. */
const MAX_KNOWN_NAMES = 256;
const knownNames = new Map<string, string>();

function headerName(spelled: string): string | undefined {
  const known = knownNames.get(spelled);
  if (known !== undefined) return known;
  if (!TOKEN.test(spelled)) return undefined;
  const name = spelled.toLowerCase();
  if (knownNames.size < MAX_KNOWN_NAMES) knownNames.set(spelled, name);
  return name;
}

const isPadding = (code: number): boolean => code === 32 || code === 9;

/** Removes spaces and tabs, which are the only padding; `trim` would remove more. */
function withoutPadding(line: string, from: number): string {
  let to = line.length;
  while (from < to && isPadding(line.charCodeAt(from))) from++;
  while (to > from && isPadding(line.charCodeAt(to - 1))) to--;
  return line.slice(from, to);
}

function readHeaders(lines: readonly string[]): Record<string, string> | undefined {
  const headers: Record<string, string> = Object.create(null);
  for (let i = 1; i < lines.length; i++) {
    const line = lines[i] as string;
    const colon = line.indexOf(':');
    const name = colon > 0 ? headerName(line.slice(0, colon)) : undefined;
    if (name === undefined || headers[name] !== undefined || UNUSUAL_HEADERS.has(name)) return undefined;
    headers[name] = withoutPadding(line, colon + 1);
  }
  return headers;
}

/** Returns the body's size, or undefined when Node should decide. */
function bodySize(method: string, headers: Readonly<Record<string, string>>, limit: number): number | undefined {
  const text = headers['content-length'];
  if (text === undefined) return method === 'GET' ? 0 : undefined;
  if (!/^\d{1,9}$/.test(text)) return undefined;
  const size = Number(text);
  return size > limit || (method === 'GET' && size > 0) ? undefined : size;
}

export function readHead(buffer: Buffer, limits: HeadLimits): HeadOutcome {
  const end = buffer.indexOf('\r\n\r\n');
  if (end < 0) return buffer.length > limits.headerBytes ? UNUSUAL : INCOMPLETE;
  if (end > limits.headerBytes) return UNUSUAL;
  const text = buffer.toString('latin1', 0, end);
  const known = knownHeads.get(text);
  if (known !== undefined && known.bodyBytes <= limits.bodyBytes) return known;
  const outcome = readText(text, end, limits);
  if (outcome.type === 'request' && end <= MAX_KNOWN_HEAD_BYTES) remember(text, outcome);
  return outcome;
}

/** Most parsed heads that are cached. A client sends the same head again and again, except for the content length. */
const MAX_KNOWN_HEADS = 64;
const MAX_KNOWN_HEAD_BYTES = 1024;
const knownHeads = new Map<string, RequestHead>();

function remember(text: string, head: RequestHead): void {
  if (knownHeads.size >= MAX_KNOWN_HEADS) knownHeads.clear();
  knownHeads.set(text, head);
}

function readText(text: string, end: number, limits: HeadLimits): HeadOutcome {
  if (STRANGE.test(text)) return UNUSUAL;
  const lines = text.split('\r\n');
  const [, method, target] = REQUEST_LINE.exec(lines[0] as string) ?? [];
  const headers = target === undefined ? undefined : readHeaders(lines);
  if (headers === undefined || headers['host'] === undefined) return UNUSUAL;
  const { connection, upgrade } = headers;
  if (upgrade !== undefined && /websocket/i.test(upgrade)) return UNUSUAL;
  if (connection !== undefined && !isPersistent(connection)) return UNUSUAL;
  const bodyBytes = bodySize(method as string, headers, limits.bodyBytes);
  if (bodyBytes === undefined) return UNUSUAL;
  return {
    type: 'request',
    method: method as 'GET' | 'POST',
    target: target as string,
    headers,
    headBytes: end + 4,
    bodyBytes,
  };
}

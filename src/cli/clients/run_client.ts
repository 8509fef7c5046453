/**
 * Runs a client against one devnet: a script or a command line as a child process, or a page in Chromium. The client
 * states in the last line of its output, or in the title of the page, what it believes.
 */
import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Devnet } from '../../devnet/index.js';
import { HalleyError } from '../../kernel/errors.js';

export interface ClientOptions {
  /** URL of a page, file of a script, or command line. */
  readonly client: string;
  /** Time after which the client counts as hung, in ms. */
  readonly limitMs: number;
  /** Chromium, which opens a page. */
  readonly browser: string;
}

/** End of a client. */
export interface ClientRun {
  readonly end: 'done' | 'failed' | 'hung';
  /** Last line of the output, or the title of the page. Of a client that failed, the last line with a reason. */
  readonly words: string;
}

export const runClient = (options: ClientOptions, devnet: Devnet): Promise<ClientRun> =>
  /^https?:\/\//.test(options.client) ? runPage(options, devnet) : runScript(options, devnet);

/** Returns what a client needs to reach a devnet. */
function accessTo({ urls, accounts }: Devnet) {
  const { evmHttp = '', evmWs = '', cometRpc = '' } = urls;
  return { rpc: evmHttp, ws: evmWs, comet: cometRpc, key: accounts[0]?.privateKey ?? '' };
}

/** Most characters of the output that are kept, from its end. */
const MAX_OUTPUT = 64 * 1024;

/** Line with which programs for Node.js and in other languages say why they end. */
const REASON = /^(?:Uncaught )?(?:\w*(?:Error|Exception)\b|panic|error|fatal)[^:]*: \S/i;

async function runScript({ client, limitMs }: ClientOptions, devnet: Devnet): Promise<ClientRun> {
  const { rpc, ws, comet, key } = accessTo(devnet);
  const given = { HALLEY_RPC_URL: rpc, HALLEY_WS_URL: ws, HALLEY_COMET_URL: comet, HALLEY_PRIVATE_KEY: key };
  const env = { ...process.env, ...given };
  const own: SpawnOptions = { env, detached: process.platform !== 'win32', stdio: ['ignore', 'pipe', 'pipe'] };
  const child = existsSync(client) ? spawn(process.execPath, [client], own) : spawn(client, { ...own, shell: true });
  const output = { stdout: '', all: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output.stdout = (output.stdout + text).slice(-MAX_OUTPUT);
    output.all = (output.all + text).slice(-MAX_OUTPUT);
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output.all = (output.all + text).slice(-MAX_OUTPUT);
  });
  const code = await within(limitMs, ended(child), () => undefined).finally(() => {
    kill(child);
    // A process that has left the group of its parent may hold them open.
    child.stdout?.destroy();
    child.stderr?.destroy();
  });
  if (code === 'hung') return { end: 'hung', words: lastLine(output.all) };
  return code === 0 ? { end: 'done', words: lastLine(output.stdout) } : { end: 'failed', words: reasonIn(output.all) };
}

/** Clients that run. */
const running = new Set<ChildProcess>();

/** Ends all clients, because the command ends. */
export function killClients(): void {
  for (const child of running) kill(child);
}

const ended = (child: ChildProcess): Promise<number | null> =>
  new Promise((resolve, reject) => {
    running.add(child);
    child.once('close', () => running.delete(child));
    child.once('close', resolve);
    child.once('error', (error) =>
      reject(new HalleyError('unavailable', `cannot start ${child.spawnfile}: ${error.message}`)),
    );
  });

/** Ends a child with all processes that it has started. */
function kill(child: ChildProcess): void {
  try {
    if (process.platform === 'win32' || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has ended in the meantime.
  }
}

/** Resolves as `result` does, or to `hung` after the limit, when `stop` has run. */
async function within<T>(limitMs: number, result: Promise<T>, stop: () => void): Promise<T | 'hung'> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<'hung'>((resolve) => {
    timer = setTimeout(() => {
      stop();
      resolve('hung');
    }, limitMs);
  });
  try {
    return await Promise.race([result, limit]);
  } finally {
    clearTimeout(timer);
  }
}

const linesOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const lastLine = (text: string): string => linesOf(text).at(-1) ?? '';

const reasonIn = (text: string): string => linesOf(text).find((line) => REASON.test(line)) ?? lastLine(text);

/** Interval at which the title of a page is read, in ms. */
const TITLE_MS = 100;

/** Opens the page with the addresses in its query, and reads its title until it is a JSON object. */
async function runPage({ client, limitMs, browser }: ClientOptions, devnet: Devnet): Promise<ClientRun> {
  const url = new URL(client);
  for (const [name, value] of Object.entries(accessTo(devnet))) url.searchParams.set(name, value);
  const profile = mkdtempSync(join(tmpdir(), 'halley-page-'));
  const child = spawn(
    browser,
    [
      ...['--headless=new', '--no-sandbox', '--disable-gpu', '--no-first-run', '--remote-debugging-port=0'],
      ...[`--user-data-dir=${profile}`, url.href],
    ],
    { stdio: 'ignore', detached: process.platform !== 'win32' },
  );
  const over = ended(child);
  let isOver = false;
  const closed = over.then(() => {
    isOver = true;
    throw new HalleyError('unavailable', `${browser} ended before the page had a result`);
  });
  try {
    const title = await within(
      limitMs,
      Promise.race([titleOf(profile, url.origin, () => isOver), closed]),
      () => undefined,
    );
    if (title === 'hung') return { end: 'hung', words: '' };
    const { error } = JSON.parse(title) as { readonly error?: unknown };
    return error === undefined ? { end: 'done', words: title } : { end: 'failed', words: String(error) };
  } finally {
    isOver = true;
    closed.catch(() => undefined);
    kill(child);
    await over.catch(() => undefined);
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Resolves to the title of the page of an origin as soon as it is a JSON object. */
async function titleOf(profile: string, origin: string, isOver: () => boolean): Promise<string> {
  const portFile = join(profile, 'DevToolsActivePort');
  while (!isOver()) {
    await new Promise((resolve) => setTimeout(resolve, TITLE_MS));
    const port = existsSync(portFile) ? readFileSync(portFile, 'utf8').split('\n')[0] : '';
    if (port === '') continue;
    const answer = await fetch(`http://127.0.0.1:${port}/json/list`).catch(() => undefined);
    const targets = ((await answer?.json()) ?? []) as readonly { readonly url: string; readonly title: string }[];
    const title = withoutEntities(targets.find(({ url }) => url.startsWith(origin))?.title ?? '');
    if (isObject(title)) return title;
  }
  return '{"error": "the browser has ended"}';
}

const ENTITIES: Readonly<Record<string, string>> = { quot: '"', '#39': "'", lt: '<', gt: '>', amp: '&' };

/** Replaces what Chromium writes for characters that HTML reserves. */
const withoutEntities = (text: string): string =>
  text.replace(/&(quot|#39|lt|gt|amp);/g, (_, name: string) => ENTITIES[name] as string);

/** Returns whether a text is a JSON object, by which a client states what it believes. */
export function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

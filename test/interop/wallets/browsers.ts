/**
 * Opens pages in Chromium, Firefox and WebKit. Each is driven by the protocol that its Debian package speaks: the
 * DevTools protocol (Playwright), WebDriver BiDi, and WebDriver. Playwright brings browsers of its own otherwise, which
 * are no packages.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { WebSocket } from 'ws';
import { freePort } from '../../support/ports.js';
import { until } from '../peers/cometbft.js';

/** Host of pages that are not of this machine. Chromium and Firefox resolve it to this machine all the same. */
export const FOREIGN_HOST = 'dapp.example';

/** Page in a browser. */
export interface Tab {
  goTo(url: string): Promise<void>;
  /** Evaluates an expression in the page, waits for its promise, and returns the value as JSON passes it on. */
  evaluate<T>(expression: string): Promise<T>;
  /** Page of Playwright, in Chromium. */
  readonly page?: Page;
}

/** Browser with one page. */
export interface OpenBrowser extends Tab {
  close(): Promise<void>;
}

/** Kind of browser that this machine may have. */
export interface Browser {
  readonly name: 'Chromium' | 'Firefox' | 'WebKit';
  /** Whether its tests are left out. In continuous integration none is. */
  readonly isAbsent: boolean;
  open(): Promise<OpenBrowser>;
}

const START_MS = 60_000;

const isAbsent = (...programs: readonly string[]): boolean => {
  const absent = !programs.every(existsSync) && process.env['CI'] !== 'true';
  if (absent) console.warn(`${programs.join(' and ')} are not installed: their tests are skipped`);
  return absent;
};

/** Returns an expression whose value is a string of JSON, which every protocol passes on. An error becomes its text. */
const asJson = (expression: string): string =>
  `Promise.resolve().then(() => (${expression})).then(
    (value) => JSON.stringify({ value }),
    (error) => JSON.stringify({ error: error instanceof Error ? error.message : String(error?.message ?? error) }))`;

function parsed<T>(json: string): T {
  const { value, error } = JSON.parse(json) as { readonly value: T; readonly error?: string };
  if (error !== undefined) throw new Error(error);
  return value;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await end;
}

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

const chromiumBrowser: Browser = {
  name: 'Chromium',
  isAbsent: isAbsent(CHROMIUM),
  async open() {
    const args = ['--no-sandbox', `--host-resolver-rules=MAP ${FOREIGN_HOST} 127.0.0.1`];
    const browser = await chromium.launch({ executablePath: CHROMIUM, args, timeout: START_MS });
    const page = await browser.newPage();
    return {
      page,
      goTo: async (url) => {
        await page.goto(url);
      },
      evaluate: async (expression) => parsed(await page.evaluate<string>(asJson(expression))),
      close: () => browser.close(),
    };
  },
};

/** Connection of WebDriver BiDi: requests by number, over a WebSocket. */
class Bidi {
  #lastId = 0;
  readonly #waiting = new Map<number, (message: BidiMessage) => void>();

  constructor(private readonly socket: WebSocket) {
    socket.on('message', (data) => {
      const message = JSON.parse(String(data)) as BidiMessage;
      this.#waiting.get(message.id)?.(message);
    });
  }

  static async connect(url: string): Promise<Bidi> {
    const socket = new WebSocket(url);
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    return new Bidi(socket);
  }

  async send<T>(method: string, params: object): Promise<T> {
    const id = ++this.#lastId;
    const answer = new Promise<BidiMessage>((resolve) => this.#waiting.set(id, resolve));
    this.socket.send(JSON.stringify({ id, method, params }));
    const { result, error, message } = await answer;
    this.#waiting.delete(id);
    if (error !== undefined) throw new Error(`${method}: ${error}: ${message}`);
    return result as T;
  }

  close(): void {
    this.socket.close();
  }
}

interface BidiMessage {
  readonly id: number;
  readonly result?: unknown;
  readonly error?: string;
  readonly message?: string;
}

const FIREFOX = '/usr/bin/firefox-esr';

const firefoxBrowser: Browser = {
  name: 'Firefox',
  isAbsent: isAbsent(FIREFOX),
  async open() {
    const profile = mkdtempSync(join(tmpdir(), 'halley-firefox-'));
    writeFileSync(join(profile, 'user.js'), `user_pref('network.dns.localDomains', '${FOREIGN_HOST}');\n`);
    const child = spawn(FIREFOX, ['--headless', '--remote-debugging-port=0', '--profile', profile], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let printed = '';
    child.stderr.on('data', (chunk) => {
      printed += chunk;
    });
    const listening = (): string | undefined => /WebDriver BiDi listening on (ws:\S+)/.exec(printed)?.[1];
    await until('Firefox listens', () => listening() !== undefined, START_MS);
    const bidi = await Bidi.connect(`${listening()}/session`);
    await bidi.send('session.new', { capabilities: {} });
    const { context } = await bidi.send<{ context: string }>('browsingContext.create', { type: 'tab' });
    return {
      goTo: async (url) => {
        await bidi.send('browsingContext.navigate', { context, url, wait: 'complete' });
      },
      evaluate: async (expression) => {
        const { result } = await bidi.send<{ readonly result: { readonly value: string } }>('script.evaluate', {
          ...{ expression: asJson(expression), target: { context }, awaitPromise: true },
        });
        return parsed(result.value);
      },
      close: async () => {
        bidi.close();
        await ended(child);
        rmSync(profile, { recursive: true, force: true });
      },
    };
  },
};

const WEBKIT_DRIVER = '/usr/bin/WebKitWebDriver';
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';
const XVFB = '/usr/bin/Xvfb';

const webkitBrowser: Browser = {
  name: 'WebKit',
  isAbsent: isAbsent(WEBKIT_DRIVER, MINI_BROWSER, XVFB),
  async open() {
    const screen = spawn(XVFB, ['-displayfd', '1', '-nolisten', 'tcp'], { stdio: ['ignore', 'pipe', 'ignore'] });
    const display = await new Promise<string>((resolve) => screen.stdout.once('data', (chunk) => resolve(`${chunk}`)));
    const port = await freePort();
    const env = { ...process.env, DISPLAY: `:${display.trim()}` };
    const driver = spawn(WEBKIT_DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });
    const send = async <T>(method: string, path: string, body?: object): Promise<T> => {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, {
        ...{ method, ...(body !== undefined && { body: JSON.stringify(body) }) },
      });
      const { value } = (await response.json()) as { readonly value: T };
      if (!response.ok) throw new Error(`${path}: ${JSON.stringify(value)}`);
      return value;
    };
    const isReady = (): Promise<boolean> =>
      send('GET', '/status').then(
        () => true,
        () => false,
      );
    await until('the driver of WebKit listens', isReady, START_MS);
    const { sessionId } = await send<{ readonly sessionId: string }>('POST', '/session', {
      capabilities: {
        alwaysMatch: { 'webkitgtk:browserOptions': { binary: MINI_BROWSER, args: ['--automation'] } },
      },
    });
    const session = `/session/${sessionId}`;
    return {
      goTo: (url) => send('POST', `${session}/url`, { url }),
      evaluate: async (expression) => {
        const script = `${asJson(expression)}.then(arguments[0])`;
        return parsed(await send<string>('POST', `${session}/execute/async`, { script, args: [] }));
      },
      close: async () => {
        await send('DELETE', session);
        await ended(driver);
        await ended(screen);
      },
    };
  },
};

export const BROWSERS: readonly Browser[] = [chromiumBrowser, firefoxBrowser, webkitBrowser];

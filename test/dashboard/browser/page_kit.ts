/**
 * Opens the dashboard of a devnet in Chromium. A page fails its test when it writes an error to the console, when a
 * request fails, or when the content security policy refuses something. `SLOW_PAGE=8` makes the page's processor eight
 * times slower: a test that fails with it reads something that the page has not shown yet.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, chromium, type Page } from 'playwright-core';
import { expect, vi } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether browser tests can run. In continuous integration they must, so there they fail without Chromium. */
export const CAN_BROWSE = existsSync(CHROMIUM) || process.env['CI'] === 'true';

/** How many times slower than the machine the page is. */
export const SLOWDOWN = Number(process.env['SLOW_PAGE'] ?? 1);

/** Limits in ms, for a page that hangs: a slow machine must not fail a test. That of a test has room for all its views. */
const PATIENCE_MS = 90_000 * Math.max(1, SLOWDOWN / 3);
const TEST_MS = 600_000 * Math.max(1, SLOWDOWN / 3);

vi.setConfig({ testTimeout: TEST_MS, hookTimeout: TEST_MS });

/** Reads something of the page or its devnet again and again, until it is as expected. */
export const eventually = <T>(read: () => T, of?: string) =>
  expect.poll(read, { timeout: PATIENCE_MS, interval: 50, ...(of !== undefined && { message: of }) });

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Notes all that the narrator says. A sentence may go before a test that looks for it looks again. */
const NOTE_THE_NARRATOR = `window.heard = [];
  new MutationObserver(() => {
    const text = document.querySelector('[data-narrator]')?.textContent;
    if (text !== undefined && text !== window.heard.at(-1)) window.heard.push(text);
  }).observe(document, { characterData: true, childList: true, subtree: true });`;

export interface OpenOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colorScheme?: 'light' | 'dark';
  /** Place at which the page opens, such as `#/blocks`. */
  readonly place?: string;
}

/** One browser for the tests of a file. */
export class BrowserKit {
  private constructor(private readonly browser: Browser) {}

  static async start(): Promise<BrowserKit> {
    const args = ['--no-sandbox'];
    return new BrowserKit(await chromium.launch({ executablePath: CHROMIUM, args, timeout: PATIENCE_MS }));
  }

  /** Starts a devnet with a dashboard at a free port, and opens its page. */
  async open(devnetOptions: DevnetOptions = {}, options: OpenOptions = {}): Promise<OpenPage> {
    const { dashboard, ...others } = devnetOptions;
    const given = typeof dashboard === 'object' ? dashboard : {};
    const devnet = await createDevnet({
      ...{ seed: 'dashboard', jsonRpc: false, rpc: false, assets: false },
      ...others,
      dashboard: { address: '127.0.0.1:0', ...given },
    });
    try {
      return await this.#openPage(devnet, options);
    } catch (error) {
      await devnet.close();
      throw error;
    }
  }

  /** Opens the page of a dashboard that another process serves. */
  async visit(url: string, options: OpenOptions = {}): Promise<VisitedPage> {
    const page = await this.#newPage(options);
    const visited = new VisitedPage(page, url);
    await visited.arrive(options.place);
    return visited;
  }

  async #openPage(devnet: Devnet, options: OpenOptions): Promise<OpenPage> {
    const { dashboard: url } = devnet.urls;
    if (url === undefined) throw new Error('the devnet has no dashboard');
    const page = await this.#newPage(options);
    const opened = new OpenPage(devnet, page, url);
    await opened.arrive(options.place);
    return opened;
  }

  async #newPage({ width = 1280, height = 900, colorScheme = 'light' }: OpenOptions): Promise<Page> {
    const context = await this.browser.newContext({ viewport: { width, height }, colorScheme });
    context.setDefaultTimeout(PATIENCE_MS);
    await context.addInitScript(NOTE_THE_NARRATOR);
    const page = await context.newPage();
    if (SLOWDOWN > 1) {
      const session = await context.newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN });
    }
    return page;
  }

  close(): Promise<void> {
    return this.browser.close();
  }
}

/** Page of the dashboard. */
export class VisitedPage {
  readonly #problems: string[] = [];
  /**
   * Chromium reports a streamed response as aborted, at times after the page has read all of it. A page that is left
   * aborts what it reads. A revert can remove blocks whose rounds the page is about to read.
   */
  #expected: readonly RegExp[] = [/net::ERR_ABORTED$/, /status of 404 .*\/rounds\/\d+-\d+\?events=\d+$/];
  #hasAllScripts = false;
  /** Number of texts of the narrator that the test has gone by. */
  #heard = 0;

  constructor(
    readonly page: Page,
    readonly url: string,
  ) {
    page.on('console', (message) => {
      if (message.type() === 'error') this.#problems.push(`console: ${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.#problems.push(`error: ${error.stack ?? error.message}`));
    page.on('requestfailed', (request) =>
      this.#problems.push(`request failed: ${request.url()} ${request.failure()?.errorText ?? ''}`),
    );
    // The page loads the script of the palette last.
    page.on('requestfinished', (request) => {
      if (request.url().includes('/finder-')) this.#hasAllScripts = true;
    });
  }

  /** Goes to a place of the page, and waits until the page is connected. */
  async arrive(place = ''): Promise<void> {
    await this.page.goto(new URL(place, this.url).href);
    await this.page.locator('.connection.open').waitFor();
  }

  /** Expects the problems that the test makes on purpose. */
  expectProblems(...patterns: readonly RegExp[]): void {
    this.#expected = [...this.#expected, ...patterns];
  }

  /** Lists what went wrong on the page, without what the test expects. */
  problems(): readonly string[] {
    return this.#problems.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }

  /** Waits until the page has loaded the scripts of all views, which it does ahead. */
  async loadsAll(): Promise<void> {
    await eventually(() => this.#hasAllScripts).toBe(true);
  }

  /** Goes to a place of the page, such as `#/messages`. What was shown before is gone then. */
  async go(place: string): Promise<void> {
    await this.page.evaluate(
      `new Promise((resolve) => {
        const before = location.href;
        addEventListener('hashchange', () => requestAnimationFrame(resolve), { once: true });
        location.hash = ${JSON.stringify(place)};
        if (location.href === before) resolve();
      })`,
    );
  }

  /** Waits until the page's text, or that of one part, contains a text or matches a pattern. */
  async see(text: string | RegExp, selector = 'body'): Promise<void> {
    await this.page.locator(selector, { hasText: text }).first().waitFor();
  }

  /** Goes by what the narrator has said so far. */
  async listensAnew(): Promise<void> {
    this.#heard = (await this.#narrated()).length;
  }

  /** Waits until the narrator has said something, also if it says something else by now, and goes by what came before. */
  async hears(text: string | RegExp): Promise<void> {
    const isSaid = (one: string): boolean => (typeof text === 'string' ? one.includes(text) : text.test(one));
    await eventually(() => this.#narrated()).toSatisfy((said: readonly string[]) => said.some(isSaid), `${text}`);
    this.#heard += (await this.#narrated()).findIndex(isSaid);
  }

  /** Returns what the narrator has said since what the test has heard last. */
  async #narrated(): Promise<readonly string[]> {
    return (await this.page.evaluate<readonly string[]>('window.heard')).slice(this.#heard);
  }

  /** Waits until axe finds no fault: while colours change, for example, it finds a contrast that nobody reads. */
  async passesAxe(of?: string): Promise<void> {
    await eventually(() => this.#axe(), of).toEqual([]);
  }

  /** Lists what axe finds, as one line for each rule and element. */
  async #axe(): Promise<readonly string[]> {
    // The protocol of the browser puts the script in, so that the page's policy stays as it is.
    const found = await this.page.evaluate(
      `${await readFile(AXE, 'utf8')}; axe.run(document).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`,
    );
    return found as readonly string[];
  }

  /** Waits until the page is not wider than the window. */
  async fitsTheWindow(of?: string): Promise<void> {
    const excess = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
    await eventually(() => this.page.evaluate(excess), of).toBe(0);
  }

  /** Closes the page. Throws when something went wrong on it. */
  async close(): Promise<void> {
    const problems = this.problems();
    await this.page.context().close();
    if (problems.length > 0) throw new Error(`the page had problems:\n${problems.join('\n')}`);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.close();
  }
}

/** Page with the devnet that serves it. */
export class OpenPage extends VisitedPage {
  constructor(
    readonly devnet: Devnet,
    page: Page,
    url: string,
  ) {
    super(page, url);
  }

  /** Closes page and devnet. Throws when something went wrong on the page. */
  override async close(): Promise<void> {
    try {
      await super.close();
    } finally {
      await this.devnet.close();
    }
  }
}

/**
 * Opens the dashboard of a devnet in Chromium. A page fails its test when it writes an error to the console, when a
 * request fails, or when the content security policy refuses something.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';

/** Whether browser tests can run. In continuous integration they must, so there they fail without Chromium. */
export const CAN_BROWSE = existsSync(CHROMIUM) || process.env['CI'] === 'true';

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

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
    return new BrowserKit(await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] }));
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
    const context = await this.#newContext(options);
    const visited = new VisitedPage(context, await context.newPage(), url);
    await visited.arrive(options.place);
    return visited;
  }

  async #openPage(devnet: Devnet, options: OpenOptions): Promise<OpenPage> {
    const { dashboard: url } = devnet.urls;
    if (url === undefined) throw new Error('the devnet has no dashboard');
    const context = await this.#newContext(options);
    const opened = new OpenPage(devnet, context, await context.newPage(), url);
    await opened.arrive(options.place);
    return opened;
  }

  #newContext({ width = 1280, height = 900, colorScheme = 'light' }: OpenOptions): Promise<BrowserContext> {
    return this.browser.newContext({ viewport: { width, height }, colorScheme });
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
   * while it loads scripts ahead aborts them.
   */
  #expected: readonly RegExp[] = [/scenarios\/run net::ERR_ABORTED/, /\.js net::ERR_ABORTED/];

  constructor(
    private readonly context: BrowserContext,
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

  /** Goes to a place of the page, such as `#/messages`. */
  async go(place: string): Promise<void> {
    await this.page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  }

  /** Waits until the page's text, or that of one part, contains a text or matches a pattern. */
  async see(text: string | RegExp, selector = 'body'): Promise<void> {
    await this.page.locator(selector, { hasText: text }).first().waitFor({ timeout: 30_000 });
  }

  /** Lists what axe finds, as one line for each rule and element. */
  async axe(): Promise<readonly string[]> {
    // The protocol of the browser puts the script in, so that the page's policy stays as it is.
    // Colours on their way from one to another have a contrast that nobody reads.
    await this.page.evaluate(
      'Promise.all(document.getAnimations().filter((one) => one instanceof CSSTransition).map((one) => one.finished.catch(() => undefined)))',
    );
    const found = await this.page.evaluate(
      `${await readFile(AXE, 'utf8')}; axe.run(document).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html, failureSummary }) => id + ': ' + html.slice(0, 200) + ' ' + failureSummary)))`,
    );
    return found as readonly string[];
  }

  /** Returns how many pixels the page is wider than the window. */
  sidewaysScroll(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth');
  }

  /** Closes the page. Throws when something went wrong on it. */
  async close(): Promise<void> {
    const problems = this.problems();
    await this.context.close();
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
    context: BrowserContext,
    page: Page,
    url: string,
  ) {
    super(context, page, url);
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

/**
 * Applications of an engine: connects them, runs those that have a command, starts them again, and lets them go back to
 * an earlier height. Going back takes the highest copy of their homes below it, and executes the blocks above the copy.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Application } from '../../abci/application.js';
import type { ComparedMember } from '../../client/abci/compared_applications.js';
import type { ConnectApplicationOptions, RemoteApplication } from '../../client/abci/connect_application.js';
import { HalleyError } from '../../kernel/errors.js';
import { keyIndex, type ValidatorKey } from '../../simulation/index.js';
import { monotonicMs } from '../platform.js';
import { recheck } from '../runtime/recheck.js';
import type { ChainPart, WayBack } from '../snapshots/snapshot_part.js';
import type { AppProcess } from './app_process.js';
import type { CheckedEngineOptions } from './engine_options.js';
import { catchUp } from './handshake.js';
import { HostedApplication, type Supervisor } from './hosted_application.js';
import type { HostedChain } from './hosted_chain.js';

export interface EngineApplicationsOptions extends Pick<CheckedEngineOptions, 'app' | 'appCommand' | 'onSlow'> {
  readonly appRestart: boolean;
  readonly keys: readonly ValidatorKey[];
  /** Document for new homes. */
  readonly genesis: unknown;
  /** Folder of the homes of applications that have a command; `undefined` for a temporary one. */
  readonly folder: string | undefined;
  /** Receives the error after which an application cannot be used. */
  readonly onFailure: (error: HalleyError) => void;
}

/** Time in which a program may end whose connection has ended, in milliseconds. */
const END_MS = 5_000;

type Start = (program: AppProcess) => Promise<RemoteApplication>;
type Moved = readonly [application: Application, height: bigint];

export class EngineApplications implements Supervisor {
  /** Chain of the applications, when it is open. */
  chain: HostedChain | undefined;
  readonly #fixed: ComparedMember[] = [];
  readonly #remotes: RemoteApplication[] = [];
  readonly #programs: AppProcess[] = [];
  #temporary: string | undefined;
  /** Time from the end of a program to its next answer, in milliseconds: what a copy costs. */
  #startMs = 0;
  /** Time that had been spent on blocks when the homes were copied last. */
  #copiedAtMs = 0;
  #isBroken = false;
  #isClosed = false;
  /** Handshake that runs. */
  #handshake: HostedApplication | undefined;
  readonly #killAll = (): void => {
    for (const program of this.#programs) program.kill();
  };

  private constructor(private readonly options: EngineApplicationsOptions) {}

  /** Connects the applications with an address, and prepares those with a command. */
  static async open(options: EngineApplicationsOptions): Promise<EngineApplications> {
    const all = new EngineApplications(options);
    try {
      await all.#open();
      return all;
    } catch (error) {
      await all.close();
      throw error;
    }
  }

  async #open(): Promise<void> {
    const { app, appCommand, genesis } = this.options;
    for (const [index, one] of app.entries()) {
      if (typeof one !== 'string') {
        this.#fixed.push({ name: `application ${index}`, application: one });
        continue;
      }
      const { connectApplication } = await import('../../client/abci/connect_application.js');
      const application = await connectApplication(one, this.#connectionOf(one));
      this.#remotes.push(application);
      this.#fixed.push({ name: one, application });
    }
    if (appCommand.length === 0) return;
    // If this process ends without closing, no program survives it.
    process.once('exit', this.#killAll);
    const { AppProcess } = await import('./app_process.js');
    for (const [index, command] of appCommand.entries()) {
      const folder = join(this.#folder(), `app-${index}`);
      const connection = this.#connectionOf(`--app-command ${index}`);
      this.#programs.push(await AppProcess.prepare({ command, folder, genesis, connection }));
    }
  }

  /** Starts the programs. Resolves to the one application that stands for all. */
  async start(start: Start = (program) => program.start()): Promise<Application> {
    const begun = monotonicMs();
    this.#isBroken = false;
    const started = await Promise.allSettled(this.#programs.map(start));
    const failed = started.find((outcome) => outcome.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    this.#startMs = monotonicMs() - begun;
    const programs = started.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    const named = programs.map((application) => ({ name: application.address, application }));
    const [first, ...others] = [...this.#fixed, ...named] as [ComparedMember, ...ComparedMember[]];
    if (others.length === 0) return first.application;
    const { ComparedApplications } = await import('../../client/abci/compared_applications.js');
    return new ComparedApplications([first, ...others], (address) => keyIndex(this.options.keys, address));
  }

  /** Throws HalleyError `unavailable` unless all applications have a command, so that they can be started again. */
  mustHaveCommand(): void {
    if (this.#fixed.length === 0) return;
    throw new HalleyError(
      'unavailable',
      'the application cannot go back or start again, because the engine has not started it: give its command, --app-command (appCommand) in place of --app (app)',
    );
  }

  /** Copies the homes when that takes less time than to execute the blocks since the last copy again. */
  async keep(): Promise<void> {
    const { app, blockStore } = this.#openChain;
    if (app.executedMs - this.#copiedAtMs < this.#startMs) return;
    await this.restart((program) => program.copy(blockStore.height));
    this.#copiedAtMs = app.executedMs;
  }

  /**
   * Lets the programs go back. Resolves to a function that gives the chain the application of that height; calls wait
   * until then. Throws HalleyError `unavailable` when they cannot, and go on as before.
   */
  async goTo(height: bigint): Promise<() => void> {
    const { app, blockStore } = this.#openChain;
    const begun = monotonicMs();
    const release = app.hold();
    try {
      const moved = await this.#moved(height, (program) => program.startBelow(height));
      this.#copiedAtMs = app.executedMs - (monotonicMs() - begun - this.#startMs);
      return () => release(...moved);
    } catch (error) {
      release(...(await this.#moved(blockStore.height, (program) => program.startBefore()).catch(stopped(app))));
      throw new HalleyError(
        'unavailable',
        `the application cannot go back to height ${height}, and nothing has changed: ${(error as Error).message}`,
        { height },
        { cause: error },
      );
    }
  }

  /** Removes what only later heights needed. */
  forgetAbove(height: bigint): void {
    for (const program of this.#programs) program.forgetAbove(height);
  }

  /** Starts the programs again with their data. Throws HalleyError `stopped` when they do not answer as before. */
  async restart(whileStopped: (program: AppProcess) => Promise<void> = async () => undefined): Promise<void> {
    const { app, blockStore } = this.#openChain;
    const release = app.hold();
    const start: Start = async (program) => {
      await program.stop();
      await whileStopped(program);
      return program.start();
    };
    release(...(await this.#moved(blockStore.height, start, app.executed).catch(stopped(app))));
  }

  /** Whether an application cannot be used. */
  get isBroken(): boolean {
    return this.#isBroken;
  }

  /** Starts the programs again when one has ended, and the options request it. */
  async restartFailed(): Promise<boolean> {
    if (!this.#isBroken || !this.options.appRestart || this.#isClosed || this.chain === undefined) return false;
    const why = await this.explain();
    await this.restart();
    this.options.onSlow?.(`the application was started again${why}`);
    return true;
  }

  async explain(): Promise<string> {
    if (!this.#isBroken) return '';
    const ends = await Promise.all(this.#programs.map((program) => program.end(END_MS)));
    const end = ends.find((text) => text !== undefined);
    return end === undefined ? '' : `; it has ended, ${end}`;
  }

  /** Ends a handshake that runs, and all programs at once. */
  abandon(): void {
    this.#isClosed = true;
    this.#handshake?.abandon();
    this.#killAll();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#remotes, ...this.#programs].map((one) => one.close()));
    process.off('exit', this.#killAll);
    if (this.#temporary !== undefined) rmSync(this.#temporary, { recursive: true, force: true });
  }

  get #openChain(): HostedChain {
    return this.chain as HostedChain;
  }

  #folder(): string {
    if (this.options.folder !== undefined) return this.options.folder;
    this.#temporary ??= mkdtempSync(join(tmpdir(), 'halley-engine-'));
    return this.#temporary;
  }

  #connectionOf(name: string): ConnectApplicationOptions {
    const { app, appCommand, onSlow, onFailure } = this.options;
    return {
      ...(app.length + appCommand.length > 1 && { name: `the application at ${name}` }),
      ...(onSlow && { onSlow }),
      onFailure: (error) => {
        this.#isBroken = true;
        onFailure(error);
      },
    };
  }

  /** Starts the programs, and lets them execute the blocks up to the height. */
  async #moved(height: bigint, start: Start, executed?: HostedApplication['executed']): Promise<Moved> {
    const application = await this.start(start);
    const app = new HostedApplication(application);
    this.#handshake = app;
    const has = await catchUp({ ...this.#openChain, app }, height, executed);
    return [application, has];
  }
}

/** Ends the engine and its waiting calls: the application is gone. */
const stopped =
  (app: HostedApplication) =>
  (error: unknown): never => {
    app.abandon();
    throw new HalleyError('stopped', (error as Error).message, {}, { cause: error });
  };

/** Lets the application go back with its chain. It comes last, since its calls wait from then on. */
export function applicationPart(applications: EngineApplications, chain: HostedChain): ChainPart {
  const wayTo = (height: bigint, rechecks: boolean): WayBack => ({
    prepare: async () => {
      applications.mustHaveCommand();
      const change = await applications.goTo(height);
      return () => {
        change();
        return [];
      };
    },
    free: async () => {
      applications.forgetAbove(height);
      // An application counts the transactions that it has checked since its newest block.
      if (rechecks) await recheck(chain, [...chain.pool.all()]);
    },
  });
  return {
    save: async () => {
      await applications.keep();
      return wayTo(chain.blockStore.height, true);
    },
    rollback: ({ height }) => wayTo(height, false),
    reset: ({ height }) => wayTo(height, false),
  };
}

/**
 * Runs an application by its command, in a home of its own that can be copied and go back to a copy. Copies are made
 * while the application is stopped, because databases compact their files at any time.
 */
import { spawnSync } from 'node:child_process';
import { constants, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import {
  type ConnectApplicationOptions,
  connectApplication,
  type RemoteApplication,
} from '../../client/abci/connect_application.js';
import { Child, endChildren, endText } from '../../client/child.js';
import { HalleyError } from '../../kernel/errors.js';
import { quoted, shellWord } from '../../kernel/text.js';
import { makeFolder } from '../../storage/make_folder.js';
import { hostSchedule } from '../platform.js';

export interface AppProcessOptions {
  /** Shell command, in which `{home}` and `{address}` stand for the folder of the data and the address of ABCI. */
  readonly command: string;
  /** Folder of home, copies, socket and log. */
  readonly folder: string;
  /** Document that each new home gets as `config/genesis.json`, where the SDK reads it; `undefined` for none. */
  readonly genesis: unknown;
  readonly connection: ConnectApplicationOptions;
}

/** Longest time until a started application listens, in milliseconds. The SDK may read gigabytes before. */
const START_MS = 120_000;
/** Longest time in which an application may end after SIGTERM, in milliseconds. */
const STOP_MS = 10_000;
/** Time that the system has to end a process after SIGKILL, and delay between two looks, in milliseconds. */
const KILL_MS = 5_000;
const LOOK_MS = 20;
/** Most copies of a home. Another one replaces the oldest. */
const MAX_COPIES = 8;
/** Command that only a shell understands. */
const SHELL_SYNTAX = /[;&|()<>`]|^\s*\w+=/;
/** Most bytes in the path of a Unix socket on every system. */
const SOCKET_PATH_BYTES = 100;

export class AppProcess {
  readonly address: string;
  readonly #home: string;
  /** Home of before while the application goes back. */
  readonly #before: string;
  readonly #socket: string;
  readonly #log: string;
  /** Folders of copies by the height of their state. */
  readonly #copies = new Map<bigint, string>();
  #child: Child | undefined;
  #application: RemoteApplication | undefined;
  #isClosed = false;

  private constructor(private readonly options: AppProcessOptions) {
    const { folder } = options;
    [this.#home, this.#before] = [join(folder, 'home'), join(folder, 'before')];
    this.#log = join(folder, 'output.log');
    const inside = join(folder, 'app.sock');
    const fits = Buffer.byteLength(inside) <= SOCKET_PATH_BYTES;
    this.#socket = fits ? inside : join(mkdtempSync(join(tmpdir(), 'halley-')), 'app.sock');
    this.address = `unix://${this.#socket}`;
  }

  /** Prepares the folder, and ends what a killed engine has left there. */
  static async prepare(options: AppProcessOptions): Promise<AppProcess> {
    const { folder } = options;
    makeFolder(folder);
    const app = new AppProcess(options);
    await endLeftover(folder);
    if (!existsSync(app.#home) && existsSync(app.#before)) renameSync(app.#before, app.#home);
    for (const rest of [app.#before, app.#copiesFolder]) rmSync(rest, { recursive: true, force: true });
    return app;
  }

  /** Resolves to how the program has ended, with its last line; to `undefined` when it still runs after the time. */
  async end(withinMs: number): Promise<string | undefined> {
    const child = this.#child;
    if (child === undefined) return undefined;
    let cancel = (): void => undefined;
    const late = new Promise<undefined>((resolve) => {
      cancel = hostSchedule(withinMs, () => resolve(undefined));
    });
    const end = await Promise.race([child.ended, late]);
    cancel();
    return end && `${endText(end)}: ${quoted(child.lastLine())} (its output is in ${this.#log})`;
  }

  /** Starts the program, and resolves when it answers. Throws HalleyError `unavailable` with its last line. */
  async start(): Promise<RemoteApplication> {
    const { command, genesis, folder, connection } = this.options;
    if (this.#isClosed) throw new HalleyError('unavailable', 'the engine is closed');
    if (!existsSync(this.#home)) writeHome(this.#home, genesis);
    rmSync(this.#socket, { force: true });
    const text = command.replaceAll('{home}', shellWord(this.#home)).replaceAll('{address}', shellWord(this.address));
    // A shell that stays would end before the program does.
    const child = new Child({
      command: ['/bin/sh', '-c', SHELL_SYNTAX.test(command) ? text : `exec ${text}`],
      log: this.#log,
    });
    this.#child = child;
    if (child.pid !== undefined) writeFileSync(pidFile(folder), `${child.pid}`);
    try {
      const options = { ...connection, flag: '--app-command', connectTimeMs: START_MS, ended: child.ended };
      this.#application = await connectApplication(this.address, options);
      return this.#application;
    } catch (error) {
      const why = await this.end(child.isRunning ? 0 : KILL_MS);
      await this.stop();
      if (why === undefined) throw error;
      throw new HalleyError('unavailable', `the application ended before it answered at ${this.address}, ${why}`, {
        address: this.address,
      });
    }
  }

  /** Ends the program, and resolves when it has ended. */
  async stop(): Promise<void> {
    await this.#application?.close();
    this.#application = undefined;
    if (this.#child !== undefined) await endChildren([this.#child], hostSchedule, STOP_MS);
    const { pid } = this.#child ?? {};
    if (pid !== undefined) {
      // A shell may have left its program behind.
      await gone(() => signalGroup(pid, 0), STOP_MS);
      if (signalGroup(pid, 'SIGKILL')) await gone(() => signalGroup(pid, 0), KILL_MS);
    }
    this.#child = undefined;
    rmSync(pidFile(this.options.folder), { force: true });
  }

  /** Ends the program at once. */
  kill(): void {
    this.#isClosed = true;
    this.#child?.kill('SIGKILL');
  }

  /** Ends the program for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stop();
    if (dirname(this.#socket) !== this.options.folder) rmSync(dirname(this.#socket), { recursive: true, force: true });
  }

  /** Copies the home of the stopped application, whose state is that of the height. */
  async copy(height: bigint): Promise<void> {
    if (this.#copies.has(height)) return;
    const oldest = this.#copies.size < MAX_COPIES ? undefined : this.#copies.keys().next().value;
    if (oldest !== undefined) this.#forget(oldest);
    const folder = join(this.#copiesFolder, `${height}`);
    await copyFolder(this.#home, folder);
    this.#copies.set(height, folder);
  }

  /** Starts the program in the home of the highest copy that is not above the height, or in a new one. */
  async startBelow(height: bigint): Promise<RemoteApplication> {
    await this.stop();
    rmSync(this.#before, { recursive: true, force: true });
    renameSync(this.#home, this.#before);
    const below = [...this.#copies.keys()].filter((at) => at <= height).sort((a, b) => (a < b ? 1 : -1))[0];
    const copy = below === undefined ? undefined : this.#copies.get(below);
    if (copy !== undefined) await copyFolder(copy, this.#home);
    return this.start();
  }

  /** Starts the program in the home that it had before `startBelow`. */
  async startBefore(): Promise<RemoteApplication> {
    await this.stop();
    if (existsSync(this.#before)) {
      rmSync(this.#home, { recursive: true, force: true });
      renameSync(this.#before, this.#home);
    }
    return this.start();
  }

  /** Removes the home of before, and the copies above the height, whose blocks no longer exist. */
  forgetAbove(height: bigint): void {
    rmSync(this.#before, { recursive: true, force: true });
    for (const at of this.#copies.keys()) if (at > height) this.#forget(at);
  }

  get #copiesFolder(): string {
    return join(this.options.folder, 'copies');
  }

  #forget(height: bigint): void {
    rmSync(this.#copies.get(height) as string, { recursive: true, force: true });
    this.#copies.delete(height);
  }
}

const pidFile = (folder: string): string => join(folder, 'pid');

function writeHome(home: string, genesis: unknown): void {
  const config = join(home, 'config');
  makeFolder(config);
  if (genesis !== undefined) writeFileSync(join(config, 'genesis.json'), JSON.stringify(genesis));
}

/** Copies a folder; a file system that can shares the blocks of files until one is changed. */
const copyFolder = (from: string, to: string): Promise<void> =>
  cp(from, to, { recursive: true, preserveTimestamps: true, mode: constants.COPYFILE_FICLONE });

/** Kills the program that a killed engine has left in this folder, so that its database is free. */
async function endLeftover(folder: string): Promise<void> {
  const file = pidFile(folder);
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : Number.NaN;
  rmSync(file, { force: true });
  // The number may belong to another process by now.
  if (!Number.isInteger(pid) || pid <= 1 || !commandLine(pid).includes(folder)) return;
  if (signalGroup(pid, 'SIGKILL')) await gone(() => commandLine(pid) !== '', KILL_MS);
}

/** Waits until a process that is not our child has ended, for `withinMs` at most. */
async function gone(runs: () => boolean, withinMs: number): Promise<void> {
  for (let waited = 0; waited < withinMs && runs(); waited += LOOK_MS)
    await new Promise<void>((resolve) => void hostSchedule(LOOK_MS, resolve));
}

/** Sends a signal, or none (0), to the processes of a group. Returns whether there are any. */
function signalGroup(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
}

/** Returns the command line of a process, or an empty string when it has ended. */
function commandLine(pid: number): string {
  if (!existsSync('/proc/self'))
    return spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' }).stdout;
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

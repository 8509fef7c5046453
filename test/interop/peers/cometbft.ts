/**
 * Runs the real CometBFT as child processes: nodes with homes, ports and short timeouts of their own, which end with
 * the test. If the binary is missing, the tests that need it are skipped with a message; with CI=true they fail
 * instead.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../support/ports.js';

const installed = spawnSync('cometbft', ['version']).status === 0;

/** Whether the tests that need CometBFT are skipped; a message is printed. */
export const cometbftIsAbsent = !installed && process.env['CI'] !== 'true';
if (cometbftIsAbsent) console.warn('cometbft is not installed: its tests are skipped');

/** Versions of CometBFT besides 0.38, which is the program on PATH. */
export type NewerVersion = '0.39' | '0.40';

/** Returns the path at which `.ci/run` installs a version, such as `v040/cometbft` in the folder of Go. */
export function newerCometbft(version: NewerVersion): string {
  const { stdout } = spawnSync('go', ['env', 'GOPATH'], { encoding: 'utf8' });
  return join((stdout ?? '').trim(), `v${version.replace('.', '')}`, 'cometbft');
}

/** Whether the tests that need all versions are skipped; a message is printed. */
export const versionsAreAbsent = (): boolean => {
  const missing = (['0.39', '0.40'] as const).map(newerCometbft).filter((path) => !existsSync(path));
  const absent = cometbftIsAbsent || (missing.length > 0 && process.env['CI'] !== 'true');
  if (absent) console.warn(`${missing.join(' and ')} are not installed: their tests are skipped`);
  return absent;
};

const START_MS = 120_000;
const POLL_MS = 20;
const LOG_CHARS = 20_000;

/** Sleeps, because other programs are asked again and again: they report nothing to wait for. */
export const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Polls until `holds` returns true. Throws after `ms`. */
export async function until(what: string, holds: () => boolean | Promise<boolean>, ms = START_MS): Promise<void> {
  const end = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`timed out after ${ms} ms, waiting until ${what}`);
    await pause(POLL_MS);
  }
}

export function temporaryFolder(): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'halley-interop-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** Runs a subcommand to its end. Throws with its output when it fails. */
export function cometbft(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync('cometbft', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cometbft ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}

export interface Running {
  readonly url: string;
  /** Returns the end of its output. */
  readonly log: () => string;
  stop(): Promise<void>;
}

/** Starts the program and waits until `url` answers. Throws with its log when it ends before that. */
export async function run(args: readonly string[], url: string, program = 'cometbft'): Promise<Running> {
  const child: ChildProcess = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  const keep = (chunk: Buffer): void => {
    log = (log + chunk.toString()).slice(-LOG_CHARS);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  let missing: Error | undefined;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', (error) => {
      missing = error;
      resolve();
    });
  });
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await ended;
  };
  try {
    await until(`${url} answers`, async () => {
      if (missing !== undefined) throw missing;
      if (child.exitCode !== null) throw new Error(`cometbft ended: ${log}`);
      return (await fetch(`${url}/health`).catch(() => undefined))?.ok ?? false;
    });
  } catch (error) {
    await stop();
    throw new Error(`cometbft ${args.join(' ')}\n${log}`, { cause: error });
  }
  return { url, log: () => log, stop };
}

/** Replaces `name = …` in a section of a config.toml. Throws when the line does not exist. */
export function withSettings(toml: string, settings: Readonly<Record<string, string>>): string {
  let text = toml;
  for (const [path, value] of Object.entries(settings)) {
    const [section, name] = path.split('.') as [string, string];
    const start = text.indexOf(`\n[${section}]\n`);
    const line = new RegExp(`^${name} = .*$`, 'm');
    const [head, tail] = [text.slice(0, start), text.slice(start)];
    if (start < 0 || !line.test(tail)) throw new Error(`config.toml has no ${path}`);
    text = head + tail.replace(line, `${name} = ${value}`);
  }
  return text;
}

export interface CometNode extends Running {
  readonly home: string;
  /** ed25519 key: 32 bytes of seed and 32 of public key. */
  readonly privateKey: Uint8Array;
}

export interface CometNetwork {
  /** Connected nodes. Requests go to the first. */
  readonly nodes: readonly CometNode[];
  close(): Promise<void>;
}

export interface NetworkOptions {
  readonly chainId: string;
  /** Powers of the validators; there is a node for each. */
  readonly powers: readonly number[];
  /** Values in TOML by `section.name` of config.toml. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Genesis document's app_state. */
  readonly appState?: unknown;
}

const SHORT_TIMEOUTS = {
  'consensus.timeout_propose': '"300ms"',
  'consensus.timeout_propose_delta': '"100ms"',
  'consensus.timeout_prevote': '"200ms"',
  'consensus.timeout_precommit': '"200ms"',
  'consensus.timeout_commit': '"20ms"',
  'consensus.peer_gossip_sleep_duration': '"5ms"',
};

interface PlannedNode {
  readonly home: string;
  readonly rpc: string;
}

/** Creates homes with ports of their own that list each other as peers. */
async function plan(
  folder: string,
  { chainId, powers, settings = {}, appState }: NetworkOptions,
): Promise<readonly PlannedNode[]> {
  const count = String(powers.length);
  const populate = '--populate-persistent-peers=false';
  cometbft('testnet', '--v', count, '--n', '0', '--o', folder, '--starting-ip-address', '127.0.0.1', populate);
  const homes = powers.map((_, i) => join(folder, `node${i}`));
  const genesis = JSON.parse(readFileSync(join(homes[0] as string, 'config/genesis.json'), 'utf8'));
  genesis.chain_id = chainId;
  if (appState !== undefined) genesis.app_state = appState;
  for (const [i, validator] of genesis.validators.entries()) validator.power = String(powers[i]);
  const p2p = await Promise.all(powers.map(async () => `127.0.0.1:${await freePort()}`));
  const peers = homes.map((home, i) => `${cometbft('show-node-id', '--home', home).trim()}@${p2p[i]}`);
  return Promise.all(
    homes.map(async (home, i) => {
      const rpc = `127.0.0.1:${await freePort()}`;
      const config = join(home, 'config/config.toml');
      const own = {
        'rpc.laddr': `"tcp://${rpc}"`,
        'rpc.unsafe': 'true',
        'p2p.laddr': `"tcp://${p2p[i]}"`,
        'p2p.persistent_peers': `"${peers.slice(0, i).join(',')}"`,
        'consensus.create_empty_blocks': 'false',
      };
      writeFileSync(join(home, 'config/genesis.json'), JSON.stringify(genesis));
      writeFileSync(config, withSettings(readFileSync(config, 'utf8'), { ...SHORT_TIMEOUTS, ...own, ...settings }));
      return { home, rpc };
    }),
  );
}

async function startNode({ home, rpc }: PlannedNode, proxyApp = 'kvstore'): Promise<CometNode> {
  const key = JSON.parse(readFileSync(join(home, 'config/priv_validator_key.json'), 'utf8'));
  const running = await run(['start', '--home', home, `--proxy_app=${proxyApp}`], `http://${rpc}`);
  return { ...running, home, privateKey: Buffer.from(key.priv_key.value, 'base64') };
}

/**
 * Starts validators that run the engine's `kvstore`, with the unsafe routes enabled. Blocks are made only for
 * transactions, so that two chains can reach the same height. One empty block follows each, for the new app hash.
 */
export async function startNetwork(options: NetworkOptions): Promise<CometNetwork> {
  const folder = temporaryFolder();
  const nodes: CometNode[] = [];
  const close = async (): Promise<void> => {
    await Promise.all(nodes.map((node) => node.stop()));
    folder.remove();
  };
  try {
    const started = await Promise.allSettled((await plan(folder.path, options)).map((planned) => startNode(planned)));
    for (const node of started) if (node.status === 'fulfilled') nodes.push(node.value);
    for (const node of started) if (node.status === 'rejected') throw node.reason;
    return { nodes, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Validator that may be started, stopped and started again; its home stays until `remove`. */
export interface RestartableNode {
  /** Starts the node on the application at the address, such as `tcp://127.0.0.1:26658`. */
  start(proxyApp: string): Promise<CometNode>;
  remove(): void;
}

/** Creates the home of the only validator of a chain, whose application runs in another process. */
export async function createValidator(options: Omit<NetworkOptions, 'powers'>): Promise<RestartableNode> {
  const folder = temporaryFolder();
  const [planned] = await plan(folder.path, { ...options, powers: [10] });
  return { start: (proxyApp) => startNode(planned as PlannedNode, proxyApp), remove: () => folder.remove() };
}

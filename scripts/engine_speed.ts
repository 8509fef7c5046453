/**
 * Prints how many blocks a second CometBFT's `kvstore` and CosmWasm's `wasmd` make under `createEngine` with 1, 4 and 100
 * validators, and under CometBFT 0.38 with the least timeouts (1 and 4 validators, of `wasmd` 1). Usage:
 * `npx tsx scripts/engine_speed.ts PATH_OF_WASMD`, with `abci-cli` and `cometbft` of 0.38 on the PATH.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEngine, engineGenesis } from '../src/devnet/index.js';
import { Program, WasmdHome } from './wasmd/home.js';

const SECONDS = 5;
const UNBONDING_SECONDS = 1_814_400n;
/** Loopback addresses of this network let nodes of one machine have the same ports. */
const NETWORK = '127.0.77';

const folder = mkdtempSync(join(tmpdir(), 'halley-speed-'));
const wasmd = new WasmdHome(process.argv[2] ?? 'wasmd', join(folder, 'wasmd'));

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Returns the blocks a second of an engine, and the milliseconds until its first block and of a jump by 21 days. */
async function ofEngine(app: string, validators: number, genesis?: unknown): Promise<string> {
  const simulated = genesis === undefined ? { validators } : await engineGenesis({ genesis, validators });
  const begin = performance.now();
  const engine = await createEngine({ app, ...simulated });
  const started = performance.now() - begin;
  await engine.mine({ blocks: 5 });
  let blocks = 0;
  const from = performance.now();
  for (; performance.now() - from < SECONDS * 1000; blocks += 10) await engine.mine({ blocks: 10 });
  const rate = (blocks / (performance.now() - from)) * 1000;
  const jump = performance.now();
  await engine.time.increase(UNBONDING_SECONDS);
  await engine.mine();
  const days = performance.now() - jump;
  await engine.close();
  return `${rate.toFixed(0)} blocks/s, first block after ${started.toFixed(0)} ms, 21 days in ${days.toFixed(0)} ms`;
}

/** Returns the blocks a second that the node at a URL reports. */
async function ofNode(url: string): Promise<string> {
  const height = async (): Promise<number> => {
    const answer = await fetch(`${url}/status`).catch(() => undefined);
    const { result } = ((await answer?.json()) ?? {}) as {
      result?: { sync_info: { latest_block_height: string } };
    };
    return Number(result?.sync_info.latest_block_height ?? 0);
  };
  while ((await height()) < 5) await pause(50);
  const [first, from] = [await height(), performance.now()];
  await pause(SECONDS * 1000);
  const rate = (((await height()) - first) / (performance.now() - from)) * 1000;
  return `${rate.toFixed(0)} blocks/s`;
}

/** Sets the timeouts of a home to the least with which CometBFT makes a block after the other. */
function hurry(home: string, host: string): void {
  const file = join(home, 'config', 'config.toml');
  const text = readFileSync(file, 'utf8')
    .replace(/^timeout_commit = .*/m, 'timeout_commit = "0s"')
    .replace(/^(peer_gossip_sleep_duration|flush_throttle_timeout) = .*/gm, '$1 = "1ms"')
    .replace(/^addr_book_strict = .*/m, 'addr_book_strict = false')
    .replace(/^allow_duplicate_ip = .*/m, 'allow_duplicate_ip = true')
    .replaceAll(/tcp:\/\/(127\.0\.0\.1|0\.0\.0\.0):/g, `tcp://${host}:`)
    .replace(/^pprof_laddr = .*/m, 'pprof_laddr = ""');
  writeFileSync(file, text);
}

async function ofComet(count: number): Promise<string> {
  const net = join(folder, `comet${count}`);
  const args = ['--v', `${count}`, '--o', net, '--starting-ip-address', `${NETWORK}.1`];
  execFileSync('cometbft', ['testnet', ...args, '--populate-persistent-peers'], { stdio: 'ignore' });
  const nodes = Array.from({ length: count }, (_, index) => {
    const home = join(net, `node${index}`);
    hurry(home, `${NETWORK}.${index + 1}`);
    return new Program('cometbft', ['start', '--home', home, '--proxy_app', 'kvstore', '--log_level', 'none']);
  });
  try {
    return await ofNode(`http://${NETWORK}.1:26657`);
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
  }
}

async function ofWasmdComet(): Promise<string> {
  const home = join(folder, 'own');
  cpSync(wasmd.path, home, { recursive: true });
  hurry(home, `${NETWORK}.9`);
  const args = ['--minimum-gas-prices', '0stake', '--grpc.enable=false', '--log_level', 'disabled'];
  const node = new Program(process.argv[2] ?? 'wasmd', ['start', '--home', home, ...args]);
  try {
    return await ofNode(`http://${NETWORK}.9:26657`);
  } finally {
    await node.stop();
  }
}

/** Runs an application of its own for `measure`. */
async function withApp(start: (address: string) => Program, measure: (address: string) => Promise<string>) {
  const socket = join(folder, 'app.sock');
  const app = start(`unix://${socket}`);
  try {
    // The time of the application's own start is not the engine's.
    while (!existsSync(socket)) await pause(20);
    return await measure(`unix://${socket}`);
  } finally {
    await app.stop();
    rmSync(socket, { force: true });
  }
}

const kvstore = (address: string): Program => new Program('abci-cli', ['kvstore', '--address', address]);

try {
  for (const count of [1, 4, 100])
    console.log(`kvstore, halley engine, ${count}: ${await withApp(kvstore, (at) => ofEngine(at, count))}`);
  for (const count of [1, 4]) console.log(`kvstore, CometBFT, ${count}: ${await ofComet(count)}`);
  await wasmd.prepare();
  const genesis = wasmd.read('genesis.json');
  for (const count of [1, 4, 100]) {
    const home = join(folder, `wasmd${count}`);
    cpSync(wasmd.path, home, { recursive: true });
    const app = new WasmdHome(process.argv[2] ?? 'wasmd', home);
    const measured = await withApp(
      (at) => app.serve(at),
      (at) => ofEngine(at, count, genesis),
    );
    console.log(`wasmd, halley engine, ${count}: ${measured}`);
  }
  console.log(`wasmd, CometBFT, 1: ${await ofWasmdComet()}`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Runs the Dockerfile's steps, the GitHub action's steps and the recipe for testcontainers on this machine, without
 * Docker and GitHub. What only those do is not tested: base images, layers, port publishing, `uses:` steps.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { networkInterfaces, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { ROOT } from '../../scripts/ensure.mjs';
import { freePort } from '../support/ports.js';
import { call, filesBelow } from './project.js';

const tarball = inject('tarball');
const scratch = mkdtempSync(join(tmpdir(), 'halley-containers-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

const SETTINGS =
  /^(HALLEY_|VITEST|NODE_ENV$|NODE_OPTIONS$|TEST$|npm_(lifecycle|package|command|config_local_prefix)|INIT_CWD$)/i;
const ENVIRONMENT = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SETTINGS.test(name)));

/** Asks again and again, because neither a server nor a process that another one has started reports to this one. */
async function until<T>(probe: () => Promise<T | undefined> | T | undefined): Promise<T> {
  for (;;) {
    const found = await probe();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

const exited = (pid: number): true | undefined => {
  try {
    process.kill(pid, 0);
    return undefined;
  } catch {
    return true;
  }
};

interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** Returns the instructions of each stage, without comments. */
function stagesOf(dockerfile: string): readonly (readonly Instruction[])[] {
  const lines = dockerfile
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');
  const stages: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? [];
    if (name === 'FROM') stages.push([]);
    stages.at(-1)?.push({ name, text });
  }
  return stages;
}

describe('the Dockerfile', () => {
  const [build = [], image = []] = stagesOf(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'));
  const all = (name: string): readonly string[] => image.filter((step) => step.name === name).map(({ text }) => text);
  /** Ports that are free on this machine, by those of the image. */
  const ports = new Map<string, number>();
  const here = (text: string): string =>
    text
      .replace(/(?<=:)\d{4,5}\b/g, (port) => `${ports.get(port) ?? port}`)
      .replace(/(?<![\w/.])\/(opt\/halley|data)(?=[/" ]|$)/g, `${scratch}/$1`);
  const env = { ...ENVIRONMENT, npm_config_cache: join(scratch, 'npm-cache'), HOME: scratch } as NodeJS.ProcessEnv;
  const root = process.getuid?.() === 0;

  beforeAll(async () => {
    for (const port of all('EXPOSE').flatMap((text) => text.split(' '))) ports.set(port, await freePort());
    let folder = scratch;
    chmodSync(scratch, 0o755);
    for (const { name, text } of image) {
      if (name === 'WORKDIR') {
        folder = here(text);
        mkdirSync(folder, { recursive: true });
      }
      if (name === 'ENV') env[text.slice(0, text.indexOf('='))] = here(text.slice(text.indexOf('=') + 1));
      if (name === 'COPY') {
        const [, pattern = '', target = ''] = /^--from=package \/source\/(\S+) (\S+)$/.exec(text) ?? [];
        expect(basename(tarball)).toMatch(new RegExp(`^${pattern.replace('*', '.*')}$`));
        copyFileSync(tarball, join(folder, target));
      }
      if (name === 'RUN') {
        // The image has the user node (1000); this machine may not.
        const command = here(text).replace('chown node:node', root ? 'chown 1000:1000' : 'true');
        const { status, stderr } = spawnSync('sh', ['-ec', command], { cwd: folder, env, encoding: 'utf8' });
        expect([command, status, stderr]).toEqual([command, 0, expect.anything()]);
      }
    }
  });

  it('builds the package as the setup of these tests does, from files that .dockerignore leaves', () => {
    expect(build.map(({ name, text }) => `${name} ${text}`)).toEqual([
      'FROM node:22-slim AS package',
      'WORKDIR /source',
      'COPY . .',
      'RUN npm ci',
      'RUN npm pack',
    ]);
    const ignored = readFileSync(join(ROOT, '.dockerignore'), 'utf8').trim().split('\n');
    expect(ignored).toEqual(['.git', '**/node_modules', 'dist']);
    const tracked = execFileSync('git', ['ls-files'], { cwd: ROOT, encoding: 'utf8' }).split('\n');
    expect(tracked.filter((path) => /(^|\/)node_modules\/|^(dist|\.git)\//.test(path))).toEqual([]);
  });

  it('installs binaries of one platform only, and leaves no cache and no archive', () => {
    const files = filesBelow(join(scratch, 'opt/halley'));
    const platforms = files.flatMap(
      (path) => /^node_modules\/([\w-]+)\/prebuilds\/([^/]+)\//.exec(path)?.slice(1) ?? [],
    );
    expect(platforms).toEqual(expect.arrayContaining(['classic-level', 'sodium-native']));
    expect(platforms.filter((name) => /^(android|darwin|ios|win32)/.test(name))).toEqual([]);
    expect(files.filter((path) => path.endsWith('.tgz'))).toEqual([]);
  });

  it('starts as a user without rights, is healthy, and serves other machines what they may', async () => {
    expect(all('USER')).toEqual(['node']);
    const at = image.findIndex(({ name }) => name === 'USER');
    expect(image.slice(at).filter(({ name }) => name === 'RUN')).toEqual([]);
    const [command = '', ...args] = JSON.parse(here(all('ENTRYPOINT')[0] as string)) as string[];
    const healthCheck = here(all('HEALTHCHECK')[0]?.replace(/^.*? CMD /, '') as string);
    const user = root ? { uid: 1000, gid: 1000 } : {};
    const healthy = (): true | undefined =>
      spawnSync('sh', ['-c', healthCheck], { env }).status === 0 ? true : undefined;
    expect(healthy()).toBeUndefined();

    const child = spawn(command, [...args, '--home', 'chain'], {
      cwd: join(scratch, 'data'),
      env,
      stdio: 'ignore',
      ...user,
    });
    const closed = new Promise((resolve) => child.once('close', resolve));
    onTestFinished(() => void child.kill('SIGKILL'));
    await until(() => (child.exitCode === null ? healthy() : child.exitCode));
    expect(child.exitCode).toBeNull();
    for (const port of ports.values()) expect((await fetch(`http://127.0.0.1:${port}/health`)).ok).toBe(true);

    const [outer] = Object.values(networkInterfaces()).flatMap((list) =>
      (list ?? []).filter(({ family, internal }) => family === 'IPv4' && !internal),
    );
    // A connection from the machine's own outer address is a remote one, as one through a published port is.
    if (outer !== undefined) {
      const url = `http://${outer.address}:${ports.get('8545')}`;
      expect(await call(url, 'eth_chainId')).toBe('0x7a69');
      expect(await call(url, 'evm_mine')).toBeUndefined();
    }
    expect(await call(`http://127.0.0.1:${ports.get('8545')}`, 'evm_mine')).toBe('0x0');
    expect(filesBelow(join(scratch, 'data/chain')).length).toBeGreaterThan(3);

    child.kill('SIGTERM');
    expect(await closed).toBe(0);
  });

  it('has the ports and the path for which the recipe for testcontainers waits', () => {
    const guide = readFileSync(join(ROOT, 'docs/guides/ci.md'), 'utf8');
    const [, exposed = ''] = /\.withExposedPorts\((.*)\)/.exec(guide) ?? [];
    const [, path, port = ''] = /Wait\.forHttp\('(.*)', (\d+)\)/.exec(guide) ?? [];
    expect(exposed.split(', ').filter((name) => !ports.has(name))).toEqual([]);
    expect(exposed.split(', ')).toContain(port);
    expect(all('HEALTHCHECK')[0]).toContain(`http://127.0.0.1:${port}${path}'`);
  });
});

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: {
    readonly steps: readonly {
      readonly id?: string;
      readonly shell?: string;
      readonly run?: string;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

describe('the GitHub action', () => {
  const yaml = createRequire(join(inject('withFrameworks').folder, 'package.json'))('js-yaml');
  const action = yaml.load(readFileSync(join(ROOT, 'action.yml'), 'utf8')) as Action;
  const ANY_PORTS =
    '--port 0 --rpc.laddr tcp://127.0.0.1:0 --assets.address 127.0.0.1:0 --dashboard.address 127.0.0.1:0';

  /** Same for all runs, so that only the first one installs. */
  const temporary = mkdtempSync(join(scratch, 'runner-'));

  /** Runs the shell steps until one fails, as a runner does. Returns the outputs of the action. */
  function runSteps(given: Readonly<Record<string, string>>) {
    const outputs: Record<string, string> = {};
    let code: number | null = 0;
    let printed = '';
    const withInputs = (text: string): string =>
      text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, name) => given[name] ?? action.inputs[name]?.default ?? '?');
    for (const { id, shell, run, env = {} } of action.runs.steps) {
      if (run === undefined) continue;
      expect(shell).toBe('bash');
      const file = join(temporary, `${id}.sh`);
      const output = join(temporary, `${id}.txt`);
      writeFileSync(file, run);
      writeFileSync(output, '');
      const own = Object.fromEntries(Object.entries(env).map(([name, text]) => [name, withInputs(text)]));
      const result = spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', file], {
        cwd: scratch,
        env: { ...ENVIRONMENT, RUNNER_TEMP: temporary, GITHUB_OUTPUT: output, ...own },
        encoding: 'utf8',
      });
      code = result.status;
      printed += `${result.stdout}${result.stderr}`;
      for (const line of readFileSync(output, 'utf8').trim().split('\n'))
        outputs[`steps.${id}.outputs.${line.slice(0, line.indexOf('='))}`] = line.slice(line.indexOf('=') + 1);
      if (code !== 0) break;
    }
    const named = Object.entries(action.outputs).map(([name, { value }]) => [name, outputs[value.slice(4, -3)]]);
    return { code, printed, outputs: Object.fromEntries(named) as Record<string, string | undefined> };
  }

  it('starts a devnet that outlives the step, and gives its addresses', async () => {
    const { code, printed, outputs } = runSteps({ version: tarball, args: `--chain-id other_77-1 ${ANY_PORTS}` });
    expect(code, printed).toBe(0);
    onTestFinished(() => {
      if (exited(Number(outputs['pid'])) === undefined) process.kill(Number(outputs['pid']), 'SIGKILL');
    });
    expect(await call(outputs['evm-url'] as string, 'eth_chainId')).toBe('0x4d');
    expect((await fetch(`${outputs['rpc-url']}/status`)).ok).toBe(true);
    expect((await fetch(`${outputs['assets-url']}/openapi.json`)).ok).toBe(true);
    expect(readFileSync(outputs['log'] as string, 'utf8')).toMatch(/^\{"chainId":/m);
    process.kill(Number(outputs['pid']), 'SIGTERM');
    await until(() => exited(Number(outputs['pid'])));
  });

  it('fails with the log when the devnet ends at once', () => {
    const { code, printed, outputs } = runSteps({ version: tarball, args: '--no-such-flag' });
    expect(code).toBe(1);
    expect(printed).toContain('::error::halley-devnet ended before it answered');
    expect(printed).toContain('--no-such-flag');
    expect(readFileSync(outputs['log'] as string, 'utf8')).toContain('--no-such-flag');
  });

  it('fails and ends the devnet when it does not answer in time', async () => {
    const { code, printed, outputs } = runSteps({ version: tarball, args: ANY_PORTS, timeout: '0' });
    expect([code, printed]).toEqual([1, expect.stringContaining('did not answer within 0 seconds')]);
    await until(() => exited(Number(outputs['pid'])));
  });
});

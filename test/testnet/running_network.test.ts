/** Tests the processes of a network with programs that end as a test wants. */
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { Schedule } from '../../src/client/backoff.js';
import { endText } from '../../src/client/child.js';
import { checkEngine } from '../../src/testnet/run/engine_binary.js';
import type { LocalNode } from '../../src/testnet/run/local_nodes.js';
import { type NetworkCommands, RunningNetwork, type UnexpectedEnd } from '../../src/testnet/run/running_network.js';

const WAITS = 'console.log("ABCI listens on here"); setInterval(() => {}, 1000);';
/** Writes when it ends, so that the order of ends is in the log. */
const ORDERLY = `process.on("SIGTERM", () => { console.log("ends at " + process.hrtime.bigint()); process.exit(); }); ${WAITS}`;
/** Ends later than a program that got the signal at the same time. */
const SLOW = ORDERLY.replace('"SIGTERM", () => {', '"SIGTERM", () => setTimeout(() => {').replace(
  'process.exit(); }',
  'process.exit(); }, 400)',
);
const STUBBORN = `process.on("SIGTERM", () => console.log("no")); ${WAITS}`;

function aNode(name: string): LocalNode {
  const home = mkdtempSync(join(tmpdir(), 'halley-node-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return {
    ...{ name, home, address: name, rpcUrl: '', addresses: [], hasDevAuthority: false },
    ...{
      evmHttpUrl: undefined,
      evmWsUrl: undefined,
      assetsUrl: undefined,
      dashboardUrl: undefined,
      metricsUrl: undefined,
    },
  };
}

const commands = (app: string, engine: string): NetworkCommands => ({
  app: () => [process.execPath, '-e', app],
  engine: () => [process.execPath, '-e', engine],
});

/** Resolves when a network reports as many ends as wanted. */
class Ends {
  readonly all: UnexpectedEnd[] = [];
  #check = (): void => undefined;
  readonly note = (end: UnexpectedEnd): void => {
    this.all.push(end);
    this.#check();
  };
  count = (wanted: number): Promise<void> =>
    new Promise((resolve) => {
      this.#check = () => {
        if (this.all.length >= wanted) resolve();
      };
      this.#check();
    });
}

const fileOf = ({ home }: LocalNode, part: string): string => join(home, 'logs', `${part}.log`);
const logOf = (node: LocalNode, part: string): string => readFileSync(fileOf(node, part), 'utf8');

const untilLogged = (node: LocalNode, part: string, text = 'ABCI listens on'): Promise<void> =>
  new Promise((resolve) => {
    const look = (): void => {
      if (!logOf(node, part).includes(text)) return;
      watcher.close();
      resolve();
    };
    const watcher = watch(fileOf(node, part), look);
    look();
  });

it('ends engines before applications, and reports none of these ends', async () => {
  const ends = new Ends();
  const nodes = [aNode('a'), aNode('b')];
  const network = new RunningNetwork(commands(ORDERLY, ORDERLY), ends.note);
  for (const node of nodes) network.startApp(node);
  for (const node of nodes) network.startEngine(node);
  for (const node of nodes) for (const part of ['app', 'engine']) await untilLogged(node, part);
  expect(nodes.map((node) => [network.isUp(node), network.isServing(node)])).toEqual([
    [true, true],
    [true, true],
  ]);
  await network.stop();
  expect(nodes.map((node) => network.isRunning(node, 'app'))).toEqual([false, false]);
  const engines = nodes.map((node) => endOf(node, 'engine'));
  const apps = nodes.map((node) => endOf(node, 'app'));
  expect(apps.every((app) => engines.every((engine) => engine < app))).toBe(true);
  expect(ends.all).toEqual([]);
});

it('reports an end with exit code or signal and the last line, and leaves the others alone', async () => {
  const ends = new Ends();
  const node = aNode('a');
  const network = new RunningNetwork(
    commands(ORDERLY, 'console.log("one\\n\\nthe reason\\n"); process.exit(3)'),
    ends.note,
  );
  network.startApp(node);
  network.startEngine(node);
  await ends.count(1);
  const [end] = ends.all as [UnexpectedEnd];
  expect([end.part, endText(end.end), end.lastLine]).toEqual(['engine', 'exit code 3', 'the reason']);
  expect([network.isRunning(node, 'app'), network.isUp(node)]).toEqual([true, false]);
  await network.stop();
  expect(ends.all).toHaveLength(1);
});

/** Returns when a part of a node has ended, as it wrote itself. */
const endOf = (node: LocalNode, part: string): bigint => BigInt(/ends at (\d+)/.exec(logOf(node, part))?.[1] ?? 0);

it('ends one node alone, its engine first, without a report, and starts no engine of it any more', async () => {
  const ends = new Ends();
  const nodes = [aNode('a'), aNode('b')];
  const [a, b] = nodes as [LocalNode, LocalNode];
  const network = new RunningNetwork(commands(ORDERLY, SLOW), ends.note);
  for (const node of nodes) network.startApp(node);
  for (const node of nodes) network.startEngine(node);
  for (const node of nodes) for (const part of ['app', 'engine']) await untilLogged(node, part);
  await network.stopNode(a);
  expect(endOf(a, 'engine')).toBeLessThan(endOf(a, 'app'));
  network.startEngine(a);
  expect([network.isRunning(a, 'app'), network.isRunning(a, 'engine'), network.isUp(b)]).toEqual([false, false, true]);
  await network.stop();
  expect(ends.all).toEqual([]);
});

it('reports a program that does not start', async () => {
  const ends = new Ends();
  const node = aNode('a');
  const network = new RunningNetwork({ app: () => ['/no/such/program'], engine: () => ['/no'] }, ends.note);
  network.startApp(node);
  await ends.count(1);
  expect(endText((ends.all[0] as UnexpectedEnd).end)).toContain('it did not start: ');
  await network.stop();
});

it('kills a program that does not end in time', async () => {
  const node = aNode('a');
  const pending: (() => void)[] = [];
  const schedule: Schedule = (_, action) => {
    pending.push(action);
    return () => undefined;
  };
  const network = new RunningNetwork(commands(STUBBORN, ORDERLY), () => undefined, schedule);
  network.startApp(node);
  await untilLogged(node, 'app');
  const stopped = network.stop();
  await untilLogged(node, 'app', 'no\n');
  for (const action of pending) action();
  await stopped;
  expect(network.isRunning(node, 'app')).toBe(false);
});

it('leaves no listener and no timer behind, and starts no engine after it was stopped', async () => {
  const before = process.listenerCount('exit');
  const node = aNode('a');
  const timers = new Set<() => void>();
  const schedule: Schedule = (_, action) => {
    timers.add(action);
    return () => void timers.delete(action);
  };
  const network = new RunningNetwork(commands(WAITS, WAITS), () => undefined, schedule);
  network.startApp(node);
  expect(process.listenerCount('exit')).toBe(before + 1);
  await network.stop();
  expect([process.listenerCount('exit'), timers.size]).toEqual([before, 0]);
  network.startEngine(node);
  expect(network.isRunning(node, 'engine')).toBe(false);
});

const DESCRIPTORS = '/proc/self/fd';

it.runIf(existsSync(DESCRIPTORS))('leaves no file open in this process', async () => {
  const node = aNode('a');
  const openLogs = (): number =>
    readdirSync(DESCRIPTORS).filter((name) => {
      try {
        return readlinkSync(join(DESCRIPTORS, name)).startsWith(node.home);
      } catch {
        return false;
      }
    }).length;
  const network = new RunningNetwork(commands(WAITS, WAITS), () => undefined);
  network.startApp(node);
  expect(openLogs()).toBe(0);
  await network.stop();
});

it('is not served by a program of an earlier start', async () => {
  const ends = new Ends();
  const node = aNode('a');
  const first = new RunningNetwork(commands('console.log("ABCI listens on here")', ''), ends.note);
  first.startApp(node);
  await ends.count(1);
  expect(first.isServing(node)).toBe(true);
  const second = new RunningNetwork(commands('process.exit(1)', ''), ends.note);
  second.startApp(node);
  await ends.count(2);
  expect(second.isServing(node)).toBe(false);
  for (const network of [first, second]) await network.stop();
});

it('appends to the log of an earlier start, whose lines are not those of the new program', async () => {
  const ends = new Ends();
  const node = aNode('a');
  for (const text of ['console.log("first")', 'process.exit(1)']) {
    const network = new RunningNetwork(commands(text, text), ends.note);
    network.startApp(node);
    await ends.count(ends.all.length + 1);
    await network.stop();
  }
  expect(logOf(node, 'app')).toBe('first\n');
  expect(ends.all.map(({ lastLine }) => lastLine)).toEqual(['first', '']);
});

it('reports the last line of a program that has written much', async () => {
  const ends = new Ends();
  const node = aNode('a');
  const text = 'for (let i = 0; i < 3000; i++) console.log("line " + i); process.exitCode = 1;';
  const network = new RunningNetwork(commands(text, ''), ends.note);
  network.startApp(node);
  await ends.count(1);
  expect(ends.all.map(({ lastLine }) => lastLine)).toEqual(['line 2999']);
  await network.stop();
});

it('ends the programs that a program has started', async () => {
  const node = aNode('a');
  const inner = 'trap "echo inner ends; exit" TERM; echo ABCI listens on; for i in $(seq 200); do sleep 0.05; done';
  const network = new RunningNetwork(
    { app: () => ['/bin/sh', '-c', `/bin/sh -c '${inner}' & wait`], engine: () => ['/no'] },
    () => undefined,
  );
  network.startApp(node);
  await untilLogged(node, 'app');
  await network.stop();
  await untilLogged(node, 'app', 'inner ends');
});

it('kills all programs when this process ends without waiting for them', async () => {
  const ends = new Ends();
  const node = aNode('a');
  const network = new RunningNetwork(commands(WAITS, WAITS), ends.note);
  const killAll = process.listeners('exit').at(-1) as () => void;
  network.startApp(node);
  network.startEngine(node);
  killAll();
  await ends.count(2);
  expect(ends.all.map(({ part, end }) => [part, end.signal]).toSorted()).toEqual([
    ['app', 'SIGKILL'],
    ['engine', 'SIGKILL'],
  ]);
  await network.stop();
});

it.each([
  ['0.38.3', true],
  ['v0.38.25', true],
  ['10.38.25', false],
  ['0.39.0', true],
  ['0.40.1', true],
  ['0.37.18', false],
])('version %s of the engine can run: %s', (version, isSupported) => {
  const path = join(aNode('a').home, 'engine');
  writeFileSync(path, `#!/bin/sh\necho ${version}\n`, { mode: 0o755 });
  const check = (): void => checkEngine(path);
  if (isSupported) check();
  else expect(check).toThrow(`${path} is version "${version}": expected CometBFT 0.38 to 0.40`);
});

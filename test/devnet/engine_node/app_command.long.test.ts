/** Tests an engine that runs its application itself: it goes back, starts again, and leaves no process behind. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createEngine, type Engine, type EngineOptions, type HalleyError } from '../../../src/devnet/index.js';
import { fromUtf8, utf8 } from '../../../src/kernel/text.js';
import { Ledger } from './ledger.js';
import { ledgerCommand } from './ledger_program.js';

const COMMAND = await ledgerCommand();

let home: string;
const open: Engine[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'halley-engine-'));
});
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
  rmSync(home, { recursive: true, force: true });
});

async function start(options: Partial<EngineOptions> = {}): Promise<Engine> {
  const engine = await createEngine({
    appCommand: COMMAND,
    home,
    seed: 'app command',
    miningMode: 'manual',
    ...options,
  });
  open.push(engine);
  return engine;
}

const entryOf = async (engine: Engine, key: string): Promise<string> =>
  fromUtf8((await engine.query('/value', utf8(key))).value);

/** Returns what clients see of the chain. */
const standing = async (engine: Engine) => ({
  ...{ height: engine.height, appHash: engine.appHash, time: engine.time.now, apple: await entryOf(engine, 'apple') },
  ...{ up: engine.network.nodes.map(({ up }) => up), faults: engine.network.faults.length },
});

/** Whether a process of this test's folder runs. */
const runs = (folder: string): boolean =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .some((pid) => {
      try {
        return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
      } catch {
        return false;
      }
    });

describe('an engine with the command of its application', { timeout: 180_000 }, () => {
  it('goes back to a snapshot as if there had been no detour', async () => {
    const results: unknown[] = [];
    for (const hasDetour of [false, true]) {
      const engine = await start({ home: undefined, timestamp: 1_735_689_600n, clock: 'virtual' });
      await engine.broadcast(utf8('apple=red'));
      await engine.mine({ blocks: 2 });
      await engine.network.crashValidator(2);
      await engine.broadcast(utf8('pear=green'));
      if (hasDetour) {
        const before = await standing(engine);
        const id = await engine.snapshot();
        await engine.network.restartValidator(2);
        await engine.broadcast(utf8('apple=brown'));
        await engine.time.increase(1_000n);
        await engine.mine({ blocks: 3 });
        const later = await engine.snapshot();
        expect(await engine.revert(id)).toBe(true);
        expect(await standing(engine)).toEqual(before);
        expect([await engine.revert(id), await engine.revert(later)]).toEqual([false, false]);
      }
      await engine.broadcast(utf8('plum=blue'));
      await engine.mine({ blocks: 2 });
      results.push([await standing(engine), await entryOf(engine, 'pear'), await entryOf(engine, 'plum')]);
    }
    expect(results[1]).toEqual(results[0]);
  });

  it('rolls back, resets, starts again, and continues in its home folder', async () => {
    const engine = await start();
    const first = await standing(engine);
    await engine.broadcast(utf8('apple=red'));
    await engine.mine();
    const second = await standing(engine);
    await engine.broadcast(utf8('apple=brown'));
    await engine.mine({ blocks: 2 });
    await engine.rollback(2);
    expect({ ...(await standing(engine)), time: second.time }).toEqual(second);
    await engine.restartApplication();
    expect(await entryOf(engine, 'apple')).toBe('red');
    await expect(engine.rollback(9)).rejects.toMatchObject({ code: 'invalid-argument' });
    await engine.close();
    expect(runs(home)).toBe(false);
    const again = await start();
    expect([again.height, again.appHash]).toEqual([second.height, second.appHash]);
    await again.reset();
    expect({ ...(await standing(again)), time: first.time }).toEqual(first);
    await again.mine();
    expect(again.height).toBe(2n);
  });

  it('goes back and starts again by JSON-RPC below the address of the page', async () => {
    const engine = await start({ dashboard: true });
    const url = new URL(`/chains/${engine.chainId}/evm`, engine.urls.dashboard);
    const call = async (method: string, ...params: readonly unknown[]): Promise<unknown> => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      const { result, error } = (await (await fetch(url, { method: 'POST', headers, body })).json()) as {
        readonly result?: unknown;
        readonly error?: { readonly message: string };
      };
      return error?.message ?? result;
    };
    expect(await call('evm_snapshot')).toBe('0x1');
    await engine.mine({ blocks: 3 });
    expect([await call('evm_revert', '0x1'), engine.height, await call('evm_revert', '0x1')]).toEqual([
      true,
      1n,
      false,
    ]);
    await engine.mine({ blocks: 4 });
    expect([await call('anvil_rollback', 2), engine.height]).toEqual([null, 3n]);
    expect([await call('halley_restartApplication'), engine.height]).toEqual([null, 3n]);
    expect(await call('hardhat_reset', { forking: { jsonRpcUrl: 'http://127.0.0.1:1' } })).toContain('is no fork');
    expect([await call('hardhat_reset'), engine.height]).toEqual([true, 1n]);
  });

  it('answers queries while its application goes back or starts again', async () => {
    const engine = await start();
    await engine.broadcast(utf8('apple=red'));
    await engine.mine();
    const id = await engine.snapshot();
    await engine.mine({ blocks: 2 });
    for (const change of [() => engine.revert(id), () => engine.restartApplication()]) {
      const [, ...entries] = await Promise.all([
        change(),
        ...Array.from({ length: 5 }, () => entryOf(engine, 'apple')),
      ]);
      expect(entries).toEqual(Array.from({ length: 5 }, () => 'red'));
    }
  });

  it('lets no call wait for an application that does not start again', async () => {
    const broken = join(home, 'broken');
    const engine = await start({ appCommand: `if [ -e ${broken} ]; then exit 7; fi; ${COMMAND}` });
    writeFileSync(broken, '');
    await expect(engine.restartApplication()).rejects.toMatchObject({ code: 'stopped' });
    await expect(entryOf(engine, 'apple')).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('ends all processes of a command, also one that ignores SIGTERM', async () => {
    const stubborn = `sh -c 'trap "" TERM; while :; do sleep 1; done' {home}`;
    const engine = await start({ appCommand: `${stubborn} & ${COMMAND}` });
    await engine.close();
    expect(runs(home)).toBe(false);
  });

  it('stops with the last line of an application that ends, and continues after a restart', async () => {
    const failures: string[] = [];
    const engine = await start({ onFatal: ({ message }) => failures.push(message) });
    await engine.broadcast(utf8('crash=finalize'));
    await expect(engine.mine()).rejects.toMatchObject({ code: 'stopped' });
    expect(failures).toEqual([
      expect.stringMatching(
        /^the application closed the connection during FinalizeBlock at height 2; it has ended, exit code 3: panic: no room in finalize \(its output is in .*output\.log\)$/,
      ),
    ]);
    await engine.close();
    const again = await start();
    await again.mine();
    expect([again.height, await entryOf(again, 'crash')]).toEqual([2n, 'finalize']);
  });

  it.each(['prepare', 'finalize', 'commit', 'committed'])(
    'starts an application again that ends in %s, and makes the same blocks',
    async (call) => {
      const lines: string[] = [];
      const options = { appRestart: true, timestamp: 1_735_689_600n, onSlow: (line: string) => lines.push(line) };
      const engine = await start(options);
      await engine.broadcast(utf8(`crash=${call}`));
      await engine.mine({ blocks: 2 });
      expect(lines).toEqual([
        expect.stringContaining(`was started again; it has ended, exit code 3: panic: no room in ${call}`),
      ]);
      const ledger = new Ledger();
      const other = await start({ app: ledger, appCommand: [], home: undefined, timestamp: 1_735_689_600n });
      await other.broadcast(utf8(`crash=${call}`));
      await other.mine({ blocks: 2 });
      expect([engine.height, engine.appHash]).toEqual([other.height, other.appHash]);
    },
  );

  it('runs one for each validator, and refuses what has no command, no address, or does not start', async () => {
    const engine = await start({ appCommand: [COMMAND, COMMAND] });
    await engine.broadcast(utf8('apple=red'));
    await engine.mine();
    const id = await engine.snapshot();
    await engine.mine({ blocks: 2 });
    await engine.revert(id);
    expect([engine.height, await entryOf(engine, 'apple')]).toEqual([2n, 'red']);
    expect(['app-0', 'app-1'].map((name) => existsSync(join(home, 'engine', name, 'home')))).toEqual([true, true]);
    const foreign = await start({ app: new Ledger(), appCommand: [], home: undefined });
    for (const goBack of [
      () => foreign.snapshot(),
      () => foreign.rollback(),
      () => foreign.reset(),
      () => foreign.restartApplication(),
    ])
      await expect(goBack()).rejects.toMatchObject({
        code: 'unavailable',
        message: expect.stringContaining('--app-command'),
      });
    const refused = (options: Partial<EngineOptions>): Promise<HalleyError> =>
      start({ home: undefined, ...options }).then(
        () => expect.fail('the engine has started'),
        (error: HalleyError) => error,
      );
    expect((await refused({ appCommand: 'simd start' })).message).toMatch(
      /^appCommand is "simd start", expected a command with \{address\}/,
    );
    expect((await refused({ appCommand: 'echo "Error: no genesis" >&2; exit 4 # {address}' })).message).toMatch(
      /^the application ended before it answered at unix:.*, exit code 4: Error: no genesis \(/,
    );
    expect((await refused({ app: new Ledger(), appRestart: true })).code).toBe('invalid-argument');
  });
});

/** What `halley clients check` does with the processes of a client. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { killClients, runClient } from '../../src/cli/clients/run_client.js';
import type { Devnet } from '../../src/devnet/index.js';

const DEVNET = { accounts: [], urls: {} } as unknown as Devnet;

/** Runs a script that may begin a process. Resolves to its end, and to the id of that process. */
async function run(script: string, limitMs: number, whenBegun?: () => void) {
  const folder = mkdtempSync(join(tmpdir(), 'halley-client-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const [client, file] = [join(folder, 'client.mjs'), join(folder, 'child')];
  writeFileSync(
    client,
    `import { spawn } from 'node:child_process';
     import { writeFileSync } from 'node:fs';
     const begin = (options) => {
       const child = spawn('sleep', ['100'], options);
       child.unref();
       writeFileSync(${JSON.stringify(file)}, String(child.pid));
     };
     ${script}`,
  );
  const running = runClient({ client, limitMs, browser: '' }, DEVNET);
  if (whenBegun !== undefined) {
    await vi.waitFor(() => expect(readFileSync(file, 'utf8')).not.toBe(''), 20_000);
    whenBegun();
  }
  const ended = await running;
  return { ...ended, child: Number(readFileSync(file, 'utf8')) };
}

/** A process that has ended and that nobody has waited for still has its id. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s*Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

it('ends the processes that a client has left behind', async () => {
  const { child, ...ended } = await run(`begin({ stdio: 'ignore' }); console.log('{"a":1}');`, 30_000);
  expect(ended).toEqual({ end: 'done', words: '{"a":1}' });
  await vi.waitFor(() => expect(isAlive(child)).toBe(false), 5_000);
});

it('ends clients with their processes when the command ends', async () => {
  const { child, end } = await run(`begin({ stdio: 'ignore' }); setInterval(() => {}, 1000);`, 30_000, killClients);
  expect(end).toBe('failed');
  await vi.waitFor(() => expect(isAlive(child)).toBe(false), 5_000);
});

it('does not wait for a process that has left the group of the client', async () => {
  const { child, end } = await run(`begin({ stdio: 'inherit', detached: true }); console.log('{"a":1}');`, 1_500);
  onTestFinished(() => void process.kill(child));
  expect(end).toBe('hung');
});

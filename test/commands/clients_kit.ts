/** Runs `halley clients` in the process of a test. */
import { Command } from 'commander';
import { onTestFinished, vi } from 'vitest';
import { clients } from '../../src/cli/commands/clients.js';

/** Runs the command. Returns its output and its exit code. */
export async function command(...args: readonly string[]) {
  let output = '';
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    output += String(text);
    return true;
  });
  const before = process.exitCode;
  process.exitCode = undefined;
  onTestFinished(() => {
    process.exitCode = before;
    spy.mockRestore();
  });
  const program = new Command('halley').exitOverride();
  clients(program);
  await program.parseAsync(['clients', ...args], { from: 'user' });
  return { output, code: process.exitCode };
}

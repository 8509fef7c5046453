/** Tests the command queue: one command at a time, and the state after a failure. */
import { describe, expect, it } from 'vitest';
import { CommandQueue } from '../../../src/devnet/runtime/command_queue.js';
import { fatal, isRefusal } from '../../../src/devnet/runtime/fatal.js';
import { HalleyError } from '../../../src/kernel/errors.js';

const refusal = new HalleyError('invalid-argument', 'no');
const broken = new HalleyError('store-failed', 'the disk is gone');

/** Makes a command that ends on request. */
function gate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open, command: () => opened };
}

describe('commands', () => {
  it('run one after another, in the order in which they arrived', async () => {
    const commandQueue = new CommandQueue();
    const { open, command } = gate();
    const done: string[] = [];
    const first = commandQueue.run(command).then(() => done.push('first'));
    const second = commandQueue.run(async () => done.push('second'));
    open();
    await Promise.all([first, second]);
    expect(done).toEqual(['first', 'second']);
  });

  it('have all ended when the queue is idle', async () => {
    const commandQueue = new CommandQueue();
    const { open, command } = gate();
    const done: string[] = [];
    commandQueue.post(command);
    commandQueue.post(async () => void done.push('posted'));
    const idle = commandQueue.idle().then(() => done.push('idle'));
    open();
    await idle;
    expect(done).toEqual(['posted', 'idle']);
  });
});

describe('a refusal', () => {
  it('reaches its caller alone', async () => {
    const commandQueue = new CommandQueue();
    const failures: HalleyError[] = [];
    commandQueue.listen((failure) => failures.push(failure));
    await expect(commandQueue.run(() => Promise.reject(refusal))).rejects.toBe(refusal);
    expect(await commandQueue.run(async () => 1)).toBe(1);
    expect(failures).toEqual([]);
  });

  it('of a command without a caller ends everything, because nobody would receive it', async () => {
    const commandQueue = new CommandQueue();
    const failures: HalleyError[] = [];
    commandQueue.listen((failure) => failures.push(failure));
    commandQueue.post(() => Promise.reject(refusal));
    await commandQueue.idle();
    await Promise.resolve();
    expect(failures).toMatchObject([{ code: 'stopped', cause: refusal }]);
    await expect(commandQueue.run(async () => 1)).rejects.toBe(failures[0]);
  });
});

describe('a failure', () => {
  it('is reported once, and reaches every later caller', async () => {
    const commandQueue = new CommandQueue();
    const failures: HalleyError[] = [];
    commandQueue.listen((failure) => failures.push(failure));
    commandQueue.post(() => Promise.reject(broken));
    let ran = false;
    await expect(
      commandQueue.run(async () => {
        ran = true;
      }),
    ).rejects.toBe(broken);
    commandQueue.end(refusal);
    await expect(commandQueue.run(async () => 1)).rejects.toBe(broken);
    expect([failures, ran]).toEqual([[broken], false]);
  });

  it('from before a listener existed is thrown when one is set', async () => {
    const commandQueue = new CommandQueue();
    await expect(commandQueue.run(() => Promise.reject(broken))).rejects.toBe(broken);
    expect(() => commandQueue.listen(() => undefined)).toThrow(broken);
  });
});

describe('what ends a devnet', () => {
  it('is a failed or damaged store unchanged, and any other error as a bug of ours', () => {
    const fatalOnes = (['store-failed', 'corrupt-store', 'stopped'] as const).map((code) => new HalleyError(code, 'x'));
    for (const error of fatalOnes) expect([isRefusal(error), fatal(error)]).toEqual([false, error]);
    expect([isRefusal(refusal), isRefusal(new Error('x')), isRefusal('x')]).toEqual([true, false, false]);
    const received = (why: string) =>
      `Halley has stopped after an internal error: ${why}; a home folder still has what was acknowledged`;
    for (const [error, why] of [
      [refusal, 'no'],
      [new TypeError('x is not a function'), 'x is not a function'],
      ['thrown text', 'thrown text'],
    ] as const)
      expect(fatal(error)).toMatchObject({ code: 'stopped', message: received(why), cause: error });
  });
});

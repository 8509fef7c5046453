/** Adds options late, and observes which commands have got theirs. */
import { Command } from 'commander';
import { beforeEach, describe, expect, it } from 'vitest';
import { addOptionsLate } from '../../src/cli/flags.js';

describe('options that are added late', () => {
  let added: string[];
  let program: Command;

  /** Adds a command with one late option, and returns it. */
  function late(name: string, flag: string): Command {
    const command = program.command(name).action(() => undefined);
    addOptionsLate(command, () => {
      added.push(name);
      command.option(flag);
    });
    return command;
  }

  beforeEach(() => {
    added = [];
    program = new Command('halley').exitOverride().configureOutput({ writeErr: () => undefined });
  });

  it('are added only to the command that runs, once', async () => {
    const first = late('first', '--one');
    late('second', '--two');
    await program.parseAsync(['first', '--one'], { from: 'user' });
    expect([first.opts(), first.options.length, added]).toEqual([{ one: true }, 1, ['first']]);
  });

  it('are in the help of their command, and its name says in the help of the program that it has some', () => {
    const first = late('first', '--one');
    expect(first.helpInformation()).toContain('--one');
    late('second', '--two');
    expect(program.helpInformation()).toContain('second [options]');
  });

  it('are suggested for a wrong one', async () => {
    late('first', '--network');
    const parsed = program.parseAsync(['first', '--netwrok'], { from: 'user' });
    await expect(parsed).rejects.toThrow('(Did you mean --network?)');
  });

  it('keep their place before the options that are added after them', () => {
    const command = late('first', '--one').option('--two');
    addOptionsLate(command, () => command.option('--three'));
    command.option('--four');
    expect(command.options.map(({ long }) => long)).toEqual(['--one', '--two', '--three', '--four']);
  });
});

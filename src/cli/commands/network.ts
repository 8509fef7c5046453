/**
 * Implements `halley network`, which shows and breaks the simulated network of a running devnet over its EVM JSON-RPC.
 * The code of the devnet, which has the definitions of faults, loads only for subcommands that need it.
 */
import type { Command } from 'commander';
import { HalleyError } from '../../kernel/errors.js';
import { EVM_RPC_URL } from '../../settings/default_ports.js';
import { didYouMean } from '../../settings/did_you_mean.js';
import type { DevnetClient } from '../network/devnet_client.js';

const HELP = `
Examples:
  halley network fault equivocate node=3 vote=prevote
  halley network crash 2
  halley network partition 0,1 2,3
  halley network link 0 1 --delay 500ms --loss 10%
  halley network faults          lists all faults with their parameters`;

/** Runs a subcommand, and returns the lines to print. */
type Run = (client: DevnetClient, args: readonly string[], options: LinkFlags) => Promise<readonly string[]>;

interface LinkFlags {
  readonly delay?: string;
  readonly loss?: string;
  readonly cut?: true;
  readonly restore?: true;
}

/** Action on each number of a list, which is checked first. */
export interface ListedAction {
  /** Name of a number in errors, such as `the index of a validator`. */
  readonly what: string;
  /** Returns why a number cannot be acted on; undefined when it can. */
  problem(number: number): string | undefined;
  /** Acts on a number. Resolves to the line to print. */
  act(number: number): Promise<string>;
}

/**
 * Acts on each number of a list, in order. Throws HalleyError `invalid-argument` before the first action when a number
 * is listed twice or cannot be acted on.
 */
export async function actOnEach(
  numbers: readonly number[],
  { what, problem, act }: ListedAction,
): Promise<readonly string[]> {
  const twice = numbers.find((number, at) => numbers.indexOf(number) !== at);
  if (twice !== undefined)
    throw new HalleyError('invalid-argument', `${twice} is listed twice: expected ${what} once`, { number: twice });
  for (const number of numbers) {
    const why = problem(number);
    if (why !== undefined) throw new HalleyError('invalid-argument', why, { number });
  }
  const lines: string[] = [];
  for (const number of numbers) lines.push(await act(number));
  return lines;
}

/** Reads the index of a validator. Throws HalleyError `invalid-config`. */
const validatorIndexOf = (word: string): number => wholeOf(word, 'the index of a validator');

/** Reads a whole number, which `what` names in the error. Throws HalleyError `invalid-config`. */
function wholeOf(word: string, what: string): number {
  if (/^\d{1,15}$/.test(word)) return Number(word);
  throw new HalleyError('invalid-config', `"${word}" is not ${what}, expected a whole number such as 2`, { word });
}

export function network(program: Command): void {
  const command = program
    .command('network')
    .description('Show the network of a running devnet, and change it: validators, links and faults')
    .summary('Show the network of a running devnet, and inject faults')
    .allowExcessArguments(true)
    .addHelpText('after', HELP);
  const add = (usage: string, description: string, run: Run): Command =>
    runs(command.command(usage).description(description).allowExcessArguments(false), run);
  addFaults(add);
  add('crash <validator...>', 'Stop validators', (client, words) => setUp(client, words, false));
  add('restart <validator...>', 'Restart validators that have crashed', (client, words) => setUp(client, words, true));
  addLinks(add);
  add('power <validator> <power>', 'Set the voting power of a validator', async (client, [which = '', power = '']) => {
    await client.call('halley_setValidatorPower', validatorIndexOf(which), wholeOf(power, 'a voting power'));
    return [`validator-${which} has power ${power}, two heights later`];
  });
  runs(command, async (client, [word]) => {
    const known = command.commands.map((sub) => sub.name());
    if (word !== undefined)
      throw new HalleyError('invalid-config', `unknown command 'network ${word}'${didYouMean(word, known)}`, { word });
    const { networkLines } = await import('../network/status.js');
    return networkLines(await client.network(), await client.faults());
  });
}

/** Crashes or restarts validators. Checks all of them before the first changes. */
async function setUp(client: DevnetClient, words: readonly string[], up: boolean): Promise<readonly string[]> {
  const indexes = words.map(validatorIndexOf);
  const { nodes } = await client.network();
  return actOnEach(indexes, {
    what: 'the index of each validator',
    problem(index) {
      const node = nodes[index];
      if (node === undefined) return `there is no validator ${index}: expected an index below ${nodes.length}`;
      if (node.up !== up) return undefined;
      return up
        ? `validator-${index} is up: only a validator that is down can restart`
        : `validator-${index} is down already: restart it before it can crash again`;
    },
    async act(index) {
      await client.call(up ? 'halley_restartValidator' : 'halley_crashValidator', index);
      return `validator-${index} ${up ? 'restarted' : 'crashed'}`;
    },
  });
}

type Add = (usage: string, description: string, run: Run) => Command;

function addFaults(add: Add): void {
  const list: Run = async (client) => {
    const [{ menuLines }, { activeLines }] = await Promise.all([
      import('../network/menu.js'),
      import('../network/status.js'),
    ]);
    process.stdout.write(`${(await menuLines()).join('\n')}\n`);
    return activeLines(await client.faults());
  };
  add('fault [type] [parameters...]', 'Begin a fault, such as equivocate node=3', async (client, words) => {
    const [type, ...parameters] = words;
    if (type === undefined)
      throw new HalleyError(
        'invalid-config',
        'the type of the fault is missing: expected one of those that "halley network faults" lists',
      );
    const { faultText, readFaultWords } = await import('../../devnet/index.js');
    const fault = await readFaultWords(type, parameters);
    const id = await client.call('halley_addFault', fault);
    return [`fault ${BigInt(String(id))} began: ${faultText(fault)}`];
  });
  add('faults', 'List all faults with their parameters, and the active ones', list);
  add('remove <id...>', 'End faults by their ids', async (client, words) => {
    const numbers = words.map((word) => wholeOf(word, 'the id of a fault'));
    const active = (await client.faults()).map(({ id }) => Number(id));
    return actOnEach(numbers, {
      what: 'the id of each fault',
      problem(id) {
        if (active.includes(id)) return undefined;
        const known = active.length === 0 ? 'no fault is active' : `the active faults are ${active.join(', ')}`;
        return `there is no fault ${id}: ${known}`;
      },
      async act(id) {
        await client.call('halley_removeFault', id);
        return `fault ${id} ended`;
      },
    });
  });
}

function addLinks(add: Add): void {
  add('partition <groups...>', 'Separate groups of validators, such as 0,1 2,3', async (client, words) => {
    const { faultText, readFaultWords } = await import('../../devnet/index.js');
    const fault = await readFaultWords('partition', [`groups=${words.join('/')}`]);
    const id = await client.call('halley_addFault', fault);
    return [`fault ${BigInt(String(id))} began: ${faultText(fault)}`];
  });
  add('heal', 'End all partitions, and restore all links', async (client) => {
    await client.call('halley_heal');
    return ['all partitions ended, and all links are restored'];
  });
  add('link <a> <b>', 'Delay or lose the messages of a link, cut it, or restore it', setLink)
    .option('--delay <time>', 'Delay each message, by a time such as 500ms')
    .option('--loss <percent>', 'Lose messages, such as 10%')
    .option('--cut', 'Cut the link')
    .option('--restore', 'Restore the link');
  add('skew <validator> <time>', 'Set the clock of a validator ahead, such as 500ms or -2s; 0 ends it', setSkew)
    // A negative time is no flag.
    .allowUnknownOption(true);
}

const setLink: Run = async (client, [a = '', b = ''], { delay, loss, cut, restore }) => {
  const { readFaultWords } = await import('../../devnet/index.js');
  const given = [delay, loss, cut, restore].filter((flag) => flag !== undefined).length;
  if (given === 0 || (restore === true && given > 1))
    throw new HalleyError(
      'invalid-config',
      `${given === 0 ? 'no setting of the link is given' : '--restore is given with other settings'}: expected --delay, --loss and --cut, or --restore alone`,
    );
  const ms = delay === undefined ? {} : pick(await readFaultWords('delay', [`ms=${delay}`]), 'ms');
  const percent = loss === undefined ? {} : pick(await readFaultWords('loss', [`percent=${loss}`]), 'percent');
  const link = { ...ms, ...percent, ...(cut && { up: false }) };
  await client.call('halley_setLink', validatorIndexOf(a), validatorIndexOf(b), link);
  const words = Object.entries(link).map(([name, value]) => `${name}=${value}`);
  return [`link ${a}-${b}: ${words.length === 0 ? 'restored' : words.join(' ')}`];
};

const setSkew: Run = async (client, [which = '', time = '']) => {
  const { readFaultWords } = await import('../../devnet/index.js');
  const { ms } = pick(await readFaultWords('skew', ['node=0', `ms=${time}`]), 'ms');
  await client.call('halley_setClockSkew', validatorIndexOf(which), ms);
  return [`clock of validator-${which}: ${ms} ms ahead of the network`];
};

const pick = (fault: object, name: 'ms' | 'percent'): { readonly ms?: number; readonly percent?: number } => ({
  [name]: (fault as Readonly<Record<string, number>>)[name],
});

/** Makes a command call the devnet of `--url`, and print lines. */
function runs(command: Command, run: Run): Command {
  return command.option('--url <url>', `EVM JSON-RPC of the devnet (default: ${EVM_RPC_URL})`).action(async () => {
    const { DevnetClient: Client } = await import('../network/devnet_client.js');
    const options = command.optsWithGlobals<LinkFlags & { readonly url?: string }>();
    const lines = await run(new Client(options.url), command.args, options);
    process.stdout.write(`${lines.join('\n')}\n`);
  });
}

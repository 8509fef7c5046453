/**
 * Kills, verifies and exports the homes of chains whose validators changed, as users do: validators that were added,
 * removed, and slashed after an equivocation.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { evmCall, type Facts, FREE_PORTS, halley, Running, temporaryFolder } from './run.js';

// biome-ignore lint/suspicious/noExplicitAny: JSON as it came
type Json = any;

function newFolder(): string {
  const folder = temporaryFolder();
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

class Program {
  private constructor(
    readonly running: Running,
    readonly urls: Facts['urls'],
  ) {}

  static async start(...args: string[]): Promise<Program> {
    const running = new Running(['start', '--json', ...FREE_PORTS, ...args]);
    onTestFinished(async () => void (await running.signal('SIGKILL')));
    return new Program(running, (await running.facts()).urls);
  }

  ask = (method: string, ...params: unknown[]): Promise<Json> => evmCall(this.urls.evmHttp, method, params);

  async comet(target: string): Promise<Json> {
    return ((await (await fetch(`${this.urls.cometRpc}/${target}`)).json()) as Json).result;
  }

  async mine(blocks: number): Promise<void> {
    for (let i = 0; i < blocks; i++) await this.ask('evm_mine');
  }

  height = async (): Promise<number> => Number(await this.ask('eth_blockNumber'));

  /** Returns the hashes of the blocks up to a height, which cover the commits below them. */
  async hashes(to: number): Promise<string[]> {
    const heights = Array.from({ length: to }, (_, index) => index + 1);
    return Promise.all(heights.map(async (height) => (await this.comet(`block?height=${height}`)).block_id.hash));
  }

  /** Returns the powers by address in the set of a height. */
  async powers(height: number): Promise<Record<string, string>> {
    const { validators } = await this.comet(`validators?height=${height}`);
    return Object.fromEntries(validators.map(({ address, voting_power }: Json) => [address, voting_power]));
  }

  /** Returns what a restart must not change. */
  async facts() {
    const height = await this.height();
    const { nodes, cutLinks } = await this.ask('halley_network');
    return {
      hashes: await this.hashes(height),
      powers: await this.powers(height + 1),
      keys: await this.ask('halley_validatorKeys'),
      nodes: nodes.map(({ name, address, power, jailed, up }: Json) => ({ name, address, power, jailed, up })),
      cutLinks,
      faults: await this.ask('halley_faults'),
    };
  }
}

describe('kill -9 of a chain to which validators were added', () => {
  it.each([
    ['in automine', []],
    ['with blocks at an interval', ['--block-time=0.05']],
    ['in the mining mode manual', ['--no-mining']],
  ])('loses neither the added node nor its faults nor its crash (%s)', async (_, flags) => {
    const home = newFolder();
    const args = ['--home', home, '--seed=kill', ...flags];
    const first = await Program.start(...args);
    const { index, address } = await first.ask('halley_addValidator', { power: 10, name: 'alice' });
    expect(Number(index)).toBe(4);
    await first.mine(3);
    await first.ask('halley_addFault', { type: 'nil-prevotes', node: 4 });
    await first.ask('halley_addFault', { type: 'delay', ms: 20, from: [4], to: [0, 1] });
    await first.ask('halley_setLink', 3, 4, { up: false });
    await first.mine(3);
    await first.ask('halley_crashValidator', 4);
    await first.mine(1);
    // Blocks at an interval go on while facts are read, so only what is below this height is compared.
    const { hashes, ...before } = await first.facts();
    await first.running.signal('SIGKILL');

    const second = await Program.start(...args);
    const { hashes: after, ...again } = await second.facts();
    expect(again).toEqual(before);
    expect(after.slice(0, hashes.length)).toEqual(hashes);
    expect(again.nodes[4]).toMatchObject({ name: 'alice', up: false });
    expect(again.powers[address]).toBe('10');
    await second.mine(2);
    await second.ask('halley_restartValidator', 4);
    await second.ask('halley_heal');
    await second.mine(6);
    const { nodes } = await second.ask('halley_network');
    expect(Number(nodes[4].height)).toBeGreaterThan(hashes.length + 2);
    expect((await second.running.signal('SIGINT')).code).toBe(0);
    expect(await halley('verify', '--home', home)).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['in automine', []],
    ['with blocks at an interval', ['--block-time=0.05']],
    ['in realtime', ['--mining-mode=realtime:20']],
  ])('loses no validator that was acknowledged, and has others wholly or not at all (%s)', async (_, flags) => {
    const home = newFolder();
    const args = ['--home', home, '--seed=kill', ...flags];
    let known = 4;
    for (const killAt of [1, 2, 3]) {
      const program = await Program.start(...args);
      const hashes = await program.hashes(await program.height());
      let acknowledged = 0;
      const add = async (): Promise<void> => {
        await program.ask('halley_addValidator');
        acknowledged++;
        if (acknowledged === killAt) void program.running.signal('SIGKILL');
      };
      await Promise.allSettled(Array.from({ length: 4 }, add));
      await program.running.signal('SIGKILL');

      const again = await Program.start(...args);
      // A change that was pending on disk is in a block soon after the start.
      await again.mine(3);
      const { nodes, keys } = await again.facts();
      expect(keys.map(({ name }: Json) => name)).toEqual(nodes.map(({ name }: Json) => name));
      expect(nodes.length).toBeGreaterThanOrEqual(known + acknowledged);
      expect(nodes.length).toBeLessThanOrEqual(known + 4);
      known = nodes.length;
      await again.mine(3);
      expect(await again.hashes(hashes.length)).toEqual(hashes);
      const height = await again.height();
      expect(Object.keys(await again.powers(height))).toHaveLength(known);
      expect((await again.running.signal('SIGINT')).code).toBe(0);
    }
    expect(await halley('verify', '--home', home)).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a home after an addition, a removal and a slashing', () => {
  it('verifies, and its export starts a chain with the same validators, which verifies too', async () => {
    const home = newFolder();
    const first = await Program.start('--home', home, '--seed=set', '--validators=5', '--no-mining');
    await first.ask('halley_addValidator', { power: 30, name: 'alice' });
    await first.mine(3);
    await first.ask('halley_removeValidator', 1);
    await first.ask('halley_setValidatorPower', 2, '0xc');
    await first.ask('halley_addFault', { type: 'equivocate', node: 3 });
    await first.mine(8);
    const height = await first.height();
    const powers = await first.powers(height);
    const [, , , slashed] = await first.ask('halley_validatorKeys');
    expect(Object.values(powers)).toEqual(['30', '12', '10', '10']);
    expect(powers).not.toHaveProperty(slashed.address);
    const { stdout: log } = await first.running.signal('SIGINT');
    expect(log).toContain('"type":"evidence"');
    expect(await halley('verify', '--home', home)).toMatchObject({ code: 0, stderr: '' });

    const { code, stdout, stderr } = await halley('export', '--home', home);
    expect([code, stderr]).toEqual([0, '']);
    const document = join(newFolder(), 'genesis.json');
    writeFileSync(document, stdout);
    const other = newFolder();
    const second = await Program.start('--home', other, '--seed=set', `--genesis=${document}`, '--no-mining');
    expect(await second.height()).toBe(height + 1);
    expect(await second.powers(height + 1)).toEqual(powers);
    await second.mine(3);
    expect(await second.powers(height + 4)).toEqual(powers);
    // The removed validator returns; the one that equivocated is jailed for good.
    await second.ask('halley_setValidatorPower', 1, '0xa');
    await second.mine(3);
    const [, removed] = await second.ask('halley_validatorKeys');
    const { [removed.address]: returned, ...others } = await second.powers(await second.height());
    expect([returned, others]).toEqual(['10', powers]);
    expect((await second.running.signal('SIGINT')).code).toBe(0);
    expect(await halley('verify', '--home', other)).toMatchObject({ code: 0, stderr: '' });
    const again = await halley('export', '--home', other);
    expect([again.code, JSON.parse(again.stdout).validators.length]).toEqual([0, 5]);
  });
});

/**
 * Tests what filters report across snapshots, reverts, rollbacks and reorganisations. A client that adds the logs of each poll, and
 * drops those that are marked as removed, has the logs of the canonical chain.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { ask } from '../support/ask.js';
import { draws } from '../support/draws.js';

/** Writes an empty log with LOG0 at each call. */
const LOGGER = `0x${'10'.repeat(20)}`;
const LOG = '0x5f5fa000';
const FROM = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

interface Log {
  readonly blockHash: string;
  readonly logIndex: string;
  readonly removed: boolean;
}

const command = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('send' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('mine' as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('step' as const), events: fc.integer({ min: 1, max: 60 }) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('snapshot' as const) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('revert' as const), back: fc.nat(2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('rollback' as const), depth: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('reorg' as const), depth: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('filter' as const) }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('poll' as const), which: fc.nat(4) }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

const keyOf = ({ blockHash, logIndex }: Log): string => `${blockHash} ${logIndex}`;

/** Polls as a client does. Fails when a log is added twice, or removed without having been added. */
class Client {
  readonly #logs = new Set<string>();
  readonly #blocks = new Set<string>();

  private constructor(
    private readonly devnet: Devnet,
    private readonly logFilter: string,
    private readonly blockFilter: string,
    /** Blocks with logs that are older than the filter, as long as no revert removes them. */
    private before: ReadonlySet<string>,
  ) {}

  static async of(devnet: Devnet): Promise<Client> {
    const logFilter = await ask<string>(devnet, 'eth_newFilter', { address: LOGGER });
    const blockFilter = await ask<string>(devnet, 'eth_newBlockFilter');
    return new Client(
      devnet,
      logFilter,
      blockFilter,
      new Set((await canonicalLogs(devnet)).map((log) => log.blockHash)),
    );
  }

  async poll(): Promise<void> {
    for (const log of await ask<Log[]>(this.devnet, 'eth_getFilterChanges', this.logFilter)) {
      const key = keyOf(log);
      expect(this.#logs.has(key), `${key} is added once and removed once`).toBe(log.removed);
      if (log.removed) this.#logs.delete(key);
      else this.#logs.add(key);
    }
    const canonical = (await canonicalLogs(this.devnet)).filter(({ blockHash }) => !this.before.has(blockHash));
    expect([...this.#logs].sort()).toEqual(canonical.map(keyOf).sort());
    for (const hash of await ask<string[]>(this.devnet, 'eth_getFilterChanges', this.blockFilter)) {
      const block = await ask<{ number: string } | null>(this.devnet, 'eth_getBlockByHash', hash, false);
      expect(block, 'a block that a filter reports is there').not.toBeNull();
      expect(this.#blocks.has(`${hash}`)).toBe(false);
      this.#blocks.add(hash);
    }
  }

  /**
   * Must be called after a revert: a block that is made again with the same bytes has the same hash, and is reported as
   * new.
   */
  async forgetUndone(): Promise<void> {
    this.#blocks.clear();
    const left = (await canonicalLogs(this.devnet)).map(({ blockHash }) => blockHash);
    this.before = new Set(left.filter((hash) => this.before.has(hash)));
  }
}

const canonicalLogs = (devnet: Devnet): Promise<Log[]> =>
  ask(devnet, 'eth_getLogs', { address: LOGGER, fromBlock: 'earliest', toBlock: 'latest' });

async function run(mode: 'automine' | 'manual' | 'step', commands: readonly Command[]): Promise<void> {
  await using devnet = await createDevnet({ seed: 'filters', miningMode: mode });
  await ask(devnet, 'hardhat_setCode', LOGGER, LOG);
  await ask(devnet, 'hardhat_mine', '0x3');
  const clients = [await Client.of(devnet)];
  const snapshots: string[] = [];
  for (const c of commands) {
    switch (c.type) {
      case 'send':
        await ask(devnet, 'eth_sendTransaction', { from: FROM, to: LOGGER, gas: '0xffff' });
        break;
      case 'mine':
        await ask(devnet, 'hardhat_mine', '0x2');
        break;
      case 'step':
        if (mode === 'step') await ask(devnet, 'halley_step', 'event', c.events);
        break;
      case 'snapshot':
        snapshots.push(await ask(devnet, 'evm_snapshot'));
        break;
      case 'revert': {
        const [id] = snapshots.splice(Math.max(0, snapshots.length - 1 - c.back));
        if (id !== undefined) await ask(devnet, 'evm_revert', id);
        for (const client of clients) await client.forgetUndone();
        break;
      }
      case 'rollback':
        // Snapshots above the remaining height are no longer valid.
        if (devnet.height - BigInt(c.depth) < 3n) break;
        await ask(devnet, 'anvil_rollback', c.depth);
        for (const client of clients) await client.forgetUndone();
        break;
      case 'reorg':
        if (devnet.height - BigInt(c.depth) < 3n) break;
        await ask(devnet, 'anvil_reorg', c.depth, [[{ from: FROM, to: LOGGER, gas: '0xffff' }, 0]]);
        for (const client of clients) await client.forgetUndone();
        break;
      case 'filter':
        clients.push(await Client.of(devnet));
        break;
      case 'poll':
        await clients[c.which % clients.length]?.poll();
        break;
    }
  }
  // Every decided height is published when a later one begins.
  await ask(devnet, 'hardhat_mine', '0x1');
  for (const client of clients) await client.poll();
}

it.each([
  ['automine', 30],
  ['manual', 20],
  ['step', 30],
] as const)('a client that follows a filter has the logs of the canonical chain: %s', async (mode, numRuns) => {
  const commands = fc.array(command, { minLength: 4, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(commands, (list) => run(mode, list)),
    { numRuns: draws(numRuns) },
  );
});

const send: Command = { type: 'send' };
const snapshot: Command = { type: 'snapshot' };
const poll: Command = { type: 'poll', which: 0 };
const revert: Command = { type: 'revert', back: 0 };
const rollback: Command = { type: 'rollback', depth: 1 };

it.each<readonly [string, readonly Command[]]>([
  ['reports no log again after a revert that keeps it', [send, snapshot, poll, revert, poll]],
  ['reports a log as removed that was reported before a revert', [send, snapshot, poll, revert, rollback, poll]],
  ['reports a log as removed once', [snapshot, send, poll, revert, snapshot, poll, revert, poll]],
])('a filter %s', (_, commands) => run('automine', commands));

/**
 * Runs mining modes, blocks on demand, sends, drops, snapshots and reverts in any order. Heights and times only grow,
 * except by a revert. What is acknowledged is in a block or pending, and the mode is what the switches say.
 */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EvmBackend } from '../../../src/backend/evm/evm_backend.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { NodeUnderTest, transfer } from '../node_kit.js';

/** No tick of this interval comes while a test runs. */
const HOUR_MS = 3_600_000;

const command = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('send' as const), from: fc.nat(1) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('mine' as const),
      blocks: fc.integer({ min: -1, max: 4 }),
      interval: fc.option(fc.integer({ min: -1, max: 90 }), { nil: undefined }),
      delay: fc.option(fc.integer({ min: -1, max: 90 }), { nil: undefined }),
      /** Seconds from the newest block's time. */
      later: fc.option(fc.integer({ min: -5, max: 500 }), { nil: undefined }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('automine' as const), on: fc.boolean(), exclusive: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ type: fc.constant('interval' as const), on: fc.boolean(), exclusive: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('step' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('time' as const), by: fc.nat(1000) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('drop' as const), from: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('snapshot' as const) }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('revert' as const), back: fc.nat(1) }) },
);
type Command = typeof command extends fc.Arbitrary<infer T> ? T : never;

/** Facts that the test knows: hashes that were acknowledged and not dropped, and both switches. */
interface Known {
  readonly sent: readonly string[];
  readonly automine: boolean;
  readonly ticks: boolean;
  readonly height: bigint;
}

class Story {
  known: Known = { sent: [], automine: true, ticks: false, height: 1n };
  /** Whether a revert happened after the last block: restored transactions stay pending until the next one. */
  #restored = false;
  #snapshots: { readonly id: bigint; readonly known: Known }[] = [];

  constructor(
    private readonly node: NodeUnderTest,
    private readonly port: EvmBackend = node.node.evmBackend,
  ) {}

  async run(c: Command): Promise<void> {
    const { port } = this;
    switch (c.type) {
      case 'send':
        return this.#send(c.from);
      case 'mine':
        return this.#mine(c);
      case 'automine': {
        await port.setAutomine(c.on, { exclusiveModes: c.exclusive, automineMinesPending: true });
        const replaces = c.on && c.exclusive && !this.known.automine;
        return this.#know({ automine: c.on, ticks: this.known.ticks && !replaces });
      }
      case 'interval':
        await port.setInterval(c.on ? { ms: HOUR_MS } : undefined, c.exclusive);
        return this.#know({ automine: this.known.automine && !c.exclusive, ticks: c.on });
      case 'step':
        await this.node.node.loop.setMiningMode({ type: 'step' });
        await this.node.node.loop.step('step', 2);
        return this.#know({ automine: false, ticks: false });
      case 'time':
        return void (await port.increaseTime(BigInt(c.by)));
      case 'drop':
        return this.#drop(c.from);
      case 'snapshot':
        this.#snapshots.push({ id: BigInt(await port.snapshot()), known: { ...this.known, height: port.head() } });
        return;
      case 'revert':
        return this.#revert(c.back);
    }
  }

  #know(known: Partial<Known>): void {
    this.known = { ...this.known, ...known };
  }

  async #send(from: number): Promise<void> {
    const sender = this.port.accounts()[from] as Uint8Array;
    const nonce = Number(this.port.nonce(sender, 'pending'));
    const outcome = await this.port.sendRaw(await transfer(this.node.chain.evmChainId, nonce, from));
    if (outcome.type !== 'accepted') throw new Error(outcome.log);
    this.#know({ sent: [...this.known.sent, to0x(outcome.hash)] });
    if (this.known.automine) expect(this.port.receipt(outcome.hash)).toBeDefined();
  }

  async #mine({ blocks, interval, delay, later }: Command & { type: 'mine' }): Promise<void> {
    const { port } = this;
    const head = port.head();
    const last = port.block(head)?.timestamp as bigint;
    const underWay = this.node.simNetwork.isHeightStarted;
    const request = {
      blocks,
      ...(interval !== undefined && { interval: BigInt(interval) }),
      ...(delay !== undefined && { delay: BigInt(delay) }),
      ...(later !== undefined && { timestamp: last + BigInt(later) }),
    };
    const isBad = blocks < 0 || (interval ?? 0) < 0 || (delay ?? 0) < 0;
    const mined = await port.mineBlocks(request).catch((error: unknown) => {
      // A started height may have a later time than the newest block.
      expect(isBad || (blocks > 0 && later !== undefined && (later <= 0 || underWay)), String(error)).toBe(true);
    });
    if (mined === undefined) return expect(port.head()).toBe(head);
    expect(isBad).toBe(false);
    const isExtra = blocks > 0 && underWay && ((delay ?? 0) > 0 || later !== undefined);
    expect(mined).toBe(head + BigInt(blocks) + (isExtra ? 1n : 0n));
    const first = port.block(mined - BigInt(blocks) + 1n)?.timestamp;
    if (blocks > 0 && later !== undefined) expect(first).toBe(last + BigInt(later));
  }

  async #drop(from: number): Promise<void> {
    const sender = this.port.accounts()[from] as Uint8Array;
    await this.port.dropOf(sender);
    const isMined = (hash: string): boolean => this.port.receipt(fromHex(hash)) !== undefined;
    const isOther = (hash: string): boolean => this.port.transaction(fromHex(hash)) !== undefined;
    this.#know({ sent: this.known.sent.filter((hash) => isMined(hash) || isOther(hash)) });
    expect(this.port.nonce(sender, 'pending')).toBe(this.port.nonce(sender, this.port.head()));
  }

  async #revert(back: number): Promise<void> {
    const at = this.#snapshots.length - 1 - back;
    const snapshot = this.#snapshots[at];
    if (snapshot === undefined) return;
    expect(await this.port.revert(snapshot.id, false)).toBe(true);
    this.#snapshots = this.#snapshots.slice(0, at);
    const { automine, ticks } = this.known;
    this.known = { ...snapshot.known, automine, ticks };
    this.#restored = true;
    expect(this.port.head()).toBe(snapshot.known.height);
  }

  check(before: bigint, c: Command): void {
    const { port, known, node } = this;
    if (c.type !== 'revert') expect(port.head()).toBeGreaterThanOrEqual(before);
    for (let height = 2n; height <= port.head(); height++) {
      const [block, parent] = [port.block(height), port.block(height - 1n)];
      expect(to0x(block?.parentHash as Uint8Array)).toBe(to0x(parent?.hash as Uint8Array));
      expect(block?.timestamp).toBeGreaterThan(parent?.timestamp as bigint);
    }
    for (const hash of known.sent) expect(port.transaction(fromHex(hash)), hash).toBeDefined();
    expect([port.isAutomine(), port.interval() !== undefined]).toEqual([known.automine, known.ticks]);
    if (c.type !== 'revert' && port.head() > before) this.#restored = false;
    if (known.automine && !this.#restored) expect(node.chain.pool.hasReady(port.nextBaseFee(port.head()))).toBe(false);
  }
}

it('no acknowledged transaction is lost, and time only grows, after any switches', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 5, maxLength: 25, size: 'max' }), async (commands) => {
      const node = await NodeUnderTest.open({ seed: 'modes' });
      node.node.loop.start((failure) => {
        throw failure;
      });
      try {
        const story = new Story(node);
        for (const c of commands) {
          const before = node.height;
          await story.run(c);
          story.check(before, c);
        }
        await node.node.loop.stop();
      } finally {
        await node.close();
      }
    }),
    { numRuns: 25 },
  );
});

/**
 * Damages each kind of record of a persistent chain. A read gives the correct value, or an error that names the record.
 * Reads of the rest continue, and so does the chain, as long as its end is intact.
 */
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet } from '../../../src/devnet/devnet.js';
import { recordName } from '../../../src/devnet/home/store_options.js';
import { fixedClock } from '../../../src/devnet/options/clock.js';
import type { DevnetOptions } from '../../../src/devnet/options/devnet_options.js';
import { HalleyError } from '../../../src/kernel/errors.js';
import { to0x } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { NodeUnderTest, START, temporaryHome, transfer } from '../node_kit.js';

const manual: DevnetOptions = { miningMode: 'manual' };

/** Writes blocks with transfers, a validator's new power, evidence and pending transactions. */
async function writeChain(home: string): Promise<readonly string[]> {
  const node = await NodeUnderTest.start({ home, ...manual });
  const { evmChainId } = node.chain;
  const hashes: string[] = [];
  for (const nonce of [0, 1, 2, 3]) {
    for (const from of [1, 2]) {
      const outcome = await node.comet.broadcast(await transfer(evmChainId, nonce, from, { to: 3 }));
      if (outcome.type === 'checked') hashes.push(to0x(outcome.hash));
    }
    await node.mine();
  }
  await node.comet.submitEvidence(node.doubleSign(1, 2n));
  await node.comet.broadcast(await transfer(evmChainId, 4, 1));
  await node.close();
  return hashes;
}

/** Reads everything that can be read, each by its method; a failed read gives the error's code. */
async function portrait(node: NodeUnderTest, hashes: readonly string[]): Promise<Map<string, string>> {
  const {
    comet,
    node: { evmBackend },
  } = node;
  const asked = new Map<string, string>();
  const ask = async (question: string, read: () => unknown): Promise<void> => {
    try {
      asked.set(question, shown(await read()));
    } catch (error) {
      if (!(error instanceof HalleyError)) throw error;
      expect(error.message).toMatch(/restore the folder from a copy|missing/);
      asked.set(question, error.code);
    }
  };
  for (let height = 1n; height <= 5n; height++) {
    await ask(`block ${height}`, () => comet.block(height));
    await ask(`results ${height}`, () => comet.results(height));
    await ask(`validators ${height}`, () => comet.validators(height));
    await ask(`params ${height}`, () => comet.params(height));
    await ask(`commit ${height}`, () => comet.commit(height));
    await ask(`EVM block ${height}`, () => evmBackend.block(height));
    await ask(`bloom ${height}`, () => evmBackend.bloom(height));
    for (const from of [1, 2, 3]) {
      const address = node.chain.app.evm.at(height);
      await ask(`balances ${height} ${from}`, () => address.account(accountOf(from))?.balance);
    }
    await ask(`proof ${height}`, () => node.chain.app.evm.proof(accountOf(1), [], height));
    const known = hashesOf.get(height);
    if (known !== undefined) await ask(`height of hash ${height}`, () => comet.heightOfHash(known));
  }
  for (const hash of hashes) {
    const bytes = Uint8Array.from(Buffer.from(hash.slice(2), 'hex'));
    await ask(`tx ${hash}`, () => comet.tx(bytes)?.height);
  }
  for (const hash of ethereumHashes) {
    await ask(`receipt ${to0x(hash)}`, () => evmBackend.receipt(hash));
  }
  await ask('waiting', () => comet.unconfirmed(100));
  return asked;
}

let hashesOf = new Map<bigint, Uint8Array>();
let ethereumHashes: Uint8Array[] = [];

const accountOf = (index: number): Uint8Array => {
  const address = ADDRESSES[index] ?? '';
  return Uint8Array.from(Buffer.from(address, 'hex'));
};
const ADDRESSES = [
  'f39fd6e51aad88f6f4ce6ab8827279cfffb92266',
  '70997970c51812dc3a010c7d01b50e0d17dc79c8',
  '3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
  '90f79bf6eb2c4f870365e785982e1f101e93b906',
];

const shown = (value: unknown): string =>
  JSON.stringify(value, (_, part: unknown) => {
    if (typeof part === 'bigint') return `${part}n`;
    return part instanceof Uint8Array ? to0x(part) : part;
  }) ?? 'undefined';

type Level = ClassicLevel<Uint8Array, Uint8Array>;

async function onDisk<T>(home: string, look: (level: Level) => Promise<T>): Promise<T> {
  const level: Level = new ClassicLevel(join(home, 'data'), { keyEncoding: 'view', valueEncoding: 'view' });
  try {
    await level.open();
    return await look(level);
  } finally {
    await level.close();
  }
}

/**
 * Matches records that must be present, so that their loss is noticed by itself. The checksums of files show the loss
 * of others.
 */
const NEEDED = /^(Ls|Lb|Lr|Lv|Lp|Le|sL|sV|sH|sM|\xff\xff)$/;

const kindOf = (key: Uint8Array): string => String.fromCharCode(...key.subarray(0, 2));

describe('a damaged record', () => {
  it('is read correctly or gives an error, whatever its kind is, and affects nothing else', async () => {
    const home = await temporaryHome();
    const hashes = await writeChain(home);
    const first = await NodeUnderTest.start({ home, ...manual });
    hashesOf = new Map();
    ethereumHashes = [];
    for (let height = 1n; height <= first.height; height++) {
      const hash = first.comet.block(height)?.blockId.hash;
      if (hash !== undefined) hashesOf.set(height, hash);
      for (const { transaction } of first.node.evmBackend.block(height)?.receipts ?? [])
        ethereumHashes.push(transaction.hash);
    }
    const expected = await portrait(first, hashes);
    expect([...expected.values()]).not.toContain('undefined');
    await first.close();

    const keys = await onDisk(home, async (level) => await level.keys().all());
    const kinds = new Map<string, Uint8Array[]>();
    for (const key of keys) kinds.set(kindOf(key), [...(kinds.get(kindOf(key)) ?? []), key]);
    expect([...kinds.keys()].sort()).toEqual(
      ['Lb', 'Ld', 'Le', 'Lh', 'Lm', 'Lp', 'Lr', 'Ls', 'Lt', 'Lv', 'Lx', 'sH', 'sL', 'sM', 'sV', '\xff\xff'].sort(),
    );
    for (const [kind, found] of kinds) {
      const chosen = kind === 'Ls' ? found : [found[0], found[found.length >> 1]];
      for (const key of new Set(chosen)) {
        if (key === undefined) continue;
        for (const how of NEEDED.test(kind) ? (['changed', 'gone'] as const) : (['changed'] as const)) {
          const name = `${recordName(key).text} ${how}`;
          const before = await onDisk(home, (level) => level.get(key));
          const changed = before?.map((byte, i) => (i === before.length >> 1 ? byte ^ 4 : byte)) ?? new Uint8Array();
          await onDisk(home, (level) => (how === 'gone' ? level.del(key) : level.put(key, changed)));
          let noticed = 0;
          try {
            const node = await NodeUnderTest.start({ home, ...manual });
            const asked = await portrait(node, hashes);
            for (const [question, answer] of asked) {
              if (answer === 'corrupt-store') noticed++;
              else expect(answer, `${question} with the ${name}`).toBe(expected.get(question));
            }
            expect(noticed, name).toBeLessThan(expected.size / 2);
            await node.close();
          } catch (error) {
            expect(error, name).toMatchObject({ code: 'corrupt-store' });
            noticed++;
          }
          // The excluded kinds are versions of the state that none of these queries reads, and the next height's
          // validators.
          if (!/^(sV|sL|Lv|Lp)$/.test(kind)) expect(noticed, name).toBeGreaterThan(0);
          await onDisk(home, (level) => level.put(key, before ?? new Uint8Array()));
        }
      }
    }
  });
});

describe('damage in the past', () => {
  it('is an error in each dialect, reported once to the listener, and stops neither other reads nor the chain', async () => {
    const home = await temporaryHome();
    await writeChain(home);
    const results = Uint8Array.of(...utf8('Lr'), 0, 0, 0, 0, 0, 0, 0, 2);
    await onDisk(home, async (level) => {
      const before = (await level.get(results)) ?? new Uint8Array();
      await level.put(
        results,
        before.map((byte, i) => (i === 20 ? byte ^ 1 : byte)),
      );
    });
    const received: string[] = [];
    const bugs: unknown[] = [];
    const devnet = await createDevnet({
      home,
      clock: fixedClock(START),
      miningMode: 'manual',
      jsonRpc: false,
      rpc: { address: '127.0.0.1:0' },
      assets: false,
      onDamage: ({ message }) => void received.push(message),
      onBug: (_, error) => void bugs.push(error),
      onFatal: (error) => void bugs.push(error),
    });
    onTestFinished(() => devnet.close());
    const message = expect.stringMatching(/the results of height 2 fails its checksum; restore the folder from a copy/);
    for (let i = 0; i < 2; i++) {
      const asked = devnet.provider.request({ method: 'eth_getBlockByNumber', params: ['0x2', false] });
      await expect(asked).rejects.toMatchObject({ code: -32603, message });
      const answer = await (await fetch(`${devnet.urls.cometRpc}/block_results?height=2`)).json();
      expect(answer).toMatchObject({ error: { code: -32603, data: message } });
    }
    expect(received).toEqual([message]);
    expect(await devnet.provider.request({ method: 'eth_getBlockByNumber', params: ['0x3', false] })).toBeTruthy();
    const { height } = devnet;
    await devnet.mine();
    expect(devnet.height).toBe(height + 1n);
    expect(bugs).toEqual([]);
  });
});

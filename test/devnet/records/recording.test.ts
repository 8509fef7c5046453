/** Tests which file records a devnet, and what it contains. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions, replayRecord, traceRecord } from '../../../src/devnet/index.js';
import { asking } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';
import { newFile } from './record_kit.js';

const SEED = { seed: 'recorded' };

/** Runs a devnet for as long as `use` takes. */
async function during<T>(options: DevnetOptions, use: (devnet: Devnet) => Promise<T>): Promise<T> {
  const devnet = await createDevnet({ ...SEED, ...options });
  try {
    return await use(devnet);
  } finally {
    await devnet.close();
  }
}

const send = (devnet: Devnet, value = '0x1'): Promise<unknown> =>
  devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: devnet.accounts[0]?.address, to: devnet.accounts[1]?.address, value }],
  });

const hashOf = async (devnet: Devnet): Promise<unknown> =>
  ((await devnet.provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })) as { hash: string })
    .hash;

describe('a recorded devnet', () => {
  it('has the blocks that it would have without a record', async () => {
    const use = async (devnet: Devnet): Promise<unknown> => {
      await send(devnet);
      await devnet.mine();
      return hashOf(devnet);
    };
    expect(await during({ record: newFile() }, use)).toBe(await during({}, use));
  });

  it('has each transaction in its record, with the code of CheckTx, before the sender has the answer', async () => {
    const record = newFile();
    await during({ record, miningMode: 'manual' }, async (devnet) => {
      const hash = await send(devnet);
      const raw = await devnet.provider.request({ method: 'eth_getRawTransactionByHash', params: [hash] });
      const lines = readFileSync(record, 'utf8').split('\n');
      const [accepted] = lines.filter((line) => line.includes('"type":"transaction"'));
      expect(accepted).toContain('"code":0');
      expect(accepted).toContain((raw as string).slice(2));
    });
  });

  it('records several chains in one file', async () => {
    const record = newFile();
    const chains = [{ id: 'hub-1' }, { id: 'dex-1', validators: 2 }];
    const heights = await during({ record, chains }, async (devnet) => {
      const id = await devnet.snapshot();
      await devnet.chains.get('hub-1').mine();
      await devnet.revert(id);
      await devnet.chains.get('dex-1').mine();
      await send(devnet);
      return [...devnet.chains].reduce((sum, { height }) => sum + Number(height), 0);
    });
    const report = await replayRecord(record);
    expect(report.difference).toBeUndefined();
    // One height was reverted.
    expect(report).toMatchObject({ end: 'stop', heights: heights + 1 });
  });
});

describe('a record of a home folder', () => {
  it('is continued when the devnet starts again, and is replayed as a whole', async () => {
    const [home, record] = [await temporaryHome(), newFile()];
    await during({ home, record }, async (devnet) => {
      await send(devnet);
      await devnet.snapshot();
    });
    const more = async (devnet: Devnet): Promise<void> => {
      await send(devnet);
      const id = await devnet.snapshot();
      await devnet.mine();
      await devnet.revert(id);
      await devnet.provider.request({ method: 'anvil_rollback', params: [1] });
      await devnet.mine();
    };
    await during({ home, record }, more);
    await during({ home, record, timeouts: { commit: 2_000_000_000n } }, more);
    const report = await replayRecord(record);
    expect(report.difference).toBeUndefined();
    expect(report.end).toBe('stop');
    let trace = '';
    await traceRecord(record, (lines) => {
      trace += lines;
    });
    const file = newFile('trace.jsonl');
    writeFileSync(file, trace);
    expect((await replayRecord(file)).difference).toBeUndefined();
    await expect(createDevnet({ ...SEED, home, record: file })).rejects.toThrow(
      `the record "${file}" is a trace: give another file, because only a record can be continued`,
    );
  });

  it('is replayed with the timeouts of each run, of which some make proposals late', async () => {
    const [home, record] = [await temporaryHome(), newFile()];
    const timeoutsOf = (ms: bigint) => {
      const time = ms * 1_000_000n;
      const rounds = { propose: time, proposeDelta: time, prevote: time, prevoteDelta: time };
      return { ...rounds, precommit: time, precommitDelta: time, commit: time };
    };
    const mine = async (devnet: Devnet): Promise<void> => {
      await devnet.mine({ blocks: 5 });
      await devnet.provider.request({ method: 'anvil_rollback', params: [1] });
      await devnet.mine({ blocks: 4 });
    };
    for (const ms of [1000n, 1n, 3000n]) await during({ home, record, timeouts: timeoutsOf(ms) }, mine);
    const rounds = [...readFileSync(record, 'utf8').matchAll(/"type":"decided".*?"round":(\d+)/g)].map(
      ([, round]) => round,
    );
    expect(new Set(rounds)).toEqual(new Set(['0', '1']));
    const report = await replayRecord(record);
    expect(report.difference).toBeUndefined();
    expect(report).toMatchObject({ end: 'stop' });
  });

  it('is replayed when a rollback to the height of a snapshot retains the snapshot', async () => {
    const record = newFile();
    const height = await during({ record }, async (devnet) => {
      const ask = asking(devnet);
      await devnet.mine({ blocks: 3 });
      const retained = await ask('evm_snapshot');
      await devnet.mine();
      const removed = await ask('evm_snapshot');
      await devnet.mine({ blocks: 2 });
      await ask('anvil_rollback', 3);
      expect(await ask('evm_revert', removed)).toBe(false);
      await devnet.mine({ blocks: 2 });
      expect(await ask('evm_revert', retained)).toBe(true);
      await devnet.mine();
      return devnet.height;
    });
    expect(height).toBe(5n);
    const report = await replayRecord(record);
    expect(report.difference).toBeUndefined();
    expect(report).toMatchObject({ end: 'stop' });
  });

  it('is refused when it ends elsewhere or has another chain', async () => {
    const [home, record, other] = [await temporaryHome(), newFile(), newFile()];
    await during({ home, record }, send);
    await during({ home }, send);
    await expect(createDevnet({ ...SEED, home, record })).rejects.toThrow(
      `the record "${record}" ends at height 2 of chain "halley_31337-1", but the home folder is at height 3: give the file that recorded it to the end, or start with an empty home folder and a new file`,
    );
    await expect(createDevnet({ ...SEED, home, record: other })).rejects.toThrow(
      `the record "${other}" cannot begin at height 3 of chain "halley_31337-1": a record begins with its chain; start with an empty home folder, or give the file that has recorded this chain`,
    );
    expect(existsSync(other)).toBe(false);
    await expect(createDevnet({ seed: 'other', home: await temporaryHome(), record })).rejects.toThrow(
      `the record "${record}" records a chain "halley_31337-1" with another genesis or seed`,
    );
    expect((await replayRecord(record)).difference).toBeUndefined();
  });
});

describe('a file that exists', () => {
  it('is not overwritten', async () => {
    const record = newFile();
    writeFileSync(record, 'mine');
    await expect(createDevnet({ record })).rejects.toMatchObject({ code: 'conflict', facts: { file: record } });
    expect(readFileSync(record, 'utf8')).toBe('mine');
  });

  it('is not left behind by a devnet that could not start', async () => {
    const taken = createServer();
    onTestFinished(() => void taken.close());
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    const { port } = taken.address() as { port: number };
    const record = newFile();
    await expect(createDevnet({ record, jsonRpc: { address: `127.0.0.1:${port}` } })).rejects.toThrow(/in use/);
    expect(existsSync(record)).toBe(false);
  });

  it('is refused where no file can be', async () => {
    await expect(createDevnet({ record: '/nowhere/session.jsonl' })).rejects.toThrow(
      'the record "/nowhere/session.jsonl" cannot be opened: ENOENT',
    );
  });
});

describe('a record that ends before the rollback of its home folder, as after a kill', () => {
  it.each<[string, (snapshot: unknown) => readonly [method: string, ...params: unknown[]]]>([
    ['a rollback', () => ['anvil_rollback', 3]],
    ['a rollback of one block', () => ['anvil_rollback', 1]],
    ['a reset', () => ['hardhat_reset']],
    ['a revert', (snapshot) => ['evm_revert', snapshot]],
  ])('%s is continued where the home folder is, and is replayed', async (_, call) => {
    const [home, record] = [await temporaryHome(), newFile()];
    const before = await during({ home, record }, async (devnet) => {
      const ask = asking(devnet);
      await devnet.mine({ blocks: 3 });
      await send(devnet);
      const snapshot = await ask('evm_snapshot');
      await devnet.mine({ blocks: 3 });
      const text = readFileSync(record, 'utf8');
      const [method, ...params] = call(snapshot);
      await ask(method, ...params);
      return { text, height: devnet.height };
    });
    writeFileSync(record, before.text);
    await during({ home, record }, async (devnet) => {
      expect(devnet.height).toBe(before.height);
      await devnet.mine({ blocks: 2 });
    });
    await during({ home, record }, (devnet) => devnet.mine());
    const report = await replayRecord(record);
    expect(report).toMatchObject({ end: 'stop' });
    expect(report.difference).toBeUndefined();
  });

  it('that a kill ends within the block after a rollback is continued, and refused when it ends before that block', async () => {
    const [home, record] = [await temporaryHome(), newFile()];
    const text = await during({ home, record }, async (devnet) => {
      await devnet.mine({ blocks: 2 });
      await devnet.provider.request({ method: 'anvil_rollback', params: [1] });
      await send(devnet);
      expect(devnet.height).toBe(3n);
      return readFileSync(record, 'utf8');
    });
    const lines = text.split('\n');
    const endBefore = (type: string): void => {
      const end = lines.findLastIndex((line) => line.includes(`"type":"${type}"`));
      writeFileSync(record, `${lines.slice(0, end).join('\n')}\n`);
    };
    endBefore('proposal');
    await expect(during({ home, record }, async () => undefined)).rejects.toThrow('has another block at height 3');
    endBefore('decided');
    await during({ home, record }, async () => undefined);
    await during({ home, record }, (devnet) => devnet.mine());
    expect((await replayRecord(record)).difference).toBeUndefined();
  });

  it('is refused with the home folder of a run with other blocks', async () => {
    const [home, record] = [await temporaryHome(), newFile()];
    const text = await during({ home, record }, async (devnet) => {
      await devnet.mine({ blocks: 4 });
      const all = readFileSync(record, 'utf8');
      await devnet.provider.request({ method: 'anvil_rollback', params: [3] });
      await send(devnet);
      return all;
    });
    writeFileSync(record, text);
    await expect(during({ home, record }, async () => undefined)).rejects.toThrow(
      `the record "${record}" has another block at height 3 of chain "halley_31337-1" than the home folder: give the file that recorded it, or start with an empty home folder and a new file`,
    );
  });
});

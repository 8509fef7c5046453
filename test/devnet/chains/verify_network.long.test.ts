/** `verifyHome` of a home with several chains executes each of them again, and reports each that is lost. */
import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ClassicLevel } from 'classic-level';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blockKey, NETWORK_KEY } from '../../../src/chain/block_store/keys.js';
import { createDevnet, exportHome, type VerifyReport, verifyHome } from '../../../src/devnet/index.js';
import { temporaryHome } from '../node_kit.js';
import { HUB, OWN, startNetwork, TWO_CHAINS, transfer } from './relay_kit.js';

const DEX = 'dex-1';

let home: string;

/** Makes the home of which the tests change copies: a chain of the plan, one of the options, and a packet. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'halley-network-'));
  const devnet = await startNetwork(TWO_CHAINS, { home, chains: [{ id: DEX, prettyName: 'The Dex' }] });
  await transfer(devnet, { from: OWN, to: HUB, channel: 'channel-3', denom: 'ahalley', amount: 8n });
  await devnet.relayer.settled();
  await devnet.close();
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

async function copyOfHome(): Promise<string> {
  const copy = await temporaryHome();
  cpSync(home, copy, { recursive: true });
  return copy;
}

const dataOf = (at: string, id: string): string => join(at, 'chains', id, 'data');

async function onLevel(folder: string, change: (level: ClassicLevel<Uint8Array, Uint8Array>) => Promise<void>) {
  const level = new ClassicLevel<Uint8Array, Uint8Array>(folder, { keyEncoding: 'view', valueEncoding: 'view' });
  await level.open();
  await change(level);
  await level.close();
}

const textsOf = ({ problems }: VerifyReport) => problems.map(({ message }) => message);

describe('a home with several chains', () => {
  it('is verified chain by chain, with those of the options', async () => {
    const heights = new Map<string | undefined, bigint>();
    const report = await verifyHome(home, { onHeight: (height, _tip, _counts, id) => heights.set(id, height) });
    expect(textsOf(report)).toEqual([]);
    expect(report.chainId).toBe(OWN);
    expect(report.chains.map(({ chainId, height, blocks }) => [chainId, Number(height) === blocks])).toEqual([
      [OWN, true],
      [HUB, true],
      [DEX, true],
    ]);
    expect([...heights]).toEqual([
      [undefined, report.height],
      ...report.chains.slice(1).map(({ chainId, height }) => [chainId, height]),
    ]);
    expect(report.chains[1]?.txs).toBeGreaterThan(4);
  });

  it('compares the transactions of each chain with the reference', async () => {
    const { chains } = await verifyHome(home, { reference: true });
    expect(chains.map(({ reference }) => reference?.differing)).toEqual([0, 0, 0]);
  });

  it.each([HUB, DEX])('has a wrong record in %s, which the report names', async (id) => {
    const copy = await copyOfHome();
    await onLevel(dataOf(copy, id), async (level) => {
      const sealed = (await level.get(blockKey(2n))) ?? new Uint8Array();
      await level.put(
        blockKey(2n),
        sealed.map((byte, i) => (i === 40 ? byte ^ 4 : byte)),
      );
    });
    const received: unknown[] = [];
    const report = await verifyHome(copy, {
      onProblem: ({ facts }, chainId) => received.push([chainId, facts['record']]),
    });
    expect(received).toEqual([[id, 'block of height 2']]);
    expect(report.problems).toHaveLength(1);
    expect(report.chains.map(({ chainId, problems }) => [chainId, problems.length])).toEqual(
      [OWN, HUB, DEX].map((chain) => [chain, chain === id ? 1 : 0]),
    );
    expect(report.problems[0]?.message).toContain(`the store in "${dataOf(copy, id)}" is damaged`);
  });

  it('has a file with a flipped byte in another chain, which is a problem of that chain', async () => {
    const copy = await copyOfHome();
    const folder = dataOf(copy, HUB);
    const path = join(folder, readdirSync(folder).find((file) => /\.(ldb|log)$/.test(file)) ?? '');
    const bytes = readFileSync(path);
    bytes[500] = (bytes[500] as number) ^ 2;
    writeFileSync(path, bytes);
    const report = await verifyHome(copy);
    expect(report.problems).toMatchObject([{ code: 'corrupt-store', facts: { folder } }]);
    expect(report.chains.map(({ chainId, blocks }) => [chainId, blocks > 0])).toEqual([
      [OWN, true],
      [HUB, false],
      [DEX, true],
    ]);
  });

  it.each([
    [HUB, 'chains/hub-1/data'],
    [DEX, 'chains/dex-1'],
  ])('has lost %s when %s is gone, and is not opened without it', async (id, folder) => {
    const copy = await copyOfHome();
    rmSync(join(copy, folder), { recursive: true });
    const lost =
      `the chain "${id}" of the home folder "${copy}" is lost: "${dataOf(copy, id)}" holds no chain; ` +
      'restore the home folder from a copy, or remove all of it to start anew';
    expect(textsOf(await verifyHome(copy))).toEqual([lost]);
    const opening = createDevnet({ home: copy, seed: '7', chains: [{ id: DEX }] });
    await expect(opening).rejects.toMatchObject({ code: 'corrupt-store', message: lost });
    expect(textsOf(await verifyHome(copy))).toEqual([lost]);
  });

  it('has lost its first chain', async () => {
    const copy = await copyOfHome();
    rmSync(join(copy, 'data'), { recursive: true });
    const lost = {
      code: 'corrupt-store',
      message: `the first chain of the home folder "${copy}" is lost: "${join(copy, 'data')}" holds no chain, and "${join(copy, 'chains')}" holds "${DEX}", "${HUB}"; restore the home folder from a copy, or remove all of it to start anew`,
    };
    await expect(verifyHome(copy)).rejects.toMatchObject(lost);
    await expect(exportHome(copy)).rejects.toMatchObject(lost);
    await expect(createDevnet({ home: copy })).rejects.toMatchObject(lost);
  });

  it('has lost all other chains', async () => {
    const copy = await copyOfHome();
    rmSync(join(copy, 'chains'), { recursive: true });
    const { problems } = await verifyHome(copy);
    expect(problems.map(({ facts }) => facts['chainId'])).toEqual([HUB, DEX]);
  });

  it('has two exchanged folders', async () => {
    const copy = await copyOfHome();
    const folder = (id: string) => join(copy, 'chains', id);
    renameSync(folder(HUB), folder('x'));
    renameSync(folder(DEX), folder(HUB));
    renameSync(folder('x'), folder(DEX));
    expect(textsOf(await verifyHome(copy))).toEqual([
      expect.stringContaining('holds the chain "dex-1", expected "hub-1"'),
      expect.stringContaining('holds the chain "hub-1", expected "dex-1"'),
    ]);
  });

  it('has a damaged list of its chains, and its folders are verified all the same', async () => {
    const copy = await copyOfHome();
    await onLevel(join(copy, 'data'), async (level) => {
      const sealed = (await level.get(NETWORK_KEY)) ?? new Uint8Array();
      await level.put(
        NETWORK_KEY,
        sealed.map((byte, i) => (i === 12 ? byte ^ 1 : byte)),
      );
    });
    const report = await verifyHome(copy);
    expect(report.problems.map(({ facts }) => facts['record'])).toEqual(["chain's network"]);
    expect(report.chains.map(({ chainId }) => chainId)).toEqual([OWN, HUB, DEX]);
  });

  it('is verified by its plan and folders when its list is lost', async () => {
    const copy = await copyOfHome();
    await onLevel(join(copy, 'data'), (level) => level.del(NETWORK_KEY));
    const report = await verifyHome(copy);
    expect(textsOf(report)).toEqual([]);
    expect(report.chains.map(({ chainId }) => chainId)).toEqual([OWN, HUB, DEX]);
    rmSync(join(copy, 'chains', HUB), { recursive: true });
    expect((await verifyHome(copy)).problems).toMatchObject([{ facts: { chainId: HUB } }]);
    const devnet = await createDevnet({ home: await temporaryHome(), seed: '7', chains: [{ id: HUB }] });
    await devnet.close();
  });

  it('opens again with an additional chain, and without a chain of its list', async () => {
    const copy = await copyOfHome();
    const again = await createDevnet({ home: copy, seed: '7', chains: [{ id: 'sea-1' }] });
    expect(again.chains.ids).toEqual([OWN, HUB, 'sea-1']);
    await again.close();
    const { problems, chains } = await verifyHome(copy);
    expect(problems).toEqual([]);
    expect(chains.map(({ chainId }) => chainId)).toEqual([OWN, HUB, DEX, 'sea-1']);
  });
});

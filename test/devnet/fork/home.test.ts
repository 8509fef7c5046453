/** Tests a fork in a home folder: it goes on with its node, and without it as far as the folder reaches. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { encodeFunctionData, type Hex } from 'viem';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, exportHome, replayRecord, verifyHome } from '../../../src/devnet/index.js';
import { deployToken, type Opened, open, openFork, openOrigin, TOKEN_ABI } from './forked_devnet.js';

const MINUTES = 300_000;
const NOBODY = '0x00000000000000000000000000000000000000aa';
const OTHER = '0x00000000000000000000000000000000000000bb';

let origin: Opened;
let token: Hex;
let home: string;
beforeEach(async () => {
  origin = await openOrigin();
  token = await deployToken(origin);
  await origin.test.send(2, { to: NOBODY, value: 5n });
  await origin.test.send(2, { to: OTHER, value: 6n });
  home = await mkdtemp(join(tmpdir(), 'halley-fork-home-'));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
}, MINUTES);

const transfer = (to: string, value: bigint): Hex =>
  encodeFunctionData({ abi: TOKEN_ABI, functionName: 'transfer', args: [to, value] });

async function useAndClose(): Promise<string> {
  const fork = await openFork(origin.url, { home });
  await fork.test.send(1, { to: token, data: transfer(NOBODY, 7n) });
  await fork.ask('anvil_setBalance', NOBODY, '0x77');
  await fork.test.mine();
  const { hash } = await fork.ask('eth_getBlockByNumber', 'latest', false);
  await fork.devnet.close();
  return hash;
}

describe('the home folder of a fork', { timeout: MINUTES }, () => {
  it('goes on without the node, with clear errors for what was not read', async () => {
    const hash = await useAndClose();
    const fork = await open({ home });
    expect((await fork.ask('eth_getBlockByNumber', 'latest', false)).hash).toBe(hash);
    expect(await fork.ask('eth_getBalance', NOBODY, 'latest')).toBe('0x77');
    const data = encodeFunctionData({ abi: TOKEN_ABI, functionName: 'balanceOf', args: [NOBODY] });
    expect(BigInt(await fork.ask('eth_call', { to: token, data }, 'latest'))).toBe(7n);
    await expect(fork.ask('eth_getBalance', OTHER, 'latest')).rejects.toThrow('opened without a node');
    await expect(fork.test.send(1, { to: token, data: transfer(OTHER, 1n) })).resolves.toBeDefined();
    await fork.test.send(3, { to: NOBODY, value: 1n });
    expect(await fork.ask('eth_getBalance', NOBODY, 'latest')).toBe('0x78');
    expect(fork.failures).toEqual([]);
  });

  it('goes on with the node, and refuses another block and a node of another chain', async () => {
    await useAndClose();
    await origin.test.mine();
    const fork = await openFork(origin.url, { home });
    expect(await fork.ask('eth_getBalance', OTHER, 'latest')).toBe('0x6');
    await fork.devnet.close();
    const other = { home, fork: { url: origin.url, blockNumber: 1n, noStorageCaching: true } };
    await expect(createDevnet(other)).rejects.toMatchObject({ code: 'invalid-genesis' });
    await expect(createDevnet({ home, chains: [], genesis: 'dev' })).rejects.toMatchObject({ code: 'invalid-genesis' });
  });

  it('is refused by a home that holds no fork', async () => {
    await (await open({ home })).devnet.close();
    const fork = { url: origin.url, noStorageCaching: true };
    await expect(createDevnet({ home, fork })).rejects.toMatchObject({ code: 'invalid-genesis' });
  });

  it('is verified from what was fetched, and neither exported nor replayed', async () => {
    await useAndClose();
    expect(await verifyHome(home)).toMatchObject({ problems: [], txs: 2 });
    await expect(verifyHome(home, { reference: true })).rejects.toThrow('the reference cannot check a fork');
    await expect(exportHome(home)).rejects.toThrow('a fork cannot be exported');
    const record = join(home, 'record');
    const recorded = await openFork(origin.url, { record });
    await recorded.devnet.close();
    await expect(replayRecord(record)).rejects.toThrow('the record of a fork cannot be replayed');
  });
});

/**
 * Tests `exportHome`: the document of a persistent chain starts a chain that continues with the same state at the next
 * height.
 */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createDevnet, type DevnetOptions, exportHome, fixedClock } from '../../../src/devnet/index.js';
import { dev } from '../../app/support/wallet.js';
import { deployDiary, diaryCall } from '../../support/devnets/diary.js';
import { openTestDevnet, type TestDevnet } from '../../support/devnets/test_devnet.js';
import { START, temporaryHome } from '../node_kit.js';

// biome-ignore lint/suspicious/noExplicitAny: a document is read field by field
const documentOf = async (home: string): Promise<any> => JSON.parse(JSON.stringify(await exportHome(home)));

async function accounts(testDevnet: TestDevnet, addresses: readonly string[]): Promise<unknown[]> {
  return Promise.all(
    addresses.map(async (address) => [
      await testDevnet.ask('eth_getBalance', address, 'latest'),
      await testDevnet.ask('eth_getTransactionCount', address, 'latest'),
      await testDevnet.ask('eth_getCode', address, 'latest'),
      await testDevnet.ask('eth_getStorageAt', address, '0x0', 'latest'),
    ]),
  );
}

describe('the document of a persistent chain', () => {
  it('starts a chain with the same accounts at the next height, which writes the same document when it is exported', async () => {
    const home = await temporaryHome();
    const first = await openTestDevnet({ home });
    const diary = await deployDiary(first);
    await first.send(0, { to: diary, data: diaryCall('write', 3n, 7n) });
    await first.send(1, { to: dev(2).address, value: 5n });
    await first.mine();
    const addresses = [diary, ...[0, 1, 2, 9].map((index) => dev(index).address)];
    const before = await accounts(first, addresses);
    const height = await first.height();
    const { timestamp, hash } = await first.ask<Record<'timestamp' | 'hash', string>>(
      'eth_getBlockByNumber',
      'latest',
      false,
    );
    await first.close();

    const document = await documentOf(home);
    expect(document).toMatchObject({ chain_id: 'halley_31337-1', initial_height: String(height + 1), app_hash: '' });
    const again = await temporaryHome();
    const second = await openTestDevnet({ home: again, genesis: document });
    expect(await second.height()).toBe(height + 1);
    expect(await accounts(second, addresses)).toEqual(before);
    const below = await second.ask<Record<'timestamp' | 'hash', string>>(
      'eth_getBlockByNumber',
      `0x${height.toString(16)}`,
      false,
    );
    expect(below.timestamp).toBe(timestamp);
    expect(below.hash).not.toBe(hash);
    await second.send(0, { to: diary, data: diaryCall('write', 1n, 8n) });
    await second.mine();
    expect(await second.height()).toBe(height + 2);
    expect(BigInt(await second.ask('eth_getStorageAt', diary, '0x0', 'latest'))).toBe(8n);
    await second.close();

    const third = await documentOf(again);
    expect(third.initial_height).toBe(String(height + 3));
    const restarted = await openTestDevnet({ home: again });
    expect(await restarted.height()).toBe(height + 2);
    await restarted.close();
    expect(await documentOf(again)).toEqual(third);
  });

  it('has the gas limit that a dev transaction has set', async () => {
    const home = await temporaryHome();
    const first = await openTestDevnet({ home });
    await first.ask('evm_setBlockGasLimit', '0x989680');
    await first.mine();
    await first.close();
    const document = await documentOf(home);
    expect(document.consensus_params.block.max_gas).toBe('10000000');
  });

  it('is the state after genesis for a chain of one block, and changes nothing but its block', async () => {
    const home = await temporaryHome();
    await (await openTestDevnet({ home })).close();
    const document = await documentOf(home);
    const next = await temporaryHome();
    await (await openTestDevnet({ home: next, genesis: document })).close();
    const { app_state: second, ...rest } = await documentOf(next);
    const { app_state: first, ...before } = document;
    expect(rest).toEqual({ ...before, initial_height: '3' });
    expect({ ...second, feemarket: undefined }).toEqual({ ...first, feemarket: undefined });
  });

  it('continues with validators when one in the middle has left', async () => {
    const home = await temporaryHome();
    const options: DevnetOptions = { home, clock: fixedClock(START), miningMode: 'manual' };
    const first = await createDevnet(options);
    await first.setValidatorPower(1, 0n);
    await first.setValidatorPower(2, 25n);
    await first.close();
    const document = await documentOf(home);
    expect(document.validators.map(({ name, power }: { name: string; power: string }) => [name, power])).toEqual(
      expect.arrayContaining([
        ['validator-0', '10'],
        ['validator-2', '25'],
        ['validator-3', '10'],
      ]),
    );
    const second = await createDevnet({ ...options, home: await temporaryHome(), genesis: document });
    const { height } = second;
    await second.setValidatorPower(1, 10n);
    await second.mine();
    await second.mine();
    expect(second.height).toBe(height + 3n);
    await second.close();
  });
});

describe('a home that cannot be exported', () => {
  it('has no chain, and stays as it is', async () => {
    const home = await temporaryHome();
    const refused = {
      code: 'not-found',
      message: expect.stringMatching(/^there is no chain in ".*", expected the home folder/),
    };
    await expect(exportHome(home)).rejects.toMatchObject(refused);
    expect(readdirSync(home)).toEqual([]);
    mkdirSync(join(home, 'data'));
    await expect(exportHome(home)).rejects.toMatchObject(refused);
    expect(readdirSync(join(home, 'data'))).toEqual([]);
  });

  it('is in use', async () => {
    const home = await temporaryHome();
    const testDevnet = await openTestDevnet({ home });
    await expect(exportHome(home)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('is in use by this process: close it there first'),
    });
    await testDevnet.mine();
    expect(await testDevnet.height()).toBe(2);
  });
});

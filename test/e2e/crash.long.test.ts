/**
 * Kills a process with `kill -9` under load: everything acknowledged exists after the restart, and the chain verifies
 * from genesis.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createPublicClient, createWalletClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it } from 'vitest';
import { type HalleyProcess, startHalley } from './process.js';
import { verifyChain } from './verify_chain.js';

const homes: string[] = [];
afterEach(() => {
  for (const home of homes.splice(0)) rmSync(home, { recursive: true, force: true });
});

function newHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'halley-'));
  homes.push(home);
  return home;
}

/** Sends transfers of the first `workers` accounts until the process ends. Returns the hashes that were acknowledged. */
async function load(halley: HalleyProcess, workers: number, killAfter: number): Promise<string[]> {
  const acknowledged: string[] = [];
  const worker = async (index: number): Promise<void> => {
    const account = privateKeyToAccount((halley.accounts[index] as HalleyProcess['accounts'][0]).privateKey);
    const client = createWalletClient({ account, transport: http(halley.urls.evmHttp, { retryCount: 0 }) });
    for (let nonce = 0; ; nonce++) {
      try {
        const raw = await account.signTransaction({
          type: 'eip1559',
          chainId: halley.evmChainId,
          nonce,
          gas: 21_000n,
          maxFeePerGas: 10n ** 10n,
          maxPriorityFeePerGas: 1n,
          to: account.address,
          value: 1n,
        });
        acknowledged.push(await client.sendRawTransaction({ serializedTransaction: raw }));
      } catch {
        return;
      }
      if (acknowledged.length === killAfter) void halley.kill();
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, index) => worker(index)));
  return acknowledged;
}

describe('kill -9 in the middle of a load', () => {
  it.each([
    { mode: 'automine', flags: [] as string[] },
    { mode: 'interval', flags: ['--block-time=0.05'] },
  ])('loses nothing that was acknowledged ($mode)', async ({ flags }) => {
    const home = newHome();
    const first = await startHalley('--home', home, ...flags);
    const acknowledged = await load(first, 3, 60);
    expect(acknowledged.length).toBeGreaterThanOrEqual(60);

    const second = await startHalley('--home', home, ...flags);
    const reader = createPublicClient({ transport: http(second.urls.evmHttp), pollingInterval: 20 });
    for (const hash of acknowledged) {
      const receipt = await reader.waitForTransactionReceipt({ hash: hash as `0x${string}`, timeout: 20_000 });
      expect(receipt.status).toBe('success');
    }
    expect(await verifyChain(second.urls.cometRpc)).toBeGreaterThan(1);
    expect(await second.stop()).toBe(0);
  });
});

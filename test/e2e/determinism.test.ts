/** The same seed and the same transactions give the same bytes, in another process and at another time. */
import { fileURLToPath } from 'node:url';
import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HalleyProcess, startHalley } from './process.js';

const run = async (seed: string): Promise<string[]> => sendAndStop(await startHalley('--seed', seed));

async function sendAndStop(halley: HalleyProcess): Promise<string[]> {
  const client = createPublicClient({ transport: http(halley.urls.evmHttp) });
  const account = privateKeyToAccount((halley.accounts[0] as HalleyProcess['accounts'][0]).privateKey);
  for (let nonce = 0; nonce < 5; nonce++) {
    const serializedTransaction = await account.signTransaction({
      type: 'eip1559',
      chainId: halley.evmChainId,
      nonce,
      gas: 21_000n,
      maxFeePerGas: 10n ** 10n,
      maxPriorityFeePerGas: 1n,
      to: '0x00000000000000000000000000000000000000aa',
      value: BigInt(nonce),
    });
    await client.sendRawTransaction({ serializedTransaction });
  }
  const head = await client.getBlockNumber();
  const hashes: string[] = [];
  for (let number = 0n; number <= head; number++) hashes.push((await client.getBlock({ blockNumber: number })).hash);
  await halley.stop();
  return hashes;
}

const HIDE_ADDON = fileURLToPath(new URL('../support/hide_native_secp256k1.cjs', import.meta.url));

afterEach(() => void vi.unstubAllEnvs());

describe('a seed', () => {
  it('determines a chain: block hashes repeat', async () => {
    const first = await run('7');
    expect(first).toHaveLength(7);
    expect(await run('7')).toEqual(first);
  });

  it('determines the same chain where WebAssembly replaces the native secp256k1', async () => {
    const native = await run('7');
    vi.stubEnv('NODE_OPTIONS', `--require "${HIDE_ADDON}"`);
    const halley = await startHalley('--seed', '7');
    expect(await sendAndStop(halley)).toEqual(native);
    expect(halley.errorOutput()).toBe('loaded secp256k1_wasm.cjs\n');
  });

  it('that differs determines another chain', async () => {
    expect((await run('8')).at(-1)).not.toBe((await run('9')).at(-1));
  });
});

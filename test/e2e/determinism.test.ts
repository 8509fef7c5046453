/** The same seed and the same transactions give the same bytes, in another process, at another time. */
import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { type HalleyProcess, startHalley } from './process.js';

async function run(seed: string): Promise<string[]> {
  const halley = await startHalley('--seed', seed);
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

describe('a seed', () => {
  it('names a chain: block hashes repeat', async () => {
    const first = await run('7');
    expect(first).toHaveLength(7);
    expect(await run('7')).toEqual(first);
  });

  it('that is another one names another chain', async () => {
    expect((await run('8')).at(-1)).not.toBe((await run('9')).at(-1));
  });
});

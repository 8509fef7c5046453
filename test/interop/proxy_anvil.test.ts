/** Anvil behind the faults of a proxy: the same catalogue before a node of another kind. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createProxy } from '../../src/devnet/index.js';
import { post } from '../support/ask.js';
import { type AnvilProcess, anvilIsAbsent, startAnvil } from './anvil/node.js';

describe.skipIf(anvilIsAbsent)('Anvil behind a proxy', () => {
  let anvil: AnvilProcess;
  beforeAll(async () => {
    anvil = await startAnvil();
    await anvil.ask('anvil_mine', '0x9');
  });
  afterAll(() => anvil?.stop());

  async function behind(...faults: readonly string[]) {
    const open = await createProxy(anvil.url, { faults });
    onTestFinished(() => open.close());
    return open.url;
  }

  it('answers as it does without one', async () => {
    const url = await behind();
    expect((await post(url, 'eth_blockNumber', [])).result).toBe('0x9');
    expect((await post(url, 'web3_clientVersion', [])).result).toMatch(/^anvil/);
  });

  it('has a stale replica', async () => {
    const url = await behind('stale-replica:lag=4');
    expect((await post(url, 'eth_blockNumber', [])).result).toBe('0x5');
    expect((await post(url, 'eth_getBlockByNumber', ['latest', false])).result.number).toBe('0x5');
    expect((await post(url, 'eth_getBlockByNumber', ['0x8', false])).result).toBeNull();
  });

  it('has low estimates', async () => {
    const [from, to] = (await anvil.ask('eth_accounts')) as readonly string[];
    const call = [{ from, to, value: '0x1' }];
    const whole = BigInt((await anvil.ask('eth_estimateGas', ...call)) as string);
    const low = BigInt((await post(await behind('low-estimate(50)'), 'eth_estimateGas', call)).result);
    expect(low).toBe(whole / 2n);
  });

  it('gives rate limits', async () => {
    const url = await behind('rate-limited:retryAfter=7,every=2');
    const ask = () =>
      fetch(url, { method: 'POST', body: '{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}' });
    expect((await ask()).status).toBe(200);
    const limited = await ask();
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7']);
  });
});

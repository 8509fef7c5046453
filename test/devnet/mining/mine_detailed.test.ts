/** Tests `anvil_mine_detailed`: blocks on demand, with what their transactions returned. */
import { encodeErrorResult, parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { createDevnet } from '../../../src/devnet/index.js';
import { asking } from '../../support/ask.js';

/** Returns its input, or reverts with it. */
const ECHO = '0x365f5f37365ff3';
const REFUSE = '0x365f5f37365ffd';
const ADDRESSES = ['0x00000000000000000000000000000000000ec401', '0x00000000000000000000000000000000000ec402'];

it('shows each block, and for each transaction the output and a reason', async () => {
  await using devnet = await createDevnet({ seed: 'detailed', miningMode: 'manual' });
  const ask = asking(devnet);
  const [from] = devnet.accounts.map(({ address }) => address);
  const abi = parseAbi(['error Error(string)']);
  const data = encodeErrorResult({ abi, errorName: 'Error', args: ['not today'] });
  for (const [i, code] of [ECHO, REFUSE].entries()) {
    await ask('hardhat_setCode', ADDRESSES[i], code);
    await ask('eth_sendTransaction', { from, to: ADDRESSES[i], data, gas: '0x186a0' });
  }
  const blocks = await ask('anvil_mine_detailed', { blocks: 2 });
  const plain = await Promise.all(['0x2', '0x3'].map((height) => ask('eth_getBlockByNumber', height, true)));
  expect(blocks).toMatchObject(plain as object[]);
  expect(blocks).toMatchObject([
    { number: '0x2', transactions: [{ output: data }, { output: data, revertReason: 'not today' }] },
    { number: '0x3', transactions: [] },
  ]);
  const [first] = (blocks as { readonly transactions: readonly object[] }[])[0]?.transactions ?? [];
  expect(first).not.toHaveProperty('revertReason');
  expect(await ask('evm_mine_detailed', { blocks: 0 })).toEqual([]);
  expect(await ask('evm_mine_detailed')).toMatchObject([{ number: '0x4' }]);
});

it('refuses more blocks than a response can show, and makes none', async () => {
  await using devnet = await createDevnet({ seed: 'detailed', miningMode: 'manual' });
  const asked = devnet.provider.request({ method: 'anvil_mine_detailed', params: [{ blocks: 1001 }] });
  await expect(asked).rejects.toMatchObject({
    code: -32602,
    message: 'cannot return 1001 blocks, expected at most 1000; mine them in several calls',
  });
  expect(devnet.height).toBe(1n);
});

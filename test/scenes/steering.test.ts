/** What a developer changes from outside: it shows at once, holds at its height, and stands in the next block. */
import { createTestClient, custom, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { openInside, openScene, type Scene } from '../support/scenes/scene.js';

const COIN = 10n ** 18n;
const NOBODY = '0x00000000000000000000000000000000000abcde';
const clientsOf = (scene: Scene) => {
  const transport = custom(scene.provider);
  return { tester: createTestClient({ mode: 'hardhat', transport }) };
};

const balance = (scene: Scene, address: string, block: string) => scene.ask('eth_getBalance', address, block);
const txsAt = ({ node }: Awaited<ReturnType<typeof openInside>>, height: number): number =>
  node.comet.block(BigInt(height))?.block.txs.length ?? -1;

describe('a balance that is set', () => {
  it('shows at latest without a block, and at its height when there is another', async () => {
    const inside = await openInside();
    const { scene } = inside;
    const { tester } = clientsOf(scene);
    await tester.setBalance({ address: NOBODY, value: 5n * COIN });
    expect(await scene.height()).toBe(1);
    for (const tag of ['latest', 'pending', '0x1']) expect(await balance(scene, NOBODY, tag)).toBe(toHex(5n * COIN));
    expect(await balance(scene, NOBODY, '0x0')).toBe('0x0');
    await scene.mine(2);
    expect([txsAt(inside, 2), txsAt(inside, 3)]).toEqual([1, 0]);
    for (const tag of ['0x1', '0x2', 'latest']) expect(await balance(scene, NOBODY, tag)).toBe(toHex(5n * COIN));
    expect(await balance(scene, NOBODY, '0x0')).toBe('0x0');
  });

  it('may be set again, also to what it is', async () => {
    const scene = await openScene();
    const { tester } = clientsOf(scene);
    for (const value of [1n, 1n, 2n]) await tester.setBalance({ address: NOBODY, value });
    expect(await balance(scene, NOBODY, 'latest')).toBe('0x2');
    await scene.mine();
    await tester.setBalance({ address: NOBODY, value: 2n });
    await scene.mine();
    expect(await balance(scene, NOBODY, 'latest')).toBe('0x2');
    await tester.setBalance({ address: NOBODY, value: 0n });
    for (const [tag, expected] of [
      ['0x1', '0x2'],
      ['0x2', '0x2'],
      ['0x3', '0x0'],
    ] as const)
      expect(await balance(scene, NOBODY, tag), tag).toBe(expected);
  });
});

/** A chain whose validators change verifies from its first block with only the data of the CometBFT RPC. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { HalleyError } from '../../src/kernel/errors.js';
import { verifyChain } from './verify_chain.js';

let devnet: Devnet;
beforeAll(async () => {
  devnet = await createDevnet({
    jsonRpc: false,
    assets: false,
    rpc: { address: 'tcp://127.0.0.1:0' },
    validators: 4,
    seed: 'changes',
  });
});
afterAll(() => devnet.close());

async function mine(blocks: number): Promise<void> {
  for (let i = 0; i < blocks; i++) await devnet.mine();
}

async function powers(height?: bigint): Promise<string[]> {
  const query = height === undefined ? '' : `?height=${height}`;
  const { result } = (await (await fetch(`${devnet.urls.cometRpc}/validators${query}`)).json()) as {
    result: { validators: { voting_power: string }[] };
  };
  return result.validators.map(({ voting_power }) => voting_power);
}

describe('changing validators', () => {
  it('sign two heights later, and every commit verifies', async () => {
    await mine(5);
    await devnet.setValidatorPower(1, 35n);
    const changed = devnet.height;
    await mine(3);
    expect(await powers(changed + 1n)).toEqual(['10', '10', '10', '10']);
    expect(await powers(changed + 2n)).toEqual(['35', '10', '10', '10']);

    await devnet.setValidatorPower(1, 0n);
    await mine(3);
    expect(await powers()).toEqual(['10', '10', '10']);

    await devnet.setValidatorPower(1, 1n);
    await devnet.setValidatorPower(2, 12n);
    await mine(5);
    expect(await powers()).toEqual(['12', '10', '10', '1']);
    expect(await verifyChain(devnet.urls.cometRpc as string)).toBe(Number(devnet.height));
  });

  it('have only integer powers', async () => {
    const before = devnet.height;
    for (const power of [0.5, Number.NaN, -1, 2 ** 60])
      await expect(devnet.setValidatorPower(0, power)).rejects.toThrow(HalleyError);
    await expect(devnet.setValidatorPower('0x12', 5n)).rejects.toThrow('not a consensus address');
    await expect(devnet.setValidatorPower(4, 5n)).rejects.toThrow('there is no validator 4');
    expect(devnet.height).toBe(before);
    await devnet.setValidatorPower(0, 11);
    expect(devnet.height).toBe(before + 1n);
  });

  it('cannot all be removed', async () => {
    const before = devnet.height;
    for (const index of [0, 1, 2]) await devnet.setValidatorPower(index, 0n);
    await expect(devnet.setValidatorPower(3, 0n)).rejects.toThrow();
    await mine(3);
    expect(await powers()).toHaveLength(1);
    expect(devnet.height).toBeGreaterThan(before + 3n);
    expect(await verifyChain(devnet.urls.cometRpc as string)).toBe(Number(devnet.height));
  });
});

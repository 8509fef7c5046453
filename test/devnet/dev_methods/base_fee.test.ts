/** Tests the next base fee after dev methods that change the gas limit or the base fee itself. */
import { expect, it, onTestFinished } from 'vitest';
import { nextBaseFeeOfHeader } from '../../../src/config/ethereum_base_fee.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { MAX_UINT256 } from '../../../src/kernel/uint256.js';

interface Header {
  readonly baseFeePerGas: string;
  readonly gasLimit: string;
  readonly gasUsed: string;
}

class Asked {
  private constructor(private readonly devnet: Devnet) {}

  static async start(options: DevnetOptions = {}): Promise<Asked> {
    const devnet = await createDevnet({ miningMode: 'manual', ...options });
    onTestFinished(() => devnet.close());
    return new Asked(devnet);
  }

  readonly ask = <T>(method: string, ...params: unknown[]): Promise<T> =>
    this.devnet.provider.request({ method, params }) as Promise<T>;

  async head(): Promise<{ baseFee: bigint; gasLimit: bigint; gasUsed: bigint }> {
    const { baseFeePerGas, gasLimit, gasUsed } = await this.ask<Header>('eth_getBlockByNumber', 'latest', false);
    return { baseFee: BigInt(baseFeePerGas), gasLimit: BigInt(gasLimit), gasUsed: BigInt(gasUsed) };
  }

  /** Returns the next base fee by every method that shows it. */
  async next(): Promise<readonly bigint[]> {
    const { baseFeePerGas } = await this.ask<{ baseFeePerGas: string[] }>('eth_feeHistory', '0x1', 'latest', []);
    const pending = await this.ask<Header>('eth_getBlockByNumber', 'pending', false);
    const { environment } = await this.ask<{ environment: { baseFee: string } }>('anvil_nodeInfo');
    return [baseFeePerGas.at(-1) ?? '', pending.baseFeePerGas, environment.baseFee].map(BigInt);
  }

  /** Mines a block that burns this much gas. */
  async burn(gas: number): Promise<void> {
    const [from] = await this.ask<string[]>('eth_accounts');
    await this.ask('eth_sendTransaction', { from, data: '0xfe', gas: `0x${gas.toString(16)}` });
    await this.ask('evm_mine');
  }
}

it('follows from the limit of the parent when evm_setBlockGasLimit changes that of the block', async () => {
  const chain = await Asked.start({ gasLimit: 20_000_000n });
  await chain.burn(14_000_000);
  const parent = await chain.head();
  const expected = nextBaseFeeOfHeader(parent);
  expect(parent).toMatchObject({ gasLimit: 20_000_000n, gasUsed: 14_000_000n });
  const snapshot = await chain.ask('evm_snapshot');
  for (const limit of ['0x5f5e100', '0xf4240']) {
    await chain.ask('evm_setBlockGasLimit', limit);
    expect(await chain.next()).toEqual([expected, expected, expected]);
  }
  await chain.ask('evm_mine');
  const child = await chain.head();
  expect(child).toEqual({ baseFee: expected, gasLimit: 1_000_000n, gasUsed: 0n });
  await chain.burn(700_000);
  expect((await chain.head()).baseFee).toBe(nextBaseFeeOfHeader(child));
  expect(await chain.next()).toContain(nextBaseFeeOfHeader(await chain.head()));
  await chain.ask('evm_revert', snapshot);
  await chain.ask('evm_mine');
  expect(await chain.head()).toEqual({ baseFee: expected, gasLimit: 20_000_000n, gasUsed: 0n });
});

it('is the one that is set, whether it is set before or after the gas limit', async () => {
  for (const order of [0, 1]) {
    const chain = await Asked.start();
    const calls = [
      () => chain.ask('evm_setBlockGasLimit', '0x5f5e100'),
      () => chain.ask('anvil_setNextBlockBaseFeePerGas', '0x3039'),
    ];
    for (const call of order === 0 ? calls : calls.reverse()) await call();
    expect(await chain.next()).toEqual([12_345n, 12_345n, 12_345n]);
    await chain.ask('evm_mine');
    expect((await chain.head()).baseFee).toBe(12_345n);
  }
});

it('and prices that follow from it stay below 2^256', async () => {
  const chain = await Asked.start();
  await chain.ask('anvil_setNextBlockBaseFeePerGas', `0x${MAX_UINT256.toString(16)}`);
  expect(await chain.next()).toEqual([MAX_UINT256, MAX_UINT256, MAX_UINT256]);
  await chain.ask('evm_mine');
  expect((await chain.head()).baseFee).toBe(MAX_UINT256);
  expect(BigInt(await chain.ask<string>('eth_gasPrice'))).toBe(MAX_UINT256);
  const tip = BigInt(await chain.ask<string>('eth_maxPriorityFeePerGas'));
  expect(tip).toBe(MAX_UINT256 / 8n);
  const [from] = await chain.ask<string[]>('eth_accounts');
  await expect(chain.ask('eth_sendTransaction', { from, to: from })).rejects.toThrow(/^insufficient funds for gas/);
});

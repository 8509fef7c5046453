/** Tests the gas of calls, which is that of a block unless a cap is set. */
import { expect, it, onTestFinished } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';

async function started(options: DevnetOptions): Promise<Devnet> {
  const devnet = await createDevnet(options);
  onTestFinished(() => devnet.close());
  return devnet;
}

const ask = (devnet: Devnet, method: string, ...params: unknown[]): Promise<unknown> =>
  devnet.provider.request({ method, params });

/**
 * Calls code that returns the gas that it has (GAS, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN). Adds the gas that was
 * charged before.
 */
async function gasOfCall(devnet: Devnet): Promise<bigint> {
  const to = `0x${'aa'.repeat(20)}`;
  const code = { [to]: { code: '0x5a5f5260205ff3' } };
  return BigInt((await ask(devnet, 'eth_call', { to }, 'latest', code)) as string) + 21_002n;
}

/** Is an RSA signature check with a key of 3,072 bits, whose exponent is as long: MODEXP takes 26 million gas. */
function rsaCall(): { to: string; data: string } {
  const word = (value: number): string => value.toString(16).padStart(64, '0');
  const number = (last: string): string => `${'00'.repeat(384 - last.length / 2)}${last}`;
  const modulus = `${'c3'.repeat(383)}01`;
  const lengths = word(384).repeat(3);
  return { to: `0x${'00'.repeat(19)}05`, data: `0x${lengths}${number('a5'.repeat(300))}${number('010001')}${modulus}` };
}

it('is that of a block when only the block’s is set', async () => {
  const devnet = await started({ gasLimit: 60_000_000n });
  expect(await gasOfCall(devnet)).toBe(60_000_000n);
});

it('is enough at 60 million, and not at 25, to verify an RSA signature of 3,072 bits', async () => {
  const devnet = await started({ gasLimit: 60_000_000n });
  expect(await ask(devnet, 'eth_call', rsaCall())).toMatch(/^0x[0-9a-f]{768}$/);
  expect(BigInt((await ask(devnet, 'eth_estimateGas', rsaCall())) as string)).toBeGreaterThan(25_000_000n);
  const capped = await started({ gasLimit: 60_000_000n, jsonRpc: { limits: { gasCap: 25_000_000n } } });
  await expect(ask(capped, 'eth_call', rsaCall())).rejects.toMatchObject({ message: 'out of gas' });
});

it('is the configured cap, whatever the limit of a block is', async () => {
  const limits = { gasCap: 40_000_000n };
  expect(await gasOfCall(await started({ gasLimit: 60_000_000n, jsonRpc: { limits } }))).toBe(40_000_000n);
  expect(await gasOfCall(await started({ jsonRpc: { limits } }))).toBe(40_000_000n);
});

it('is at least 25 million by default, also when blocks have a lower limit or none', async () => {
  expect(await gasOfCall(await started({ gasLimit: 9_000_000n }))).toBe(25_000_000n);
  const document = developmentGenesis() as { consensus_params: { block: { max_gas: string } } };
  document.consensus_params.block.max_gas = '-1';
  expect(await gasOfCall(await started({ genesis: document }))).toBe(25_000_000n);
});

it('follows the genesis document and evm_setBlockGasLimit', async () => {
  const devnet = await started({ genesis: developmentGenesis({ gasLimit: 70_000_000n }) });
  expect(await gasOfCall(devnet)).toBe(70_000_000n);
  await ask(devnet, 'evm_setBlockGasLimit', '0x4c4b400');
  expect(await gasOfCall(devnet)).toBe(80_000_000n);
});

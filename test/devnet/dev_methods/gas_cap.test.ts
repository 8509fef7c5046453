/** Tests the gas of calls, which is at least 100 million, and that of a block with more, unless a cap is set. */
import { expect, it, onTestFinished } from 'vitest';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { ask } from '../../support/ask.js';

async function started(options: DevnetOptions): Promise<Devnet> {
  const devnet = await createDevnet(options);
  onTestFinished(() => devnet.close());
  return devnet;
}

/**
 * Calls code that returns the gas that it has (GAS, PUSH0, MSTORE, PUSH1 32, PUSH0, RETURN). Adds the gas that was
 * charged before.
 */
async function gasOfCall(devnet: Devnet): Promise<bigint> {
  const to = `0x${'aa'.repeat(20)}`;
  const code = { [to]: { code: '0x5a5f5260205ff3' } };
  return BigInt((await ask(devnet, 'eth_call', { to }, 'latest', code)) as string) + 21_002n;
}

/** An RSA signature check with a key of this many bits, whose exponent is as long; 4,096 take 63 million gas. */
function rsaCall(bits: number): { to: string; data: string } {
  const word = (value: number): string => value.toString(16).padStart(64, '0');
  const bytes = bits / 8;
  const number = (last: string): string => `${'00'.repeat(bytes - last.length / 2)}${last}`;
  const modulus = `${'c3'.repeat(bytes - 1)}01`;
  const lengths = word(bytes).repeat(3);
  return { to: `0x${'00'.repeat(19)}05`, data: `0x${lengths}${number('a5'.repeat(300))}${number('010001')}${modulus}` };
}

it('is that of a block when only the block’s is set', async () => {
  const devnet = await started({ gasLimit: 160_000_000n });
  expect(await gasOfCall(devnet)).toBe(160_000_000n);
});

it('verifies an RSA signature of 4,096 bits whatever the limit of a block is, and not with 60 million', async () => {
  const devnet = await started({});
  const call = rsaCall(4_096);
  expect(await ask(devnet, 'eth_call', call)).toMatch(/^0x[0-9a-f]{1024}$/);
  expect(await ask(devnet, 'eth_call', { ...call, gas: '0x5f5e100' })).toMatch(/^0x[0-9a-f]{1024}$/);
  expect(BigInt((await ask(devnet, 'eth_estimateGas', call)) as string)).toBeGreaterThan(60_000_000n);
  const capped = await started({ jsonRpc: { limits: { gasCap: 60_000_000n } } });
  await expect(ask(capped, 'eth_call', call)).rejects.toMatchObject({ message: 'out of gas' });
});

it('a transaction above the limit of a block is refused with the option that raises it', async () => {
  const devnet = await started({ gasLimit: 30_000_000n });
  const [from] = (await ask(devnet, 'eth_accounts')) as string[];
  const sent = { from, to: from, gas: '0x5f5e100' };
  const text = '; start the devnet with --gas-limit 100000000, or give the transaction less gas';
  await expect(ask(devnet, 'eth_sendTransaction', sent)).rejects.toMatchObject({
    message: `exceeds block gas limit (intrinsic gas too high: gas 100000000, block limit 30000000)${text}`,
  });
  const hardhat = await started({ gasLimit: 30_000_000n, compat: 'hardhat' });
  await ask(hardhat, 'hardhat_metadata');
  await expect(ask(hardhat, 'eth_sendTransaction', sent)).rejects.toMatchObject({
    message: `Transaction gas limit is 100000000 and exceeds block gas limit of 30000000${text}`,
  });
  const raised = await started({ gasLimit: 100_000_000n });
  expect(await ask(raised, 'eth_sendTransaction', sent)).toMatch(/^0x[0-9a-f]{64}$/);
});

it('a transaction that reverts has the most gas that a transaction may have, so that its receipt shows it', async () => {
  const devnet = await started({ genesis: developmentGenesis({ enableTxGasLimit: true }) });
  const [from] = (await ask(devnet, 'eth_accounts')) as string[];
  const reverts = { from, data: '0x60015f5260205ffd' };
  const hash = await ask(devnet, 'eth_sendTransaction', reverts);
  expect(await ask(devnet, 'eth_getTransactionByHash', hash)).toMatchObject({ gas: '0x1000000' });
  expect(await ask(devnet, 'eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x0' });
  for (const gas of [undefined, '0x1c9c380'])
    await expect(ask(devnet, 'eth_estimateGas', { ...reverts, gas })).rejects.toMatchObject({
      code: 3,
      data: `0x${'1'.padStart(64, '0')}`,
    });
});

it('is the configured cap, whatever the limit of a block is', async () => {
  const limits = { gasCap: 40_000_000n };
  expect(await gasOfCall(await started({ gasLimit: 60_000_000n, jsonRpc: { limits } }))).toBe(40_000_000n);
  expect(await gasOfCall(await started({ jsonRpc: { limits } }))).toBe(40_000_000n);
});

it('is at least 100 million by default, also when blocks have a lower limit or none', async () => {
  expect(await gasOfCall(await started({ gasLimit: 9_000_000n }))).toBe(100_000_000n);
  const document = developmentGenesis() as { consensus_params: { block: { max_gas: string } } };
  document.consensus_params.block.max_gas = '-1';
  expect(await gasOfCall(await started({ genesis: document }))).toBe(100_000_000n);
});

it('follows the genesis document and evm_setBlockGasLimit', async () => {
  const devnet = await started({ genesis: developmentGenesis({ gasLimit: 170_000_000n }) });
  expect(await gasOfCall(devnet)).toBe(170_000_000n);
  await ask(devnet, 'evm_setBlockGasLimit', '0xaba9500');
  expect(await gasOfCall(devnet)).toBe(180_000_000n);
});

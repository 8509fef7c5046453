/** Tests what would exceed a limit of the chain or its engine, in ways that a user can try. */
import { encodeFunctionData, parseAbi } from 'viem';
import { expect, it } from 'vitest';
import { encodeBech32 } from '../../src/codec/bech32.js';
import { createDevnet, exportHome, verifyHome } from '../../src/devnet/index.js';
import { fromHex } from '../../src/kernel/hex.js';
import { asking } from '../support/ask.js';
import { temporaryHome } from './node_kit.js';

const MAX = `0x${'f'.repeat(64)}`;
const RICH = '0x00000000000000000000000000000000000000a1';
const CONTRACT = '0x00000000000000000000000000000000000000a2';
const STAKING = '0x0000000000000000000000000000000000000800';

it('a self-destruct that would overflow a balance fails, and the home opens again', async () => {
  const home = await temporaryHome();
  const devnet = await createDevnet({ home });
  const ask = asking(devnet);
  const [from] = await ask('eth_accounts');
  await ask('hardhat_setBalance', RICH, MAX);
  await ask('hardhat_setCode', CONTRACT, `0x73${RICH.slice(2)}ff`);
  await ask('hardhat_setBalance', CONTRACT, '0x5');
  const hash = await ask('eth_sendTransaction', { from, to: CONTRACT, gas: '0x186a0' }).catch(() => undefined);
  const receipt = hash && (await ask('eth_getTransactionReceipt', hash));
  expect(receipt?.status ?? '0x0').toBe('0x0');
  expect([await ask('eth_getBalance', RICH, 'latest'), await ask('eth_getBalance', CONTRACT, 'latest')]).toEqual([
    MAX,
    '0x5',
  ]);
  await ask('eth_sendTransaction', { from, to: from, value: '0x1' });
  await devnet.close();
  expect(await verifyHome(home)).toMatchObject({ problems: [] });
  const again = await createDevnet({ home });
  expect(await asking(again)('eth_getBalance', RICH, 'latest')).toBe(MAX);
  await again.close();
});

it('accounts with the highest possible values are exported, and start a chain', async () => {
  const home = await temporaryHome();
  const devnet = await createDevnet({ home });
  for (const address of [RICH, CONTRACT]) await asking(devnet)('hardhat_setBalance', address, MAX);
  await devnet.mine();
  await devnet.close();
  const again = await createDevnet({ genesis: await exportHome(home) });
  expect(await asking(again)('eth_getBalance', CONTRACT, 'latest')).toBe(MAX);
  await again.close();
});

it('more voting power than the engine can count is refused', async () => {
  const devnet = await createDevnet();
  const ask = asking(devnet);
  const [from] = await ask('eth_accounts');
  await devnet.setValidatorPower(0, 1_152_921_504_606_846_945n);
  const abi = parseAbi(['function delegate(address, string, uint256) returns (bool)']);
  const { miner } = await ask('eth_getBlockByNumber', '0x1', false);
  const valoper = encodeBech32('halleyvaloper', fromHex(miner.slice(2)));
  const data = encodeFunctionData({ abi, functionName: 'delegate', args: [from, valoper, 10n ** 18n] });
  await expect(ask('eth_call', { from, to: STAKING, data }, 'latest')).rejects.toThrow('voting power');
  await devnet.close();
});

it('no time is accepted from which the chain could not continue', async () => {
  const devnet = await createDevnet();
  const ask = asking(devnet);
  await expect(ask('evm_setNextBlockTimestamp', '0x20000000000000')).rejects.toThrow('after 9007199254740991');
  await ask('evm_setNextBlockTimestamp', 9_183_110_400);
  await devnet.mine();
  await ask('anvil_setBlockTimestampInterval', 1).catch(() => undefined);
  await devnet.mine();
  expect(Number((await ask('eth_getBlockByNumber', 'latest', false)).timestamp)).toBe(9_183_110_401);
  await devnet.close();
});

it('parallel sends of one account get a nonce each', async () => {
  const devnet = await createDevnet();
  const ask = asking(devnet);
  const [from, to] = await ask('eth_accounts');
  const sends = Array.from({ length: 60 }, () => ask('eth_sendTransaction', { from, to, value: '0x1' }));
  expect(new Set(await Promise.all(sends)).size).toBe(60);
  expect(await ask('eth_getTransactionCount', from, 'latest')).toBe('0x3c');
  await devnet.close();
});

/** Tests that the exported document starts a chain after dev methods have set the highest values that they accept. */
import { expect, it } from 'vitest';
import { createDevnet, type Devnet, exportHome } from '../../../src/devnet/index.js';
import { temporaryHome } from '../node_kit.js';

const MAX_256 = `0x${'f'.repeat(64)}`;
const MAX_64 = `0x${'f'.repeat(16)}`;
const ACCOUNT = '0x00000000000000000000000000000000000000a1';
const OTHER = '0x00000000000000000000000000000000000000a2';
const TEXT = 'x'.repeat(128);

type Call = readonly [method: string, ...params: unknown[]];

const ask = ({ provider }: Devnet, [method, ...params]: Call): Promise<unknown> => provider.request({ method, params });

/** Each case has calls that set a value, and calls that read it. Base fee, time and gas limit are compared as well. */
const CASES: readonly (readonly [name: string, sets: readonly Call[], reads: readonly Call[]])[] = [
  ['base fee 2^200', [['hardhat_setNextBlockBaseFeePerGas', `0x1${'0'.repeat(50)}`]], []],
  ['base fee 2^256 - 1', [['anvil_setNextBlockBaseFeePerGas', MAX_256]], []],
  [
    'balance',
    [
      ['hardhat_setBalance', ACCOUNT, MAX_256],
      ['anvil_addBalance', OTHER, MAX_256],
    ],
    [
      ['eth_getBalance', ACCOUNT, 'latest'],
      ['eth_getBalance', OTHER, 'latest'],
    ],
  ],
  ['nonce', [['hardhat_setNonce', ACCOUNT, MAX_64]], [['eth_getTransactionCount', ACCOUNT, 'latest']]],
  ['timestamp', [['evm_setNextBlockTimestamp', 9_183_110_400]], []],
  ['coinbase', [['hardhat_setCoinbase', `0x${'f'.repeat(40)}`]], [['eth_coinbase']]],
  ['block gas limit', [['evm_setBlockGasLimit', '0x7fffffffffffffff']], []],
  ['PREVRANDAO', [['hardhat_setPrevRandao', MAX_256]], []],
  [
    'code above the size limit',
    [['hardhat_setCode', ACCOUNT, `0x${'5b'.repeat(60_000)}`]],
    [['eth_getCode', ACCOUNT, 'latest']],
  ],
  [
    'code that begins with 0xef',
    [
      ['hardhat_setCode', ACCOUNT, '0xef00'],
      ['hardhat_setCode', OTHER, `0xef0100${ACCOUNT.slice(2)}`],
    ],
    [
      ['eth_getCode', ACCOUNT, 'latest'],
      ['eth_getCode', OTHER, 'latest'],
    ],
  ],
  [
    'code at addresses of the chain',
    [
      ['hardhat_setCode', '0x0000000000000000000000000000000000000001', '0x5b'],
      ['hardhat_setCode', '0x0000000000000000000000000000000000000800', '0x5b'],
      ['hardhat_setCode', '0x0000f90827f1c53a10cb7a02335b175320002935', '0x5b'],
    ],
    [
      ['eth_getCode', '0x0000000000000000000000000000000000000001', 'latest'],
      ['eth_getCode', '0x0000000000000000000000000000000000000800', 'latest'],
      ['eth_getCode', '0x0000f90827f1c53a10cb7a02335b175320002935', 'latest'],
    ],
  ],
  [
    'storage, also of an account without anything else',
    [['hardhat_setStorageAt', ACCOUNT, MAX_256, MAX_256]],
    [['eth_getStorageAt', ACCOUNT, MAX_256, 'latest']],
  ],
  ['EIP-155 number', [['anvil_setChainId', Number.MAX_SAFE_INTEGER]], [['eth_chainId']]],
  [
    'coins',
    [
      ['halley_mintCoins', ACCOUNT, 'ibc/x', MAX_256],
      ['halley_mintCoins', OTHER, 'ibc/x', MAX_256],
      ['halley_setSendEnabled', 'ibc/x', false],
    ],
    [],
  ],
  [
    'denom metadata',
    [['halley_setDenomMetadata', { base: `u${TEXT}`.slice(0, 128), symbol: TEXT, name: TEXT, decimals: 18 }]],
    [],
  ],
  ['voting power', [['halley_setValidatorPower', 0, '0xfffffffffffffe1']], []],
];

const blockAt = async (devnet: Devnet, number: string): Promise<Readonly<Record<string, unknown>>> =>
  (await ask(devnet, ['eth_getBlockByNumber', number, false])) as Record<string, unknown>;

it.each(CASES)('starts again from its document after the highest %s', async (_name, sets, reads) => {
  const home = await temporaryHome();
  const first = await createDevnet({ home, seed: '7' });
  for (const set of sets) await ask(first, set);
  await first.mine();
  const before = await Promise.all(reads.map((read) => ask(first, read)));
  const { timestamp, gasLimit } = await blockAt(first, 'latest');
  const fees = (await ask(first, ['eth_feeHistory', '0x1', 'latest', []])) as { readonly baseFeePerGas: string[] };
  await first.close();

  const document: unknown = JSON.parse(JSON.stringify(await exportHome(home)));
  const next = await temporaryHome();
  const second = await createDevnet({ home: next, seed: '7', genesis: document });
  expect(await Promise.all(reads.map((read) => ask(second, read)))).toEqual(before);
  const below = await blockAt(second, `0x${(second.height - 1n).toString(16)}`);
  expect([below['timestamp'], below['gasLimit']]).toEqual([timestamp, gasLimit]);
  expect((await blockAt(second, 'latest'))['baseFeePerGas']).toBe(fees.baseFeePerGas[1]);
  await second.mine();
  await second.close();
  await (await createDevnet({ home: next, seed: '7' })).close();
  expect(await exportHome(next)).toBeDefined();
});

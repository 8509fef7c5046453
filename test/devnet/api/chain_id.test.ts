/**
 * Changes the EIP-155 chain id of a running chain, and tests what is signed, executed and reported before and after.
 */
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type DevnetOptions, verifyHome } from '../../../src/devnet/index.js';
import { asking } from '../../support/ask.js';
import { temporaryHome } from '../node_kit.js';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const NOBODY = '0x00000000000000000000000000000000000000bb';
/** Returns CHAINID. */
const CODE = '0x465f5260205ff3';

async function open(options: DevnetOptions = {}) {
  const devnet = await createDevnet({ seed: 'chain id', jsonRpc: { namespaces: ['all'] }, ...options });
  onTestFinished(() => devnet.close());
  const ask = asking(devnet);
  return { devnet, ask };
}

describe('another chain id', () => {
  it('applies at once, everywhere except in consensus, and is undone by a revert', async () => {
    const { devnet, ask } = await open();
    await ask('hardhat_setCode', NOBODY, CODE);
    await devnet.mine();
    const snapshot = await ask('evm_snapshot');
    const seen = async () => [
      await ask('eth_chainId'),
      await ask('net_version'),
      (await ask('anvil_nodeInfo')).environment.chainId,
      Number(await ask('eth_call', { to: NOBODY }, 'latest')),
      devnet.evmChainId,
    ];
    expect(await seen()).toEqual(['0x7a69', '31337', 31337, 31337, 31337n]);
    expect(await ask('anvil_setChainId', 1337)).toBeNull();
    expect(await seen()).toEqual(['0x539', '1337', 1337, 1337, 1337n]);
    await devnet.mine();
    expect(await seen()).toEqual(['0x539', '1337', 1337, 1337, 1337n]);
    // A call at an older height uses the chain id of that time.
    expect(Number(await ask('eth_call', { to: NOBODY }, '0x1').catch(() => '0x'))).not.toBe(1337);
    expect(devnet.chainId).toBe('halley_31337-1');
    await ask('evm_revert', snapshot);
    expect(await seen()).toEqual(['0x7a69', '31337', 31337, 31337, 31337n]);
  });

  it('is required in the signatures of transactions of every signer', async () => {
    const { devnet, ask } = await open();
    const owner = privateKeyToAccount(devnet.accounts[1]?.privateKey as `0x${string}`);
    const signed = (chainId: number, nonce: number) =>
      owner.signTransaction({
        type: 'eip1559',
        chainId,
        nonce,
        gas: 21_000n,
        maxFeePerGas: 10n ** 10n,
        to: NOBODY,
        value: 1n,
      });
    await ask('eth_sendRawTransaction', await signed(31337, 0));
    await ask('hardhat_setChainId', '0x539');
    await expect(ask('eth_sendRawTransaction', await signed(31337, 1))).rejects.toThrow(
      /invalid chain id for signer: have 31337 want 1337/,
    );
    await ask('hardhat_impersonateAccount', devnet.accounts[2]?.address);
    for (const hash of [
      await ask('eth_sendRawTransaction', await signed(1337, 1)),
      await ask('eth_sendTransaction', { from: ALICE, to: NOBODY, value: '0x1' }),
      await ask('eth_sendTransaction', { from: devnet.accounts[2]?.address, to: NOBODY, value: '0x1' }),
    ]) {
      expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
      expect(await ask('eth_getTransactionByHash', hash)).toMatchObject({ chainId: '0x539' });
    }
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0x4');
    await ask('anvil_setChainId', 31337);
    await ask('eth_sendRawTransaction', await signed(31337, 2));
    expect(await ask('eth_getBalance', NOBODY, 'latest')).toBe('0x5');
  });

  it('drops pending transactions of the former one, and nothing else', async () => {
    const { devnet, ask } = await open({ miningMode: 'manual' });
    const waiting = await ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
    await ask('anvil_setChainId', 31337);
    expect(await ask('txpool_status')).toEqual({ pending: '0x1', queued: '0x0' });
    await ask('anvil_setChainId', 5);
    expect(await ask('txpool_status')).toEqual({ pending: '0x0', queued: '0x0' });
    await ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x2' });
    await devnet.mine();
    expect(await ask('eth_getTransactionByHash', waiting)).toBeNull();
    expect(await ask('eth_getBlockTransactionCountByNumber', 'latest')).toBe('0x1');
  });

  it('outlives the process, and the chain verifies', async () => {
    const home = await temporaryHome();
    const first = await open({ home });
    await first.ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
    await first.ask('anvil_setChainId', 99);
    await first.ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
    await first.ask('anvil_setChainId', 100);
    await first.devnet.close();
    expect((await verifyHome(home)).problems).toEqual([]);
    const second = await open({ home });
    expect(await second.ask('eth_chainId')).toBe('0x64');
    await second.ask('eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
    expect(second.devnet.height).toBe(4n);
    await second.ask('hardhat_reset');
    expect(await second.ask('eth_chainId')).toBe('0x7a69');
  });

  it.each([
    [[0], /a chain id is 0, expected a whole number from 1 to 9007199254740991/],
    [['0x20000000000000'], /a chain id is 9007199254740992, expected/],
    [[-1], /a chain id is -1, expected a whole number/],
    [['abc'], /invalid argument 0/],
    [[], /missing value for required argument 0/],
  ])('is refused when it is %j', async (params, text) => {
    const { ask } = await open();
    await expect(ask('anvil_setChainId', ...params)).rejects.toThrow(text);
    expect(await ask('eth_chainId')).toBe('0x7a69');
  });
});

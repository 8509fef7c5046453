/** Sends from accounts without their keys, with viem's test client over the provider of a devnet. */
import { createTestClient, createWalletClient, custom, parseEther, publicActions, toHex } from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { impersonatedTx, withSignature, wrapImpersonated } from '../../../src/codec/cosmos/impersonation.js';
import { decodeTxRaw, wrapEthereumTx } from '../../../src/codec/cosmos/tx.js';
import { developmentAuthority } from '../../../src/config/development_authority.js';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { ed25519Sign } from '../../../src/crypto/ed25519.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { fromHex, to0x } from '../../../src/kernel/hex.js';
import { NodeUnderTest, temporaryHome } from '../node_kit.js';

const WHALE = '0x00000000000000000000000000000000000000aa';
const TO = '0x00000000000000000000000000000000000000bb';
const ZERO = '0x0000000000000000000000000000000000000000';

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const devnet of open.splice(0)) await devnet.close();
});

async function start(options: DevnetOptions = {}) {
  const devnet = await createDevnet({ seed: 'impersonation', ...options });
  open.push(devnet);
  return { devnet, ...clients(devnet) };
}

function clients({ provider }: Devnet) {
  const transport = custom(provider);
  const test = createTestClient({ mode: 'hardhat', transport }).extend(publicActions);
  const wallet = createWalletClient({ transport });
  const send = (from: `0x${string}`, value = 1n, nonce?: number) =>
    wallet.sendTransaction({ account: from, to: TO, value, chain: null, ...(nonce !== undefined && { nonce }) });
  return { test, send };
}

describe('an impersonated account', () => {
  it('sends without a key, a contract too, and is unknown again afterwards', async () => {
    const { test, send } = await start();
    await test.setBalance({ address: WHALE, value: parseEther('5') });
    await test.setCode({ address: WHALE, bytecode: '0x5f5ff3' });
    await expect(send(WHALE)).rejects.toThrow('unknown account');
    await test.impersonateAccount({ address: WHALE });
    const hash = await send(WHALE, parseEther('2'));
    const receipt = await test.getTransactionReceipt({ hash });
    expect([receipt.status, receipt.from, await test.getBalance({ address: TO })]).toEqual([
      'success',
      WHALE,
      parseEther('2'),
    ]);
    const { r, s, from } = await test.getTransaction({ hash });
    expect([BigInt(r), BigInt(s), from]).toEqual([BigInt(WHALE), 1n, WHALE]);
    await test.stopImpersonatingAccount({ address: WHALE });
    await expect(send(WHALE)).rejects.toThrow('unknown account');
  });

  it('has sent its transactions, also when impersonation ends before the block', async () => {
    const { devnet, test, send } = await start({ miningMode: 'manual' });
    await test.setBalance({ address: ZERO, value: parseEther('1') });
    await test.impersonateAccount({ address: ZERO });
    const hashes = [await send(ZERO), await send(ZERO)];
    await test.stopImpersonatingAccount({ address: ZERO });
    await devnet.mine();
    for (const hash of hashes)
      expect(await test.getTransactionReceipt({ hash })).toMatchObject({ status: 'success', from: ZERO });
    expect(await test.getTransactionCount({ address: ZERO })).toBe(2);
  });

  it('is reverted only with the settings, for single accounts and for all', async () => {
    const { devnet, test, send } = await start();
    const beginning = await devnet.snapshot();
    await test.setBalance({ address: WHALE, value: parseEther('5') });
    const before = await devnet.snapshot();
    await devnet.provider.request({ method: 'anvil_autoImpersonateAccount', params: [true] });
    await test.impersonateAccount({ address: WHALE });
    expect(await test.getTransactionReceipt({ hash: await send(WHALE) })).toMatchObject({ status: 'success' });
    await devnet.revert(before);
    expect(await test.getTransactionReceipt({ hash: await send(WHALE) })).toMatchObject({ status: 'success' });
    await devnet.revert(beginning, { settings: true });
    await test.setBalance({ address: WHALE, value: parseEther('5') });
    await expect(send(WHALE)).rejects.toThrow('unknown account');
    await devnet.provider.request({ method: 'anvil_autoImpersonateAccount', params: [true] });
    expect(await test.getTransactionReceipt({ hash: await send(WHALE) })).toMatchObject({ status: 'success' });
    const stopped = { method: 'hardhat_stopImpersonatingAccount', params: [WHALE] } as const;
    expect(await devnet.provider.request(stopped)).toBe(false);
  });

  it('is any account again after a reset, where the devnet began so', async () => {
    const { devnet, test, send } = await start({ autoImpersonate: true });
    await devnet.provider.request({ method: 'anvil_autoImpersonateAccount', params: [false] });
    await test.setBalance({ address: WHALE, value: parseEther('5') });
    await expect(send(WHALE)).rejects.toThrow('unknown account');
    await devnet.provider.request({ method: 'hardhat_reset', params: [] });
    await test.setBalance({ address: WHALE, value: parseEther('5') });
    expect(await test.getTransactionReceipt({ hash: await send(WHALE) })).toMatchObject({ status: 'success' });
  });

  it('is in blocks that another process reads', async () => {
    const home = await temporaryHome();
    const first = await start({ home });
    await first.test.setBalance({ address: WHALE, value: parseEther('5') });
    await first.test.impersonateAccount({ address: WHALE });
    const hash = await first.send(WHALE, 7n);
    await first.devnet.close();
    const second = await start({ home });
    expect(await second.test.getTransaction({ hash })).toMatchObject({ from: WHALE, value: 7n });
    await expect(second.send(WHALE)).rejects.toThrow('unknown account');
  });

  it('cannot be a precompile', async () => {
    const { test } = await start();
    for (const address of ['01', '11', '0100', '0400', '0800'].map((end) => `0x${end.padStart(40, '0')}` as const))
      await expect(test.impersonateAccount({ address })).rejects.toThrow(`${address} is a precompile`);
    await test.impersonateAccount({ address: ZERO });
    await test.impersonateAccount({ address: WHALE });
  });

  it('needs a chain with a dev authority', async () => {
    const genesis = developmentGenesis() as { app_state: Record<string, unknown> };
    const { dev: _, ...rest } = genesis.app_state;
    const { test } = await start({ genesis: { ...genesis, app_state: rest } });
    await expect(test.impersonateAccount({ address: WHALE })).rejects.toThrow('dev methods are off');
  });
});

describe('a wrapper in the name of another account', () => {
  const fields = {
    type: 2,
    chainId: 31337n,
    nonce: 0n,
    gasPrice: undefined,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 0n,
    gas: 21_000n,
    to: fromHex(TO),
    value: 1n,
    input: new Uint8Array(),
    accessList: [],
    authorizationList: undefined,
  } as const;
  const from = fromHex('f39fd6e51aad88f6f4ce6ab8827279cfffb92266');
  const raw = impersonatedTx(fields, from);
  const chain = { baseDenom: 'ahalley', chainId: 'halley_31337-1' };
  const signed = (seed: string, at = chain) =>
    wrapImpersonated(raw, from, at, (bytes) => ed25519Sign(developmentAuthority(seed).secret, bytes));

  it('is accepted only with the signature of the chain’s authority over exactly it, on every path', async () => {
    const node = await NodeUnderTest.start({ seed: 'authority', miningMode: 'manual' });
    const broadcast = async (tx: Uint8Array) => {
      const outcome = await node.comet.broadcast(tx);
      return outcome.type === 'checked' ? outcome.check : expect.fail(outcome.reason);
    };
    const wrong = 'an impersonated transaction must be signed by the dev authority of the chain: unauthorized';
    expect(await broadcast(signed('another seed'))).toMatchObject({ code: 4, log: wrong });
    expect(await broadcast(signed('authority', { ...chain, chainId: 'halley_31337-2' }))).toMatchObject({ log: wrong });
    const good = signed('authority');
    const { signatures } = decodeTxRaw(good);
    const other = impersonatedTx({ ...fields, value: 2n }, from);
    const moved = withSignature(wrapEthereumTx(other, from, chain.baseDenom), signatures[0] as Uint8Array);
    expect(await broadcast(moved)).toMatchObject({ code: 4, log: wrong });
    const real = wrapEthereumTx(raw, fromHex(WHALE), chain.baseDenom);
    expect(await broadcast(withSignature(real, signatures[0] as Uint8Array))).toMatchObject({
      log: 'for eth tx Signatures should be empty: invalid request',
    });
    // Without the wrapper the signature belongs to some other account.
    const bare = await node.node.evmBackend.sendRaw(raw);
    expect(bare.type).toBe('refused');
    expect(await broadcast(good)).toMatchObject({ code: 0 });
    expect(to0x(good)).toContain(toHex(from).slice(2));
  });
});

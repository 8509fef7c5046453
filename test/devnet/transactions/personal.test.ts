/** Tests the node's own accounts as a client sees them: keystore, unlocking, signing, sending, and permissions. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Wallet } from 'ethers';
import { type Hex, parseTransaction, recoverMessageAddress, recoverTransactionAddress } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { asking } from '../../support/ask.js';
import { NodeUnderTest, temporaryHome } from '../node_kit.js';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const STRANGER = '0x5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a';
const KEY = '88'.repeat(32);
const OWN = privateKeyToAccount(`0x${KEY}`).address.toLowerCase();
const COIN = '0xde0b6b3a7640000';

const open: Devnet[] = [];
afterEach(async () => {
  for (const devnet of open.splice(0)) await devnet.close();
});

async function start(options: DevnetOptions = {}) {
  const devnet = await createDevnet({ seed: 'personal', jsonRpc: { namespaces: ['all'] }, ...options });
  open.push(devnet);
  const ask = asking(devnet);
  return { devnet, ask };
}

describe('an imported key', () => {
  it('is locked, unlocked by its password, and sends', async () => {
    const { ask } = await start();
    expect(await ask('personal_importRawKey', KEY, 'pass')).toBe(OWN);
    expect(await ask('personal_importRawKey', KEY, 'other')).toBe(OWN);
    expect((await ask('eth_accounts')).at(-1)).toBe(OWN);
    expect(await ask('personal_listAccounts')).toEqual(await ask('eth_accounts'));
    await ask('hardhat_setBalance', OWN, COIN);
    const transfer = { from: OWN, to: ALICE, value: '0x1' };
    const locked = 'authentication needed: password or unlock';
    await expect(ask('eth_sendTransaction', transfer)).rejects.toMatchObject({ code: -32000, message: locked });
    await expect(ask('eth_sign', OWN, '0x01')).rejects.toThrow(locked);
    await expect(ask('personal_sign', '0x01', OWN)).rejects.toThrow(locked);
    const wrong = { code: -32000, message: 'could not decrypt key with given password' };
    await expect(ask('personal_unlockAccount', OWN, 'Pass')).rejects.toMatchObject(wrong);
    await expect(ask('personal_sendTransaction', transfer, '')).rejects.toMatchObject(wrong);
    const byPassword = await ask('personal_sendTransaction', transfer, 'pass');
    await expect(ask('eth_sendTransaction', transfer)).rejects.toThrow(locked);
    expect(await ask('personal_unlockAccount', OWN, 'pass', 0)).toBe(true);
    const unlocked = await ask('eth_sendTransaction', transfer);
    for (const hash of [byPassword, unlocked])
      expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1', from: OWN });
    expect(await ask('personal_lockAccount', OWN)).toBe(true);
    await expect(ask('eth_sendTransaction', transfer)).rejects.toThrow(locked);
  });

  it('is unlocked for the given seconds, for 300 by default, or for good', async () => {
    const { ask } = await start();
    await ask('personal_importRawKey', KEY, 'pass');
    await ask('hardhat_setBalance', OWN, COIN);
    vi.useFakeTimers({ toFake: ['performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const signs = async (): Promise<boolean> =>
      ask('eth_sign', OWN, '0x01').then(
        () => true,
        () => false,
      );
    for (const [params, seconds] of [
      [[7], 7],
      [[], 300],
    ] as const) {
      await ask('personal_unlockAccount', OWN, 'pass', ...params);
      vi.advanceTimersByTime(seconds * 1_000 - 1);
      expect(await signs()).toBe(true);
      vi.advanceTimersByTime(1);
      expect(await signs()).toBe(false);
    }
    await ask('personal_unlockAccount', OWN, 'pass', 0);
    vi.advanceTimersByTime(2 ** 31 - 1);
    expect(await signs()).toBe(true);
  });

  it('signs what was requested before it was locked, or unlocked again', async () => {
    const node = await NodeUnderTest.open({ seed: 'personal' });
    try {
      const { evmBackend } = node.node;
      const account = await evmBackend.importKey(fromHex(KEY), 'pass');
      await evmBackend.unlock(account, 'pass', 10);
      const signer = evmBackend.signer(account);
      const hash = fromHex('11'.repeat(32));
      const signature = signer?.signHash(hash);
      await evmBackend.unlock(account, 'pass', 10);
      expect(signer?.signHash(hash)).toEqual(signature);
      evmBackend.lock(account);
      expect(signer?.signHash(hash)).toEqual(signature);
      expect(evmBackend.signer(account)).toBeUndefined();
    } finally {
      await node.close();
    }
  });

  it('signs messages that personal_ecRecover and viem recover', async () => {
    const { ask } = await start();
    await ask('personal_importRawKey', KEY, 'pass');
    const signature = await ask('personal_sign', '0xdeadbeef', OWN, 'pass');
    expect(await ask('personal_ecRecover', '0xdeadbeef', signature)).toBe(OWN);
    const recovered = await recoverMessageAddress({ message: { raw: '0xdeadbeef' }, signature });
    expect(recovered.toLowerCase()).toBe(OWN);
  });

  it('is in the home folder, and another process locks it again', async () => {
    const home = await temporaryHome();
    const first = await start({ home });
    const made = await first.ask('personal_newAccount', 'secret');
    await first.ask('personal_unlockAccount', made, 'secret', 0);
    await first.devnet.close();
    const [name = ''] = readdirSync(join(home, 'keystore'));
    const opened = await Wallet.fromEncryptedJson(readFileSync(join(home, 'keystore', name), 'utf8'), 'secret');
    expect(opened.address.toLowerCase()).toBe(made);
    const second = await start({ home });
    expect((await second.ask('eth_accounts')).at(-1)).toBe(made);
    await expect(second.ask('eth_sign', made, '0x')).rejects.toThrow('authentication needed');
    expect(await second.ask('personal_unlockAccount', made, 'secret')).toBe(true);
    expect(await second.ask('eth_sign', made, '0x')).toMatch(/^0x[0-9a-f]{130}$/);
  });
});

describe('an account of the mnemonic', () => {
  it('is never locked, whatever the password is', async () => {
    const { ask } = await start();
    expect(await ask('personal_unlockAccount', ALICE, 'anything', 1)).toBe(true);
    expect(await ask('personal_lockAccount', ALICE)).toBe(false);
    const hash = await ask('personal_sendTransaction', { from: ALICE, to: OWN, value: '0x1' }, 'anything');
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
    expect(
      await ask('personal_importRawKey', 'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80', 'x'),
    ).toBe(ALICE);
    expect(new Set(await ask('eth_accounts')).size).toBe(20);
  });
});

describe('a refused request', () => {
  it.each<[string, unknown[], number, string]>([
    ['personal_importRawKey', [`0x${KEY}`, 'p'], -32000, "invalid hex character 'x' in private key"],
    ['personal_importRawKey', ['xyz', 'p'], -32000, "invalid hex character 'x' in private key"],
    ['personal_importRawKey', ['123', 'p'], -32000, 'invalid hex data for private key'],
    ['personal_importRawKey', ['1234', 'p'], -32000, 'invalid length, need 256 bits'],
    ['personal_importRawKey', ['00'.repeat(32), 'p'], -32000, 'invalid private key, zero or negative'],
    ['personal_importRawKey', ['ff'.repeat(32), 'p'], -32000, 'invalid private key, >=N'],
    ['personal_importRawKey', [KEY], -32602, 'missing value for required argument 1'],
    ['personal_newAccount', [], -32602, 'missing value for required argument 0'],
    [
      'personal_newAccount',
      [5],
      -32602,
      'invalid argument 0: json: cannot unmarshal number into Go value of type string',
    ],
    [
      'personal_unlockAccount',
      [STRANGER, ''],
      -32000,
      `no key for given address or file; unknown account: ${STRANGER} is none of those that eth_accounts lists`,
    ],
    ['personal_unlockAccount', [ALICE, '', 2 ** 40], -32000, 'unlock duration too large'],
    [
      'personal_sign',
      ['0xdead', STRANGER, ''],
      -32000,
      `no key for given address or file; unknown account: ${STRANGER} is none of those that eth_accounts lists`,
    ],
    ['personal_ecRecover', ['0xdeadbeef', '0x1234'], -32000, 'signature must be 65 bytes long'],
    ['personal_ecRecover', ['0x', `0x${'01'.repeat(65)}`], -32000, 'invalid Ethereum signature (V is not 27 or 28)'],
    [
      'personal_ecRecover',
      ['0x', `0x${'00'.repeat(64)}1b`],
      -32000,
      'recovery failed: no key can have made this signature',
    ],
    ['personal_initializeWallet', ['u'], -32000, 'smartcard wallet not supported yet'],
    ['personal_unpair', ['u', 'p'], -32000, 'smartcard wallet not supported yet'],
    ['miner_setExtra', ['x'], -32000, 'unsupported rpc function: miner_setExtra'],
    ['miner_start', [1], -32000, 'unsupported rpc function: miner_start'],
    [
      'miner_setGasLimit',
      [5],
      -32602,
      'invalid argument 0: json: cannot unmarshal non-string into Go value of type hexutil.Uint64',
    ],
    ['admin_addPeer', ['enode://'], -32601, 'the method admin_addPeer does not exist/is not available'],
    ['eth_resend', [{ from: ALICE, to: ALICE }, null, null], -32000, 'missing transaction nonce in transaction spec'],
    [
      'eth_signTransaction',
      [{ from: STRANGER, to: ALICE }],
      -32000,
      `no key for given address or file; unknown account: ${STRANGER} is none of those that eth_accounts lists`,
    ],
    [
      'eth_sendTransaction',
      [{ from: ALICE, to: ALICE, chainId: '0x1' }],
      -32000,
      "chainId does not match node's (have=1, want=31337)",
    ],
  ])('%s(%j)', async (method, params, code, message) => {
    const { ask } = await start();
    await expect(ask(method, ...params)).rejects.toMatchObject({ code, message });
  });
});

describe('eth_signTransaction', () => {
  it('returns bytes that viem reads, and sends nothing', async () => {
    const { ask } = await start();
    const raw = (await ask('eth_signTransaction', { from: ALICE, to: OWN, value: '0x7' })) as `0x02${string}`;
    expect(parseTransaction(raw)).toMatchObject({ to: OWN, value: 7n, type: 'eip1559', chainId: 31337 });
    expect((await recoverTransactionAddress({ serializedTransaction: raw })).toLowerCase()).toBe(ALICE);
    expect(await ask('eth_getTransactionCount', ALICE, 'pending')).toBe('0x0');
    const hash = await ask('eth_sendRawTransaction', raw);
    expect(await ask('eth_getTransactionReceipt', hash)).toMatchObject({ status: '0x1' });
  });

  it('and eth_resend pay no more than the cap', async () => {
    const { ask } = await start({ jsonRpc: { namespaces: ['all'], limits: { txFeeCap: 10n ** 15n } } });
    const dear = { from: ALICE, to: OWN, nonce: '0x0', gas: '0x5208', gasPrice: '0x174876e800' };
    const message = 'tx fee (0.00 ether) exceeds the configured cap (0.00 ether)';
    for (const method of ['eth_signTransaction', 'eth_resend'])
      await expect(ask(method, dear)).rejects.toMatchObject({ code: -32000, message });
  });
});

describe('eth_resend', () => {
  it.each<[string, Record<string, Hex>]>([
    ['legacy', { gasPrice: '0x77359400' }],
    ['EIP-1559', { maxFeePerGas: '0x77359400', maxPriorityFeePerGas: '0x1' }],
  ])('replaces a pending transaction (%s)', async (_, fees) => {
    const { ask } = await start({ miningMode: 'manual' });
    const waiting = { from: ALICE, to: OWN, nonce: '0x0', gas: '0x5208', value: '0x1', ...fees };
    const first = await ask('eth_sendTransaction', waiting);
    const second = await ask('eth_resend', waiting, '0xee6b2800', '0x7530');
    expect(second).not.toBe(first);
    await ask('evm_mine');
    expect(await ask('eth_getTransactionReceipt', first)).toBeNull();
    expect(await ask('eth_getTransactionByHash', second)).toMatchObject({ gas: '0x7530', value: '0x1', nonce: '0x0' });
    expect(await ask('eth_getTransactionReceipt', second)).toMatchObject({ status: '0x1' });
    await expect(ask('eth_resend', waiting, '0xee6b2800')).rejects.toThrow(/^transaction 0x[0-9a-f]{64} not found$/);
  });
});

it('refuses a transaction that is not pending, as a recorded node does', async () => {
  const { ask } = await start();
  const sent = {
    from: '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
    to: '0x1111111111111111111111111111111111111111',
    nonce: '0x999',
    gas: '0x5208',
    gasPrice: '0x174876e800',
    value: '0x1',
  };
  const hash = '0x681cf354a1ea1a4397822a61b6580f3480486d4fcab3af7ab343f5e79ff5657b';
  await expect(ask('eth_resend', sent, '0x2e90edd000', '0x5208')).rejects.toThrow(`transaction ${hash} not found`);
});

it('every use of the keys is refused, when unlocking by RPC is not allowed', async () => {
  const { ask } = await start({ jsonRpc: { namespaces: ['all'], allowInsecureUnlock: false } });
  const forbidden = { code: -32000, message: 'account unlock with HTTP access is forbidden' };
  const transfer = { from: ALICE, to: OWN };
  for (const [method, ...params] of [
    ['eth_accounts'],
    ['personal_listAccounts'],
    ['eth_sendTransaction', transfer],
    ['eth_signTransaction', transfer],
    ['eth_resend', { ...transfer, nonce: '0x0' }],
    ['personal_unlockAccount', ALICE, ''],
  ] as [string, ...unknown[]][])
    await expect(ask(method, ...params)).rejects.toMatchObject(forbidden);
  expect(await ask('miner_setEtherbase', OWN)).toBe(false);
});

describe('stubs of miner', () => {
  it('respond as in a node', async () => {
    const { ask } = await start();
    expect(await ask('miner_getHashrate')).toBe(0);
    expect(await ask('miner_setGasLimit', '0x989680')).toBe(false);
    expect(await ask('miner_setGasPrice', '0x0')).toBe(true);
    expect(await ask('miner_stop')).toBeNull();
    expect(await ask('miner_setEtherbase', OWN)).toBe(true);
    await ask('evm_mine');
    expect(await ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ miner: OWN });
  });
});

it('admin describes the node, its peers and its folder', async () => {
  const home = await temporaryHome();
  const { ask } = await start({ home, validators: 3 });
  const info = await ask('admin_nodeInfo');
  const head = await ask('eth_getBlockByNumber', 'latest', false);
  const genesis = await ask('eth_getBlockByNumber', '0x0', false);
  expect(info).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{40}$/),
    enode: `enode://${info.id}@0.0.0.0:26656`,
    listenAddr: '0.0.0.0:26656',
    ports: { discovery: 0, listener: 26656 },
    protocols: {
      eth: {
        network: 31337,
        difficulty: 0,
        genesis: genesis.hash,
        head: head.hash,
        config: { chainId: 31337, osakaTime: 0 },
      },
    },
  });
  const peers = await ask('admin_peers');
  expect(peers).toHaveLength(2);
  expect(peers[0]).toMatchObject({
    id: expect.stringMatching(/^[0-9a-f]{40}$/),
    network: { localAddress: '127.0.0.1:26656', remoteAddress: '127.0.0.1:26666', inbound: false },
  });
  expect(await ask('admin_datadir')).toBe(home);
});

/** Tests that dumped states are exact, and what loading them changes. */
import { describe, expect, it } from 'vitest';
import { ALICE, aDevnet, ask, BOB, CAROL, dumped, heldBy, hexOf, withHistory } from './kit.js';

const STRANGER = '0x00000000000000000000000000000000000000bb';
const CONTRACT = '0x00000000000000000000000000000000000000cc';
const CALLER = '0x00000000000000000000000000000000000000dd';
const word = (value: number): string => `0x${value.toString(16).padStart(64, '0')}`;

describe('a dumped state', () => {
  it('has every account and slot, also those of pending dev changes, and none of modules', async () => {
    const devnet = await aDevnet();
    await withHistory(devnet);
    await ask(devnet, 'anvil_setBalance', STRANGER, '0x7');
    await ask(devnet, 'anvil_setCode', CONTRACT, '0x6001');
    await ask(devnet, 'anvil_setStorageAt', CONTRACT, word(3), word(9));
    const state = await dumped(devnet);
    expect(state.accounts).toEqual(await heldBy((...call) => ask(devnet, ...call), state.accounts));
    expect(state.accounts[STRANGER]).toEqual({ nonce: 0, balance: '0x7', code: '0x', storage: {} });
    expect(state.accounts[CONTRACT]).toMatchObject({ code: '0x6001', storage: { [word(3)]: word(9) } });
    const created = Object.values(state.accounts).find(({ code }) => code === '0x01');
    expect(created).toMatchObject({ nonce: 1, storage: { [word(0)]: word(1) } });

    await devnet.mine();
    expect((await dumped(devnet)).accounts).toEqual(
      expect.objectContaining({ [CONTRACT]: state.accounts[CONTRACT], [STRANGER]: state.accounts[STRANGER] }),
    );
  });

  it('has blocks that are linked by the hashes of their Ethereum headers, and their transactions', async () => {
    const devnet = await aDevnet();
    await withHistory(devnet);
    const { blocks, transactions, block, best_block_number } = await dumped(devnet);
    expect(best_block_number).toBe(4);
    expect(block).toMatchObject({ number: '0x4', gas_limit: 60_000_000, difficulty: '0x0' });
    expect(blocks.map(({ header }) => header['number'])).toEqual(['0x0', '0x1', '0x2', '0x3', '0x4']);
    const hashes = blocks.slice(1).map(({ header }) => header['parentHash']);
    expect(transactions.map(({ block_hash }) => block_hash).slice(0, 2)).toEqual([hashes[2], hashes[3]]);
    expect(transactions).toHaveLength(3);
  });

  it('has the states after all blocks on request', async () => {
    const devnet = await aDevnet();
    await withHistory(devnet);
    const { historical_states } = await dumped(devnet, true);
    const balances = (historical_states ?? []).map(
      ([, state]) => (state as { accounts: Record<string, { balance: string }> }).accounts[BOB]?.balance,
    );
    const before = 10n ** 22n;
    expect(balances.map((balance) => BigInt(balance ?? 0) - before)).toEqual([0n, 0n, 1n, 1n, 3n]);
  });
});

describe('a devnet with loadState', () => {
  it('continues with the accounts, the number, the time and the base fee of the file', async () => {
    const origin = await aDevnet();
    await withHistory(origin);
    await ask(origin, 'anvil_setNonce', STRANGER, '0xffffffffffff');
    await origin.mine();
    const state = await dumped(origin);
    const newest = await ask(origin, 'eth_getBlockByNumber', 'latest', false);
    const copy = await aDevnet({ loadState: state });
    expect(copy.height).toBe(6n);
    const first = await ask(copy, 'eth_getBlockByNumber', '0x6', false);
    const expected = await ask(origin, 'eth_feeHistory', '0x1', 'latest', []);
    expect(first.baseFeePerGas).toBe(expected.baseFeePerGas[1]);
    expect(Number(first.timestamp)).toBeGreaterThan(Number(newest.timestamp));
    const held = await heldBy((...call) => ask(copy, ...call), state.accounts);
    // The contract of EIP-2935 has one more hash after each block.
    const { '0x0000f90827f1c53a10cb7a02335b175320002935': _, ...accounts } = state.accounts;
    expect(held).toMatchObject(accounts);
    await ask(copy, 'eth_sendTransaction', { from: ALICE, to: BOB, value: '0x1' });
    expect(copy.height).toBe(7n);
    const again = await dumped(copy);
    expect(again.accounts[STRANGER]).toEqual(state.accounts[STRANGER]);
  });

  it('takes a path, bytes and gzip of a genesis chain with chosen rules', async () => {
    const origin = await aDevnet();
    const hex: string = await ask(origin, 'anvil_dumpState');
    const copy = await aDevnet({ loadState: Uint8Array.from(Buffer.from(hex.slice(2), 'hex')), hardfork: 'prague' });
    expect(copy.height).toBe(2n);
    await expect(aDevnet({ loadState: '/nowhere/state.json' })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(/^loadState \/nowhere\/state\.json: the file cannot be read: ENOENT/),
    });
    await expect(aDevnet({ loadState: { accounts: { x: {} } } })).rejects.toThrow(
      /^loadState: accounts\.x is not an address/,
    );
    await expect(aDevnet({ loadState: { accounts: {} }, genesis: 'dev' })).rejects.toThrow(
      /^loadState is for a new chain/,
    );
  });
});

describe('anvil_loadState', () => {
  const account = { nonce: 5, balance: '0x9', code: '0x6002', storage: { '0x1': '0x2', '0x3': '0x0' } };

  it('replaces balance, code and listed slots, and keeps other slots and the higher nonce', async () => {
    const devnet = await aDevnet();
    await ask(devnet, 'anvil_setNonce', CONTRACT, '0x8');
    await ask(devnet, 'anvil_setStorageAt', CONTRACT, word(3), word(9));
    await ask(devnet, 'anvil_setStorageAt', CONTRACT, word(4), word(9));
    expect(await ask(devnet, 'anvil_loadState', hexOf({ accounts: { [CONTRACT]: account, [CALLER]: account } }))).toBe(
      true,
    );
    const expected = (nonce: number, slot4: number) => ({
      nonce,
      balance: '0x9',
      code: '0x6002',
      storage: { [word(1)]: word(2), ...(slot4 > 0 && { [word(4)]: word(slot4) }) },
    });
    const state = await dumped(devnet);
    expect(state.accounts[CONTRACT]).toEqual(expected(8, 9));
    expect(state.accounts[CALLER]).toEqual(expected(5, 0));
    expect(devnet.height).toBe(1n);
    await devnet.mine();
    expect((await dumped(devnet)).accounts[CONTRACT]).toEqual(expected(8, 9));
  });

  it('sets the base fee of a file whose newest block is missing', async () => {
    const devnet = await aDevnet();
    await ask(devnet, 'hardhat_loadState', hexOf({ accounts: {}, block: { number: '0x9', basefee: '0x465' } }));
    await devnet.mine();
    expect(devnet.height).toBe(2n);
    expect((await ask(devnet, 'eth_getBlockByNumber', 'latest', false)).baseFeePerGas).toBe('0x465');
  });

  it('loads ten thousand accounts with few transactions, and a snapshot undoes all', async () => {
    const devnet = await aDevnet();
    const id = await devnet.snapshot();
    const addresses = Array.from({ length: 10_000 }, (_, i) => `0x${(0xabc0000 + i).toString(16).padStart(40, '0')}`);
    const accounts = Object.fromEntries(addresses.map((address) => [address, { ...account, storage: {} }]));
    await ask(devnet, 'anvil_loadState', hexOf({ accounts }));
    expect(await ask(devnet, 'eth_getBalance', addresses.at(-1), 'latest')).toBe('0x9');
    await devnet.mine();
    expect(await ask(devnet, 'eth_getCode', addresses[5_000], 'latest')).toBe('0x6002');
    expect(await devnet.revert(id)).toBe(true);
    expect(await ask(devnet, 'eth_getBalance', addresses.at(-1), 'latest')).toBe('0x0');
  });

  it('changes nothing when the file or a late account is refused', async () => {
    const devnet = await aDevnet();
    const before = await dumped(devnet);
    const modules = await ask(devnet, 'halley_chains');
    expect(modules).toHaveLength(1);
    const many = Object.fromEntries(
      Array.from({ length: 3_000 }, (_, i) => [`0x${(i + 1).toString(16).padStart(40, '0')}`, account]),
    );
    for (const [document, text] of [
      [{ accounts: { ...many, x: account } }, /^state file: accounts\.x is not an address/],
      [{ accounts: { ...many, '0xf1829676db577682e944fc3493d451b67ff3e29f': account } }, /is the account of a module/],
    ] as const)
      await expect(ask(devnet, 'anvil_loadState', hexOf(document))).rejects.toThrow(text);
    for (const [bytes, text] of [
      ['0x1f8b00', /the gzip data is damaged/],
      ['0x00', /neither gzip nor JSON/],
    ] as const)
      await expect(ask(devnet, 'anvil_loadState', bytes)).rejects.toThrow(text);
    expect(await dumped(devnet)).toEqual(before);
    await ask(devnet, 'anvil_setBalance', CAROL, '0x5');
    await devnet.mine();
    expect(await ask(devnet, 'eth_getBalance', CAROL, 'latest')).toBe('0x5');
  });
});

it('accounts whose balances together are above 2^256 start a devnet', async () => {
  const most = `0x${'f'.repeat(64)}`;
  const addressOf = (i: number): string => `0x${(i + 0x1000).toString(16).padStart(40, '0')}`;
  const rich = { nonce: 0, balance: most, code: '0x', storage: {} };
  const loadState = { accounts: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [addressOf(i), rich])) };
  const devnet = await aDevnet({ loadState });
  expect(await ask(devnet, 'eth_getBalance', addressOf(29), 'latest')).toBe(most);
});

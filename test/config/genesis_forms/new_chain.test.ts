/** Tests documents of geth and Hardhat, and state files, as genesis documents of new chains. */
import { describe, expect, it } from 'vitest';
import {
  foreignFormOf,
  MAX_GAS_LIMIT,
  type NewChainChoices,
  newChain,
} from '../../../src/config/genesis_forms/new_chain.js';
import { readStateFile } from '../../../src/config/genesis_forms/state_file.js';
import { refuse } from './refuse.js';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const BOB = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8';
const COSMOS = '0xa12daaf3c2c1505b288353b62cb3b4021c60c344';
const ALICE_KEY = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const MNEMONIC = 'test test test test test test test test test test test junk';
const CHOICES: NewChainChoices = { ethereumAddresses: [ALICE], cosmosAddresses: [COSMOS], balance: 5n };

interface Document {
  readonly genesis_time?: string;
  readonly chain_id: string;
  readonly initial_height: string;
  readonly consensus_params: { readonly block: { readonly max_gas: string } };
  readonly app_state: {
    readonly auth: { readonly accounts: readonly object[] };
    readonly bank: {
      readonly balances: readonly {
        readonly address: string;
        readonly coins: readonly { readonly amount: string }[];
      }[];
      readonly supply: readonly { readonly amount: string }[];
    };
    readonly evm: { readonly accounts: readonly { readonly address: string }[] };
    readonly feemarket: { readonly params: { readonly base_fee: string } };
  };
}

async function made(document: unknown, choices: Partial<NewChainChoices> = {}, state?: unknown) {
  const file = state === undefined ? undefined : readStateFile(state, refuse);
  const chain = await newChain({ ...CHOICES, ...choices }, document, file, refuse);
  return { ...chain, document: chain.document as Document };
}

const balancesOf = ({ app_state: { bank } }: Document): Record<string, string | undefined> =>
  Object.fromEntries(bank.balances.map(({ address, coins }) => [address, coins[0]?.amount]));

it('knows the documents of other tools by their shape', () => {
  expect(foreignFormOf({ alloc: {} })).toBe('geth');
  expect(foreignFormOf([])).toBe('hardhat');
  expect(foreignFormOf({ mnemonic: MNEMONIC })).toBe('hardhat');
  for (const own of [{ app_state: {}, alloc: {} }, { chain_id: 'x', alloc: {} }, {}, 'dev', undefined, null])
    expect(foreignFormOf(own)).toBeUndefined();
});

describe("geth's genesis", () => {
  const GETH = {
    config: { chainId: 1234, londonBlock: 0 },
    difficulty: '0x1',
    gasLimit: '0x989680',
    timestamp: '0x65000000',
    baseFeePerGas: '0x7',
    number: '0x10',
    alloc: {
      [BOB.slice(2)]: { balance: '100', nonce: '0x2' },
      '0x00000000000000000000000000000000000000c0': { balance: '0x0', code: '0x6001', storage: { '01': '02' } },
    },
  };

  it('gives chain id, number, time, gas limit, base fee and accounts', async () => {
    const { document, timestamp, privateKeys } = await made(GETH);
    expect(document).toMatchObject({
      genesis_time: '2023-09-12T06:06:56Z',
      chain_id: 'halley_1234-1',
      initial_height: '17',
      consensus_params: { block: { max_gas: '10000000' } },
      app_state: {
        auth: {
          accounts: [
            { address: BOB, sequence: '2' },
            { address: '0x00000000000000000000000000000000000000c0', sequence: '0' },
          ],
        },
        bank: { supply: [{ amount: '110' }] },
        feemarket: { params: { base_fee: '7' } },
      },
    });
    expect(timestamp).toBe(0x65000000n);
    expect(privateKeys).toBeUndefined();
    expect(balancesOf(document)).toEqual({ [ALICE]: '5', [COSMOS]: '5', [BOB]: '100' });
    expect(document.app_state.evm.accounts.at(-1)).toEqual({
      address: '0x00000000000000000000000000000000000000c0',
      code: '0x6001',
      storage: [{ key: `0x${'1'.padStart(64, '0')}`, value: `0x${'2'.padStart(64, '0')}` }],
    });
  });

  it('begins now with the time 0, and gives way to what the caller chooses', async () => {
    const { document, timestamp } = await made({ ...GETH, timestamp: '0x0' }, { chainId: 'my_9-1', gasLimit: 1n });
    expect(document.genesis_time).toBeUndefined();
    expect(timestamp).toBeUndefined();
    expect(document.chain_id).toBe('my_9-1');
    expect(document.consensus_params.block.max_gas).toBe('1');
  });

  it.each([
    [{ alloc: { x: {} } }, /^alloc\.x is not an address/],
    [{ alloc: {}, config: 1 }, /^config is 1, expected an object$/],
    [{ alloc: {}, config: { chainId: 'one' } }, /^config\.chainId is "one", expected a whole number/],
    [{ alloc: {}, gasLimit: '0xffffffffffffffff' }, /^gasLimit is "0xffffffffffffffff", expected a number below/],
    [{ alloc: { [BOB]: { balance: 'much' } } }, new RegExp(`^alloc\\.${BOB}\\.balance is "much", expected`)],
  ])('is refused with a wrong member: %j', async (document, text) => {
    await expect(made(document)).rejects.toThrow(text);
  });
});

describe("Hardhat's accounts", () => {
  it('as a list are funded and unlocked in place of the development accounts', async () => {
    const { document, privateKeys } = await made([{ privateKey: ALICE_KEY, balance: '77' }]);
    expect(privateKeys).toEqual([ALICE_KEY]);
    expect(balancesOf(document)).toEqual({ [COSMOS]: '5', [ALICE]: '77' });
  });

  it('as a mnemonic are derived with index, count, balance and passphrase', async () => {
    const second = await made({ mnemonic: MNEMONIC, initialIndex: 1, count: 1, accountsBalance: '8' });
    expect(balancesOf(second.document)).toEqual({ [COSMOS]: '5', [BOB]: '8' });
    const all = await made({ mnemonic: MNEMONIC });
    expect(all.privateKeys).toHaveLength(20);
    expect(balancesOf(all.document)[ALICE]).toBe(`${10n ** 22n}`);
    const other = await made({ mnemonic: MNEMONIC, count: 1, passphrase: 'secret' });
    expect(balancesOf(other.document)).not.toHaveProperty(ALICE);
  });

  it.each([
    [[{ privateKey: '0x12', balance: '1' }], /^\[0\]\.privateKey is invalid, expected a private key: 32 bytes in hex$/],
    [[{ privateKey: ALICE_KEY }], /^\[0\]\.balance is missing, expected a whole number/],
    [
      [
        { privateKey: ALICE_KEY, balance: 1 },
        { privateKey: ALICE_KEY, balance: 1 },
      ],
      /^\[1\]\.privateKey is invalid, expected a key without another entry$/,
    ],
    [{ mnemonic: 'test test' }, /^invalid mnemonic: 2 words, expected 12/],
    [{ mnemonic: MNEMONIC, path: 'x' }, /^path is "x", expected a derivation path/],
    [{ mnemonic: MNEMONIC, count: 10_001 }, /^count is 10001, expected a number below 10001$/],
  ])('are refused with a wrong member: %#', async (document, text) => {
    await expect(made(document)).rejects.toThrow(text);
  });
});

describe('a state file', () => {
  const STATE = {
    block: { number: '0x9', timestamp: '0x65000000', gas_limit: 1_000_000, basefee: 3 },
    accounts: { [ALICE]: { nonce: 4, balance: '0x1', code: '0x', storage: {} } },
  };

  it('replaces accounts, number, time, gas limit and base fee, and leaves the clock alone', async () => {
    const { document, timestamp } = await made(undefined, {}, STATE);
    expect(document).toMatchObject({
      genesis_time: '2023-09-12T06:06:57Z',
      initial_height: '10',
      consensus_params: { block: { max_gas: '1000000' } },
      app_state: { feemarket: { params: { base_fee: '3' } }, dev: { next_base_fee: '3' } },
    });
    expect(timestamp).toBeUndefined();
    expect(balancesOf(document)).toEqual({ [COSMOS]: '5', [ALICE]: '1' });
  });

  it('goes on top of a genesis of geth', async () => {
    const geth = { config: { chainId: 77 }, alloc: { [ALICE]: { balance: '9' }, [BOB]: { balance: '9' } } };
    const { document } = await made(geth, {}, STATE);
    expect(document.chain_id).toBe('halley_77-1');
    expect(balancesOf(document)).toEqual({ [COSMOS]: '5', [BOB]: '9', [ALICE]: '1' });
    expect(document.app_state.bank.supply[0]?.amount).toBe('15');
  });

  it('replaces an account in any spelling, and has no slots that are zero', async () => {
    const storage = { '0x1': '0x0', '0x2': '0x3' };
    const accounts = { [ALICE]: { nonce: 0, balance: '0x8', code: '0x6001', storage } };
    const upper = ALICE.toUpperCase().replace('0X', '0x');
    const { document } = await made(undefined, { ethereumAddresses: [upper] }, { ...STATE, accounts });
    expect(balancesOf(document)).toEqual({ [COSMOS]: '5', [ALICE]: '8' });
    const word = (digit: string): string => `0x${digit.padStart(64, '0')}`;
    const [contract] = document.app_state.evm.accounts.filter(({ address }) => address === ALICE);
    expect(contract).toEqual({ address: ALICE, code: '0x6001', storage: [{ key: word('2'), value: word('3') }] });
    expect(document.app_state.auth.accounts).toEqual([{ address: ALICE, sequence: '0' }]);
  });

  it('has no next base fee where the caller chooses the fee', async () => {
    const { document } = await made(undefined, { baseFee: 12n }, STATE);
    expect(document.app_state).toMatchObject({ feemarket: { params: { base_fee: '12' } } });
    expect((document.app_state as { readonly dev?: object }).dev).not.toHaveProperty('next_base_fee');
  });

  it('has the highest gas limit of a block', async () => {
    const block = { ...STATE.block, gas_limit: `${MAX_GAS_LIMIT}` };
    const { document } = await made(undefined, {}, { ...STATE, block });
    expect(document.consensus_params.block.max_gas).toBe('9223372036854775807');
  });

  it('of a chain without a gas limit leaves the limit of a new chain', async () => {
    const block = { ...STATE.block, gas_limit: '0xffffffffffffffff' };
    expect((await made(undefined, {}, { ...STATE, block })).document.consensus_params.block.max_gas).toBe('60000000');
  });
});

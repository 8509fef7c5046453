/** Tests conversions of contract tokens to coins and back. A misbehaving contract must not create coins. */
import { beforeEach, describe, expect, it } from 'vitest';
import { readDenomMetadata } from '../../../../src/app/modules/bank/metadata.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { ERC20_ACCOUNT } from '../../../../src/app/modules/erc20/conversion.js';
import { MsgConvertCoin } from '../../../../src/app/modules/erc20/messages/MsgConvertCoin.js';
import { MsgConvertERC20 } from '../../../../src/app/modules/erc20/messages/MsgConvertERC20.js';
import { MsgRegisterERC20 } from '../../../../src/app/modules/erc20/messages/MsgRegisterERC20.js';
import { pairOf } from '../../../../src/app/modules/erc20/store.js';
import { bech32Address, checksumAddress } from '../../../../src/app/types/address.js';
import type { Bytes } from '../../../../src/kernel/bytes.js';
import { TestChain } from '../../support/chain.js';
import { deliver, packed, signCosmos } from '../../support/cosmos.js';
import { callOf, deploy, QUIET, ROGUE, send, TOKEN, view } from '../../support/tokens.js';
import { type Dev, dev } from '../../support/wallet.js';

const [alice, bob] = [dev(0), dev(1)];
const bech32 = ({ bytes }: Pick<Dev, 'bytes'>): string => bech32Address(bytes, 'halley');

let chain: TestChain;

const register = (...contracts: readonly Bytes[]) =>
  packed(MsgRegisterERC20.message, { signer: bech32(alice), erc20addresses: contracts.map(checksumAddress) });
const toCoins = (contract: Bytes, amount: bigint, to: Dev = alice) =>
  packed(MsgConvertERC20.message, {
    contractAddress: checksumAddress(contract),
    amount,
    receiver: bech32(to),
    sender: alice.address,
  });
const toTokens = (denom: string, amount: bigint, to: Dev = alice) =>
  packed(MsgConvertCoin.message, {
    coin: { denom, amount: amount.toString() },
    receiver: to.address,
    sender: bech32(alice),
  });

async function run(...messages: Parameters<typeof signCosmos>[2]) {
  const [result] = await deliver(chain, signCosmos(chain, alice, messages));
  if (result === undefined) throw new Error('nothing was delivered');
  return result;
}

const coins = (who: { readonly bytes: Bytes }, contract: Bytes): bigint =>
  balanceOf(chain.state.latest, who.bytes, `erc20:${checksumAddress(contract)}`);
const supply = (contract: Bytes): bigint => supplyOf(chain.state.latest, `erc20:${checksumAddress(contract)}`);
const tokens = (contract: Bytes, who: Bytes) => view(chain, TOKEN, contract, 'balanceOf', checksumAddress(who));

beforeEach(async () => {
  chain = await TestChain.open();
});

describe('a registered contract', () => {
  let token: Bytes;
  let denom: string;

  beforeEach(async () => {
    token = await deploy(chain, alice, TOKEN, 'Gold (old)', 'GLD', 6, 1_000n);
    denom = `erc20:${checksumAddress(token)}`;
    const { code, log, events } = await run(register(token));
    expect([code, log]).toEqual([0, '']);
    expect(events.find(({ type }) => type === 'register_erc20')?.attributes.map(({ value }) => value)).toEqual([
      denom,
      checksumAddress(token),
      '0',
    ]);
  });

  it('has a coin with the contract’s own name, symbol and decimals', () => {
    expect(readDenomMetadata(chain.state.latest, denom)).toEqual({
      description: `Cosmos coin token representation of ${checksumAddress(token)}`,
      denomUnits: [
        { denom, exponent: 0, aliases: [] },
        { denom: 'Goldold', exponent: 6, aliases: [] },
      ],
      base: denom,
      display: 'Goldold',
      name: denom,
      symbol: 'GLD',
      uri: '',
    });
    expect(pairOf(chain.state.latest, token.length > 0 ? checksumAddress(token) : '')).toEqual({
      erc20Address: checksumAddress(token),
      denom,
      enabled: true,
      contractOwner: 'OWNER_EXTERNAL',
    });
  });

  it('cannot be registered twice', async () => {
    const { codespace, code, log } = await run(register(token));
    expect([codespace, code]).toEqual(['erc20', 5]);
    expect(log).toContain(
      `token ERC20 contract already registered: ${checksumAddress(token)}: token pair already exists`,
    );
  });

  it('converts tokens into coins for the named receiver, and coins into tokens', async () => {
    const there = await run(toCoins(token, 300n, bob));
    expect([there.code, there.log]).toEqual([0, '']);
    expect([coins(bob, token), supply(token)]).toEqual([300n, 300n]);
    expect(await tokens(token, ERC20_ACCOUNT.address)).toBe(300n);
    expect(await tokens(token, alice.bytes)).toBe(700n);
    const said = there.events.find(({ type }) => type === 'convert_erc20');
    expect(Object.fromEntries(said?.attributes.map(({ key, value }) => [key, value]) ?? [])).toEqual({
      sender: alice.address,
      receiver: bech32(bob),
      amount: '300',
      cosmos_coin: denom,
      erc20_token: checksumAddress(token),
      msg_index: '0',
    });
    expect(there.gasUsed).toBeGreaterThan(100_000n);
    await run(toCoins(token, 50n));
    const back = await run(toTokens(denom, 20n, bob));
    expect([back.code, back.log]).toEqual([0, '']);
    expect([coins(alice, token), supply(token)]).toEqual([30n, 330n]);
    expect(await tokens(token, bob.bytes)).toBe(20n);
    expect(await tokens(token, ERC20_ACCOUNT.address)).toBe(330n);
  });

  it('reverts all messages of a transaction when one fails, and also what contracts wrote', async () => {
    const { code, log } = await run(toCoins(token, 300n), toCoins(token, 701n));
    expect(code).toBe(10);
    expect(log).toContain('message index: 1: execution reverted: evm transaction execution failed');
    expect([coins(alice, token), supply(token)]).toEqual([0n, 0n]);
    expect(await tokens(token, alice.bytes)).toBe(1_000n);
  });

  it.each([
    ['more tokens than the balance', () => toCoins(token, 1_001n), 'evm', 10, 'execution reverted'],
    ['no tokens', () => toCoins(token, 0n), 'sdk', 10, 'cannot mint a non-positive amount'],
    ['a negative amount of tokens', () => toCoins(token, -1n), 'sdk', 10, 'cannot mint a non-positive amount'],
    ['more coins than the balance', () => toTokens(denom, 1n), 'sdk', 5, 'spendable balance'],
    ['a module account as receiver', () => toCoins(token, 1n, ERC20 as never), 'sdk', 4, 'not allowed to receive'],
    ['a denom without a pair', () => toTokens('ibc/ABC', 1n), 'erc20', 4, "token 'ibc/ABC' not registered by id"],
  ])('refuses %s, and changes nothing', async (_, message, codespace, code, text) => {
    const refused = await run(message());
    expect([refused.codespace, refused.code]).toEqual([codespace, code]);
    expect(refused.log).toContain(text);
    expect([supply(token), await tokens(token, alice.bytes)]).toEqual([0n, 1_000n]);
  });

  it('ends with the transaction’s gas when the contract needs more', async () => {
    const tx = signCosmos(chain, alice, [toCoins(token, 1n)], { gas: 150_000n });
    const [result] = await deliver(chain, tx);
    expect([result?.codespace, result?.code]).toEqual(['sdk', 11]);
    expect(result?.log).toContain('out of gas in location');
    expect(supply(token)).toBe(0n);
  });

  const ERC20 = { bytes: ERC20_ACCOUNT.address };
});

describe('a contract that misbehaves', () => {
  let rogue: Bytes;

  beforeEach(async () => {
    rogue = await deploy(chain, alice, ROGUE);
    expect((await run(register(rogue))).code).toBe(0);
  });

  it.each([
    [1, 'returns true without a transfer', 'erc20', 7, 'invalid token balance - expected: 100, actual: 0'],
    [2, 'takes a fee', 'erc20', 7, 'invalid token balance - expected: 100, actual: 90'],
    [4, 'takes the tokens back at once', 'erc20', 7, 'invalid token balance - expected: 100, actual: 0'],
    [5, 'returns no balances', 'erc20', 12, 'failed to retrieve balance'],
    [6, 'burns gas', 'sdk', 11, 'out of gas'],
    [7, 'reverts', 'evm', 10, 'execution reverted'],
    [8, 'returns false', 'sdk', 35, 'failed to execute transfer'],
  ])('creates no coins when it (%i) %s', async (way, _, codespace, code, text) => {
    await send(chain, alice, rogue, callOf(ROGUE, 'behave', BigInt(way)));
    const refused = await run(toCoins(rogue, 100n));
    expect([refused.codespace, refused.code]).toEqual([codespace, code]);
    expect(refused.log).toContain(text);
    expect(supply(rogue)).toBe(0n);
  });

  it('is trusted by its log when it returns nothing', async () => {
    await send(chain, alice, rogue, callOf(ROGUE, 'behave', 9n));
    expect((await run(toCoins(rogue, 100n))).code).toBe(0);
    expect(supply(rogue)).toBe(100n);
  });

  it('leaves the coins to their owner when it withholds the tokens', async () => {
    expect((await run(toCoins(rogue, 100n))).code).toBe(0);
    await send(chain, alice, rogue, callOf(ROGUE, 'behave', 2n));
    const refused = await run(toTokens(`erc20:${checksumAddress(rogue)}`, 100n));
    expect([refused.codespace, refused.code]).toEqual(['erc20', 7]);
    expect([coins(alice, rogue), supply(rogue)]).toEqual([100n, 100n]);
  });
});

describe('a contract that returns nothing', () => {
  it.each([
    [0, 0, ''],
    [1, 20, 'expected Transfer event'],
    [2, 8, 'duplicate Transfer event'],
  ])('must have logged exactly one transfer (%i)', async (way, code, text) => {
    const quiet = await deploy(chain, alice, QUIET);
    expect((await run(register(quiet))).code).toBe(0);
    const denom = `erc20:${checksumAddress(quiet)}`;
    expect(readDenomMetadata(chain.state.latest, denom)).toMatchObject({ display: 'Quiettoken', symbol: 'QT' });
    await send(chain, alice, quiet, callOf(QUIET, 'behave', BigInt(way)));
    const result = await run(toCoins(quiet, 5n));
    expect(result.code).toBe(code);
    expect(result.log).toContain(text);
    expect(supply(quiet)).toBe(code === 0 ? 5n : 0n);
  });
});

describe('a contract that is no token', () => {
  it('is not registered', async () => {
    const refused = await run(register(bob.bytes));
    expect([refused.codespace, refused.code]).toEqual(['erc20', 10]);
    expect(refused.log).toContain('failed to unpack name as both string and raw bytes32 (len=0)');
  });

  it('is not registered when its name makes no valid denom', async () => {
    const nameless = await deploy(chain, alice, TOKEN, '12', 'X', 6, 1n);
    const refused = await run(register(nameless));
    expect([refused.codespace, refused.code]).toEqual(['undefined', 1]);
    expect(refused.log).toContain('invalid metadata display denom');
  });
});

describe('the module', () => {
  it('does nothing while it is disabled', async () => {
    chain = await TestChain.open({ edit: (s) => (s['erc20'] = { params: { enable_erc20: false } }) });
    const token = await deploy(chain, alice, TOKEN, 'Gold', 'GLD', 6, 1_000n);
    expect(await run(register(token))).toMatchObject({ codespace: 'erc20', code: 2 });
    expect(await run(toCoins(token, 1n))).toMatchObject({ codespace: 'erc20', code: 2 });
  });
});

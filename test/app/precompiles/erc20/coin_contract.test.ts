/** Tests coins as ERC-20 contracts: wallets and contracts see the bank's balances. */
import { type Abi, decodeEventLog, type Hex, parseAbi } from 'viem';
import { beforeEach, describe, expect, it } from 'vitest';
import { balanceOf } from '../../../../src/app/modules/bank/store.js';
import { contractOfVoucher } from '../../../../src/app/modules/erc20/token_pair.js';
import { bech32Address, checksumAddress } from '../../../../src/app/types/address.js';
import type { EthereumLog } from '../../../../src/codec/ethereum/receipt.js';
import type { Bytes } from '../../../../src/kernel/bytes.js';
import { fromHex, to0x } from '../../../../src/kernel/hex.js';
import { compileSolidity } from '../../../support/solidity.js';
import { type AppStateJson, TestChain } from '../../support/chain.js';
import { callOf, deploy, send, view } from '../../support/tokens.js';
import { dev } from '../../support/wallet.js';

const [alice, bob] = [dev(0), dev(1)];
const DENOM = 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2';
const COIN = contractOfVoucher(DENOM) as Bytes;
const WRAPPED = fromHex('0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE');

const ERC20 = {
  abi: parseAbi([
    'function name() view returns (string)',
    'function symbol() view returns (string)',
    'function decimals() view returns (uint8)',
    'function totalSupply() view returns (uint256)',
    'function balanceOf(address) view returns (uint256)',
    'function allowance(address,address) view returns (uint256)',
    'function transfer(address,uint256) returns (bool)',
    'function transferFrom(address,address,uint256) returns (bool)',
    'function approve(address,uint256) returns (bool)',
    'function deposit() payable',
    'function withdraw(uint256)',
    'event Transfer(address indexed from, address indexed to, uint256 value)',
    'event Approval(address indexed owner, address indexed spender, uint256 value)',
    'event Deposit(address indexed dst, uint256 wad)',
    'event Withdrawal(address indexed src, uint256 wad)',
    'error Error(string)',
  ]) as Abi,
};

const USER = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;
interface IERC20 {
  function balanceOf(address) external view returns (uint256);
  function transfer(address, uint256) external returns (bool);
  function transferFrom(address, address, uint256) external returns (bool);
  function deposit() external payable;
}
contract User {
  IERC20 immutable coin;
  uint256 public seen;
  constructor(IERC20 c) payable { coin = c; }
  receive() external payable {}
  function pull(address from, uint256 amount) external { require(coin.transferFrom(from, address(this), amount)); seen = coin.balanceOf(address(this)); }
  function pay(address to, uint256 amount) external { require(coin.transfer(to, amount)); seen = coin.balanceOf(address(this)); }
  function payAndFail(address to, uint256 amount) external { coin.transfer(to, amount); revert("after all"); }
  function tryPay(address to, uint256 amount) external { try this.payAndFail(to, amount) {} catch { seen = coin.balanceOf(address(this)); } }
  function wrap(uint256 amount) external { coin.deposit{value: amount}(); seen = address(this).balance; }
  function own(address to, uint256 amount) external { coin.transfer(to, amount); seen = address(this).balance; }
  function look(address to, uint256 amount) external returns (bool ok) {
    (ok, ) = address(coin).staticcall(abi.encodeCall(IERC20.transfer, (to, amount)));
    seen = ok ? 1 : 2;
  }
  function borrow(address to, uint256 amount) external returns (bool ok) {
    (ok, ) = address(coin).delegatecall(abi.encodeCall(IERC20.transfer, (to, amount)));
    seen = ok ? 1 : 2;
  }
  function size() external view returns (uint256) { return address(coin).code.length; }
}`;
const user = await compileSolidity(USER, 'User');

const withCoins = (s: AppStateJson): void => {
  s['bank'].balances.push({
    address: '0x00000000000000000000000000000000000000aa',
    coins: [{ denom: DENOM, amount: '5' }],
  });
  const holder = s['bank'].balances.find(
    ({ address }: { address: string }) => address === bech32Address(alice.bytes, 'halley'),
  );
  holder.coins.push({ denom: DENOM, amount: '1000' });
  s['bank'].denom_metadata.push({
    base: DENOM,
    display: 'transfer/channel-0/uatom',
    name: 'Atom of the hub',
    symbol: 'ATOM',
    denom_units: [{ denom: 'uatom', exponent: 6 }],
  });
  const pair = (address: Bytes, denom: string) => ({
    erc20_address: checksumAddress(address),
    denom,
    enabled: true,
    contract_owner: 1,
  });
  s['erc20'] = {
    token_pairs: [pair(COIN, DENOM), pair(WRAPPED, 'ahalley')],
    dynamic_precompiles: [checksumAddress(COIN)],
    native_precompiles: [checksumAddress(WRAPPED)],
  };
};

let chain: TestChain;
const coins = (who: Bytes): bigint => balanceOf(chain.state.latest, who, DENOM);
const ask = (name: string, ...args: unknown[]) => view(chain, ERC20, COIN, name, ...args);
const act = (name: string, ...args: unknown[]) => send(chain, alice, COIN, callOf(ERC20, name, ...args));
const received = (logs: readonly EthereumLog[]) =>
  logs.map(({ topics, data }) => {
    const { eventName, args } = decodeEventLog({
      abi: ERC20.abi,
      topics: topics.map(to0x) as [Hex],
      data: to0x(data) as Hex,
    });
    return [eventName, ...Object.values(args as object)];
  });
const reason = (ret: Bytes): string => new TextDecoder().decode(ret.slice(68)).replace(/\0+$/, '');

beforeEach(async () => {
  chain = await TestChain.open({ edit: withCoins });
});

describe('a coin’s contract', () => {
  it('returns the same values as the bank', async () => {
    expect(await ask('name')).toBe('Atom of the hub');
    expect(await ask('symbol')).toBe('ATOM');
    expect(await ask('decimals')).toBe(6);
    expect(await ask('totalSupply')).toBe(1_005n);
    expect(await ask('balanceOf', alice.address)).toBe(1_000n);
    expect(await ask('allowance', alice.address, bob.address)).toBe(0n);
  });

  it('moves coins, with an ERC-20’s log and the bank’s events', async () => {
    const { logs, vmError, gasUsed } = await act('transfer', bob.address, 300n);
    expect(vmError).toBe('');
    expect([coins(alice.bytes), coins(bob.bytes)]).toEqual([700n, 300n]);
    expect(received(logs)).toEqual([['Transfer', alice.address, bob.address, 300n]]);
    expect(logs[0]?.address).toEqual(COIN);
    // The sum is 21,000, the calldata, and what cosmos/evm charges for a transfer.
    expect(gasUsed).toBeGreaterThan(30_000n);
  });

  it.each([
    ['more than the balance', ['transfer', bob.address, 1_001n], 'ERC20: transfer amount exceeds balance'],
    ['an amount of 0', ['transfer', bob.address, 0n], `coin 0${DENOM} amount is not positive`],
    ['more than the allowance', ['transferFrom', bob.address, alice.address, 1n], 'ERC20: insufficient allowance'],
    [
      'the zero address as spender',
      ['approve', '0x0000000000000000000000000000000000000000', 1n],
      'spender address is empty: invalid address',
    ],
  ] as const)('refuses %s with a reason', async (_, [name, ...args], text) => {
    const { vmError, ret } = await act(name, ...args);
    expect(vmError).toBe('execution reverted');
    expect(reason(ret)).toBe(text);
    expect(coins(alice.bytes)).toBe(1_000n);
  });

  it('lets others spend their allowances', async () => {
    const spender = await deploy(chain, bob, user, checksumAddress(COIN));
    const { logs } = await act('approve', checksumAddress(spender), 10n);
    expect(received(logs)).toEqual([['Approval', alice.address, checksumAddress(spender), 10n]]);
    const pulled = await send(chain, bob, spender, callOf(user, 'pull', alice.address, 4n));
    expect(pulled.vmError).toBe('');
    expect(received(pulled.logs)).toEqual([
      ['Transfer', alice.address, checksumAddress(spender), 4n],
      ['Approval', alice.address, checksumAddress(spender), 6n],
    ]);
    expect(await view(chain, user, spender, 'seen')).toBe(4n);
    expect(await ask('allowance', alice.address, checksumAddress(spender))).toBe(6n);
    expect((await send(chain, bob, spender, callOf(user, 'pull', alice.address, 7n))).vmError).toBe(
      'execution reverted',
    );
    expect([coins(alice.bytes), coins(spender)]).toEqual([996n, 4n]);
  });

  it('is reverted with its caller’s frame, changes nothing in a static call, and cannot be called by delegation', async () => {
    const contract = await deploy(chain, bob, user, checksumAddress(COIN));
    await act('transfer', checksumAddress(contract), 100n);
    const tried = await send(chain, bob, contract, callOf(user, 'tryPay', bob.address, 30n));
    expect([tried.vmError, tried.logs]).toEqual(['', []]);
    expect(await view(chain, user, contract, 'seen')).toBe(100n);
    for (const way of ['look', 'borrow']) {
      expect((await send(chain, bob, contract, callOf(user, way, bob.address, 30n))).vmError).toBe('');
      expect(await view(chain, user, contract, 'seen')).toBe(2n);
    }
    expect([coins(contract), coins(bob.bytes)]).toEqual([100n, 0n]);
    await send(chain, bob, contract, callOf(user, 'pay', bob.address, 30n));
    expect([coins(contract), coins(bob.bytes)]).toEqual([70n, 30n]);
  });

  it('has code, and accepts no value', async () => {
    const contract = await deploy(chain, bob, user, checksumAddress(COIN));
    expect(await view(chain, user, contract, 'size')).toBeGreaterThan(0n);
    const { vmError, ret } = await send(chain, alice, COIN, callOf(ERC20, 'transfer', bob.address, 1n), { value: 1n });
    expect([vmError, reason(ret)]).toEqual(['execution reverted', 'cannot receive funds, received: 1']);
  });

  it('has no other functions', async () => {
    const { vmError, ret } = await send(chain, alice, COIN, '0x12345678');
    expect([vmError, reason(ret)]).toEqual(['execution reverted', 'no method with id: 0x12345678']);
  });
});

describe('the base denom’s contract', () => {
  it('shows the balance, and returns wrapped coins', async () => {
    const before = chain.balance(alice.bytes);
    expect(await view(chain, ERC20, WRAPPED, 'balanceOf', alice.address)).toBe(before);
    for (const data of [callOf(ERC20, 'deposit'), '0x', '0x1234', '0x12345678'] as const) {
      const { logs, vmError } = await send(chain, alice, WRAPPED, data, { value: 7n });
      expect([vmError, received(logs)]).toEqual(['', [['Deposit', alice.address, 7n]]]);
    }
    expect(chain.balance(WRAPPED)).toBe(0n);
    const { logs } = await send(chain, alice, WRAPPED, callOf(ERC20, 'withdraw', 5n));
    expect(received(logs)).toEqual([['Withdrawal', alice.address, 5n]]);
    const refused = await send(chain, alice, WRAPPED, callOf(ERC20, 'withdraw', 10n ** 30n));
    expect(reason(refused.ret)).toMatch(
      /^account balance \d+ is lower than withdraw balance 1000000000000000000000000000000$/,
    );
  });

  it('moves the balance that contracts see', async () => {
    const contract = await deploy(chain, bob, user, checksumAddress(WRAPPED));
    await send(chain, alice, contract, '0x', { value: 1_000n });
    await send(chain, bob, contract, callOf(user, 'wrap', 400n));
    expect(await view(chain, user, contract, 'seen')).toBe(1_000n);
    const other = fromHex('0x00000000000000000000000000000000000000bb');
    await send(chain, bob, contract, callOf(user, 'own', checksumAddress(other), 300n));
    expect(await view(chain, user, contract, 'seen')).toBe(700n);
    expect([chain.balance(contract), chain.balance(other)]).toEqual([700n, 300n]);
  });
});

it('survives an export and import of the genesis', async () => {
  await act('approve', bob.address, 10n);
  const { exportAppState } = await import('../../../../src/app/genesis.js');
  const exported = exportAppState(chain.state.latest) as AppStateJson;
  expect(exported['erc20'].allowances).toEqual([
    { erc20_address: checksumAddress(COIN), owner: alice.address, spender: bob.address, value: '10' },
  ]);
  const again = await TestChain.open({ edit: (s) => Object.assign(s, exported) });
  expect(exportAppState(again.state.latest)).toEqual(exported);
  expect(await view(again, ERC20, COIN, 'allowance', alice.address, bob.address)).toBe(10n);
});

/** Tests the bank precompile, called from Solidity. */
import { type Abi, parseAbi } from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { supplyOf } from '../../../src/app/modules/bank/store.js';
import { contractOfVoucher } from '../../../src/app/modules/erc20/token_pair.js';
import { checksumAddress } from '../../../src/app/types/address.js';
import { MsgMintCoins, MsgRegisterTokenPair } from '../../../src/codec/dev/tokens.js';

import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { compileSolidity } from '../../support/solidity.js';
import { TestChain } from '../support/chain.js';
import { callOf, deploy, send, view } from '../support/tokens.js';
import { dev } from '../support/wallet.js';

const alice = dev(0);
const HOLDER = fromHex('00000000000000000000000000000000000000ab');
const BANK = fromHex('0000000000000000000000000000000000000804');
const VOUCHER = `ibc/${'CD'.repeat(32)}`;
const PAIRED = fromHex('00000000000000000000000000000000000000c0');
const bank = {
  abi: parseAbi([
    'struct Balance { address contractAddress; uint256 amount; }',
    'function balances(address) view returns (Balance[])',
    'function totalSupply() view returns (Balance[])',
    'function supplyOf(address) view returns (uint256)',
    'function mint() returns (bool)',
  ]) as Abi,
};
const ASKER = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;
struct Balance { address contractAddress; uint256 amount; }
interface IBank {
  function balances(address account) external view returns (Balance[] memory);
  function supplyOf(address erc20) external view returns (uint256);
}
contract Asker {
  IBank constant BANK = IBank(0x0000000000000000000000000000000000000804);
  uint256 public sum;
  uint256 public gas;
  function add(address who) external {
    uint256 before = gasleft();
    Balance[] memory all = BANK.balances(who);
    gas = before - gasleft();
    for (uint256 i = 0; i < all.length; i++) sum += all[i].amount * BANK.supplyOf(all[i].contractAddress);
  }
}`;
const asker = await compileSolidity(ASKER, 'Asker');

let chain: TestChain;

beforeAll(async () => {
  chain = await TestChain.open();
  for (const [denom, amount] of [
    [VOUCHER, 3n],
    ['uatom', 5n],
    ['unpaired', 7n],
  ] as const)
    chain.sendDevTx(MsgMintCoins, { address: HOLDER, denom, amount });
  chain.sendDevTx(MsgRegisterTokenPair, { denom: 'uatom', contract: PAIRED });
  await chain.block();
});

const ask = (name: string, ...args: unknown[]) => view(chain, bank, BANK, name, ...args);
const at = (contract: Bytes | undefined) => checksumAddress(contract ?? EMPTY_BYTES);

describe('the bank precompile', () => {
  it('returns an account’s coins by their contracts; a voucher has one before it has a pair', async () => {
    expect(await ask('balances', checksumAddress(HOLDER))).toEqual([
      { contractAddress: at(contractOfVoucher(VOUCHER)), amount: 3n },
      { contractAddress: at(PAIRED), amount: 5n },
    ]);
    expect(await ask('balances', checksumAddress(BANK))).toEqual([]);
  });

  it('returns the supply of all coins, and of one', async () => {
    expect(await ask('totalSupply')).toEqual([
      { contractAddress: at(contractOfVoucher(VOUCHER)), amount: 3n },
      { contractAddress: at(PAIRED), amount: 5n },
    ]);
    expect(await ask('supplyOf', checksumAddress(PAIRED))).toBe(supplyOf(chain.state.latest, 'uatom'));
    expect(await ask('supplyOf', checksumAddress(HOLDER))).toBe(0n);
  });

  it('can be called by contracts, and charges for each coin', async () => {
    const contract = await deploy(chain, alice, asker);
    expect((await send(chain, alice, contract, callOf(asker, 'add', checksumAddress(HOLDER)))).vmError).toBe('');
    expect(await view(chain, asker, contract, 'sum')).toBe(25n);
    const gas = (await view(chain, asker, contract, 'gas')) as bigint;
    expect(gas).toBeGreaterThan(3n * 2_851n);
    expect(gas).toBeLessThan(4n * 2_851n);
  });

  it('creates no coins', async () => {
    const { vmError } = await send(chain, alice, BANK, callOf(bank, 'mint'));
    expect(vmError).toBe('execution reverted');
  });
});

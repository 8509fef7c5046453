/**
 * `0x…0804` gives contracts access to the bank (cosmos/evm `precompiles/bank`), with coins named by the address of
 * their contract. Coins without a contract are left out. The price of a call covers one coin; each further coin costs
 * the same again.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { fromHex } from '../../../kernel/hex.js';
import { type Balance, balancesOf, readSupplies, supplyOf } from '../../modules/bank/store.js';
import { pairOfContract, pairOfDenom } from '../../modules/erc20/store.js';
import { contractOf, contractOfVoucher } from '../../modules/erc20/token_pair.js';
import { definePrecompile, type PrecompileContext, precompileFunction } from '../../sdk/solidity/precompile.js';
import type { StateReader } from '../../state/types.js';
import { checksumAddress } from '../../types/address.js';

const PRICES = { balances: 2_851n, totalSupply: 2_477n, supplyOf: 2_477n } as const;
const BALANCE = 'struct Balance { address contractAddress; uint256 amount; }';

/** Returns the contract of a denom. A voucher has one even before it has a pair. */
function contractOfDenom(state: StateReader, denom: string): Bytes | undefined {
  const pair = pairOfDenom(state, denom);
  return pair === undefined ? contractOfVoucher(denom) : contractOf(pair);
}

const byContract = (coins: readonly Balance[], price: bigint, { state, gas }: PrecompileContext): readonly object[] =>
  coins.flatMap(({ denom, amount }, i) => {
    if (i > 0) gas.consume(price, 'ERC-20 extension');
    const contract = contractOfDenom(state, denom);
    return contract === undefined ? [] : [{ contractAddress: checksumAddress(contract), amount }];
  });

export const bank = definePrecompile(
  'bank',
  '0x0000000000000000000000000000000000000804',
  [
    precompileFunction(
      [BALANCE, 'function balances(address account) view returns (Balance[] balances)'],
      ([account], context) => [
        byContract(balancesOf(context.state, fromHex(String(account))), PRICES.balances, context),
      ],
    ),
    precompileFunction([BALANCE, 'function totalSupply() view returns (Balance[] totalSupply)'], (_, context) => [
      byContract(readSupplies(context.state), PRICES.totalSupply, context),
    ]),
    precompileFunction(
      'function supplyOf(address erc20Address) view returns (uint256 totalSupply)',
      ([address], { state }) => {
        const pair = pairOfContract(state, fromHex(String(address)));
        return [pair === undefined ? 0n : supplyOf(state, pair.denom)];
      },
    ),
  ],
  { prices: PRICES },
);

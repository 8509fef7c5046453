/**
 * Defines the contract of the base denom (cosmos/evm `precompiles/werc20`): a coin's contract that can also wrap and
 * unwrap, as wallets expect. Both forms share one balance, so wrapping returns the value and unwrapping moves nothing.
 */
import { sendCoins } from '../../modules/bank/send_coins.js';
import { balanceOf } from '../../modules/bank/store.js';
import { type PrecompileContext, precompileFunction, solidityEvent } from '../../sdk/solidity/precompile.js';
import { checksumAddress } from '../../types/address.js';
import { failure } from '../../types/tx_failure.js';
import { COIN_FUNCTIONS, ERC20_PRICES } from './coin_functions.js';

export const WRAPPED_PRICES = { ...ERC20_PRICES, deposit: 23_878n, withdraw: 9_207n } as const;

const DEPOSIT = solidityEvent('event Deposit(address indexed dst, uint256 wad)');
const WITHDRAWAL = solidityEvent('event Withdrawal(address indexed src, uint256 wad)');

function wrap(context: PrecompileContext): readonly unknown[] {
  const { address, caller, value: amount, params } = context;
  if (amount > 0n) sendCoins(context, address, caller, [{ denom: params.baseDenom, amount }]);
  context.log(DEPOSIT, [checksumAddress(caller), amount]);
  return [];
}

/** Wraps the value. It also runs for plain transfers of value. */
export const DEPOSIT_FUNCTION = precompileFunction('function deposit() payable', (_, context) => wrap(context));

export const WRAPPED_FUNCTIONS = [
  ...COIN_FUNCTIONS,
  DEPOSIT_FUNCTION,
  precompileFunction('function withdraw(uint256 wad)', ([wad], context) => {
    const { state, caller, params } = context;
    const balance = balanceOf(state, caller, params.baseDenom);
    if (balance < (wad as bigint))
      throw failure('insufficientFunds', `account balance ${balance} is lower than withdraw balance ${wad}`);
    context.log(WITHDRAWAL, [checksumAddress(caller), wad]);
    return [];
  }),
];

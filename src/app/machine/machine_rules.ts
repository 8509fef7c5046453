/** Defines what all machines of a chain share: its stateful precompiles and the hashes of its blocks. */
import type { MachineRules, NativeCall, NativeResult, StatefulPrecompile } from '../../evm/machine.js';
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import { sendCoins } from '../modules/bank/send_coins.js';
import { balanceOf } from '../modules/bank/store.js';
import { NATIVE_CODE } from '../modules/erc20/conversion.js';
import { isNative, pairOfContract } from '../modules/erc20/store.js';
import { blockHashAt } from '../modules/evm/block_hash_history.js';
import { COIN_FUNCTIONS, ERC20_PRICES } from '../precompiles/erc20/coin_functions.js';
import { PRECOMPILES } from '../precompiles/index.generated.js';
import { readChainParams } from '../sdk/chain_params.js';
import { meteredCalls } from '../sdk/module/call_evm.js';
import { GasMeter } from '../sdk/module/gas_meter.js';
import { MeteredState } from '../sdk/module/metered_state.js';
import {
  definePrecompile,
  type Precompile,
  type PrecompileContext,
  precompileFunction,
  solidityEvent,
} from '../sdk/solidity/precompile.js';
import type { StateReader, WorkingState } from '../state/types.js';
import { checksumAddress } from '../types/address.js';
import { failure, TxFailure } from '../types/refusal.js';

const valueRefusal = (value: bigint): string => `cannot receive funds, received: ${value}`;

const WRAPPED_PRICES = { ...ERC20_PRICES, deposit: 23_878n, withdraw: 9_207n } as const;

const DEPOSIT = solidityEvent('event Deposit(address indexed dst, uint256 wad)');
const WITHDRAWAL = solidityEvent('event Withdrawal(address indexed src, uint256 wad)');

function wrap(context: PrecompileContext): readonly unknown[] {
  const { address, caller, value: amount, params } = context;
  if (amount > 0n) sendCoins(context, address, caller, [{ denom: params.baseDenom, amount }]);
  context.log(DEPOSIT, [checksumAddress(caller), amount]);
  return [];
}

/** Wraps the value. It also runs for plain transfers of value. */
const DEPOSIT_FUNCTION = precompileFunction('function deposit() payable', (_, context) => wrap(context));

/**
 * Functions of the base denom's contract (cosmos/evm `precompiles/werc20`), which can also wrap and unwrap, as wallets
 * expect. Both forms share one balance, so wrapping returns the value and unwrapping moves nothing.
 */
const WRAPPED_FUNCTIONS = [
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

/**
 * Returns the contract at an address of a coin that existed before its contract: an ERC-20 whose balances are the
 * bank's. It is undefined where no coin has its contract.
 */
function coinContractAt(state: StateReader, address: Bytes): Precompile | undefined {
  const isWrapped = isNative(state, 'native', address);
  if (!isWrapped && !isNative(state, 'dynamic', address)) return undefined;
  if (pairOfContract(state, address) === undefined) return undefined;
  const text = checksumAddress(address);
  return isWrapped
    ? definePrecompile('werc20', text, WRAPPED_FUNCTIONS, {
        prices: WRAPPED_PRICES,
        valueRefusal,
        fallback: DEPOSIT_FUNCTION,
      })
    : definePrecompile('erc20', text, COIN_FUNCTIONS, { prices: ERC20_PRICES, valueRefusal });
}

/** Adapts a module's precompile to a contract that a machine runs, with its own gas meter and message context. */
export const nativeContract = (precompile: Precompile): StatefulPrecompile<WorkingState> => ({
  address: precompile.address,
  run: (call) => runPrecompile(precompile, call),
});

async function runPrecompile(
  { gasOf, run: act, chargesState }: Precompile,
  call: NativeCall<WorkingState>,
): Promise<NativeResult> {
  const { input, caller, value, isStatic, state, block } = call;
  const gas = new GasMeter(call.gas);
  try {
    gas.consume(gasOf(input), 'precompile');
    const { reverted, output, logs } = await act(input, {
      params: readChainParams(state),
      state: chargesState ? new MeteredState(state, gas, true) : state,
      block,
      gas,
      callEvm: meteredCalls(gas, call.callContract),
      emit: (...events) => {
        for (const event of events) state.emit(event);
      },
      caller,
      value,
      isStatic,
    });
    return { outcome: reverted ? 'reverted' : 'success', gasUsed: gas.used, output, logs };
  } catch (error) {
    // A precompile turns all its other errors into a revert itself.
    if (!(error instanceof TxFailure)) throw error;
    return { outcome: 'out of gas', gasUsed: call.gas, output: EMPTY_BYTES, logs: [] };
  }
}

export const MACHINE_RULES: MachineRules<WorkingState> = {
  natives: PRECOMPILES.map(nativeContract),
  nativesInState: {
    code: NATIVE_CODE,
    at(state, address) {
      const found = coinContractAt(state, address);
      return found && nativeContract(found);
    },
  },
  blockHash: blockHashAt,
};

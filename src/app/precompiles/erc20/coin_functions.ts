/**
 * Defines the functions of a coin's contract (cosmos/evm `precompiles/erc20`). Transfers are the bank's, with its
 * events and an ERC-20's logs; allowances belong to the module itself. An amount of 0 cannot be sent, as in the bank.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { fromHex } from '../../../kernel/hex.js';
import { MsgSend } from '../../modules/bank/messages/MsgSend.js';
import { type DenomMetadata, readDenomMetadata } from '../../modules/bank/metadata.js';
import { balanceOf, supplyOf } from '../../modules/bank/store.js';
import { type AllowanceOf, readAllowance, writeAllowance } from '../../modules/erc20/allowance.js';
import { erc20Failure } from '../../modules/erc20/failure.js';
import { pairOfContract } from '../../modules/erc20/store.js';
import type { TokenPair } from '../../modules/erc20/token_pair.js';
import { type PrecompileContext, precompileFunction, solidityEvent } from '../../sdk/solidity/precompile.js';
import { bech32Address, checksumAddress } from '../../types/address.js';
import { failure, TxFailure } from '../../types/refusal.js';

/** Prices of cosmos/evm, which do not depend on the state. */
export const ERC20_PRICES = {
  transfer: 9_000n,
  transferFrom: 30_500n,
  approve: 8_100n,
  name: 3_421n,
  symbol: 3_464n,
  decimals: 427n,
  totalSupply: 2_480n,
  balanceOf: 2_870n,
  allowance: 3_225n,
} as const;

const TRANSFER = solidityEvent('event Transfer(address indexed from, address indexed to, uint256 value)');
const APPROVAL = solidityEvent('event Approval(address indexed owner, address indexed spender, uint256 value)');
const MAX_DECIMALS = 255;

const addressOf = (arg: unknown): Bytes => fromHex(String(arg));
const isZero = (address: Bytes): boolean => address.every((byte) => byte === 0);

function pairOf({ state, address }: PrecompileContext): TokenPair {
  const pair = pairOfContract(state, address);
  if (pair === undefined) throw missingPair(address);
  return pair;
}

const missingPair = (address: Bytes): TxFailure =>
  erc20Failure('tokenPairNotFound', `token pair for address '${checksumAddress(address)}' not registered`);

/** Returns a coin's metadata. Without metadata the call reverts, as on a contract that lacks these functions. */
function metadataOf(context: PrecompileContext): DenomMetadata {
  const metadata = readDenomMetadata(context.state, pairOf(context).denom);
  if (metadata === undefined) throw undescribed();
  return metadata;
}

const undescribed = (): TxFailure => failure('invalidRequest', 'execution reverted');

/** Returns the decimals of the display unit. A voucher's display unit is the end of its path. */
function decimalsOf({ base, display, denomUnits }: DenomMetadata): number {
  const shown = base.startsWith('ibc/') ? display.slice(display.lastIndexOf('/') + 1) : display;
  const unit = denomUnits.findLast(({ denom }) => denom === shown);
  if (unit === undefined) throw undescribed();
  if (unit.exponent > MAX_DECIMALS)
    throw failure('invalidRequest', `uint8 overflow: invalid decimals: ${unit.exponent}`);
  return unit.exponent;
}

/** Moves coins. Throws TxFailure, with the words of an ERC-20 where the balance is too small. */
function move(context: PrecompileContext, from: Bytes, to: Bytes, amount: bigint): void {
  const { denom } = pairOf(context);
  if (amount === 0n) throw failure('invalidCoins', `coin 0${denom} amount is not positive`);
  const { bech32Prefix } = context.params;
  try {
    MsgSend.handle(
      {
        fromAddress: bech32Address(from, bech32Prefix),
        toAddress: bech32Address(to, bech32Prefix),
        amount: [{ denom, amount: amount.toString() }],
      },
      context,
    );
  } catch (error) {
    if (!(error instanceof TxFailure) || !error.refusal.log.includes('spendable balance')) throw error;
    throw failure('insufficientFunds', 'ERC20: transfer amount exceeds balance');
  }
  context.log(TRANSFER, [checksumAddress(from), checksumAddress(to), amount]);
}

function allow(context: PrecompileContext, owner: Bytes, spender: Bytes, value: bigint): void {
  const of: AllowanceOf = { contract: context.address, owner, spender };
  if (value === 0n && readAllowance(context.state, of) === 0n) return;
  const pair = pairOf(context);
  if (!pair.enabled)
    throw erc20Failure('tokenPairDisabled', `token pair for address '${pair.erc20Address}' is disabled`);
  if (isZero(owner)) throw failure('invalidAddress', 'owner address is empty: invalid address');
  if (isZero(spender)) throw failure('invalidAddress', 'spender address is empty: invalid address');
  writeAllowance(context.state, of, value);
}

const emitApproval = (context: PrecompileContext, owner: Bytes, spender: Bytes, value: bigint): void =>
  context.log(APPROVAL, [checksumAddress(owner), checksumAddress(spender), value]);

export const COIN_FUNCTIONS = [
  precompileFunction('function name() view returns (string)', (_, context) => [metadataOf(context).name]),
  precompileFunction('function symbol() view returns (string)', (_, context) => [metadataOf(context).symbol]),
  precompileFunction('function decimals() view returns (uint8)', (_, context) => [decimalsOf(metadataOf(context))]),
  precompileFunction('function totalSupply() view returns (uint256)', (_, context) => [
    supplyOf(context.state, pairOf(context).denom),
  ]),
  precompileFunction('function balanceOf(address account) view returns (uint256)', ([account], context) => [
    balanceOf(context.state, addressOf(account), pairOf(context).denom),
  ]),
  precompileFunction(
    'function allowance(address owner, address spender) view returns (uint256)',
    ([owner, spender], { state, address: contract }) => [
      readAllowance(state, { contract, owner: addressOf(owner), spender: addressOf(spender) }),
    ],
  ),
  precompileFunction('function transfer(address to, uint256 amount) returns (bool)', ([to, amount], context) => {
    move(context, context.caller, addressOf(to), amount as bigint);
    return [true];
  }),
  precompileFunction(
    'function transferFrom(address from, address to, uint256 amount) returns (bool)',
    ([fromText, to, amount], context) => {
      const [from, spender] = [addressOf(fromText), context.caller];
      const allowed = readAllowance(context.state, { contract: context.address, owner: from, spender });
      const left = allowed - (amount as bigint);
      if (left < 0n) throw failure('insufficientFunds', 'ERC20: insufficient allowance');
      allow(context, from, spender, left);
      move(context, from, addressOf(to), amount as bigint);
      emitApproval(context, from, spender, left);
      return [true];
    },
  ),
  precompileFunction('function approve(address spender, uint256 amount) returns (bool)', ([to, amount], context) => {
    const [owner, spender] = [context.caller, addressOf(to)];
    allow(context, owner, spender, amount as bigint);
    emitApproval(context, owner, spender, amount as bigint);
    return [true];
  }),
];

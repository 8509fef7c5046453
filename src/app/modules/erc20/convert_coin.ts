/**
 * Converts coins back to the contract's tokens (cosmos/evm x/erc20 `ConvertCoinNativeERC20`): the coins are burned, and
 * the tokens are released.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { checksumAddress } from '../../types/address.js';
import { burnCoins } from '../bank/module_coins.js';
import { sendCoins } from '../bank/send_coins.js';
import { hasCode, moveTokens } from './contract.js';
import { convertiblePair, ERC20_ACCOUNT } from './conversion.js';
import { erc20Failure } from './failure.js';
import { deletePair } from './store.js';
import { contractOf, type TokenPair } from './token_pair.js';

export interface CoinsToConvert {
  readonly amount: bigint;
  /** Owns the coins. */
  readonly sender: Bytes;
  /** Receives the tokens. */
  readonly receiver: Bytes;
}

/** Converts coins. If the contract has destroyed itself, only its pair is deleted. Throws TxFailure. */
export async function convertCoin(denom: string, coins: CoinsToConvert, context: MessageContext): Promise<void> {
  const { state } = context;
  const pair = convertiblePair(state, coins.receiver, checksumAddress(coins.receiver), denom);
  if (pair.contractOwner === 'OWNER_MODULE') throw erc20Failure('nativeConversionDisabled');
  if (pair.contractOwner !== 'OWNER_EXTERNAL') throw erc20Failure('undefinedOwner');
  if (!hasCode(state, contractOf(pair))) deletePair(state, pair);
  else await releaseTokens(pair, coins, context);
}

/** Releases the tokens of an `OWNER_EXTERNAL` pair. Throws TxFailure. */
export async function releaseTokens(
  pair: TokenPair,
  { amount, sender, receiver }: CoinsToConvert,
  context: MessageContext,
): Promise<void> {
  if (amount <= 0n) throw erc20Failure('negativeToken', 'converted coin amount must be positive');
  const { address: from } = ERC20_ACCOUNT;
  const coin = { denom: pair.denom, amount };
  sendCoins(context, sender, from, [coin]);
  const refusal = 'failed to execute unescrow tokens from user';
  await moveTokens(context, contractOf(pair), { from, to: receiver, amount, refusal });
  context.emit(...burnCoins(context.state, ERC20_ACCOUNT, coin));
}

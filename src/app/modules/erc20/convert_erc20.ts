/**
 * Converts contract tokens to coins (cosmos/evm x/erc20 `keeper/convert.go`): the tokens are escrowed, and as many
 * coins are minted.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { bech32Address, checksumAddress } from '../../types/address.js';
import { event } from '../../types/events.js';
import { mintCoins } from '../bank/module_coins.js';
import { sendCoins } from '../bank/send_coins.js';
import { balanceOf } from '../bank/store.js';
import { hasCode, moveTokens } from './contract.js';
import { convertiblePair, ERC20_ACCOUNT } from './conversion.js';
import { erc20Failure } from './failure.js';
import { deletePair } from './store.js';

export interface TokensToConvert {
  readonly contract: Bytes;
  readonly amount: bigint;
  /** Owns the tokens. */
  readonly sender: Bytes;
  /** Receives the coins. */
  readonly receiver: Bytes;
}

/** Converts tokens. If the contract has destroyed itself, only its pair is deleted. Throws TxFailure. */
export async function convertErc20(
  { contract, amount, sender, receiver }: TokensToConvert,
  context: MessageContext,
): Promise<void> {
  const { state, params, emit } = context;
  const [address, receiverText] = [checksumAddress(contract), bech32Address(receiver, params.bech32Prefix)];
  const pair = convertiblePair(state, receiver, receiverText, address);
  if (pair.contractOwner === 'OWNER_MODULE') throw erc20Failure('nativeConversionDisabled');
  if (pair.contractOwner !== 'OWNER_EXTERNAL') throw erc20Failure('undefinedOwner');
  if (!hasCode(state, contract)) {
    deletePair(state, pair);
    return;
  }
  const { denom } = pair;
  const before = balanceOf(state, receiver, denom);
  const { address: to } = ERC20_ACCOUNT;
  await moveTokens(context, contract, { from: sender, to, amount, refusal: 'failed to execute transfer' });
  emit(...mintCoins(state, ERC20_ACCOUNT, { denom, amount }));
  sendCoins(context, ERC20_ACCOUNT.address, receiver, [{ denom, amount }]);
  // The contract's code may have sent coins in the meantime.
  const [expected, actual] = [before + amount, balanceOf(state, receiver, denom)];
  if (actual !== expected)
    throw erc20Failure(
      'balanceInvariance',
      `invalid coin balance - expected: ${expected}${denom}, actual: ${actual}${denom}`,
    );
  emit(
    event('convert_erc20', {
      sender: checksumAddress(sender),
      receiver: receiverText,
      amount: amount.toString(),
      cosmos_coin: denom,
      erc20_token: address,
    }),
  );
}

/**
 * Converts contract tokens where a transfer to another chain needs more coins than the sender has (cosmos/evm
 * `precompiles/ics20`).
 */
import type { MsgTransfer } from '../../../codec/ibc/transfer.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { balanceOf } from '../bank/store.js';
import { convertErc20 } from './convert_erc20.js';
import { isErc20Enabled } from './params.js';
import { pairOf } from './store.js';
import { contractOf } from './token_pair.js';

/**
 * Returns the same transfer of a bank denom, after converting the tokens that it needs. The token may be named by its
 * denom or by its contract's address. Throws TxFailure.
 */
export async function inCoins(message: MsgTransfer, sender: Bytes, context: MessageContext): Promise<MsgTransfer> {
  const { state } = context;
  const { denom: named, amount } = message.token;
  const pair = pairOf(state, named.startsWith('erc20:') ? named.slice('erc20:'.length) : named);
  if (pair === undefined || !pair.enabled || !isErc20Enabled(state)) return message;
  const { denom } = pair;
  const missing = BigInt(amount) - balanceOf(state, sender, denom);
  if (pair.contractOwner === 'OWNER_EXTERNAL' && missing > 0n)
    await convertErc20({ contract: contractOf(pair), amount: missing, sender, receiver: sender }, context);
  return { ...message, token: { denom, amount } };
}

/** A transfer to another chain takes what it lacks of a coin from the coin's contract (cosmos/evm `precompiles/ics20`). */
import type { MsgTransfer } from '../../../codec/ibc/transfer.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { balanceOf } from '../bank/store.js';
import { convertErc20 } from './convert_erc20.js';
import { isErc20Enabled } from './params.js';
import { pairOf } from './store.js';
import { contractOf } from './token_pair.js';

/**
 * The same transfer of a bank denom, which the sender has enough of if there are enough tokens. Its token may be named by
 * its denom or by its contract's address. Throws TxFailure.
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

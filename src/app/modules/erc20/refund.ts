/**
 * Converts the refund of a failed transfer back to its former kind (cosmos/evm x/erc20 `ConvertCoinToERC20FromPacket`).
 */
import { localDenom } from '../../../codec/ibc/denom.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { event } from '../../types/events.js';
import { TxFailure } from '../../types/tx_failure.js';
import { isModuleAccount } from '../auth/store.js';
import type { TokenPacket } from '../transfer/packet_data.js';
import { readParty } from './arrival.js';
import { releaseTokens } from './convert_coin.js';
import { isErc20Enabled } from './params.js';
import { pairOfDenom } from './store.js';

const OUT_OF_GAS = 11;

/** Converts a refund. Where the contract does not release the tokens, the sender keeps the coins. Throws TxFailure. */
export async function settleRefund({ data, denom, amount }: TokenPacket, context: MessageContext): Promise<void> {
  const { state, emit } = context;
  const pair = pairOfDenom(state, localDenom(denom));
  if (pair?.contractOwner !== 'OWNER_EXTERNAL' || !isErc20Enabled(state)) return;
  const sender = readParty(data.sender, 'sender', context);
  if (isModuleAccount(state, sender)) return;
  const start = state.checkpoint();
  try {
    await releaseTokens(pair, { amount, sender, receiver: sender }, context);
  } catch (error) {
    if (!(error instanceof TxFailure) || isOutOfGas(error)) throw error;
    state.revertTo(start);
    const { denom: coin, erc20Address } = pair;
    emit(event('failed_convert_erc20', { source_channel: coin, erc20_token: erc20Address, error: error.message }));
  }
}

const isOutOfGas = ({ refusal: { codespace, code } }: TxFailure): boolean => codespace === 'sdk' && code === OUT_OF_GAS;

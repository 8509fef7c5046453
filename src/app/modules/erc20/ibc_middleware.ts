/**
 * Applies token pairs to token transfers between chains (cosmos/evm x/erc20 `ibc_middleware.go`). Arrivals are
 * converted after the inner application has accepted them, refunds after it has paid them.
 */
import type { Packet } from '../../../codec/ibc/channel.js';
import { arrivedDenom, localDenom } from '../../../codec/ibc/denom.js';
import { type Awaitable, settle, whenKnown } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { checksumAddress, parseAddress } from '../../types/address.js';
import { event } from '../../types/events.js';
import { failure, isOutOfGas, TxFailure } from '../../types/refusal.js';
import { isModuleAccount } from '../auth/store.js';
import type { Acknowledgement, IbcApp } from '../ibc/app.js';
import { readStakingParams } from '../staking/store.js';
import { answerable, failed } from '../transfer/answer.js';
import { readAcknowledgement } from '../transfer/app.js';
import { readTokenPacket, type TokenPacket } from '../transfer/packet_data.js';
import { convertiblePair } from './conversion.js';
import { releaseTokens } from './convert_coin.js';
import { isErc20Enabled } from './params.js';
import { registerCoin } from './register.js';
import { pairOfDenom } from './store.js';
import { contractOfVoucher } from './token_pair.js';

/**
 * Converts tokens that have arrived from another chain (cosmos/evm x/erc20 `OnRecvPacket`). Registers a pair for a
 * voucher without one. A coin whose contract existed first is converted to the receiver's contract tokens. Any other
 * token does not change. Throws TxFailure.
 */
function settleArrival(packet: Packet, token: TokenPacket, context: MessageContext): Awaitable<void> {
  const { state } = context;
  if (!isErc20Enabled(state) || token.data.denom.startsWith('factory/')) return undefined;
  const from = { portId: packet.sourcePort, channelId: packet.sourceChannel };
  const to = { portId: packet.destinationPort, channelId: packet.destinationChannel };
  const denom = localDenom(arrivedDenom(token.denom, from, to));
  if (denom === readStakingParams(state).bondDenom) return undefined;
  const receiver = readParty(token.data.receiver, 'recipient', context);
  if (isModuleAccount(state, receiver)) return undefined;
  const pair = pairOfDenom(state, denom);
  if (pair === undefined) return registerVoucher(denom, packet, context);
  if (pair.contractOwner !== 'OWNER_EXTERNAL' || !pair.enabled) return undefined;
  convertiblePair(state, receiver, checksumAddress(receiver), denom);
  return releaseTokens(pair, { amount: token.amount, sender: receiver, receiver }, context);
}

function registerVoucher(denom: string, { sourceChannel }: Packet, { state, emit }: MessageContext): void {
  const contract = contractOfVoucher(denom);
  if (contract === undefined) return;
  const { erc20Address } = registerCoin(state, denom, contract);
  emit(
    event('register_erc20_extension', { source_channel: sourceChannel, erc20_token: erc20Address, cosmos_coin: denom }),
  );
}

/** Parses an address, as bech32 or 0x hex. Throws TxFailure. */
function readParty(text: string, what: string, { params }: MessageContext): Bytes {
  const address = parseAddress(text, params.bech32Prefix);
  if (address instanceof Uint8Array) return address;
  throw failure('invalidAddress', `invalid ${what}: ${address.problem}: invalid address`);
}

/**
 * Converts the refund of a failed transfer back to its former kind (cosmos/evm x/erc20 `ConvertCoinToERC20FromPacket`).
 * Where the contract does not release the tokens, the sender keeps the coins. Throws TxFailure.
 */
async function settleRefund({ data, denom, amount }: TokenPacket, context: MessageContext): Promise<void> {
  const { state, emit } = context;
  const pair = pairOfDenom(state, localDenom(denom));
  if (pair?.contractOwner !== 'OWNER_EXTERNAL' || !isErc20Enabled(state)) return;
  const sender = readParty(data.sender, 'sender', context);
  if (isModuleAccount(state, sender)) return;
  const start = state.checkpoint();
  try {
    await releaseTokens(pair, { amount, sender, receiver: sender }, context);
  } catch (error) {
    if (!(error instanceof TxFailure) || isOutOfGas(error.refusal)) throw error;
    state.revertTo(start);
    const { denom: coin, erc20Address } = pair;
    emit(event('failed_convert_erc20', { source_channel: coin, erc20_token: erc20Address, error: error.message }));
  }
}

/** Wraps `inner`, which transfers tokens. A packet whose acknowledgement is written later is not converted. */
export const withTokenPairs = (inner: IbcApp): IbcApp => ({
  ...inner,
  receive: (packet, relayer, context) =>
    whenKnown(inner.receive(packet, relayer, context), (answer) => {
      if (answer === undefined || !answer.success) return answer;
      return settled(answer, () => settleArrival(packet, readTokenPacket(packet.data), context));
    }),
  acknowledged: async (packet, acknowledgement, relayer, context) => {
    await inner.acknowledged(packet, acknowledgement, relayer, context);
    if (readAcknowledgement(acknowledgement).type === 'error')
      await settleRefund(readTokenPacket(packet.data), context);
  },
  timedOut: async (packet, relayer, context) => {
    await inner.timedOut(packet, relayer, context);
    await settleRefund(readTokenPacket(packet.data), context);
  },
});

/** Runs `act`. Returns `answer`, or the acknowledgement of its failure. */
const settled = (
  answer: Acknowledgement,
  act: () => ReturnType<typeof settleArrival>,
): Acknowledgement | Promise<Acknowledgement> =>
  settle(
    act,
    () => answer,
    (error) => failed(answerable(error).refusal.code),
  );

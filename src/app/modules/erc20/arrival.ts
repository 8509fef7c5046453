/** Converts tokens that have arrived from another chain (cosmos/evm x/erc20 `OnRecvPacket`). */
import type { Packet } from '../../../codec/ibc/channel.js';
import { arrivedDenom, localDenom } from '../../../codec/ibc/denom.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { checksumAddress, parseAddress } from '../../types/address.js';
import { event } from '../../types/events.js';
import { failure } from '../../types/tx_failure.js';
import { isModuleAccount } from '../auth/store.js';
import { readStakingParams } from '../staking/store.js';
import type { TokenPacket } from '../transfer/packet_data.js';
import { releaseTokens } from './convert_coin.js';
import { convertiblePair } from './minting.js';
import { isErc20Enabled } from './params.js';
import { registerCoin } from './register.js';
import { pairOfDenom } from './store.js';
import { contractOfVoucher } from './token_pair.js';

/**
 * Registers a pair for a voucher without one. A coin whose contract existed first is converted to the receiver's
 * contract tokens. Any other token does not change. Throws TxFailure.
 */
export function settleArrival(packet: Packet, token: TokenPacket, context: MessageContext): Awaitable<void> {
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
export function readParty(text: string, what: string, { params }: MessageContext): Bytes {
  const address = parseAddress(text, params.bech32Prefix);
  if (address instanceof Uint8Array) return address;
  throw failure('invalidAddress', `invalid ${what}: ${address.problem}: invalid address`);
}

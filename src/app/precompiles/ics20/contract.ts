/**
 * Sends token transfers for contracts (cosmos/evm `precompiles/ics20`). A caller can send only its own tokens, and
 * names a token by its denom or by its contract. The sender of the packet checks whether the channel is open.
 */
import { denomHash, denomOfPath, tryHash } from '../../../codec/ibc/denom.js';
import { Denom, type MsgTransfer } from '../../../codec/ibc/transfer.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { fromHex, toUpperHex } from '../../../kernel/hex.js';
import { balanceOf } from '../../modules/bank/store.js';
import { convertErc20 } from '../../modules/erc20/convert_erc20.js';
import { isErc20Enabled } from '../../modules/erc20/params.js';
import { pairOf } from '../../modules/erc20/store.js';
import { contractOf } from '../../modules/erc20/token_pair.js';
import { checkTransfer } from '../../modules/transfer/send.js';
import { DENOM_PREFIX, readDenom } from '../../modules/transfer/store.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { keyedEntries, pageOf } from '../../sdk/query/pagination.js';
import {
  definePrecompile,
  type Precompile,
  type PrecompileContext,
  precompileFunction,
  solidityEvent,
} from '../../sdk/solidity/precompile.js';
import { PAGE_REQUEST, PAGE_RESPONSE, pageRequestOf, solidityPage } from '../../sdk/solidity/solidity_page.js';
import { bech32Address, checksumAddress } from '../../types/address.js';
import { failure } from '../../types/refusal.js';

const HEIGHT = 'struct Height { uint64 revisionNumber; uint64 revisionHeight; }';
const HOP = 'struct Hop { string portId; string channelId; }';
const DENOM = 'struct Denom { string base; Hop[] trace; }';
const SENT = solidityEvent(
  'event IBCTransfer(address indexed sender, string indexed receiver, string sourcePort, string sourceChannel, string denom, uint256 amount, string memo)',
);
const NO_DENOM: Denom = { base: '', trace: [] };

/** Sends the transfer and returns the packet's sequence. Throws TxFailure. */
export type SendTransfer = (message: MsgTransfer, context: MessageContext) => Awaitable<bigint>;

/** Builds the message from the arguments. Its token is named as the caller names it. */
function messageOf(args: readonly unknown[], sender: Bytes, { params }: MessageContext): MsgTransfer {
  const [sourcePort, sourceChannel, denom, amount, , receiver, timeoutHeight, timeoutTimestamp, memo] = args;
  return {
    sourcePort: String(sourcePort),
    sourceChannel: String(sourceChannel),
    token: { denom: String(denom), amount: String(amount) },
    sender: bech32Address(sender, params.bech32Prefix),
    receiver: String(receiver),
    timeoutHeight: timeoutHeight as MsgTransfer['timeoutHeight'],
    timeoutTimestamp: timeoutTimestamp as bigint,
    memo: String(memo),
    encoding: '',
  };
}

/** Returns the sender. Throws TxFailure unless it is the caller. */
function ownAddress(text: unknown, { caller }: PrecompileContext): Bytes {
  const sender = fromHex(String(text));
  if (equalBytes(sender, caller)) return sender;
  const [is, named] = [checksumAddress(caller), checksumAddress(sender)];
  throw failure('unauthorized', `msg.sender address ${is} does not match the requester address ${named}`);
}

/**
 * Returns the same transfer of a bank denom, after converting the contract tokens that it needs where the sender has
 * fewer coins (cosmos/evm `precompiles/ics20`). The token may be named by its denom or by its contract's address.
 * Throws TxFailure.
 */
async function inCoins(message: MsgTransfer, sender: Bytes, context: MessageContext): Promise<MsgTransfer> {
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

const transferFunction = (send: SendTransfer) =>
  precompileFunction(
    [
      HEIGHT,
      'function transfer(string sourcePort, string sourceChannel, string denom, uint256 amount, address sender, string receiver, Height timeoutHeight, uint64 timeoutTimestamp, string memo) returns (uint64 nextSequence)',
    ],
    async (args, context) => {
      const sender = ownAddress(args[4], context);
      const message = await inCoins(messageOf(args, sender, context), sender, context);
      checkTransfer(message);
      const sequence = await send(message, context);
      const { receiver, sourcePort, sourceChannel, token, memo } = message;
      const logged = [sourcePort, sourceChannel, token.denom, BigInt(token.amount), memo];
      context.log(SENT, [checksumAddress(sender), receiver, ...logged]);
      return [sequence];
    },
  );

/** Parses a hash, with or without `ibc/`. */
const hashOf = (text: string): Bytes => {
  const hash = tryHash(text.startsWith('ibc/') ? text.slice('ibc/'.length) : text);
  if (hash === undefined) throw failure('invalidRequest', `invalid denom trace hash ${text}`);
  return hash;
};

const VIEWS = [
  precompileFunction([HOP, DENOM, 'function denom(string hash) view returns (Denom denom)'], ([hash], { state }) => [
    readDenom(state, hashOf(String(hash))) ?? NO_DENOM,
  ]),
  precompileFunction('function denomHash(string trace) view returns (string hash)', ([trace], { state }) => {
    const hash = denomHash(denomOfPath(String(trace)));
    return [readDenom(state, hash) === undefined ? '' : toUpperHex(hash)];
  }),
  precompileFunction(
    [
      HOP,
      DENOM,
      PAGE_REQUEST,
      PAGE_RESPONSE,
      'function denoms(PageRequest pageRequest) view returns (Denom[] denoms, PageResponse pageResponse)',
    ],
    ([asked], { state }) => {
      const all = keyedEntries(state.entries('transfer', DENOM_PREFIX), DENOM_PREFIX, Denom.decode);
      const { items, pagination } = pageOf(all, pageRequestOf(asked), (text) => failure('invalidRequest', text));
      return [items, solidityPage(pagination)];
    },
  ),
];

/** Defines the precompile. `send` does what a `MsgTransfer` does after its checks. */
export const transferContract = (send: SendTransfer): Precompile =>
  definePrecompile('ics20', '0x0000000000000000000000000000000000000802', [transferFunction(send), ...VIEWS]);

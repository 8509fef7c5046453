/** `cosmos.bank.v1beta1.MsgMultiSend` sends coins from one account to several, all of them or none. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { repeated, string } from '../../../../codec/protobuf/field.js';
import { message, type Of } from '../../../../codec/protobuf/message.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { bech32Address, readAddress } from '../../../types/address.js';
import type { Amount } from '../../../types/coins.js';
import { event } from '../../../types/events.js';
import { moduleFailure } from '../../../types/refusal.js';
import { giveCoins, takeCoins } from '../send_coins.js';
import { checkRecipient, checkSendEnabled, readCoins } from '../send_enabled.js';

const party = (name: string) =>
  message(`cosmos.bank.v1beta1.${name}`, { address: string(1), coins: repeated(2, Coin, { keepEmpty: true }) });
const Input = party('Input');
const Output = party('Output');

const request = message(
  'cosmos.bank.v1beta1.MsgMultiSend',
  { inputs: repeated(1, Input, { keepEmpty: true }), outputs: repeated(2, Output, { keepEmpty: true }) },
  { aminoName: 'cosmos-sdk/MsgMultiSend' },
);

/** First of the error codes of the codespace `bank`. */
const NO_INPUTS = 2;
const NO_OUTPUTS = 3;
const MISMATCH = 4;
const SEVERAL_SENDERS = 9;

export const MsgMultiSend = defineMessage({
  message: request,
  response: message('cosmos.bank.v1beta1.MsgMultiSendResponse', {}),
  signers: ({ inputs }, { bech32Prefix }) =>
    inputs.slice(0, 1).map(({ address }) => readAddress('input address', address, bech32Prefix)),
  handle: ({ inputs, outputs }, context) => {
    const [input] = inputs;
    if (input === undefined) throw moduleFailure('bank', NO_INPUTS, 'no inputs to send transaction');
    if (inputs.length > 1) throw moduleFailure('bank', SEVERAL_SENDERS, 'multiple senders not allowed');
    if (outputs.length === 0) throw moduleFailure('bank', NO_OUTPUTS, 'no outputs to send transaction');
    const { state, params } = context;
    const { bech32Prefix } = params;
    const from = readAddress('input address', input.address, bech32Prefix);
    const spent = readCoins(input.coins);
    const received = outputs.map((output) => readOutput(output, bech32Prefix));
    if (!isSum(spent, received)) throw moduleFailure('bank', MISMATCH, 'sum inputs != sum outputs');
    checkSendEnabled(state, spent);
    for (const { to, text } of received) checkRecipient(state, to, text);
    const sender = bech32Address(from, bech32Prefix);
    context.emit(event('message', { sender }));
    context.emit(takeCoins(context, from, spent));
    for (const { to, text, coins, amount } of received)
      context.emit(giveCoins(context, to, coins), event('transfer', { recipient: text, sender, amount }));
    return {};
  },
});

function readOutput({ address, coins }: Of<typeof Output>, prefix: string) {
  const to = readAddress('output address', address, prefix);
  const amount = coins.map((coin) => coin.amount + coin.denom).join(',');
  return { to, text: address, coins: readCoins(coins), amount };
}

function isSum(whole: readonly Amount[], parts: readonly { readonly coins: readonly Amount[] }[]): boolean {
  const left = new Map(whole.map(({ denom, amount }) => [denom, amount]));
  for (const { denom, amount } of parts.flatMap(({ coins }) => coins))
    left.set(denom, (left.get(denom) ?? 0n) - amount);
  return [...left.values()].every((rest) => rest === 0n);
}

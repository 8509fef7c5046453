/** Handles the messages of `halley.dev.v1` that change coins and tokens. */
import * as messages from '../../../../codec/dev/tokens.js';
import { MAX_UINT256 } from '../../../../kernel/uint256.js';
import { bech32Address, checksumAddress } from '../../../types/address.js';
import { DENOM } from '../../../types/coins.js';
import { event } from '../../../types/events.js';
import { readAccountRecord } from '../../auth/store.js';
import { metadataProblem, writeDenomMetadata } from '../../bank/metadata.js';
import { giveCoins } from '../../bank/send_coins.js';
import { writeSendEnabledOf } from '../../bank/send_enabled.js';
import { balanceOf, changeSupply } from '../../bank/store.js';
import { registerCoin } from '../../erc20/register.js';
import { pairOf, writePair } from '../../erc20/store.js';
import { contractOfVoucher } from '../../erc20/token_pair.js';
import { checkAddress, defineDevMessage, devFailure } from '../define_dev_message.js';

/** Throws a failure for a text that is not a denom. */
function checkDenom(denom: string): void {
  if (DENOM.test(denom)) return;
  throw devFailure(
    'invalid',
    `"${denom}" is not a denom: expected a letter, then 2 to 127 letters, digits or / : . _ -`,
  );
}

/** `halley.dev.v1.MsgMintCoins` mints new coins, with the events of a module that mints. */
export const MsgMintCoins = defineDevMessage(messages.MsgMintCoins, ({ address, denom, amount }, context) => {
  const { state, params, emit } = context;
  checkAddress(address);
  checkDenom(denom);
  const balance = balanceOf(state, address, denom) + amount;
  if (amount <= 0n || balance > MAX_UINT256)
    throw devFailure('invalid', `an amount is ${amount}, expected one from 1 that makes a balance below 2^256`);
  const { module } = readAccountRecord(state, address);
  if (module !== undefined)
    throw devFailure('refused', `${checksumAddress(address)} is the account of the module ${module.name}`);
  changeSupply(state, denom, amount);
  const minter = bech32Address(address, params.bech32Prefix);
  emit(giveCoins(context, address, [{ denom, amount }]), event('coinbase', { minter, amount: `${amount}${denom}` }));
});

/**
 * `halley.dev.v1.MsgRegisterTokenPair` makes an address the ERC-20 contract of a coin. The contract of the base denom
 * can also wrap it.
 */
export const MsgRegisterTokenPair = defineDevMessage(
  messages.MsgRegisterTokenPair,
  ({ denom, contract: named }, { state, params, emit }) => {
    checkDenom(denom);
    const contract = named.length > 0 ? named : contractOfVoucher(denom);
    if (contract === undefined)
      throw devFailure('invalid', `${denom} needs the address of a contract: only a denom "ibc/…" has one by itself`);
    checkAddress(contract);
    const pair = registerCoin(state, denom, contract, denom === params.baseDenom ? 'native' : 'dynamic');
    emit(event('register_erc20_extension', { erc20_token: pair.erc20Address, cosmos_coin: denom }));
  },
);

/**
 * `halley.dev.v1.MsgToggleConversion` does what governance does on another chain
 * (`cosmos.evm.erc20.v1.MsgToggleConversion`).
 */
export const MsgToggleConversion = defineDevMessage(messages.MsgToggleConversion, ({ token }, { state, emit }) => {
  const pair = pairOf(state, token);
  if (pair === undefined) throw devFailure('notFound', `"${token}" has no token pair`);
  writePair(state, { ...pair, enabled: !pair.enabled });
  emit(event('toggle_token_conversion', { cosmos_coin: pair.denom, erc20_token: pair.erc20Address }));
});

/** `halley.dev.v1.MsgSetDenomMetadata` sets a denom's metadata, which must satisfy the SDK's rules. */
export const MsgSetDenomMetadata = defineDevMessage(messages.MsgSetDenomMetadata, ({ metadata }, { state, emit }) => {
  const problem = metadataProblem(metadata);
  if (problem !== undefined) throw devFailure('invalid', problem);
  writeDenomMetadata(state, metadata);
  emit(event('set_denom_metadata', { denom: metadata.base }));
});

/** `halley.dev.v1.MsgSetSendEnabled` sets a denom's own rule, which overrides the bank's parameters. */
export const MsgSetSendEnabled = defineDevMessage(messages.MsgSetSendEnabled, (rule, { state, emit }) => {
  checkDenom(rule.denom);
  writeSendEnabledOf(state, rule);
  emit(event('set_send_enabled', { denom: rule.denom, enabled: rule.enabled.toString() }));
});

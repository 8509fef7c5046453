/** Implements the methods that change coins and token pairs. */
import {
  MsgMintCoins,
  MsgRegisterTokenPair,
  MsgSetDenomMetadata,
  MsgSetSendEnabled,
  MsgToggleConversion,
} from '../../../codec/dev/tokens.js';
import { EMPTY_BYTES } from '../../../kernel/bytes.js';
import { ALICE } from '../../examples.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { amount } from '../params/numbers.js';
import { contract, denom, metadata, token } from '../params/tokens.js';
import { address, flag } from '../params/values.js';

/** The denom may be any of the bank. */
export const halley_mintCoins = defineDevSetter({
  name: 'halley_mintCoins',
  summary: 'Mints coins of a denom for an account, in the smallest unit.',
  kind: 'change',
  params: [address, denom, amount],
  handler: ({ evm }, account, of, more) => evm.sendDevTx(MsgMintCoins, { address: account, denom: of, amount: more }),
  example: { params: [ALICE, 'uatom', '1000000'] },
});

/** Other chains get token pairs from their genesis or from IBC. */
export const halley_registerTokenPair = defineDevSetter({
  name: 'halley_registerTokenPair',
  summary: 'Registers an address as the ERC-20 contract of a coin; an ibc/ denom has a derived address.',
  kind: 'change',
  params: [denom, contract],
  handler: ({ evm }, of, at) => evm.sendDevTx(MsgRegisterTokenPair, { denom: of, contract: at ?? EMPTY_BYTES }),
  example: { params: ['uatom', '0x00000000000000000000000000000000000000c0'] },
});

export const halley_setDenomMetadata = defineDevSetter({
  name: 'halley_setDenomMetadata',
  summary: 'Sets the name of a denom and the number of decimals with which it is shown.',
  kind: 'change',
  params: [metadata],
  handler: ({ evm }, denomMetadata) => evm.sendDevTx(MsgSetDenomMetadata, { metadata: denomMetadata }),
  example: { params: [{ base: 'uatom', symbol: 'ATOM', name: 'Cosmos Hub Atom', decimals: 6 }] },
});

/** Other chains change this setting by governance. */
export const halley_setSendEnabled = defineDevSetter({
  name: 'halley_setSendEnabled',
  summary: 'Sets whether coins of a denom may be sent.',
  kind: 'change',
  params: [denom, flag],
  handler: ({ evm }, of, enabled) => evm.sendDevTx(MsgSetSendEnabled, { denom: of, enabled }),
  example: { params: ['uatom', false] },
});

/** Other chains change this setting by governance. */
export const halley_toggleConversion = defineDevSetter({
  name: 'halley_toggleConversion',
  summary: 'Disables the conversion of a token pair, or enables it again.',
  kind: 'change',
  params: [token],
  handler: ({ evm }, which) => evm.sendDevTx(MsgToggleConversion, { token: which }),
  example: {
    first: [['halley_registerTokenPair', 'uatom', '0x00000000000000000000000000000000000000c0']],
    params: ['uatom'],
  },
});

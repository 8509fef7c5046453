/** Implements the methods of the wallet that pages and tests use in place of a browser's extension. */
import type { WalletAnswer, WalletCall } from '../../../backend/evm/wallet.js';
import { ALICE } from '../../examples.js';
import { DecodeError } from '../../jsonrpc/errors.js';
import { optional, type Param, required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { decodeObject, decodeString } from '../params/go_json.js';
import { decodeWhole } from '../params/numbers.js';

const call: Param<WalletCall> = required('request', 'object: origin, method, params', (value) => {
  const { origin, method, params } = decodeObject(value, 'WalletCall');
  if (typeof origin !== 'string' || typeof method !== 'string')
    throw new DecodeError(`a request is ${JSON.stringify(value)}, expected an object with origin, method and params`);
  return { origin, method, ...(params !== undefined && { params }) };
});

const answer: Param<WalletAnswer> = required(
  'answer',
  '`approve`, `reject`, `close`, or an object: code (number), message (string)',
  (value) => value as WalletAnswer,
);

const EXAMPLE = { origin: 'http://localhost:3000', method: 'eth_requestAccounts' };

export const halley_walletRequest = evmMethod({
  name: 'halley_walletRequest',
  summary: "Answers a request of a page to the devnet's wallet, as its settings say.",
  params: [call],
  result: 'result of the method',
  trustedOnly: true,
  handler: async ({ evm }, request) => (await evm.browserWallet()).request(request),
  example: { params: [EXAMPLE], result: [ALICE] },
});

export const halley_walletRequests = evmMethod({
  name: 'halley_walletRequests',
  summary: 'Lists the last 1000 requests of pages to the wallet, oldest first.',
  params: [],
  result: 'array: id, origin, method, params, height, status (`running`, `waiting`, `done` or `failed`), error',
  trustedOnly: true,
  handler: async ({ evm }) => (await evm.browserWallet()).requests(),
  example: {
    first: [['halley_walletRequest', EXAMPLE]],
    params: [],
    result: [{ origin: EXAMPLE.origin, method: EXAMPLE.method, params: null, status: 'done' }],
  },
});

export const halley_answerWalletRequest = defineDevSetter({
  name: 'halley_answerWalletRequest',
  summary: 'Answers a request that waits in the mode `ask`.',
  params: [required('id', 'quantity or number', (value) => Number(decodeWhole(value, 'the id of a request'))), answer],
  handler: async ({ evm }, id, given) => (await evm.browserWallet()).answer(id, given),
  example: { params: [1, 'approve'], alone: 'no request 1 waits: expected one of none' },
});

/** A request that waits already is answered at once. */
export const halley_answerNextWalletRequest = defineDevSetter({
  name: 'halley_answerNextWalletRequest',
  summary: 'Decides how the next request that asks the user ends, or the next one of a method.',
  params: [answer, optional('method', 'string', (value) => decodeString(value))],
  handler: async ({ evm }, given, method) => (await evm.browserWallet()).answerNext(given, method),
  example: { params: ['reject', 'personal_sign'] },
});

export const halley_wallet = evmMethod({
  name: 'halley_wallet',
  summary: 'Returns the settings of the wallet.',
  params: [],
  result: 'object: mode, delayMs, locked, connected, accounts, chainId, knownChains, atomic',
  trustedOnly: true,
  handler: async ({ evm }) => (await evm.browserWallet()).settings,
  example: { params: [], result: { mode: 'approve', delayMs: 0, locked: false, accounts: [ALICE] } },
});

/** A page learns of a change by the events of its provider. */
export const halley_setWallet = evmMethod({
  name: 'halley_setWallet',
  summary: 'Changes settings of the wallet: `mode`, `locked`, `accounts`, `chainId` and others.',
  params: [
    required(
      'settings',
      'object: mode (`approve`, `reject` or `ask`), delayMs (number), locked (boolean), connected (`yes`, `no` or `other-chain`), accounts (array of addresses), chainId (quantity), knownChains (array of quantities), atomic (boolean)',
      (value) => decodeObject(value, 'WalletSettings'),
    ),
  ],
  result: 'object: all settings',
  trustedOnly: true,
  handler: async ({ evm }, settings) => (await evm.browserWallet()).set(settings),
  example: { params: [{ delayMs: 0 }], result: { mode: 'approve', delayMs: 0 } },
});

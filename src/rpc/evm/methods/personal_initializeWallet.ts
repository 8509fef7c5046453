/** `personal_initializeWallet`: no smart cards (evm-json-rpc.md 1.7). */
import { refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { url } from '../params/account.js';

export const personal_initializeWallet = evmMethod({
  name: 'personal_initializeWallet',
  summary: 'Would set up a smart card; none is supported.',
  params: [url],
  result: 'never answers',
  handler: (_context, _url) => {
    throw refusal('smartcard wallet not supported yet');
  },
  example: { params: ['keycard://1'], result: undefined, alone: 'smartcard wallet not supported yet' },
});

/** Refuses `personal_initializeWallet`, because there are no smart cards (evm-json-rpc.md 1.7). */
import { refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { url } from '../params/account.js';

export const personal_initializeWallet = evmMethod({
  name: 'personal_initializeWallet',
  summary: 'Is not supported: there are no smart cards.',
  params: [url],
  result: 'always an error',
  handler: (_context, _url) => {
    throw refusal('smartcard wallet not supported yet');
  },
  example: { params: ['keycard://1'], result: undefined, alone: 'smartcard wallet not supported yet' },
});

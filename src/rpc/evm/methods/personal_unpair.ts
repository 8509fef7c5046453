/** Refuses `personal_unpair`, because there are no smart cards (evm-json-rpc.md 1.7). */
import { refusal } from '../../jsonrpc/errors.js';
import { evmMethod } from '../context.js';
import { password, url } from '../params/account.js';

export const personal_unpair = evmMethod({
  name: 'personal_unpair',
  summary: 'Is not supported: there are no smart cards.',
  params: [url, password],
  result: 'always an error',
  handler: (_context, _url, _pin) => {
    throw refusal('smartcard wallet not supported yet');
  },
  example: { params: ['keycard://1', '123456'], result: undefined, alone: 'smartcard wallet not supported yet' },
});

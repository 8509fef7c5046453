/** Sends a transaction as bytes. */
import { HalleyError } from '../../kernel/errors.js';
import { tryFromHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import { text } from '../document/fields.js';
import { defineVerb } from '../verb.js';

export const verb = defineVerb({
  name: 'broadcast',
  summary: 'Sends a transaction to the mempool, as the CometBFT RPC does.',
  fields: { tx: text('Gives the transaction: its text, or its bytes as 0x hex.') },
  async perform({ broadcast }, { tx }) {
    const { code, codespace, log } = await broadcast((tx.startsWith('0x') ? tryFromHex(tx) : undefined) ?? utf8(tx));
    if (code !== 0) throw new HalleyError('conflict', `CheckTx refused it with code ${code} (${codespace}): ${log}`);
  },
  describe: ({ tx }) => `broadcast ${tx}`,
});

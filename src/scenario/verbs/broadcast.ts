/** Sends a transaction as bytes. */
import { HalleyError } from '../../kernel/errors.js';
import { fromHex, tryFromHex } from '../../kernel/hex.js';
import { utf8 } from '../../kernel/text.js';
import type { Field } from '../document/field.js';
import { text } from '../document/fields.js';
import { defineVerb } from '../verb.js';

const isHex = (tx: string): boolean => tx.startsWith('0x');

const given = text('Gives the transaction: its text, or its bytes as 0x hex.');
const transaction: Field<string> = {
  ...given,
  expected: 'a text that is not empty, or 0x and an even number of hex digits',
  read(value, context) {
    const tx = given.read(value, context);
    return tx !== undefined && isHex(tx) && tryFromHex(tx.slice(2)) === undefined ? undefined : tx;
  },
};

export const verb = defineVerb({
  name: 'broadcast',
  summary: 'Sends a transaction to the mempool, as the CometBFT RPC does.',
  fields: { tx: transaction },
  async perform({ broadcast }, { tx }) {
    const { code, codespace, log } = await broadcast(isHex(tx) ? fromHex(tx) : utf8(tx));
    if (code !== 0) throw new HalleyError('conflict', `CheckTx refused it with code ${code} (${codespace}): ${log}`);
  },
  describe: ({ tx }) => `broadcast ${tx}`,
});

/**
 * Implements `halley_addValidator`, a method of Halley only. It registers a validator in staking, and its node joins the
 * network.
 */
import { toUpperHex } from '../../../kernel/hex.js';
import { evmMethod } from '../context.js';
import { validatorTerms } from '../params/validator.js';
import { quantity } from '../quantity.js';

export const halley_addValidator = evmMethod({
  name: 'halley_addValidator',
  summary: 'Makes a block that adds a validator with a node of its own; it is in the set two blocks later.',
  params: [validatorTerms],
  result:
    'object: index (number), name, address (consensus address in upper-case hex), operator (bech32), power and tokens (quantities), jailed',
  trustedOnly: true,
  handler: async ({ evm }, terms) => {
    const { index, name, address, operator, power, tokens, jailed } = await evm.addValidator(terms);
    return {
      index,
      name,
      address: toUpperHex(address),
      operator: operator ?? null,
      power: quantity(power),
      tokens: quantity(tokens),
      jailed,
    };
  },
  example: {
    params: [{ power: 20, name: 'newcomer' }],
    result: { index: 4, name: 'newcomer', power: '0x0', tokens: '0x1158e460913d00000', jailed: false },
  },
});

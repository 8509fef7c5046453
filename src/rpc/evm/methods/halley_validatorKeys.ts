/**
 * Implements `halley_validatorKeys`, a method of Halley only. The keys follow from the seed of the devnet, so they are no
 * secret. They serve to craft evidence.
 */
import { evmMethod } from '../context.js';
import { keyFile } from '../validator_key.js';

export const halley_validatorKeys = evmMethod({
  name: 'halley_validatorKeys',
  summary: "Lists the validators' keys, which follow from the seed, as in CometBFT's priv_validator_key.json.",
  params: [],
  result: 'array: index (number), name, address, and pub_key and priv_key, each with type and value',
  trustedOnly: true,
  handler: ({ evm }) => evm.validatorKeys().map((key) => ({ index: key.index, name: key.name, ...keyFile(key) })),
  example: { params: [], result: [{ index: 0, name: 'validator-0' }, { index: 1 }, { index: 2 }, { index: 3 }] },
});

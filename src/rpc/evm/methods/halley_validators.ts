/** Implements the methods that control the validators. */
import { toUpperHex } from '../../../kernel/hex.js';
import { NEW_TEXT } from '../../examples.js';
import { evmMethod } from '../context.js';
import { defineDevSetter } from '../define_dev_setter.js';
import { attack, skewMs, validator, validatorIndex, validatorTerms, votingPower } from '../params/network.js';
import { quantity } from '../quantity.js';
import { keyFile } from '../validator_key.js';

/** The validator is registered in staking, and its node joins the network. */
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

/** A validator that `MsgCreateValidator` or the staking precompile creates with this key signs. */
export const halley_nextValidatorKey = evmMethod({
  name: 'halley_nextValidatorKey',
  summary: 'Returns the key for the next validator; one that is created with it signs by a node of the devnet.',
  params: [],
  result: 'object: index (number), name, address, and pub_key and priv_key, each with type and value',
  trustedOnly: true,
  handler({ evm }) {
    const key = evm.nextValidatorKey();
    return { index: key.index, name: key.name, ...keyFile(key) };
  },
  example: { params: [], result: { index: 4, name: 'validator-4' } },
});

/** The validator is down until it restarts. */
export const halley_crashValidator = defineDevSetter({
  name: 'halley_crashValidator',
  summary: 'Stops a validator, which loses what it has not persisted.',
  params: [validatorIndex],
  handler: ({ evm }, index) => evm.networkControl.crashValidator(index),
  example: { params: [3] },
});

/** The validator loses its power; its node stays, and `halley_setValidatorPower` brings it back. */
export const halley_removeValidator = defineDevSetter({
  name: 'halley_removeValidator',
  summary: 'Makes a block that takes all voting power from a validator; it leaves the set two blocks later.',
  params: [validator],
  handler: ({ evm }, which) => evm.removeValidator(which),
  example: { params: [2] },
});

/** The validator receives the blocks that it missed. */
export const halley_restartValidator = defineDevSetter({
  name: 'halley_restartValidator',
  summary: 'Restarts a validator that has crashed, with what it had persisted.',
  params: [validatorIndex],
  handler: ({ evm }, index) => evm.networkControl.restartValidator(index),
  example: { first: [['halley_crashValidator', 3]], params: [3] },
});

/** The validator stamps its votes by its own clock. */
export const halley_setClockSkew = defineDevSetter({
  name: 'halley_setClockSkew',
  summary: 'Sets how far the clock of a validator is ahead of the network; 0 ends it.',
  params: [validatorIndex, skewMs],
  handler: ({ evm }, index, ms) => evm.networkControl.setClockSkew(index, ms),
  example: { params: [2, 500] },
});

/** A light client that has seen both blocks submits the evidence, and the next block contains it. */
export const halley_lightClientAttack = evmMethod({
  name: 'halley_lightClientAttack',
  summary: 'Lets validators sign a second block of a decided height, and submits the evidence of it.',
  params: [attack],
  result: 'string: hash of the evidence in upper-case hex',
  trustedOnly: true,
  handler: ({ evm }, given) => evm.networkControl.lightClientAttack(given),
  example: { params: [{ kind: 'amnesia', height: 2, validators: [0, 1, 2] }], result: NEW_TEXT },
});

/** The validator set changes in one step, as a staking transaction would change it. */
export const halley_setValidatorPower = defineDevSetter({
  name: 'halley_setValidatorPower',
  summary: 'Makes a block that sets the voting power of a validator; the change takes effect two blocks later.',
  kind: 'change',
  params: [validator, votingPower],
  handler: ({ evm }, which, power) => evm.setValidatorPower(which, power),
  example: { params: [1, 20] },
});

/** The keys follow from the seed of the devnet, so they are no secret. They serve to craft evidence. */
export const halley_validatorKeys = evmMethod({
  name: 'halley_validatorKeys',
  summary: "Lists the validators' keys, which follow from the seed, as in CometBFT's priv_validator_key.json.",
  params: [],
  result: 'array: index (number), name, address, and pub_key and priv_key, each with type and value',
  trustedOnly: true,
  handler: ({ evm }) => evm.validatorKeys().map((key) => ({ index: key.index, name: key.name, ...keyFile(key) })),
  example: { params: [], result: [{ index: 0, name: 'validator-0' }, { index: 1 }, { index: 2 }, { index: 3 }] },
});

/** Adds and removes validators for RPC methods. */
import type { EvmValidator, EvmValidators } from '../../../backend/evm/validators.js';
import { fromHex } from '../../../kernel/hex.js';
import type { ValidatorControl } from '../../actions/validators.js';
import type { Chain } from '../../chain/chain.js';
import { type DevnetValidator, validatorsOf } from '../../views/validators.js';

export const evmValidators = (chain: Chain, control: ValidatorControl): EvmValidators => ({
  addValidator: async (terms) => {
    const index = await control.add(terms);
    return shown(validatorsOf(chain)[index] as DevnetValidator);
  },
  removeValidator: (validator) => control.remove(validator),
  validatorKeys: () =>
    control.keys().map(({ name, address, pubKey, seed }, index) => ({ index, name, address, pubKey, seed })),
});

const shown = ({ address, ...rest }: DevnetValidator): EvmValidator => ({ ...rest, address: fromHex(address) });

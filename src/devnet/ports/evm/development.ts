/** What steers a development chain. */
import type { EvmDevelopment } from '../../../rpc/ports/evm/development.js';
import type { ValidatorControl } from '../../control/validator_control.js';

export const evmDevelopment = (validators: ValidatorControl): EvmDevelopment => ({
  setValidatorPower: (validator, power) => validators.setPower(validator, power),
});

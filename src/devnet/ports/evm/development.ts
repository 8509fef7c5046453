/** What steers a development chain. */
import type { EvmDevelopment } from '../../../rpc/ports/evm/development.js';
import type { SteeringControl } from '../../control/steering.js';

export const evmDevelopment = (steering: SteeringControl): EvmDevelopment => ({
  steer: (message, value) => steering.steer(message, value),
  setValidatorPower: (validator, power) => steering.setValidatorPower(validator, power),
});

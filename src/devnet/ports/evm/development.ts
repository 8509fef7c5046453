/** What steers a development chain. */
import type { EvmDevelopment } from '../../../rpc/ports/evm/development.js';
import type { AnswerControl } from '../../control/answers.js';
import type { SteeringControl } from '../../control/steering.js';

export const evmDevelopment = (steering: SteeringControl, answers: AnswerControl): EvmDevelopment => ({
  steer: (message, value) => steering.steer(message, value),
  setAnswer: (contract, query, value) => answers.setAnswer({ contract, query }, value),
  setValidatorPower: (validator, power) => steering.setValidatorPower(validator, power),
});

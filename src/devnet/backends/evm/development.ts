/** What steers a development chain. */
import type { EvmDevelopment } from '../../../backend/evm/development.js';
import type { SteeringControl } from '../../actions/dev_tx_sender.js';
import type { AnswerControl } from '../../actions/set_view_result.js';

export const evmDevelopment = (steering: SteeringControl, answers: AnswerControl): EvmDevelopment => ({
  steer: (message, value) => steering.steer(message, value),
  setAnswer: (contract, query, value) => answers.setAnswer({ contract, query }, value),
  setValidatorPower: (validator, power) => steering.setValidatorPower(validator, power),
});

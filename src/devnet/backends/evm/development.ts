/** Sends dev transactions for RPC methods. */
import type { EvmDevelopment } from '../../../backend/evm/development.js';
import type { DevTxSender } from '../../actions/dev_tx_sender.js';
import type { AnswerControl } from '../../actions/set_view_result.js';

export const evmDevelopment = (devTxSender: DevTxSender, answers: AnswerControl): EvmDevelopment => ({
  acceptsDevTxs: () => devTxSender.authority.isHeld,
  sendDevTx: (message, value) => devTxSender.sendDevTx(message, value),
  setAnswer: (contract, query, value) => answers.setAnswer({ contract, query }, value),
  setValidatorPower: (validator, power) => devTxSender.setValidatorPower(validator, power),
});

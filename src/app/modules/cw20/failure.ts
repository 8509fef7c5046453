/** Makes failures of contracts, in wasmd's codespace. */
import { moduleFailure, type TxFailure } from '../../types/tx_failure.js';

/** Makes the failure of a contract that refuses a call. `text` is the contract's own. */
export const executeFailed = (text: string): TxFailure =>
  moduleFailure('wasm', 5, `${text}: execute wasm contract failed`);

export const noSuchContract = (address: string): TxFailure =>
  moduleFailure('wasm', 22, `address ${address}: no such contract`);

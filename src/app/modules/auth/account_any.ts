/** Returns an account as gRPC shows it: the record, with the EVM nonce as its sequence. */
import type { Any } from '../../../codec/cosmos/base.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { StateReader } from '../../state/types.js';
import { packAccount, readAccountRecord } from './store.js';

export function accountAny(address: Bytes, state: StateReader): Any {
  const { base, module } = readAccountRecord(state, address);
  return packAccount({ base: { ...base, sequence: state.account(address)?.nonce ?? 0n }, module });
}

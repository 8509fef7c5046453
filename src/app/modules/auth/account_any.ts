/** An account as gRPC shows it: the record, with the EVM nonce as its sequence. */
import type { Bytes } from '../../../kernel/bytes.js';
import type { StateReader } from '../../state/types.js';
import { encodeAccount, readAccountRecord } from './store.js';

export function accountAny(address: Bytes, state: StateReader): Bytes {
  const { base, module } = readAccountRecord(state, address);
  return encodeAccount({ base: { ...base, sequence: state.account(address)?.nonce ?? 0n }, module });
}

/**
 * Decodes the part of `block_results` on which all nodes agree: code, data and gas of each transaction, validator updates
 * and, from 0.38 on, the app hash (consensus-rpc.md 3, 5). Logs and events are left out, because no header covers them.
 */
import type { PubKey, ValidatorUpdate } from '../../../abci/application.js';
import { KEY_TYPE_NAMES } from '../../../abci/pub_key.js';
import { base64, int64, list, pointer, readAs, string, struct, uint32 } from '../protocol/amino_json.js';
import { GoError } from '../protocol/error.js';
import { jsonNodeOf } from '../protocol/json_value.js';

const txResult = struct({
  code: ['code', uint32],
  data: ['data', base64('[]uint8')],
  gasWanted: ['gas_wanted', int64],
  gasUsed: ['gas_used', int64],
});

const key = base64('[]uint8');
/** Oneof as Go's `encoding/json` writes it: the member of the type that is present. */
const sum = struct({
  value: [
    'value',
    struct({
      ed25519: ['ed25519', key],
      secp256k1: ['secp256k1', key],
      secp256k1eth: ['secp256k1eth', key],
      ml_dsa_65: ['mldsa65', key],
    }),
  ],
});

const validatorUpdate = struct({
  pubKey: ['pub_key', struct({ sum: ['Sum', sum] })],
  power: ['power', int64],
  // 1.0 has these two instead of the key.
  bytes: ['pub_key_bytes', key],
  type: ['pub_key_type', string],
});

const blockResults = struct({
  height: ['height', int64],
  txResults: ['txs_results', list(txResult)],
  validatorUpdates: ['validator_updates', list(validatorUpdate)],
  appHash: ['app_hash', pointer(base64('[]uint8'))],
});

type Wire = typeof blockResults.zero;

export interface ReceivedResults extends Pick<Wire, 'height' | 'txResults' | 'appHash'> {
  readonly validatorUpdates: readonly ValidatorUpdate[];
}

/** Decodes the result. Throws an error that `responseProblem` explains. */
export function readBlockResults(result: unknown): ReceivedResults {
  const { height, txResults, validatorUpdates, appHash } = readAs(blockResults, jsonNodeOf(result));
  return { height, txResults, appHash, validatorUpdates: validatorUpdates.map(updateOf) };
}

function updateOf({ pubKey, power, type: name, bytes }: Wire['validatorUpdates'][number]): ValidatorUpdate {
  const type = KEY_TYPE_NAMES.find((known) => known === name);
  return { pubKey: type === undefined ? keyOf(pubKey.sum.value) : { type, bytes }, power };
}

function keyOf(keys: Wire['validatorUpdates'][number]['pubKey']['sum']['value']): PubKey {
  const type = KEY_TYPE_NAMES.find((name) => keys[name].length > 0);
  if (type !== undefined) return { type, bytes: keys[type] };
  throw new GoError('a validator update has no key of a known type');
}

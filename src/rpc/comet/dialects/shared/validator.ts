/** Encodes validators, their keys and updates of their set (consensus-rpc.md 2.2 and 3). */
import type { PubKey, ValidatorUpdate } from '../../../../abci/application.js';
import type { Validator, ValidatorSet } from '../../../../consensus/types/validator_set.js';
import type { Json } from '../../protocol/json.js';
import { base64, hex, int64, int64OrAbsent, listOrNull } from './scalars.js';

const KEY_NAMES = { ed25519: 'Ed25519', secp256k1: 'Secp256k1' } as const;
/** Spells the key types as the protobuf compiler does. */
const SUM_NAMES = { ed25519: 'Ed25519', secp256k1: 'Secp256K1' } as const;

export const pubKey = ({ type, bytes }: PubKey): Json => ({
  type: `tendermint/PubKey${KEY_NAMES[type]}`,
  value: base64(bytes),
});

export const validator = (v: Validator): Json => ({
  address: hex(v.address),
  pub_key: pubKey(v.pubKey),
  voting_power: int64(v.votingPower),
  proposer_priority: int64(v.proposerPriority),
});

export function validatorSet({ validators, proposerIndex }: ValidatorSet): Json {
  const proposer = validators[proposerIndex];
  return {
    validators: listOrNull(validators, validator),
    proposer: proposer === undefined ? null : validator(proposer),
  };
}

export const validatorUpdate = ({ pubKey: { type, bytes }, power }: ValidatorUpdate): Json => ({
  pub_key: { Sum: { type: `tendermint.crypto.PublicKey_${SUM_NAMES[type]}`, value: { [type]: base64(bytes) } } },
  power: int64OrAbsent(power),
});

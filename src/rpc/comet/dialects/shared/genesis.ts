/** Encodes the genesis document (consensus-rpc.md 4.3). `params` is the dialect's encoder. */
import type { GenesisDoc, GenesisValidator } from '../../../../consensus/types/genesis.js';
import type { ConsensusParams } from '../../../../consensus/types/params.js';
import { addressOf } from '../../../../consensus/types/validator_set.js';
import type { Json } from '../../protocol/json.js';
import { hex, int64, listOrAbsent, time } from './scalars.js';
import { pubKey } from './validator.js';

const genesisValidator = (v: GenesisValidator): Json => ({
  address: hex(addressOf(v.pubKey)),
  pub_key: pubKey(v.pubKey),
  power: int64(v.power),
  name: v.name,
});

export const genesis = (doc: GenesisDoc, params: (p: ConsensusParams) => Json): Json => ({
  genesis_time: time(doc.genesisTime),
  chain_id: doc.chainId,
  initial_height: int64(doc.initialHeight),
  consensus_params: params(doc.consensusParams),
  validators: listOrAbsent(doc.validators, genesisValidator),
  app_hash: hex(doc.appHash),
  app_state: doc.appState as Json | undefined,
});

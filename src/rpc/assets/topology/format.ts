/**
 * Defines the file that describes chains which are not simulated, with their channels and assets. The format is that of
 * `topology` in the asset cases (asset-reachability.md 6). Omitted members have the value that nearly all chains have.
 */

import { IBC_STATES } from '../../../backend/assets.js';
import {
  boolean,
  list,
  matching,
  type Of,
  object,
  oneOf,
  optional,
  type Shape,
  text,
  wholeNumber,
} from '../../rest/shape.js';

/** Most entries of one list. */
const MAX_ENTRIES = 200_000;
const MAX_HOPS = 32;

/** Amount that is used only for sorting: a number, or decimal text where it exceeds the range of a number. */
const AMOUNT: Shape<number | string> = (() => {
  const number = wholeNumber(0);
  const digits = matching(/^\d{1,77}$/, 'a whole number');
  return {
    ...number,
    read: (value, known) => (typeof value === 'string' ? digits : number).read(value, known),
  } as Shape<number | string>;
})();

const IBC_STATE = oneOf(IBC_STATES);
const identifier = matching(/^[A-Za-z0-9._+\-#[\]<>]{2,128}$/, 'an identifier of 2 to 128 letters');
const channelId = matching(/^[\w-]+-\d{1,20}$/, 'a channel such as channel-0');
const named = matching(/^[^\p{Cc}]{1,128}$/u, 'a string of 1 to 128 characters');

const chain = object({
  chain_id: named,
  chain_name: optional(text()),
  pretty_name: optional(text()),
  chain_type: optional(oneOf(['cosmos', 'evm', 'svm'])),
  evm_chain_id: optional(matching(/^\d{1,20}$/, 'a number in a string')),
  bech32_prefix: optional(text()),
  pfm_enabled: optional(boolean()),
  supports_memo: optional(boolean()),
  is_testnet: optional(boolean()),
  logo_uri: optional(text()),
  fee_denoms: optional(list(named, MAX_HOPS)),
});

const end = object({
  chain_id: named,
  port: identifier,
  channel: channelId,
  connection_id: optional(text()),
  client_id: optional(text()),
  state: optional(IBC_STATE),
  client_status: optional(oneOf(['Active', 'Expired', 'Frozen', 'Unknown', 'Unauthorized'])),
});

const channel = object({
  a: end,
  b: end,
  connection_state: optional(IBC_STATE),
  ordering: optional(oneOf(['ordered', 'unordered'])),
  version: optional(text()),
  preferred: optional(boolean()),
  liquidity: optional(AMOUNT),
});

const hops = list(matching(/^[A-Za-z0-9._+\-#[\]<>]{2,128}\/[\w-]+-\d{1,20}$/, 'port/channel'), MAX_HOPS);

const asset = object({
  chain_id: named,
  path: hops,
  base: named,
  denom: optional(named),
  supply: optional(AMOUNT),
  symbol: optional(text()),
  name: optional(text()),
  decimals: optional(wholeNumber(0)),
  logo_uri: optional(text()),
  description: optional(text()),
  coingecko_id: optional(text()),
  token_contract: optional(text()),
});

const pair = object({
  chain_id: named,
  erc20_address: matching(/^0x[0-9a-fA-F]{40}$/, 'an address of 20 bytes'),
  denom: named,
  enabled: optional(boolean()),
});

const override = object({ origin_chain_id: named, origin_denom: named, dest_chain_id: named, path: hops });

export const TOPOLOGY = object({
  chains: list(chain, MAX_ENTRIES),
  channels: optional(list(channel, MAX_ENTRIES)),
  token_pairs: optional(list(pair, MAX_ENTRIES)),
  assets: optional(list(asset, MAX_ENTRIES)),
  overrides: optional(list(override, MAX_ENTRIES)),
});

export type TopologyFile = Of<typeof TOPOLOGY>;
export type TopologyChain = Of<typeof chain>;
export type TopologyChannel = Of<typeof channel>;
export type TopologyEnd = Of<typeof end>;
export type TopologyAsset = Of<typeof asset>;

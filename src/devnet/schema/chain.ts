/** Reads the options of a chain besides the devnet's own. */
import { MAX_VALIDATORS } from '../../config/bounds.js';
import { evmChoices } from '../evm_options.js';
import type { ChainOptions, FormerChainOptions } from '../options.js';
import { EVM_MEMBERS, miningMode } from './common.js';
import { boolean, count, type Members, object, type Reader, record, text, where, whole } from './reader.js';
import { jsonRpc, rpc } from './servers.js';

/** Matches the id of a chain besides the devnet's own, which is also the name of a folder. */
export const CHAIN_ID = /^[A-Za-z0-9][A-Za-z0-9._-]{0,49}$/;
export const EXPECTED_CHAIN_ID = '1 to 50 letters, digits, ".", "_" or "-"';

const MAX_DECIMALS = 18;

const CHAIN = {
  ...EVM_MEMBERS,
  id: where<string>((value) => typeof value === 'string' && CHAIN_ID.test(value), EXPECTED_CHAIN_ID),
  name: text,
  prettyName: text,
  bech32Prefix: text,
  denom: text,
  symbol: text,
  decimals: whole(0, MAX_DECIMALS),
  evmChainId: count(1),
  validators: whole(1, MAX_VALIDATORS),
  packetForward: boolean,
  appState: record,
  genesis: record,
  miningMode,
  jsonRpc,
  rpc,
} satisfies Members<PresentOptions>;

type PresentOptions = Omit<ChainOptions, keyof FormerChainOptions>;

const readMembers = object<PresentOptions>(CHAIN, {
  required: ['id'],
  formerNames: { pace: 'miningMode' } satisfies Record<keyof FormerChainOptions, keyof PresentOptions>,
});

export const chain: Reader<ChainOptions> = (value, path) => {
  const options = readMembers(value, path);
  evmChoices(options);
  return options;
};

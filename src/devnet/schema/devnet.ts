/** Reads the options of `createDevnet`. */
import { MAX_VALIDATORS } from '../../config/bounds.js';
import { GENESIS_NAMES } from '../../config/genesis_names.js';
import type { ConsensusTimeouts } from '../../consensus/env.js';
import { isPrivateKey } from '../../crypto/secp256k1/index.js';
import { MACHINE_KINDS } from '../../evm/machines.js';
import { HalleyError } from '../../kernel/errors.js';
import { tryFromHex } from '../../kernel/hex.js';
import type { MempoolLimits } from '../../mempool/limits.js';
import { ORDERS } from '../../mempool/order.js';
import { type CompatName, isCompatName } from '../../rpc/evm/compat.js';
import { LATEST } from '../clock/chain_clock.js';
import type { DevnetOptions, FormerDevnetOptions } from '../options.js';
import type { Clock } from '../platform.js';
import type { ClockName } from '../runtime/clock.js';
import { chain } from './chain.js';
import { EVM_MEMBERS, miningMode } from './common.js';
import {
  amount,
  boolean,
  isRecord,
  listener,
  listOf,
  type Members,
  object,
  oneOf,
  optionsOf,
  type Reader,
  text,
  where,
  whole,
} from './reader.js';
import { assets, jsonRpc, rpc } from './servers.js';

const CLOCK_NAMES: readonly ClockName[] = ['wall', 'virtual'];

const genesis: Reader = where(
  (value) => isRecord(value) || isText(value),
  `a genesis document as parsed JSON, or the name of one: ${GENESIS_NAMES.join(', ')}`,
);

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

const clock: Reader<Clock | ClockName> = where(
  (value) =>
    typeof value === 'object'
      ? typeof (value as Partial<Clock> | null)?.now === 'function'
      : CLOCK_NAMES.includes(value as ClockName),
  `${CLOCK_NAMES.map((name) => `"${name}"`).join(', ')} or an object with now()`,
);

const timeout: Reader<bigint> = where(
  (value) => typeof value === 'bigint' && value >= 0n,
  'nanoseconds as a bigint, none below 0n',
);

const TIMEOUTS = {
  propose: timeout,
  proposeDelta: timeout,
  prevote: timeout,
  prevoteDelta: timeout,
  precommit: timeout,
  precommitDelta: timeout,
  commit: timeout,
  skipTimeoutCommit: boolean,
} satisfies Members<ConsensusTimeouts>;

const MEMPOOL = {
  size: amount,
  maxTxsBytes: amount,
  maxTxBytes: amount,
  cacheSize: amount,
  keepInvalidTxsInCache: boolean,
  recheck: boolean,
  accountQueue: amount,
  globalQueue: amount,
  priceBump: amount,
} satisfies Members<MempoolLimits>;

/** No error shows the value: it may be a private key that is in use, or most of one. */
const privateKey: Reader<string> = (value, option) => {
  const bytes = typeof value === 'string' ? tryFromHex(value.replace(/^0x/, '')) : undefined;
  if (bytes !== undefined && isPrivateKey(bytes)) return value as string;
  throw new HalleyError('invalid-argument', `${option} is not a private key, expected 32 bytes in hex`, { option });
};

const privateKeys: Reader<readonly string[]> = (value, option) => {
  if (Array.isArray(value)) return listOf(privateKey, 'private keys')(value, option);
  throw new HalleyError('invalid-argument', `${option} is not a list, expected a list of private keys in hex`, {
    option,
  });
};

const OPTIONS = {
  ...EVM_MEMBERS,
  genesis,
  gasLimit: where<bigint>(
    (value) => typeof value === 'bigint' && value > 0n && value < 2n ** 63n,
    'a bigint from 1n to 2n ** 63n - 1n',
  ),
  home: text,
  seed: text,
  validators: whole(1, MAX_VALIDATORS),
  timestamp: where<bigint>(
    (value) => typeof value === 'bigint' && value > 0n && value < LATEST,
    `Unix seconds as a bigint from 1n to ${LATEST - 1n}n`,
  ),
  miningMode,
  order: oneOf(...ORDERS),
  maxTransactions: whole(0),
  autoImpersonate: boolean,
  automineBatch: boolean,
  clock,
  timeouts: object<Partial<ConsensusTimeouts>>(TIMEOUTS),
  mempool: object<Partial<MempoolLimits>>(MEMPOOL),
  privateKeys,
  cosmosPrivateKeys: privateKeys,
  machine: oneOf(...MACHINE_KINDS),
  compat: where<CompatName>(isCompatName as (value: unknown) => boolean, '"auto", "anvil" or "hardhat"'),
  clientVersion: text,
  moniker: text,
  jsonRpc,
  rpc,
  assets,
  chains: listOf(chain, 'chains'),
  listenOnAllChains: boolean,
  log: listener,
  onBug: listener,
  onDamage: listener,
  onSkippedKey: listener,
  onFatal: listener,
} satisfies Members<PresentOptions>;

type PresentOptions = Omit<DevnetOptions, keyof FormerDevnetOptions>;

/** Checks the options, and returns those that are defined. Throws HalleyError `invalid-argument`. */
export const readDevnetOptions: (given: unknown) => PresentOptions = optionsOf<PresentOptions>(
  'createDevnet',
  OPTIONS,
  [],
  { pace: 'miningMode', identity: 'compat' } satisfies Record<keyof FormerDevnetOptions, keyof PresentOptions>,
);

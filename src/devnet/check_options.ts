/** Values of the library's options that a program may get wrong; the command has checked its flags. */
import { MAX_VALIDATORS } from '../config/bounds.js';
import type { ConsensusTimeouts } from '../consensus/env.js';
import { isPrivateKey } from '../crypto/secp256k1.js';
import { MACHINE_KINDS } from '../evm/machines.js';
import { HalleyError } from '../kernel/errors.js';
import { tryFromHex } from '../kernel/hex.js';
import { ORDERS } from '../mempool/order.js';
import { isIdentityName } from '../rpc/evm/identities.js';
import { checkJsonRpc } from './check_json_rpc.js';
import { EVM_OPTIONS, evmChoices } from './evm_options.js';
import { checkNames } from './known_names.js';
import type { DevnetOptions } from './options.js';
import { refusedOption } from './refused_option.js';
import { LATEST } from './run/chain_clock.js';
import type { ClockName } from './run/clock.js';
import { AUTOMINE } from './run/modes.js';
import { type Pace, readPace, readPaceText } from './run/paces.js';

const CLOCK_NAMES: readonly ClockName[] = ['wall', 'virtual'];

const NAMES: Readonly<Record<keyof DevnetOptions, true>> = {
  ...EVM_OPTIONS,
  genesis: true,
  gasLimit: true,
  home: true,
  seed: true,
  validators: true,
  timestamp: true,
  maxTransactions: true,
  autoImpersonate: true,
  pace: true,
  order: true,
  automineBatch: true,
  clock: true,
  timeouts: true,
  mempool: true,
  privateKeys: true,
  cosmosPrivateKeys: true,
  machine: true,
  identity: true,
  clientVersion: true,
  moniker: true,
  jsonRpc: true,
  rpc: true,
  assets: true,
  chains: true,
  listenOnAllChains: true,
  log: true,
  onBug: true,
  onDamage: true,
  onSkippedKey: true,
  onFatal: true,
};

/** Throws HalleyError `invalid-argument`. */
export function checkOptions(options: DevnetOptions): void {
  checkNames('the options of createDevnet', options, NAMES);
  const { home, seed, validators, clock, machine, identity, order, timeouts, privateKeys, cosmosPrivateKeys, log } =
    options;
  for (const [name, text] of Object.entries({ home, seed }))
    if (text !== undefined && typeof text !== 'string') throw refusedOption(name, text, 'a text');
  if (log !== undefined && typeof log !== 'function') throw refusedOption('log', log, 'a function');
  paceOption(options);
  if (validators !== undefined && !(Number.isInteger(validators) && validators >= 1 && validators <= MAX_VALIDATORS))
    throw refusedOption('validators', validators, `a whole number from 1 to ${MAX_VALIDATORS}`);
  const { timestamp, maxTransactions, autoImpersonate } = options;
  if (timestamp !== undefined && !(typeof timestamp === 'bigint' && timestamp > 0n && timestamp < LATEST))
    throw refusedOption('timestamp', timestamp, `Unix seconds as a bigint from 1n to ${LATEST - 1n}n`);
  if (maxTransactions !== undefined && !(Number.isSafeInteger(maxTransactions) && maxTransactions >= 0))
    throw refusedOption('maxTransactions', maxTransactions, 'a whole number, not below 0');
  if (autoImpersonate !== undefined && typeof autoImpersonate !== 'boolean')
    throw refusedOption('autoImpersonate', autoImpersonate, 'true or false');
  if (typeof clock === 'string' && !CLOCK_NAMES.includes(clock))
    throw refusedOption('clock', clock, `${CLOCK_NAMES.map((name) => `"${name}"`).join(', ')} or an object with now()`);
  if (machine !== undefined && !MACHINE_KINDS.includes(machine))
    throw refusedOption('machine', machine, MACHINE_KINDS.map((name) => `"${name}"`).join(' or '));
  if (identity !== undefined && !isIdentityName(identity))
    throw refusedOption('identity', identity, '"auto", "anvil" or "hardhat"');
  if (order !== undefined && !ORDERS.includes(order))
    throw refusedOption('order', order, ORDERS.map((name) => `"${name}"`).join(' or '));
  checkGenesisChoices(options);
  checkJsonRpc(options);
  const { chains = [], listenOnAllChains } = options;
  if (listenOnAllChains !== undefined && typeof listenOnAllChains !== 'boolean')
    throw refusedOption('listenOnAllChains', listenOnAllChains, 'true or false');
  if (!Array.isArray(chains)) throw refusedOption('chains', chains, 'a list of chains');
  checkTimeouts(timeouts ?? {});
  for (const [list, keys] of Object.entries({ privateKeys, cosmosPrivateKeys }))
    for (const [index, key] of keys?.entries() ?? []) checkPrivateKey(list, key, index);
}

function checkGenesisChoices(options: DevnetOptions): void {
  const { genesis, gasLimit } = options;
  evmChoices(options);
  if (gasLimit !== undefined && !(typeof gasLimit === 'bigint' && gasLimit > 0n && gasLimit < 2n ** 63n))
    throw refusedOption('gasLimit', gasLimit, 'a bigint from 1n to 2n ** 63n - 1n');
  if (genesis === undefined) return;
  const choice = ['gasLimit', ...Object.keys(EVM_OPTIONS)].find(
    (name) => options[name as keyof DevnetOptions] !== undefined,
  );
  if (choice !== undefined)
    throw new HalleyError(
      'invalid-argument',
      `${choice} is for a new chain, and the option genesis says what the chain is`,
    );
}

/** Throws HalleyError `invalid-argument`. */
export function paceOption({ pace }: Pick<DevnetOptions, 'pace'>): Pace {
  if (typeof pace === 'string') return readPaceText(pace);
  if (typeof pace === 'object' && pace !== null) {
    const { type, ...parameters } = pace;
    return readPace(type, parameters);
  }
  if (pace !== undefined) throw refusedOption('pace', pace, 'a text or an object with `type`');
  return AUTOMINE;
}

function checkTimeouts({ skipTimeoutCommit: _, ...timeouts }: Partial<ConsensusTimeouts>): void {
  for (const [name, value] of Object.entries(timeouts))
    if (typeof value !== 'bigint' || value < 0n)
      throw refusedOption(`timeouts.${name}`, value, 'nanoseconds as a bigint, none below 0n');
}

/** A key is not shown: what is nearly one may be somebody's. */
function checkPrivateKey(list: string, key: string, index: number): void {
  const bytes = typeof key === 'string' ? tryFromHex(key.replace(/^0x/, '')) : undefined;
  if (bytes !== undefined && isPrivateKey(bytes)) return;
  const option = `${list}[${index}]`;
  throw new HalleyError('invalid-argument', `${option} is no private key, expected 32 bytes in hex`, { option });
}

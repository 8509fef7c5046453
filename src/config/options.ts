/**
 * Options of `createDevnet` that are settings of `halley start` under the same name, each defined once: check, default
 * and description, and the key from which flag, variable and the entry in a file follow. `schema.ts` places them among
 * the other settings.
 */
import { COMPAT_NAMES, DEFAULT_COMPAT } from '../rpc/evm/compat.js';
import { MAX_VALIDATORS } from '../settings/bounds.js';
import { bigAmount, boolean, file, oneOf, option, optionWithoutDefault, text, whole } from '../settings/reader.js';

export const NODE_OPTIONS = {
  moniker: option('moniker', text, 'halley', 'Name of the node'),
};

export const MINING_OPTIONS = {
  automineBatch: option(
    'automine-batch',
    boolean,
    false,
    'In automine, mine transactions that arrive together in one block',
  ),
  order: option(
    'order',
    oneOf('fees', 'fifo'),
    'fees',
    'Order of transactions in a block: fees (highest first) or fifo (order of arrival)',
  ),
  maxTransactions: option(
    'max-transactions',
    whole(0),
    0,
    'Highest number of transactions in a block; 0 means no limit',
  ),
};

export const NETWORK_OPTIONS = {
  validators: optionWithoutDefault('validators', whole(1, MAX_VALIDATORS), 4, 'Number of validators (default: 4)'),
  seed: optionWithoutDefault(
    'seed',
    text,
    '0',
    'Seed that determines a run: the keys of validators, the randomness of the network and, with a virtual clock, block times',
  ),
  record: optionWithoutDefault(
    'record',
    file,
    'session.jsonl',
    'New file in which all inputs of the chains are recorded; "halley replay" runs it again',
  ),
};

export const CLIENT_OPTIONS = {
  compat: option(
    'compat',
    oneOf(...COMPAT_NAMES),
    DEFAULT_COMPAT,
    'Node that this one imitates: anvil, hardhat2, hardhat3, hardhat (3 for clients whose user agent names it, else 2), or auto, which is the Hardhat that the user agent names, and anvil for others',
  ),
};

export const ACCOUNT_OPTIONS = {
  autoImpersonate: option(
    'auto-impersonate',
    boolean,
    false,
    'Let eth_sendTransaction send from any address, as after anvil_autoImpersonateAccount',
  ),
};

/** Options of `createDevnet` itself. */
export const DEVNET_OPTIONS = {
  ...NODE_OPTIONS,
  ...MINING_OPTIONS,
  ...NETWORK_OPTIONS,
  ...CLIENT_OPTIONS,
  ...ACCOUNT_OPTIONS,
};

/** Options of `jsonRpc`. */
export const JSON_RPC_OPTIONS = {
  allowUnprotectedTxs: option(
    'allow-unprotected-txs',
    boolean,
    true,
    'Accept transactions without a chain id (before EIP-155), which deployments by a keyless account need',
  ),
  gasPrice: option('gas-price', bigAmount, 0n, 'Lowest result of eth_gasPrice, in wei'),
  slotsInAnEpoch: option(
    'slots-in-an-epoch',
    whole(0),
    0,
    'Number of blocks by which safe is behind latest; finalized is twice as far behind; with 0 both are latest',
  ),
  minTip: option('min-tip', bigAmount, 0n, 'Lowest tip per unit of gas, in wei, of an accepted transaction'),
};

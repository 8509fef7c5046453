/**
 * `[json-rpc]`, `[evm]`, `[evm.mempool]` and `[tls]` of app.toml: the EVM JSON-RPC (evm-json-rpc.md 2.2, 2.3). Keys, and
 * what is said of values that are wrong, are a node's, where it has some.
 */

import { DEFAULT_MACHINE } from '../evm/default_machine.js';
import { LEAST_GAS_CAP } from '../evm/gas_cap.js';
import { MACHINE_KINDS } from '../evm/machines.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../mempool/limits.js';
import { DEFAULT_EVM_LIMITS } from '../rpc/evm/limits.js';
import { DEFAULT_SERVER_LIMITS } from '../server/limits.js';
import {
  API,
  atLeast,
  BOOLEAN,
  COINS,
  DURATION_MS,
  GAS,
  integer,
  LISTEN_ADDRESS,
  notNegative,
  ORIGINS,
  oneOf,
  optional,
  PEM_OR_NONE,
  SERVER_ADDRESSES,
  WORDS,
} from './kinds.js';
import { DEFAULT_NAMESPACES } from './namespaces.js';
import { OPTION_DEFAULTS } from './option_defaults.js';
import { section, setting } from './setting.js';

export const JSON_RPC = section({
  file: 'app.toml',
  table: 'json-rpc',
  prefixed: true,
  title: 'EVM JSON-RPC',
  settings: {
    enable: setting('enable', BOOLEAN, true, 'Whether HTTP and WebSocket are served'),
    address: setting(
      'address',
      SERVER_ADDRESSES,
      '127.0.0.1:8545',
      'HTTP addresses, separated by commas; WebSocket upgrades too',
    ),
    wsAddress: setting('ws-address', LISTEN_ADDRESS, '0.0.0.0:8546', 'WebSocket address; empty for none of its own'),
    wsOrigins: setting(
      'ws-origins',
      WORDS,
      ['127.0.0.1', 'localhost'],
      'Host names whose pages may open a WebSocket; * for all',
    ),
    corsAllowedOrigins: setting(
      'cors-allowed-origins',
      ORIGINS,
      ['*'],
      'Origins whose pages may read answers over HTTP; * for all; empty for none',
    ),
    api: setting('api', API, DEFAULT_NAMESPACES, 'Namespaces that are served; all for all that there are'),
    gasCap: setting(
      'gas-cap',
      optional(GAS, LEAST_GAS_CAP),
      undefined,
      `Gas of a call, an estimate or a traced call; 0 is no limit. Without it: the gas of a block, and at least ${LEAST_GAS_CAP}`,
    ),
    evmTimeoutMs: setting(
      'evm-timeout',
      notNegative(DURATION_MS, 'JSON-RPC EVM timeout duration cannot be negative'),
      DEFAULT_EVM_LIMITS.evmTimeMs,
      'Time that a call or an estimate may run; 0 is no limit',
    ),
    txFeeCap: setting(
      'txfee-cap',
      notNegative(COINS, 'JSON-RPC tx fee cap cannot be negative'),
      DEFAULT_EVM_LIMITS.txFeeCap,
      'Coins of fee that eth_resend, eth_signTransaction and personal_signTransaction may offer; 0 is no limit',
    ),
    gasPrice: setting('gas-price', GAS, OPTION_DEFAULTS.gasPrice, 'Wei that eth_gasPrice answers at least'),
    enableIndexer: setting(
      'enable-indexer',
      BOOLEAN,
      true,
      'Nothing: transactions are found by their Ethereum hashes with it and without it',
    ),
    allowUnprotectedTxs: setting(
      'allow-unprotected-txs',
      BOOLEAN,
      OPTION_DEFAULTS.allowUnprotectedTxs,
      'Whether transactions without a chain id (before EIP-155) are taken, as deployments by a keyless account need it',
    ),
    allowInsecureUnlock: setting(
      'allow-insecure-unlock',
      BOOLEAN,
      true,
      'Whether the node acts with its keys for who asks by RPC',
    ),
    enableProfiling: setting('enable-profiling', BOOLEAN, true, 'Whether methods of debug profile the process'),
    filterCap: setting(
      'filter-cap',
      atLeast(0, 'JSON-RPC filter-cap cannot be negative'),
      DEFAULT_EVM_LIMITS.filters,
      'Polling filters at once',
    ),
    filterTimeoutMs: setting(
      'filter-timeout',
      notNegative(DURATION_MS, 'JSON-RPC filter-timeout cannot be negative'),
      DEFAULT_EVM_LIMITS.filterIdleMs,
      'Without a poll for so long, a filter is dropped',
    ),
    filterCleanupIntervalMs: setting(
      'filter-cleanup-interval',
      notNegative(DURATION_MS, 'JSON-RPC filter-cleanup-interval cannot be negative'),
      DEFAULT_EVM_LIMITS.filterCleanupMs,
      'How often it is looked for such filters; 0 is always',
    ),
    subscriptionCap: setting(
      'subscription-cap',
      integer(0),
      DEFAULT_EVM_LIMITS.subscriptions,
      'Subscriptions of one connection',
    ),
    feehistoryCap: setting(
      'feehistory-cap',
      atLeast(1, 'JSON-RPC feehistory-cap cannot be negative or 0'),
      DEFAULT_EVM_LIMITS.feeHistoryBlocks,
      'Blocks in one eth_feeHistory',
    ),
    logsCap: setting(
      'logs-cap',
      atLeast(0, 'JSON-RPC logs cap cannot be negative'),
      DEFAULT_EVM_LIMITS.logResults,
      'Logs in one answer',
    ),
    blockRangeCap: setting(
      'block-range-cap',
      atLeast(0, 'JSON-RPC block range cap cannot be negative'),
      DEFAULT_EVM_LIMITS.logBlockRange,
      'Difference of toBlock and fromBlock of a log query',
    ),
    httpTimeoutMs: setting(
      'http-timeout',
      notNegative(DURATION_MS, 'JSON-RPC HTTP timeout duration cannot be negative'),
      DEFAULT_SERVER_LIMITS.requestTimeMs,
      'Time in which a request must arrive, be answered, and its answer be read; 0 is no limit',
    ),
    httpIdleTimeoutMs: setting(
      'http-idle-timeout',
      notNegative(DURATION_MS, 'JSON-RPC HTTP idle timeout duration cannot be negative'),
      DEFAULT_SERVER_LIMITS.idleTimeMs,
      'Idle time that ends a connection; 0 is no limit',
    ),
    httpBodyLimit: setting(
      'http-body-limit',
      atLeast(1, 'JSON-RPC HTTP body limit must be greater than 0'),
      DEFAULT_SERVER_LIMITS.bodyBytes,
      'Bytes of a request’s body',
    ),
    batchRequestLimit: setting(
      'batch-request-limit',
      atLeast(0, 'JSON-RPC batch request limit cannot be negative'),
      DEFAULT_EVM_LIMITS.batchItems,
      'Requests in a batch; 0 is no limit',
    ),
    batchResponseMaxSize: setting(
      'batch-response-max-size',
      atLeast(0, 'JSON-RPC batch response max size cannot be negative'),
      DEFAULT_EVM_LIMITS.responseBytes,
      'Bytes of the answers to a batch; 0 is no limit',
    ),
    maxOpenConnections: setting(
      'max-open-connections',
      integer(0),
      DEFAULT_SERVER_LIMITS.connections,
      'Connections of a listener, further ones wait; 0 is no limit',
    ),
  },
});

export const EVM = section({
  file: 'app.toml',
  table: 'evm',
  prefixed: true,
  title: 'Ethereum transactions',
  settings: {
    machine: setting(
      'machine',
      oneOf(...MACHINE_KINDS),
      DEFAULT_MACHINE,
      `Which EVM runs blocks, calls and traces: ${MACHINE_KINDS.join(' or ')}`,
    ),
    minTip: setting(
      'min-tip',
      GAS,
      OPTION_DEFAULTS.minTip,
      'Tip of a unit of gas, wei, that a transaction must offer to be taken',
    ),
  },
});

export const EVM_MEMPOOL = section({
  file: 'app.toml',
  table: 'evm.mempool',
  prefixed: true,
  title: 'Ethereum transactions in the mempool',
  settings: {
    priceBump: setting(
      'price-bump',
      integer(0, 1000),
      DEFAULT_MEMPOOL_LIMITS.priceBump,
      'Per cent by which a replacement must raise both fees',
    ),
    accountQueue: setting(
      'account-queue',
      integer(0),
      DEFAULT_MEMPOOL_LIMITS.accountQueue,
      'Transactions of a sender that wait for an earlier nonce',
    ),
    globalQueue: setting(
      'global-queue',
      integer(0),
      DEFAULT_MEMPOOL_LIMITS.globalQueue,
      'Transactions of all senders that wait so',
    ),
  },
});

export const TLS = section({
  file: 'app.toml',
  table: 'tls',
  prefixed: true,
  title: 'HTTPS and WSS of the EVM JSON-RPC',
  settings: {
    certificatePath: setting(
      'certificate-path',
      PEM_OR_NONE,
      '',
      'Certificate (PEM, its chain behind it); relative to the config folder',
    ),
    keyPath: setting('key-path', PEM_OR_NONE, '', 'Its private key (PEM); relative to the config folder'),
  },
});

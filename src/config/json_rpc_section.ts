/**
 * Defines `[json-rpc]`, `[evm]`, `[evm.mempool]` and `[tls]` of app.toml: the EVM JSON-RPC (evm-json-rpc.md 2.2, 2.3).
 * Keys and error texts are those of a node, where it has them.
 */

import { DEFAULT_MACHINE } from '../evm/default_machine.js';
import { MIN_DEFAULT_GAS_CAP } from '../evm/gas_cap.js';
import { MACHINE_KINDS } from '../evm/machines.js';
import { DEFAULT_MEMPOOL_LIMITS } from '../mempool/limits.js';
import { DEFAULT_EVM_LIMITS } from '../rpc/evm/limits.js';
import { DEFAULT_SERVER_LIMITS } from '../server/limits.js';
import { EVM_RPC_PORT } from '../settings/default_ports.js';
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
} from '../settings/kinds.js';
import { DEFAULT_NAMESPACES } from '../settings/namespaces.js';
import { section, setting, settingOf } from '../settings/setting.js';
import { JSON_RPC_OPTIONS } from './options.js';

export const JSON_RPC = section({
  file: 'app.toml',
  table: 'json-rpc',
  prefixed: true,
  title: 'EVM JSON-RPC',
  settings: {
    enable: setting('enable', BOOLEAN, true, 'Enable HTTP and WebSocket'),
    address: setting(
      'address',
      SERVER_ADDRESSES,
      `127.0.0.1:${EVM_RPC_PORT}`,
      'HTTP addresses, separated by commas; they also accept WebSocket upgrades',
    ),
    wsAddress: setting('ws-address', LISTEN_ADDRESS, '0.0.0.0:8546', 'Separate WebSocket address; empty for none'),
    wsOrigins: setting(
      'ws-origins',
      WORDS,
      ['127.0.0.1', 'localhost'],
      'Hosts whose pages may open a WebSocket; * for all',
    ),
    corsAllowedOrigins: setting(
      'cors-allowed-origins',
      ORIGINS,
      ['*'],
      'Origins whose pages may read HTTP responses; * for all; empty for none',
    ),
    api: setting(
      'api',
      optional(API, [...DEFAULT_NAMESPACES]),
      undefined,
      `Enabled namespaces; all enables every namespace. Default: ${DEFAULT_NAMESPACES.join(',')}, and for local Foundry and Hardhat what their nodes serve`,
    ),
    gasCap: setting(
      'gas-cap',
      optional(GAS, MIN_DEFAULT_GAS_CAP),
      undefined,
      `Gas limit of a call, an estimate or a traced call; 0 means no limit. Default: the gas limit of a block, and at least ${MIN_DEFAULT_GAS_CAP}`,
    ),
    evmTimeoutMs: setting(
      'evm-timeout',
      notNegative(DURATION_MS, 'JSON-RPC EVM timeout duration cannot be negative'),
      DEFAULT_EVM_LIMITS.evmTimeMs,
      'Time limit of a call or an estimate; 0 means no limit',
    ),
    txFeeCap: setting(
      'txfee-cap',
      notNegative(COINS, 'JSON-RPC tx fee cap cannot be negative'),
      DEFAULT_EVM_LIMITS.txFeeCap,
      'Highest fee, in coins, for eth_resend, eth_signTransaction and personal_signTransaction; 0 means no limit',
    ),
    gasPrice: settingOf(JSON_RPC_OPTIONS.gasPrice),
    enableIndexer: setting(
      'enable-indexer',
      BOOLEAN,
      true,
      'Has no effect: transactions can always be found by their Ethereum hashes',
    ),
    allowUnprotectedTxs: settingOf(JSON_RPC_OPTIONS.allowUnprotectedTxs),
    allowInsecureUnlock: setting('allow-insecure-unlock', BOOLEAN, true, 'Let RPC callers use the keys of the node'),
    enableProfiling: setting('enable-profiling', BOOLEAN, true, 'Enable the debug methods that profile the process'),
    filterCap: setting(
      'filter-cap',
      atLeast(0, 'JSON-RPC filter-cap cannot be negative'),
      DEFAULT_EVM_LIMITS.filters,
      'Highest number of polling filters; a new one replaces the least recently polled',
    ),
    filterTimeoutMs: setting(
      'filter-timeout',
      notNegative(DURATION_MS, 'JSON-RPC filter-timeout cannot be negative'),
      DEFAULT_EVM_LIMITS.filterIdleMs,
      'Drop a filter that has not been polled for this long',
    ),
    filterCleanupIntervalMs: setting(
      'filter-cleanup-interval',
      notNegative(DURATION_MS, 'JSON-RPC filter-cleanup-interval cannot be negative'),
      DEFAULT_EVM_LIMITS.filterCleanupMs,
      'Interval between searches for idle filters; 0 means at each access',
    ),
    subscriptionCap: setting(
      'subscription-cap',
      integer(0),
      DEFAULT_EVM_LIMITS.subscriptions,
      'Highest number of subscriptions of one connection',
    ),
    feehistoryCap: setting(
      'feehistory-cap',
      atLeast(1, 'JSON-RPC feehistory-cap cannot be negative or 0'),
      DEFAULT_EVM_LIMITS.feeHistoryBlocks,
      'Highest number of blocks in one eth_feeHistory',
    ),
    logsCap: setting(
      'logs-cap',
      atLeast(0, 'JSON-RPC logs cap cannot be negative'),
      DEFAULT_EVM_LIMITS.logResults,
      'Highest number of logs in one response',
    ),
    blockRangeCap: setting(
      'block-range-cap',
      atLeast(0, 'JSON-RPC block range cap cannot be negative'),
      DEFAULT_EVM_LIMITS.logBlockRange,
      'Largest difference of toBlock and fromBlock in a log query',
    ),
    httpTimeoutMs: setting(
      'http-timeout',
      notNegative(DURATION_MS, 'JSON-RPC HTTP timeout duration cannot be negative'),
      DEFAULT_SERVER_LIMITS.requestTimeMs,
      'Time limit for receiving a request, for answering it, and for sending the response; 0 means no limit',
    ),
    httpIdleTimeoutMs: setting(
      'http-idle-timeout',
      notNegative(DURATION_MS, 'JSON-RPC HTTP idle timeout duration cannot be negative'),
      DEFAULT_SERVER_LIMITS.idleTimeMs,
      'Idle time after which a connection is closed; 0 means no limit',
    ),
    httpBodyLimit: setting(
      'http-body-limit',
      atLeast(1, 'JSON-RPC HTTP body limit must be greater than 0'),
      DEFAULT_SERVER_LIMITS.bodyBytes,
      'Largest body of a request, in bytes',
    ),
    batchRequestLimit: setting(
      'batch-request-limit',
      atLeast(0, 'JSON-RPC batch request limit cannot be negative'),
      DEFAULT_EVM_LIMITS.batchItems,
      'Highest number of requests in a batch; 0 means no limit',
    ),
    batchResponseMaxSize: setting(
      'batch-response-max-size',
      atLeast(0, 'JSON-RPC batch response max size cannot be negative'),
      DEFAULT_EVM_LIMITS.responseBytes,
      'Largest response to a batch, in bytes; 0 means no limit',
    ),
    maxOpenConnections: setting(
      'max-open-connections',
      integer(0),
      DEFAULT_SERVER_LIMITS.connections,
      'Highest number of connections of a listener; further ones wait; 0 means no limit',
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
      `EVM for blocks, calls and traces: ${MACHINE_KINDS.join(' or ')}`,
    ),
    minTip: settingOf(JSON_RPC_OPTIONS.minTip),
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
      'Percentage by which a replacement must raise both fees',
    ),
    accountQueue: setting(
      'account-queue',
      integer(0),
      DEFAULT_MEMPOOL_LIMITS.accountQueue,
      'Highest number of queued transactions of a sender, which wait for an earlier nonce',
    ),
    globalQueue: setting(
      'global-queue',
      integer(0),
      DEFAULT_MEMPOOL_LIMITS.globalQueue,
      'Highest number of queued transactions of all senders',
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
      'Certificate file (PEM, with its chain); relative to the config folder',
    ),
    keyPath: setting(
      'key-path',
      PEM_OR_NONE,
      '',
      'Private key file of the certificate (PEM); relative to the config folder',
    ),
  },
});

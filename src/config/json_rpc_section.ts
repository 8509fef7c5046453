/**
 * Defines `[json-rpc]`, `[evm]`, `[evm.mempool]` and `[tls]` of app.toml: the EVM JSON-RPC (evm-json-rpc.md 2.2, 2.3).
 * Keys and error texts are those of a node, where it has them.
 */

import { DEFAULT_SERVER_LIMITS } from '../server/limits.js';
import { EVM_RPC_PORT } from '../settings/default_ports.js';
import {
  API,
  atLeast,
  BOOLEAN,
  DURATION_MS,
  integer,
  LISTEN_ADDRESS,
  notNegative,
  ORIGINS,
  optional,
  PEM_OR_NONE,
  SERVER_ADDRESSES,
  WORDS,
} from '../settings/kinds.js';
import { DEFAULT_NAMESPACES } from '../settings/namespaces.js';
import { section, setting, settingOf, settingsOf } from '../settings/setting.js';
import { EVM_LIMIT_OPTIONS, EVM_MEMPOOL_OPTIONS, JSON_RPC_OPTIONS, MACHINE_OPTIONS } from './options.js';

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
    gasCap: settingOf(EVM_LIMIT_OPTIONS.gasCap),
    evmTimeMs: settingOf(EVM_LIMIT_OPTIONS.evmTimeMs),
    txFeeCap: settingOf(EVM_LIMIT_OPTIONS.txFeeCap),
    gasPrice: settingOf(JSON_RPC_OPTIONS.gasPrice),
    enableIndexer: setting(
      'enable-indexer',
      BOOLEAN,
      true,
      'Has no effect: transactions can always be found by their Ethereum hashes',
    ),
    enableCosmosTxs: settingOf(JSON_RPC_OPTIONS.enableCosmosTxs),
    allowUnprotectedTxs: settingOf(JSON_RPC_OPTIONS.allowUnprotectedTxs),
    allowInsecureUnlock: settingOf(JSON_RPC_OPTIONS.allowInsecureUnlock),
    enableProfiling: settingOf(JSON_RPC_OPTIONS.enableProfiling),
    filters: settingOf(EVM_LIMIT_OPTIONS.filters),
    filterIdleMs: settingOf(EVM_LIMIT_OPTIONS.filterIdleMs),
    filterCleanupMs: settingOf(EVM_LIMIT_OPTIONS.filterCleanupMs),
    subscriptions: settingOf(EVM_LIMIT_OPTIONS.subscriptions),
    feeHistoryBlocks: settingOf(EVM_LIMIT_OPTIONS.feeHistoryBlocks),
    logResults: settingOf(EVM_LIMIT_OPTIONS.logResults),
    logBlockRange: settingOf(EVM_LIMIT_OPTIONS.logBlockRange),
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
    batchItems: settingOf(EVM_LIMIT_OPTIONS.batchItems),
    responseBytes: settingOf(EVM_LIMIT_OPTIONS.responseBytes),
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
    ...settingsOf(MACHINE_OPTIONS),
    minTip: settingOf(JSON_RPC_OPTIONS.minTip),
  },
});

export const EVM_MEMPOOL = section({
  file: 'app.toml',
  table: 'evm.mempool',
  prefixed: true,
  title: 'Ethereum transactions in the mempool',
  settings: settingsOf(EVM_MEMPOOL_OPTIONS),
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

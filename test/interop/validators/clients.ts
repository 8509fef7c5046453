/** Connects viem to nodes of a network, with the development accounts. */
import {
  type Chain,
  createPublicClient,
  createWalletClient,
  defineChain,
  type Hex,
  http,
  type PublicClient,
  webSocket,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { type Node, PATIENCE_MS } from './node.js';

const POLL_MS = 50;

export const accountOf = (index: number) => privateKeyToAccount(DEVELOPMENT_ACCOUNTS[index]?.privateKey as Hex);

const chainOf = (node: Node): Chain =>
  defineChain({
    id: 31_337,
    name: 'Halley',
    nativeCurrency: { name: 'Halley', symbol: 'HALLEY', decimals: 18 },
    rpcUrls: { default: { http: [node.evm], webSocket: [node.evmWs] } },
  });

const OPTIONS = { retryCount: 0, timeout: PATIENCE_MS };

export const reader = (node: Node): PublicClient =>
  createPublicClient({
    chain: chainOf(node),
    transport: http(node.evm, OPTIONS),
    pollingInterval: POLL_MS,
    cacheTime: 0,
  });

export const subscriber = (node: Node): PublicClient =>
  createPublicClient({ chain: chainOf(node), transport: webSocket(node.evmWs, { reconnect: false, ...OPTIONS }) });

/** Creates a wallet that signs in this process and sends to the node. */
export const wallet = (node: Node, index: number) =>
  createWalletClient({ account: accountOf(index), chain: chainOf(node), transport: http(node.evm, OPTIONS) });

/** Waits for the receipt on a node. */
export const receiptOn = (node: Node, hash: Hex) =>
  reader(node).waitForTransactionReceipt({ hash, timeout: PATIENCE_MS, retryCount: 1000 });

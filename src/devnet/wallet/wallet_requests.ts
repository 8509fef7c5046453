/** Creates the wallet with all requests that it handles. */
import { TestWallet, type WalletDeps } from './browser_wallet.js';
import { COSMOS_REQUESTS } from './cosmos_requests.js';
import { ETHEREUM_REQUESTS, readHandler } from './ethereum_requests.js';
import { BATCH_REQUESTS } from './sent_calls.js';

const REQUESTS = new Map(Object.entries({ ...ETHEREUM_REQUESTS, ...COSMOS_REQUESTS, ...BATCH_REQUESTS }));

export const createWallet = (deps: Omit<WalletDeps, 'handlerOf'>): TestWallet =>
  new TestWallet({ ...deps, handlerOf: (method) => REQUESTS.get(method) ?? readHandler(method) });

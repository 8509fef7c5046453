/**
 * A dapp on wagmi's and viem's actions, with the wallets that wagmi finds by EIP-6963. The test calls `dapp`, whose
 * results are plain JSON.
 */
import { BaseError, createWalletClient, custom, defineChain, verifyMessage, verifyTypedData } from 'viem';
import { createConfig, http } from 'wagmi';
import {
  connect,
  disconnect,
  getAccount,
  getCallsStatus,
  getCapabilities,
  getConnectors,
  reconnect,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
  switchChain,
  waitForCallsStatus,
  waitForTransactionReceipt,
  watchAccount,
} from 'wagmi/actions';

const { rpcUrls, fresh } = Object.fromEntries(
  new URLSearchParams(location.search).entries().map(([k, v]) => [k, JSON.parse(v)]),
);

// wagmi keeps in the page's storage what was connected.
if (fresh) localStorage.clear();

const chains = rpcUrls.map(([id, url]) =>
  defineChain({
    ...{ id, name: `chain ${id}`, nativeCurrency: { name: 'halley', symbol: 'halley', decimals: 18 } },
    rpcUrls: { default: { http: [url] } },
  }),
);

const config = createConfig({
  chains,
  transports: Object.fromEntries(chains.map(({ id }) => [id, http()])),
  pollingInterval: 50,
});

/** What the connection was, one text for each change. */
const log = [];
watchAccount(config, {
  onChange: ({ status, address, chainId }) => {
    const text = [status, address?.toLowerCase(), chainId].filter((part) => part !== undefined).join(' ');
    if (text !== log.at(-1)) log.push(text);
  },
});

const own = () => getConnectors(config).find(({ id }) => id === wallet);
let wallet;

const TYPED = {
  domain: { name: 'Mail', version: '1', chainId: chains[0].id },
  types: {
    Mail: [
      { name: 'to', type: 'address' },
      { name: 'text', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', text: 'hello' },
};

const plain = (value) =>
  JSON.parse(JSON.stringify(value, (_, one) => (typeof one === 'bigint' ? String(one) : one)) ?? 'null');

/** Returns the code and the class of an error as wagmi's callers see it. */
const failure = (error) => {
  const coded = error instanceof BaseError ? error.walk(({ code }) => typeof code === 'number') : error;
  return { name: error.name, code: coded?.code, text: error.details ?? error.message };
};

const tried = (act) =>
  act().then(
    (value) => ({ value: plain(value) }),
    (error) => ({ error: failure(error) }),
  );

window.dapp = {
  wallets: () => getConnectors(config).map(({ id, name, type }) => ({ id, name, type })),
  use: (id) => {
    wallet = id;
  },
  log: () => log,
  account: () => {
    const { status, address, chainId, connector } = getAccount(config);
    return { status, address, chainId, connector: connector?.id };
  },
  connect: () => tried(() => connect(config, { connector: own() })),
  reconnect: () => tried(async () => (await reconnect(config)).map(({ accounts }) => accounts)),
  disconnect: () => tried(() => disconnect(config)),
  switchChain: (chainId) => tried(() => switchChain(config, { chainId })),
  sign: (message) =>
    tried(async () => {
      const signature = await signMessage(config, { message });
      return verifyMessage({ address: getAccount(config).address, message, signature });
    }),
  signTyped: () =>
    tried(async () => {
      const signature = await signTypedData(config, TYPED);
      return verifyTypedData({ address: getAccount(config).address, ...TYPED, signature });
    }),
  send: (to, value, chainId) =>
    tried(async () => {
      const hash = await sendTransaction(config, { to, value: BigInt(value), chainId });
      const { status, from, blockNumber } = await waitForTransactionReceipt(config, { hash, chainId });
      return { hash, status, from, blockNumber };
    }),
  capabilities: () => tried(() => getCapabilities(config)),
  sendCalls: (calls, options = {}) =>
    tried(async () => {
      const { id } = await sendCalls(config, {
        ...options,
        calls: calls.map(({ value, ...call }) => ({ ...call, value: BigInt(value) })),
      });
      const { status, receipts, atomic, statusCode } = await waitForCallsStatus(config, { id });
      const again = await getCallsStatus(config, { id });
      return {
        id,
        status,
        statusCode,
        atomic,
        transactions: receipts.map((one) => one.transactionHash),
        again: again.status,
      };
    }),
  /** Adds a chain that the wallet does not know, as viem does (EIP-3085). */
  addChain: (id, url) =>
    tried(async () => {
      const client = createWalletClient({ transport: custom(await own().getProvider()) });
      await client.addChain({
        chain: { ...chains[0], id, rpcUrls: { default: { http: [url] } } },
      });
    }),
  permissions: () =>
    tried(async () => createWalletClient({ transport: custom(await own().getProvider()) }).getPermissions()),
  watchAsset: (address) =>
    tried(async () =>
      createWalletClient({ transport: custom(await own().getProvider()) }).watchAsset({
        type: 'ERC20',
        options: { address, decimals: 18, symbol: 'TOK' },
      }),
    ),
};

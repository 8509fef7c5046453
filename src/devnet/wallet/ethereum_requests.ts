/** Handles the requests of Ethereum's wallets (EIP-1193, 2255, 3085, 3326, 747), except those of EIP-5792. */
import type { WalletCall } from '../../backend/evm/wallet.js';
import { to0x, tryFromHex } from '../../kernel/hex.js';
import type { Json } from '../../kernel/json.js';
import { utf8 } from '../../kernel/text.js';
import { personalHash, signerFor, signMessage } from '../../rpc/evm/signing/sign.js';
import {
  alreadyPending,
  ask,
  authorized,
  chainIdOf,
  chainIdParam,
  checkUpgrade,
  type HandledWallet,
  type Handler,
  invalid,
  isAddress,
  listOfParams,
  objectParam,
  type Plan,
  parsed,
  quiet,
  short,
  textOf,
  unknownChain,
  unsupported,
} from './handler.js';

const CONNECTING = ['eth_requestAccounts', 'wallet_requestPermissions'];
const ACCOUNTS = 'eth_accounts';

function connecting(wallet: HandledWallet, { origin }: WalletCall, run: () => Json): Plan {
  if (wallet.isPending(origin, CONNECTING)) throw alreadyPending('wallet_requestPermissions', origin);
  const connect = (): Json => {
    wallet.permit(origin);
    return run();
  };
  return { asks: true, run: connect };
}

const requestAccounts: Handler = {
  plan(wallet, call) {
    const run = (): Json => wallet.accountsOf(call.origin);
    const isConnected = wallet.accountsOf(call.origin).length > 0;
    return isConnected ? { asks: false, run } : connecting(wallet, call, run);
  },
};

/** Returns the permissions of a page in the form of EIP-2255. */
const permissionsOf = (wallet: HandledWallet, origin: string): Json =>
  wallet.isPermitted(origin)
    ? [
        {
          ...{ id: origin, parentCapability: ACCOUNTS, invoker: origin },
          caveats: [{ type: 'restrictReturnedAccounts', value: wallet.accountsOf(origin) }],
        },
      ]
    : [];

/** Checks that a request names only the permission for accounts, and perhaps that for chains, as MetaMask has it. */
function checkPermissions(call: WalletCall): void {
  const names = Object.keys(objectParam(call, 'an object such as {"eth_accounts": {}}'));
  const unknown = names.find((name) => name !== ACCOUNTS && name !== 'endowment:permitted-chains');
  if (unknown !== undefined || names.length === 0)
    throw invalid(`params[0] names the permission ${short(unknown)}, expected "eth_accounts"`);
}

const requestPermissions: Handler = {
  plan(wallet, call) {
    checkPermissions(call);
    return connecting(wallet, call, () => permissionsOf(wallet, call.origin));
  },
};

const revokePermissions = quiet((wallet, call) => {
  checkPermissions(call);
  wallet.revoke(call.origin);
  return null;
});

const switchChain: Handler = {
  plan(wallet, call) {
    const chainId = chainIdParam(objectParam(call, 'an object with chainId')['chainId']);
    if (wallet.chainOf(chainId) === undefined || !wallet.knows(chainId)) throw unknownChain(chainId);
    return switching(wallet, chainId);
  },
};

const switching = (wallet: HandledWallet, chainId: string): Plan => ({
  asks: chainIdOf(wallet.chain) !== chainId,
  run: () => {
    wallet.select(chainId);
    return null;
  },
});

const addChain: Handler = {
  plan(wallet, call) {
    const chain = objectParam(call, 'an object with chainId, chainName, rpcUrls and nativeCurrency');
    const chainId = chainIdParam(chain['chainId']);
    const { rpcUrls, chainName } = chain;
    textOf(chainName, 'chainName');
    if (!Array.isArray(rpcUrls) || rpcUrls.length === 0 || !rpcUrls.every((url) => typeof url === 'string'))
      throw invalid(`rpcUrls is ${short(rpcUrls)}, expected a list of URLs`);
    if (wallet.chainOf(chainId) === undefined)
      throw invalid(`chainId is ${chainId}, expected a chain of this devnet, because the wallet connects to no other`);
    const plan = switching(wallet, chainId);
    return wallet.knows(chainId) ? plan : { ...plan, asks: true };
  },
};

const watchAsset: Handler = {
  plan(_, { params }) {
    const asset: unknown = Array.isArray(params) ? params[0] : params;
    const { type, options } = (asset ?? {}) as Readonly<Record<string, unknown>>;
    textOf(type, 'type', 'such as "ERC20"');
    const { address } = (options ?? {}) as Readonly<Record<string, unknown>>;
    if (!isAddress(address)) throw invalid(`options.address is ${short(address)}, expected an address`);
    return { asks: true, run: () => true };
  },
};

/** Returns the bytes of a message: hex with `0x`, or text in UTF-8. */
export function messageBytes(message: unknown): Uint8Array {
  const text = textOf(message, 'the message');
  const hex = text.startsWith('0x') ? tryFromHex(text.slice(2)) : undefined;
  return hex ?? utf8(text);
}

const personalSign: Handler = {
  plan(wallet, call) {
    const [first, second] = listOfParams(call);
    // Some clients send the account first, and MetaMask accepts both.
    const swapped = isAddress(first) && !isAddress(second);
    const bytes = messageBytes(swapped ? second : first);
    const account = authorized(wallet, call, swapped ? first : second);
    return { asks: true, run: () => signMessage(signerOf(wallet, account), bytes) };
  },
};

export const signerOf = (wallet: HandledWallet, account: string) =>
  signerFor(wallet.chain.slot.now.evmBackend, tryFromHex(account.slice(2)) ?? new Uint8Array());

const ecRecover = quiet((wallet, call) => {
  const [message, signature] = listOfParams(call);
  const hash = personalHash(messageBytes(message));
  const signer = wallet.chain.slot.now.evmBackend.recoverSigner(hash, messageBytes(signature));
  if (signer === undefined) throw invalid('the signature is invalid');
  return to0x(signer);
});

const signTypedData: Handler = {
  plan(wallet, call) {
    const [account, data] = listOfParams(call);
    // Version 1 has a list of values first, and no domain.
    if (Array.isArray(account)) throw unsupported('eth_signTypedData of version 1');
    const from = authorized(wallet, call, account);
    const typed = typeof data === 'string' ? parsed(data, 'the typed data are a string that is not valid JSON') : data;
    const { domain } = (typed ?? {}) as { readonly domain?: { readonly chainId?: unknown } };
    const { chainId } = domain ?? {};
    const active = BigInt(chainIdOf(wallet.chain));
    if (chainId !== undefined && numberOf(chainId) !== active)
      throw invalid(`Provided chainId ${short(chainId)} must match the active chainId "${active}"`);
    const { chain } = wallet;
    return { asks: true, run: () => ask(chain, 'eth_signTypedData_v4', from, typed) };
  },
};

function numberOf(value: unknown): bigint | undefined {
  try {
    return BigInt(value as string);
  } catch {
    return undefined;
  }
}

const sendTransaction: Handler = {
  usesChain: true,
  plan(wallet, call) {
    const transaction = objectParam(call, 'a transaction');
    const from = authorized(wallet, call, transaction['from'] ?? wallet.accountsOf(call.origin)[0]);
    // The user may select another chain while the page waits.
    const { chain } = wallet;
    const run = async (): Promise<Json> => {
      await checkUpgrade(wallet, chain, from);
      return ask(chain, 'eth_sendTransaction', { ...transaction, from });
    };
    return { asks: true, run };
  },
};

/** Methods that use keys of the node or need a connection, which the wallet has instead of the node. */
const NOT_READS = /^eth_(accounts|coinbase|sign|subscribe|unsubscribe|send(?!Raw)|resend)/;

/** Returns the handler of a method that only reads the chain; undefined for any other. */
export const readHandler = (method: string): Handler | undefined =>
  /^(eth|net|web3)_/.test(method) && !NOT_READS.test(method)
    ? {
        usesChain: method !== 'eth_chainId' && method !== 'net_version',
        plan: (wallet, { params }) => ({
          asks: false,
          run: () =>
            wallet.chain.provider.request({
              method,
              ...(params !== undefined && { params }),
            } as never) as Promise<Json>,
        }),
      }
    : undefined;

export const ETHEREUM_REQUESTS: Readonly<Record<string, Handler>> = {
  eth_accounts: quiet((wallet, { origin }) => wallet.accountsOf(origin)),
  eth_coinbase: quiet((wallet, { origin }) => wallet.accountsOf(origin)[0] ?? null),
  eth_requestAccounts: requestAccounts,
  eth_sendTransaction: sendTransaction,
  eth_signTypedData: signTypedData,
  eth_signTypedData_v3: signTypedData,
  eth_signTypedData_v4: signTypedData,
  personal_ecRecover: ecRecover,
  personal_sign: personalSign,
  wallet_addEthereumChain: addChain,
  wallet_getPermissions: quiet((wallet, { origin }) => permissionsOf(wallet, origin)),
  wallet_requestPermissions: requestPermissions,
  wallet_revokePermissions: revokePermissions,
  wallet_switchEthereumChain: switchChain,
  wallet_watchAsset: watchAsset,
};

/** Adds the chain to wallets of the browser: MetaMask and others (EIP-1193, EIP-3085), and Keplr. */
import type { JSX } from 'preact';
import type { AboutChain } from '../../../rpc/dashboard/wire.js';
import { readKeplrInfo } from '../../feed/http.js';
import { Icon } from '../../shell/icons.js';
import { notice } from '../../shell/store.js';

interface Wallets {
  readonly ethereum?: {
    request(call: { readonly method: string; readonly params: readonly unknown[] }): Promise<unknown>;
  };
  readonly keplr?: { experimentalSuggestChain(info: object): Promise<void> };
}

async function addToWallet({ id, evmChainId, urls }: AboutChain): Promise<string> {
  const { ethereum } = globalThis as Wallets;
  if (ethereum === undefined) throw new Error('this browser has no wallet: install one, and load the page again');
  const url = urls['evmHttp'];
  if (url === undefined || evmChainId === undefined)
    throw new Error('the chain has no JSON-RPC server that a wallet could use');
  const params = {
    chainId: `0x${BigInt(evmChainId).toString(16)}`,
    chainName: id,
    rpcUrls: [url],
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  };
  await ethereum.request({ method: 'wallet_addEthereumChain', params: [params] });
  return `The wallet knows ${id} now.`;
}

async function addToKeplr({ id }: AboutChain): Promise<string> {
  const { keplr } = globalThis as Wallets;
  if (keplr === undefined) throw new Error('this browser has no Keplr: install it, and load the page again');
  await keplr.experimentalSuggestChain(await readKeplrInfo(id));
  return `Keplr knows ${id} now.`;
}

/** Runs one of both, and says what came of it. */
async function reported(name: string, add: Promise<string>): Promise<void> {
  try {
    notice.value = { tone: 'info', text: await add };
  } catch (error) {
    notice.value = { tone: 'error', text: `${name}: ${(error as Error).message}` };
  }
}

export const WalletButtons = ({ chain }: { readonly chain: AboutChain }): JSX.Element => (
  <>
    <button type="button" onClick={() => void reported('Add to wallet', addToWallet(chain))}>
      <Icon name="wallet" /> Add to wallet
    </button>
    <button type="button" onClick={() => void reported('Add to Keplr', addToKeplr(chain))}>
      Add to Keplr
    </button>
  </>
);

/** A dapp with RainbowKit's button, and one of its own that sends. */
import { ConnectButton, connectorsForWallets, RainbowKitProvider } from '@rainbow-me/rainbowkit';
import { injectedWallet } from '@rainbow-me/rainbowkit/wallets';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { defineChain } from 'viem';
import { createConfig, http, useSendTransaction, useWaitForTransactionReceipt, WagmiProvider } from 'wagmi';

const rpcUrl = new URLSearchParams(location.search).get('rpcUrl');
const BOB = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

const halley = defineChain({
  ...{ id: 31337, name: 'Halley', nativeCurrency: { name: 'halley', symbol: 'halley', decimals: 18 } },
  rpcUrls: { default: { http: [rpcUrl] } },
});

const config = createConfig({
  chains: [halley],
  connectors: connectorsForWallets([{ groupName: 'Other', wallets: [injectedWallet] }], {
    ...{ appName: 'A dapp', projectId: 'none' },
  }),
  transports: { [halley.id]: http() },
  pollingInterval: 50,
});

function Send() {
  const { data: hash, error, sendTransaction } = useSendTransaction();
  const { data: receipt } = useWaitForTransactionReceipt({ hash });
  return (
    <>
      <button id="send" type="button" onClick={() => sendTransaction({ to: BOB, value: 7n })}>
        Send
      </button>
      <p id="sent">{error === null ? receipt?.status : error.shortMessage}</p>
    </>
  );
}

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <WagmiProvider config={config}>
    <QueryClientProvider client={new QueryClient()}>
      <RainbowKitProvider>
        <ConnectButton showBalance={false} />
        <Send />
      </RainbowKitProvider>
    </QueryClientProvider>
  </WagmiProvider>,
);

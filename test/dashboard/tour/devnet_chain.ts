/** Runs the tour's exercises against a devnet in the process. */
import type { TourChain } from '../../../src/dashboard/views/tour/exercise.js';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';

export interface TourDevnet extends AsyncDisposable {
  readonly devnet: Devnet;
  readonly chain: TourChain;
}

/** Opens a devnet with a CometBFT RPC on a free port. */
export async function tourDevnet(options: Parameters<typeof createDevnet>[0] = {}): Promise<TourDevnet> {
  const devnet = await createDevnet({ rpc: true, ...options });
  const chain: TourChain = {
    evm: async <T>(method: string, ...params: readonly unknown[]) =>
      (await devnet.provider.request({ method, params: [...params] })) as T,
    comet: async <T>(route: string, params: Readonly<Record<string, string>> = {}) => {
      const response = await fetch(`${devnet.urls.cometRpc}/${route}?${new URLSearchParams(params)}`);
      return ((await response.json()) as { result: T }).result;
    },
  };
  return { devnet, chain, [Symbol.asyncDispose]: () => devnet.close() };
}

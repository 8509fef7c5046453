/**
 * `halley-devnet/viem` makes viem's clients of a devnet.
 *
 * ```ts
 * import { createDevnet } from 'halley-devnet';
 * import { clients } from 'halley-devnet/viem';
 *
 * await using devnet = await createDevnet();
 * const { publicClient, walletClient, testClient, accounts } = clients(devnet);
 * const hash = await walletClient.sendTransaction({ to: accounts[1].address, value: 1n });
 * await publicClient.waitForTransactionReceipt({ hash });
 * ```
 *
 * `transport` and `chain` are the parts, for clients with other settings. viem is an optional peer dependency: a project
 * that imports this entry installs it.
 */

export { chain } from './chain.js';
export { type Clients, clients } from './clients.js';
export type { ChainInProcess, ListeningChain } from './source.js';
export { transport } from './transport.js';

/** Makes a devnet whose log is recorded, with a contract that fails in several ways, and a wallet. */
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  custom,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
} from 'viem';
import { createDevnet, type Devnet, type DevnetOptions, type LogEntry } from '../../../src/devnet/index.js';
import { compileSolidity } from '../../support/solidity.js';

export interface Logged {
  readonly devnet: Devnet;
  readonly alice: Hex;
  readonly bob: Hex;
  /** Returns the entries since the last call. */
  received(): LogEntry[];
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Resolves to the contract's address. */
  deploy(source: string, name: string): Promise<{ readonly address: Hex; readonly abi: Abi }>;
  /** Sends in automine. Resolves to the hash, whether the transaction succeeds or fails. */
  send(to: Hex, data: Hex, value?: bigint): Promise<Hex>;
}

const open: Devnet[] = [];

export async function closeAll(): Promise<void> {
  for (const devnet of open.splice(0)) await devnet.close();
}

export async function aLoggedDevnet(options: DevnetOptions = {}): Promise<Logged> {
  const entries: LogEntry[] = [];
  const devnet = await createDevnet({ seed: 'log', log: (entry) => entries.push(entry), ...options });
  open.push(devnet);
  const [alice, bob] = devnet.accounts.map(({ address }) => address.toLowerCase() as Hex) as [Hex, Hex];
  const transport = custom(devnet.provider);
  const wallet = createWalletClient({ account: alice, transport });
  const reader = createPublicClient({ transport });
  const send: Logged['send'] = (to, data, value = 0n) =>
    wallet.sendTransaction({ to, data, value, gas: 3_000_000n, chain: null });
  return {
    devnet,
    alice,
    bob,
    received: () => entries.splice(0),
    ask: (method, ...params) => devnet.provider.request({ method, params }),
    async deploy(source, name) {
      const { abi, bytecode } = await compileSolidity(source, name);
      const data = encodeDeployData({ abi, bytecode });
      const hash = await wallet.sendTransaction({ data, gas: 5_000_000n, chain: null });
      const { contractAddress } = await reader.getTransactionReceipt({ hash });
      return { address: contractAddress as Hex, abi };
    },
    send,
  };
}

export const call = (abi: Abi, functionName: string, args: readonly unknown[] = []): Hex =>
  encodeFunctionData({ abi, functionName, args });

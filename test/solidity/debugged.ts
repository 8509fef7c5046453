/** Compiles `Debugged.sol`, and runs transactions of it on a devnet that has its artifacts. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Abi, encodeFunctionData, type Hex } from 'viem';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';

const FILE = 'contracts/Debugged.sol';
const SOURCE = readFileSync(new URL('./contracts/Debugged.sol', import.meta.url), 'utf8');

/** Line of a mark `// @name`. */
export const lineOf = (mark: string): number =>
  1 + SOURCE.split('\n').findIndex((line) => line.endsWith(`// @${mark}`));

interface Compiled {
  readonly contracts: Readonly<
    Record<
      string,
      Readonly<Record<string, { readonly abi: Abi; readonly evm: { readonly bytecode: { readonly object: string } } }>>
    >
  >;
}

export interface DebuggedChain {
  readonly devnet: Devnet;
  readonly debugged: Hex;
  request(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** Sends a call of a function of `Debugged`. Resolves to the hash of the transaction, which may have failed. */
  send(name: string, args: readonly unknown[], value?: bigint): Promise<Hex>;
  /** Makes the call object of a function of `Debugged`. */
  call(name: string, args: readonly unknown[], value?: bigint): object;
  /** Starts a devnet on top of this one, with the same contracts and artifacts. */
  fork(): Promise<DebuggedChain>;
  close(): Promise<void>;
}

/** Starts a devnet with the contracts. Without artifacts the devnet does not know their names. */
export async function debuggedChain(settings: object, hasArtifacts = true): Promise<DebuggedChain> {
  const solc = createRequire(import.meta.url)('solc') as { compile(input: string): string };
  const outputSelection = { '*': { '*': ['abi', 'evm.bytecode', 'evm.deployedBytecode', 'storageLayout'] } };
  const input = {
    language: 'Solidity',
    sources: { [FILE]: { content: SOURCE } },
    settings: { ...settings, outputSelection },
  };
  const output = JSON.parse(solc.compile(JSON.stringify(input))) as Compiled;
  const folder = mkdtempSync(join(tmpdir(), 'halley-debugged-'));
  writeFileSync(join(folder, 'build.json'), JSON.stringify({ input, output }));
  const devnet = await createDevnet({
    jsonRpc: { address: '127.0.0.1:0', namespaces: ['eth', 'debug'] },
    ...(hasArtifacts && { artifacts: folder }),
  });
  const request = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
    devnet.provider.request({ method, params: [...params] });
  const [from] = (await request('eth_accounts')) as readonly Hex[];
  const codes = output.contracts[FILE] ?? {};
  let library = '';
  const deploy = async (name: string, args = ''): Promise<Hex> => {
    const code = (codes[name]?.evm.bytecode.object ?? '').replace(/__\$.{34}\$__/g, library);
    const hash = await request('eth_sendTransaction', { from, data: `0x${code}${args}` });
    const receipt = await request('eth_getTransactionReceipt', hash);
    return (receipt as { readonly contractAddress: Hex }).contractAddress;
  };
  library = (await deploy('Sums')).slice(2).toLowerCase();
  const extension = await deploy('Extension');
  const debugged = await deploy('Debugged', extension.slice(2).toLowerCase().padStart(64, '0'));
  const callOf: DebuggedChain['call'] = (functionName, args, value = 0n) => ({
    ...{ from, to: debugged, data: encodeFunctionData({ abi: codes['Debugged']?.abi ?? [], functionName, args }) },
    ...{ value: `0x${value.toString(16)}`, gas: '0x989680' },
  });
  const chainOn = (on: Devnet, close: () => Promise<void>): DebuggedChain => {
    const ask = (method: string, ...params: readonly unknown[]): Promise<unknown> =>
      on.provider.request({ method, params: [...params] });
    return {
      devnet: on,
      debugged,
      request: ask,
      call: callOf,
      send: async (...call) => (await ask('eth_sendTransaction', callOf(...call))) as Hex,
      fork: async () => {
        const forked = await createDevnet({ fork: { url: on.urls.evmHttp ?? '' }, artifacts: folder });
        return chainOn(forked, () => forked.close());
      },
      close,
    };
  };
  return chainOn(devnet, async () => {
    await devnet.close();
    rmSync(folder, { recursive: true });
  });
}

/**
 * Adds a devnet to Keplr as the wallet does: its own library checks `ChainInfo`, the RPCs, and the features that the
 * chain has. The client of CosmJS's faucet asks for coins.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import type { Devnet } from '../../src/devnet/index.js';
import { addressOn, balance, OWN, startNetwork } from '../devnet/chains/relay_kit.js';
import { COMPAT } from './peers/tools.js';

const KEPLR = join(COMPAT, 'node_modules/@keplr-wallet/chain-validator');
const isAbsent = !existsSync(KEPLR) && process.env['CI'] !== 'true';
const load = createRequire(join(COMPAT, 'package.json'));

interface ChainInfo {
  readonly rpc: string;
  readonly rest: string;
  readonly evm: { readonly chainId: number; readonly rpc: string };
  readonly chainId: string;
  readonly features: readonly string[];
}

interface Validator {
  validateBasicChainInfoType(info: unknown, stripUnknown: boolean): Promise<ChainInfo>;
  checkRPCConnectivity(chainId: string, rpc: string, open: (url: string) => unknown): Promise<void>;
  checkRestConnectivity(chainId: string, rest: string): Promise<void>;
  checkEvmRpcConnectivity(chainId: number, rpc: string): Promise<void>;
  checkChainFeatures(info: ChainInfo): Promise<readonly string[]>;
}

describe.skipIf(isAbsent)('Keplr', () => {
  let devnet: Devnet;
  let info: ChainInfo;
  let keplr: Validator;
  beforeAll(async () => {
    keplr = load('@keplr-wallet/chain-validator') as Validator;
    devnet = await startNetwork(undefined, { registry: true, rpc: true, jsonRpc: true, api: true });
    info = (await (await fetch(`${devnet.urls.registry}/keplr.json`)).json()) as ChainInfo;
  });
  afterAll(() => devnet.close());

  it('accepts the description of the chain, and knows every member of it', async () => {
    expect(await keplr.validateBasicChainInfoType(info, false)).toMatchObject({ chainId: OWN });
  });

  it('reaches the CometBFT RPC with its WebSocket, the REST API and the EVM JSON-RPC', async () => {
    await keplr.checkRPCConnectivity(info.chainId, info.rpc, (url) => new WebSocket(url));
    await keplr.checkRestConnectivity(info.chainId, info.rest);
    await keplr.checkEvmRpcConnectivity(info.evm.chainId, info.evm.rpc);
  });

  it('finds no feature of the chain that its description lacks', async () => {
    expect(await keplr.checkChainFeatures(info)).toEqual([]);
    const stripped = { ...info, features: ['eth-address-gen', 'eth-key-sign'] };
    expect([...stripped.features, ...(await keplr.checkChainFeatures(stripped))].sort()).toEqual(
      [...info.features].sort(),
    );
  });

  it("gets coins through the client of CosmJS's faucet", async () => {
    const { FaucetClient } = load('@cosmjs/faucet-client') as {
      FaucetClient: new (url: string) => { credit(address: string, denom: string): Promise<void> };
    };
    const had = await balance(devnet, OWN, 'ahalley', 3);
    const faucet = new FaucetClient(`${devnet.urls.registry}/`);
    await faucet.credit(addressOn(devnet, OWN, 3), 'ahalley');
    expect(await balance(devnet, OWN, 'ahalley', 3)).toBe(had + 10n * 10n ** 18n);
    await expect(faucet.credit('cosmos1x', 'ahalley')).rejects.toThrow('Address is not in the expected format');
  });
});

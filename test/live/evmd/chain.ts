/** Opens a devnet with the genesis of the recorded evmd, as far as its modules exist here. */

import { readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DEVELOPMENT_ACCOUNTS } from '../../../src/config/development_accounts.js';
import { createDevnet, type Devnet, type JsonRpcOptions } from '../../../src/devnet/index.js';
import type { Json } from './recording.js';

/** Namespaces that were enabled on the recorded node. */
export const NAMESPACES = ['eth', 'net', 'web3', 'debug', 'txpool', 'personal', 'miner'];

/** The recorded node's `json-rpc.gas-cap`. */
const GAS_CAP = 25_000_000n;
const COIN = 10n ** 18n;
const ACCOUNTS = DEVELOPMENT_ACCOUNTS.slice(0, 4);

function recordedGenesis(): Json {
  const genesis: Json = JSON.parse(readFileSync(new URL('../../../genesis/ethermint.json', import.meta.url), 'utf8'));
  genesis.chain_id = '9001';
  genesis.consensus_params.block.max_gas = '10000000';
  const { mint: _, distribution: __, ...state } = genesis.app_state;
  genesis.app_state = state;
  state.auth.params.bech32_prefix = 'cosmos';
  state.evm = { params: { ...state.evm.params, evm_denom: 'atest', chain_id: '262144' }, accounts: [] };
  state.bank = {
    balances: ACCOUNTS.map(({ address }) => ({ address, coins: [{ denom: 'atest', amount: `${1000n * COIN}` }] })),
  };
  return genesis;
}

export const openRecordedChain = async (jsonRpc: JsonRpcOptions = { namespaces: NAMESPACES }): Promise<Devnet> =>
  createDevnet({
    genesis: recordedGenesis(),
    home: await mkdtemp(join(tmpdir(), 'halley-evmd-')),
    seed: 'evmd',
    validators: 1,
    miningMode: 'automine',
    privateKeys: ACCOUNTS.map(({ privateKey }) => privateKey),
    jsonRpc: {
      address: '127.0.0.1:0',
      wsAddress: '127.0.0.1:0',
      limits: { evmTimeMs: 0, gasCap: GAS_CAP },
      ...jsonRpc,
    },
    rpc: true,
  });

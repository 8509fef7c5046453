/**
 * Starts networks of `evmd`, the example node of github.com/cosmos/evm, with the peers, ports and engine settings of
 * Halley's networks. Its EVM JSON-RPC needs the engine in the same process, so it has no ABCI socket between them.
 */
import { spawn, spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeBech32 } from '../src/codec/bech32.js';
import { evmPort, makeHomes, type NetworkSize } from './comet_homes.js';
import { type CometNetwork, runningNetwork } from './comet_network.js';
import { temporaryFolder, untilExit } from './leftovers.js';
import { CHAIN_ID, type Sender } from './transactions.js';

const COSMOS_CHAIN_ID = `evmd_${CHAIN_ID}-1`;
const DENOM = 'atest';
/** Balance of each sender. */
const BALANCE = 10n ** 24n;

interface Coin {
  readonly denom: string;
  amount: string;
}

/** Parts of evmd's genesis document that change. */
interface Genesis {
  consensus: { params: { block: object } };
  readonly app_state: {
    readonly auth: { accounts: object[] };
    readonly bank: { balances: object[]; supply: Coin[] };
  };
}

/** Returns the version of the engine in the program. */
export const evmdEngine = (program: string): string =>
  /^CometBFT: .*$/m.exec(spawnSync(program, ['comet', 'version'], { encoding: 'utf8' }).stdout)?.[0] ??
  'unknown version';

export async function startEvmd(program: string, size: NetworkSize, funded: readonly Sender[]): Promise<CometNetwork> {
  const { homes: halley, links } = await makeHomes(size);
  const homes = makeEvmdHomes(program, size.validators);
  const genesis = genesisFrom(join(homes[0] ?? '', 'config/genesis.json'), halley[0] ?? '', funded);
  const nodes = homes.map((home, node) => {
    for (const file of ['config.toml', 'node_key.json'])
      copyFileSync(join(halley[node] ?? '', 'config', file), join(home, 'config', file));
    writeFileSync(join(home, 'config/genesis.json'), genesis);
    return untilExit(spawn(program, startArgs(home, node, size.validators), { stdio: 'ignore' }));
  });
  return runningNetwork(nodes, links);
}

/** Makes homes with a validator each, whose stakes are transactions of the genesis document. */
function makeEvmdHomes(program: string, validators: number): readonly string[] {
  const folder = join(temporaryFolder(), 'evmd');
  const init = ['testnet', 'init-files', `--validator-count=${validators}`, `--output-dir=${folder}`, '--single-host'];
  const args = [...init, `--chain-id=${COSMOS_CHAIN_ID}`, '--keyring-backend=test', '--node-daemon-home=home'];
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} testnet init-files: ${stderr}`);
  return Array.from({ length: validators }, (_, i) => join(folder, `node${i}`, 'home'));
}

/** Returns the genesis document with Halley's limits of a block, and with the accounts of the senders. */
function genesisFrom(file: string, halleyHome: string, funded: readonly Sender[]): string {
  const genesis = JSON.parse(readFileSync(file, 'utf8')) as Genesis;
  const ours = JSON.parse(readFileSync(join(halleyHome, 'config/genesis.json'), 'utf8')) as {
    consensus_params: Genesis['consensus']['params'];
  };
  const { block } = genesis.consensus.params;
  genesis.consensus.params.block = { ...block, ...ours.consensus_params.block };
  const { auth, bank } = genesis.app_state;
  for (const { address } of funded) {
    const text = encodeBech32('cosmos', address);
    const account = { address: text, pub_key: null, account_number: '0', sequence: '0' };
    auth.accounts.push({ '@type': '/cosmos.auth.v1beta1.BaseAccount', ...account });
    bank.balances.push({ address: text, coins: [{ denom: DENOM, amount: String(BALANCE) }] });
  }
  const supply = bank.supply.find(({ denom }) => denom === DENOM);
  if (supply === undefined) throw new Error(`${file} has no coins ${DENOM}`);
  supply.amount = String(BigInt(supply.amount) + BALANCE * BigInt(funded.length));
  return JSON.stringify(genesis);
}

function startArgs(home: string, index: number, validators: number): readonly string[] {
  const port = evmPort(index);
  // Without its own mempool it is faster, but refuses transactions when several validators make blocks meanwhile.
  const mempool = validators === 1 ? '--mempool.max-txs=-1' : '--mempool.max-txs=0';
  const node = ['start', `--home=${home}`, `--chain-id=${COSMOS_CHAIN_ID}`, '--log_level=error'];
  const chain = [`--minimum-gas-prices=0${DENOM}`, `--evm.evm-chain-id=${CHAIN_ID}`, mempool];
  const rpc = ['--json-rpc.enable', '--json-rpc.api=eth,net,web3', '--json-rpc.enable-indexer'];
  const addresses = [`--json-rpc.address=127.0.0.1:${port}`, `--json-rpc.ws-address=127.0.0.1:${port + 1}`];
  return [
    ...node,
    ...chain,
    ...rpc,
    ...addresses,
    '--grpc.enable=false',
    '--grpc-web.enable=false',
    '--api.enable=false',
  ];
}

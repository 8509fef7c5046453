/**
 * Runs CosmWasm's `wasmd` under `createEngine` with four simulated validators that `engineGenesis` puts into its genesis.
 * Its own command line sends, delegates, undelegates, uploads a contract and calls it, and passes a proposal; CosmJS
 * sends; a validator that signs twice is slashed; CometBFT's light client follows; the chain goes back. It prints what each step takes. Usage:
 * `npx tsx scripts/wasmd_engine.ts PATH_OF_WASMD PATH_OF_HACKATOM_WASM`, with `cometbft` of 0.38 on the PATH. The contract
 * is in the folder x/wasm/keeper/testdata of wasmd's module.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectSecp256k1Wallet } from '@cosmjs/proto-signing';
import { SigningStargateClient } from '@cosmjs/stargate';
import { createEngine, type Engine, engineGenesis } from '../src/devnet/index.js';
import { CHAIN_ID, Program, WasmdHome } from './wasmd/home.js';

const UNBONDING_SECONDS = 1_814_400n;
const VOTING_SECONDS = 172_800n;
const BLOCKS = 100;
const LIGHT_ADDRESS = '127.0.77.1:28888';

const [, , program = 'wasmd', contract] = process.argv;
const folder = mkdtempSync(join(tmpdir(), 'halley-wasmd-'));
const wasmd = new WasmdHome(program, join(folder, 'home'));

async function timed<T>(what: string, run: () => Promise<T>): Promise<T> {
  const begin = performance.now();
  const result = await run();
  console.log(`${what}: ${(performance.now() - begin).toFixed(0)} ms`);
  return result;
}

/** Command line of `wasmd` at an engine. */
class CommandLine {
  readonly #node: readonly string[];

  constructor(private readonly engine: Engine) {
    this.#node = ['--node', `${engine.urls.cometRpc}`.replace('http', 'tcp'), '--output', 'json'];
  }

  async query(...args: readonly string[]) {
    return JSON.parse(await wasmd.run('query', ...args, ...this.#node));
  }

  /** Sends a transaction, and returns its events after its block. Throws when it fails. */
  send(what: string, from: string, ...args: readonly string[]) {
    return timed(what, async () => {
      const signed = ['--from', from, '--chain-id', CHAIN_ID, '--gas', '4000000', '--yes', ...wasmd.keyring];
      const { txhash } = JSON.parse(await wasmd.run('tx', ...args, ...signed, ...this.#node));
      // The transaction's own block may not be there yet when its response is.
      await this.engine.mine();
      const { code, raw_log: log, events } = await this.query('tx', txhash);
      if (code !== 0) throw new Error(`${what}: code ${code}: ${log}`);
      return events as readonly { type: string; attributes: readonly { key: string; value: string }[] }[];
    });
  }
}

interface Answer {
  readonly result?: {
    readonly block_id?: { readonly hash: string };
    readonly signed_header?: { readonly header: { readonly height: string; readonly app_hash: string } };
  };
}

async function followLight(engine: Engine): Promise<void> {
  const [primary = '', witness = ''] = engine.urls.cometRpcAll;
  const first = (await (await fetch(`${primary}/block?height=1`)).json()) as Answer;
  const light = new Program('cometbft', [
    ...['light', CHAIN_ID, '-p', primary, '-w', witness, '--laddr', `tcp://${LIGHT_ADDRESS}`],
    ...['--home-dir', join(folder, 'light'), '--height', '1', '--hash', `${first.result?.block_id?.hash}`],
  ]);
  const height = engine.height;
  for (;;) {
    const answer = await fetch(`http://${LIGHT_ADDRESS}/commit?height=${height}`).catch(() => undefined);
    const found = ((await answer?.json()) as Answer | undefined)?.result?.signed_header?.header;
    if (found !== undefined) {
      console.log(`the light client has verified height ${found.height} with app hash ${found.app_hash}`);
      break;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await light.stop();
}

async function sendByCosmJs(engine: Engine, to: string): Promise<void> {
  const key = await wasmd.run('keys', 'export', 'v0', '--unarmored-hex', '--unsafe', '--yes', ...wasmd.keyring);
  const wallet = await DirectSecp256k1Wallet.fromKey(Buffer.from(key.trim(), 'hex'), 'wasm');
  const client = await SigningStargateClient.connectWithSigner(`${engine.urls.cometRpc}`, wallet);
  const fee = { amount: [], gas: '200000' };
  const [account] = await wallet.getAccounts();
  const sent = await client.sendTokens(`${account?.address}`, to, [{ denom: 'stake', amount: '7' }], fee);
  if (sent.code !== 0) throw new Error(sent.rawLog);
  client.disconnect();
}

async function callContract(cli: CommandLine, v0: string, bob: string, wasm: string): Promise<void> {
  await cli.send('tx wasm store', 'v0', 'wasm', 'store', wasm);
  const names = JSON.stringify({ verifier: v0, beneficiary: bob });
  const funds = ['--label', 'escrow', '--amount', '11stake', '--no-admin'];
  await cli.send('tx wasm instantiate', 'v0', 'wasm', 'instantiate', '1', names, ...funds);
  const { contracts } = await cli.query('wasm', 'list-contract-by-code', '1');
  const events = await cli.send('tx wasm execute', 'v0', 'wasm', 'execute', contracts[0], '{"release":{}}');
  console.log(`the contract has emitted ${events.filter(({ type }) => type.startsWith('wasm')).length} events`);
}

async function passProposal(engine: Engine, cli: CommandLine): Promise<void> {
  const file = join(folder, 'proposal.json');
  const text = { metadata: 'text', title: 'A title', summary: 'A summary', deposit: '50000000stake', messages: [] };
  writeFileSync(file, JSON.stringify(text));
  await cli.send('tx gov submit-proposal', 'v0', 'gov', 'submit-proposal', file);
  await cli.send('tx gov vote', 'v0', 'gov', 'vote', '1', 'yes');
  await timed('voting period', async () => {
    await engine.time.increase(VOTING_SECONDS + 1n);
    await engine.mine();
  });
  console.log(`proposal: ${(await cli.query('gov', 'proposal', '1')).proposal.status}`);
}

async function slash(engine: Engine, cli: CommandLine): Promise<void> {
  const accused = engine.validators[2]?.name;
  const tokens = async (): Promise<string> => {
    const { validators } = await cli.query('staking', 'validators');
    return validators.find((each: { description: { moniker: string } }) => each.description.moniker === accused).tokens;
  };
  const before = await tokens();
  const fault = await engine.network.addFault({ type: 'equivocate', node: 2 });
  await timed('equivocation, evidence and slashing', () => engine.mine({ blocks: 4 }));
  await engine.network.removeFault(fault);
  console.log(`tokens of ${accused}: ${before} before, ${await tokens()} after`);
}

try {
  await wasmd.prepare();
  const simulated = await engineGenesis({ genesis: wasmd.read('genesis.json'), validators: 4 });
  writeFileSync(join(wasmd.path, 'config', 'genesis.json'), JSON.stringify(simulated.genesis));
  await wasmd.run('genesis', 'validate', '--home', wasmd.path);
  const engine = await timed('start of the application and block 1', () =>
    createEngine({
      appCommand: `"${program}" start --with-comet=false --transport socket --address {address} --home {home} --minimum-gas-prices 0stake --grpc.enable=false`,
      ...simulated,
      rpc: { address: 'tcp://127.0.0.1:0,tcp://127.0.0.1:0' },
    }),
  );
  const cli = new CommandLine(engine);
  const [v0, bob] = [await wasmd.address('v0'), await wasmd.address('bob')];
  const validator = await wasmd.address('v0', 'val');
  await cli.send('tx bank send', 'v0', 'bank', 'send', 'v0', bob, '50000stake');
  await timed('a transfer by CosmJS', () => sendByCosmJs(engine, bob));
  await timed('light client', () => followLight(engine));
  if (contract !== undefined) await callContract(cli, v0, bob, contract);
  await slash(engine, cli);
  await cli.send('tx staking delegate, of the proposer', 'v0', 'staking', 'delegate', validator, '50000000000stake');
  await passProposal(engine, cli);
  await cli.send('tx staking delegate', 'bob', 'staking', 'delegate', validator, '30000stake');
  await cli.send('tx staking unbond', 'bob', 'staking', 'unbond', validator, '30000stake');
  const balances = async (): Promise<string> => JSON.stringify((await cli.query('bank', 'balances', bob)).balances);
  console.log(`before 21 days: ${await balances()}`);
  await timed('21 days', async () => {
    await engine.time.increase(UNBONDING_SECONDS + 1n);
    await engine.mine();
  });
  console.log(`after 21 days: ${await balances()}`);
  await timed(`${BLOCKS} blocks`, () => engine.mine({ blocks: BLOCKS }));
  const snapshot = await timed('snapshot', () => engine.snapshot());
  const before = await balances();
  await cli.send('tx bank send', 'v0', 'bank', 'send', 'v0', bob, '7000stake');
  await timed('revert', () => engine.revert(snapshot));
  if ((await balances()) !== before) throw new Error(`after the revert: ${await balances()}, expected ${before}`);
  await timed(`rollback of ${BLOCKS} blocks`, () => engine.rollback(BLOCKS));
  await engine.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

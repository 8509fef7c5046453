/** Runs the nodes of a network on this machine, and reports what happens to them. */
import { join } from 'node:path';
import { parseEndpoint } from '../../client/endpoint.js';
import { JsonRpcClient } from '../../client/json_rpc_client.js';
import { lockHome } from '../../devnet/index.js';
import { HalleyError } from '../../kernel/errors.js';
import { quoted } from '../../kernel/printable.js';
import { COMET_RPC_PORT } from '../../settings/default_ports.js';
import {
  appAnswers,
  checkEngine,
  commonGenesis,
  endText,
  engineAnswers,
  genesisPowers,
  type LocalNode,
  localNodes,
  type NetworkCommands,
  type Powers,
  quorumWithout,
  RunningNetwork,
  selectedNodes,
  type UnexpectedEnd,
  untilHolds,
} from '../../testnet/index.js';
import { closeOnSignals } from '../signals.js';
import { BlockFollower } from './block_follower.js';
import { networkBanner } from './network_banner.js';
import type { StartFlags } from './start_flags.js';

/** Is the time after which the engine of a node starts even if its application does not listen yet. */
const APP_HEAD_START_MS = 10_000;
/** Is the time after which the nodes that do not answer yet are named. */
const SLOW_MS = 15_000;

const PART_NAMES = { engine: 'engine', app: 'application' } as const;

const say = (text: string): void => void process.stdout.write(`${text}\n`);
const warn = (text: string): void => void process.stderr.write(`halley: ${text}\n`);

/** Starts the nodes. Resolves when all that still run answer; the process goes on until a signal ends it. */
export async function startHere(folder: string, { cometbft, nodes: words }: StartFlags): Promise<void> {
  const all = localNodes(folder);
  const nodes = selectedNodes(
    all,
    words?.split(',').map((word) => word.trim()),
  );
  checkEngine(cometbft);
  const powers = genesisPowers(commonGenesis(nodes));
  const lock = await lockHome(folder);
  await Promise.all(nodes.map(mustBeFree));
  const session = new NetworkSession(all, nodes, powers, commandsOf(cometbft));
  closeOnSignals(async () => {
    await session.close();
    await lock.release();
  });
  await session.start();
}

/** Refuses to start a node whose engine runs already, for instance because an earlier start was killed. */
async function mustBeFree({ name, rpcUrl }: LocalNode): Promise<void> {
  if (!(await engineAnswers(rpcUrl))) return;
  throw new HalleyError(
    'address-in-use',
    `a program answers at ${rpcUrl}, the RPC of ${name}, already: end it first; it may be an engine that an earlier start left when it was killed`,
    { node: name, rpcUrl },
  );
}

/** Runs applications by this program's own entry point, so that they have its version. */
const commandsOf = (cometbft: string): NetworkCommands => ({
  engine: ({ home }) => [cometbft, 'start', '--home', home],
  app: ({ home }) => [
    process.execPath,
    ...process.execArgv.filter((argument) => !argument.startsWith('--inspect')),
    process.argv[1] as string,
    'app',
    '--home',
    home,
  ],
});

class NetworkSession {
  readonly #network: RunningNetwork;
  readonly #names: ReadonlyMap<string, string>;
  readonly #down = new Set<LocalNode>();
  #follower: BlockFollower | undefined;
  #followed: LocalNode | undefined;
  #isClosed = false;
  #hasBanner = false;

  constructor(
    all: readonly LocalNode[],
    private readonly nodes: readonly LocalNode[],
    private readonly powers: Powers,
    commands: NetworkCommands,
  ) {
    this.#names = new Map(all.map(({ address, name }) => [address, name]));
    this.#network = new RunningNetwork(commands, (end) => this.#report(end));
  }

  async start(): Promise<void> {
    const { nodes, powers } = this;
    say(
      `Starting ${nodes.map(({ name }) => name).join(', ')}; their logs are in ${join(nodes[0]?.home ?? '', 'logs')}${nodes.length > 1 ? ' and so on' : ''}`,
    );
    const late = setTimeout(() => void this.#nameLate(), SLOW_MS);
    await Promise.all(nodes.map((node) => this.#startNode(node)));
    clearTimeout(late);
    if (this.#isClosed || this.#down.size === nodes.length) return;
    process.stdout.write(networkBanner({ chainId: powers.chainId, validators: powers.byAddress.size, nodes }));
    this.#hasBanner = true;
    this.#follow();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#follower?.close();
    say('Stopping engines and applications');
    await this.#network.stop();
  }

  async #startNode(node: LocalNode): Promise<void> {
    this.#network.startApp(node);
    await this.#headStart(node);
    if (!this.#network.isRunning(node, 'app')) return;
    this.#network.startEngine(node);
    await untilHolds(
      () => this.#isReady(node),
      () => this.#isOver(node),
    );
  }

  /** Waits until the application listens, because an engine that finds none tries again only after three seconds. */
  async #headStart(node: LocalNode): Promise<void> {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
    }, APP_HEAD_START_MS);
    await untilHolds(
      async () => this.#network.isServing(node),
      () => isLate || this.#isOver(node),
    );
    clearTimeout(timer);
  }

  #isOver = (node: LocalNode): boolean => this.#isClosed || this.#down.has(node);

  async #isReady({ rpcUrl, evmHttpUrl }: LocalNode): Promise<boolean> {
    return (await engineAnswers(rpcUrl)) && (evmHttpUrl === undefined || (await appAnswers(evmHttpUrl)));
  }

  async #nameLate(): Promise<void> {
    const late = await Promise.all(
      this.nodes.map(async (node) => (this.#isOver(node) || (await this.#isReady(node)) ? [] : [node.name])),
    );
    const names = late.flat();
    if (names.length > 0 && !this.#isClosed) warn(`still waiting for ${names.join(', ')}: their logs may say why`);
  }

  /** Shows the blocks of the first node that runs. */
  #follow(): void {
    const node = this.nodes.find((each) => this.#network.isUp(each));
    if (node === undefined || this.#isClosed) return;
    const height = this.#follower?.height;
    this.#follower?.close();
    this.#followed = node;
    this.#follower = new BlockFollower(
      new JsonRpcClient(parseEndpoint(node.rpcUrl, COMET_RPC_PORT)),
      this.#names,
      say,
      height,
    );
  }

  #report({ node, part, end, lastLine, log }: UnexpectedEnd): void {
    const said = lastLine === '' ? `; ${log} is empty` : `; the last line of ${log}: ${quoted(lastLine)}`;
    warn(`the ${PART_NAMES[part]} of ${node.name} ended unexpectedly (${endText(end)})${said}`);
    if (!this.#down.has(node)) {
      this.#down.add(node);
      this.#reportQuorum();
    }
    if (this.nodes.every((each) => !this.#network.isRunning(each, 'engine') && !this.#network.isRunning(each, 'app'))) {
      warn('no engine and no application is left');
      process.exit(1);
    }
    if (this.#hasBanner && node === this.#followed) this.#follow();
  }

  #reportQuorum(): void {
    const { total, running, isReached } = quorumWithout(
      this.powers,
      [...this.#down].map(({ address }) => address),
    );
    if (isReached) return;
    warn(
      `blocks stop: the other validators have ${running} of ${total} voting power, and a block needs more than two thirds`,
    );
  }
}

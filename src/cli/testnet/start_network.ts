/** Starts nodes of a network's folder, after checks of the engine's version, the genesis documents, locks and ports. */
import { HalleyError } from '../../kernel/errors.js';
import {
  checkEngine,
  commonGenesis,
  engineAnswers,
  genesisPowers,
  type LocalNode,
  localNodes,
  type NetworkCommands,
  selectedNodes,
} from '../../testnet/index.js';
import { closeOnSignals } from '../signals.js';
import { eventJson, eventText, type NetworkEvent } from './network_event.js';
import { NetworkSession } from './network_session.js';
import { NodeLocks } from './node_locks.js';
import type { StartFlags } from './start_flags.js';

/** Starts the nodes. Resolves as the session does. The process continues until a signal ends it. */
export async function startNetwork(
  folder: string,
  { cometbft, nodes: words, json = false }: StartFlags,
): Promise<void> {
  const all = localNodes(folder);
  const nodes = selectedNodes(
    all,
    words?.split(',').map((word) => word.trim()),
  );
  checkEngine(cometbft);
  const powers = genesisPowers(commonGenesis(nodes));
  const locks = await NodeLocks.take(
    folder,
    nodes.map(({ home }) => home),
  );
  await Promise.all(nodes.map(mustBeFree));
  const report = (event: NetworkEvent): void => {
    const { to, text } = json ? { to: 'stdout' as const, text: eventJson(event) } : eventText(event);
    process[to].write(text);
  };
  const commands = commandsOf(cometbft);
  const session = new NetworkSession({ folder, cometbft, all, nodes, powers, commands, locks, report });
  closeOnSignals(async () => {
    await session.close();
    await locks.releaseAll();
  });
  await session.start();
}

/** Refuses to start a node whose engine already runs, for instance because an earlier start was killed. */
async function mustBeFree({ name, rpcUrl }: LocalNode): Promise<void> {
  if (!(await engineAnswers(rpcUrl))) return;
  throw new HalleyError(
    'address-in-use',
    `another program already serves ${rpcUrl}, the CometBFT RPC of ${name}: stop it first; it may be an engine whose "halley testnet start" was killed`,
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

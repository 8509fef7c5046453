/** Implements `halley watch [URL]`, which shows the rounds of a running chain in the terminal until Ctrl-C. */
import type { Command } from 'commander';
import { COMET_RPC_PORT, COMET_RPC_URL } from '../../settings/default_ports.js';

export function watch(program: Command): void {
  const command = program
    .command('watch')
    .description(
      'Show the rounds of a running chain: validators, steps, votes, proposer, locked and valid blocks. Works with any CometBFT node; without a terminal it prints a line for each change',
    )
    .summary('Show the rounds of a running chain')
    .argument('[url]', 'CometBFT RPC of the node: http://, https://, ws://, wss://, tcp:// or host:port', COMET_RPC_URL)
    .option('--once', 'Print the current state once, and exit');
  command.action((url: string, options: { readonly once?: boolean }) => run(url, options));
}

async function run(url: string, { once = false }: { readonly once?: boolean }): Promise<void> {
  const [
    { parseEndpoint },
    { JsonRpcClient },
    { observedNode },
    { readView, Session },
    { sizeOf, watchOutput },
    { render },
    { closeOnSignals },
  ] = await Promise.all([
    import('../../client/endpoint.js'),
    import('../../client/json_rpc_client.js'),
    import('../../client/rounds/node_facts.js'),
    import('../../client/rounds/session.js'),
    import('../watch/output.js'),
    import('../watch/view/render.js'),
    import('../signals.js'),
  ]);
  const client = new JsonRpcClient(parseEndpoint(url, COMET_RPC_PORT));
  if (once) {
    const { hasColors, width } = sizeOf(process.stdout);
    const lines = render(await readView(client), { width, height: undefined, hasColors });
    process.stdout.write(`${lines.join('\n')}\n`);
    return;
  }
  const node = await observedNode(client);
  const output = watchOutput(process.stdout);
  const session = new Session(client, output, { node });
  const close = async (): Promise<void> => {
    session.close();
    output.close();
  };
  closeOnSignals(close);
  // A reader that has seen enough, such as `head`, ends the command.
  process.stdout.on('error', () => void close());
}

/** Implements `halley proxy`, which serves a node of any kind behind faults until Ctrl-C. */
import type { Command } from 'commander';
import { HalleyError } from '../../kernel/errors.js';

interface Flags {
  readonly fault: readonly string[];
  readonly address: string;
  readonly server?: string;
  readonly wsUrl?: string;
  readonly seed: string;
}

const SERVERS = ['evm', 'comet'] as const;

export function proxy(program: Command): void {
  program
    .command('proxy <url>')
    .description(
      'Serve a node of any kind behind faults of its interface: slow or missing answers, errors, stale replicas, lost events. halley_addFault, halley_removeFault, halley_faults and halley_faultMenu change the faults while it runs, and the header Halley-Fault of one request asks for its own',
    )
    .summary('Serve any node behind faults of its interface')
    .option(
      '--fault <fault>',
      'Fault that acts from the beginning, such as slow:ms=600; may be repeated',
      (fault: string, before: readonly string[]) => [...before, fault],
      [],
    )
    .option('--address <address>', 'Address of the proxy', '127.0.0.1:8645')
    .option('--server <kind>', 'Interface of the node: evm or comet (default: comet for tcp:// and port 26657)')
    .option('--ws-url <url>', "URL of the node's WebSocket (default: that of the node)")
    .option('--seed <text>', 'Seed of the faults', 'proxy')
    .action((url: string, flags: Flags) => run(url, flags));
}

async function run(url: string, { fault, address, server, wsUrl, seed }: Flags): Promise<void> {
  const kind = SERVERS.find((known) => known === server);
  if (server !== undefined && kind === undefined)
    throw new HalleyError('invalid-config', `--server is "${server}": expected evm or comet`, { server });
  const [{ createProxy, faultText }, { closeOnSignals }] = await Promise.all([
    import('../../devnet/index.js'),
    import('../signals.js'),
  ]);
  const open = await createProxy(url, { faults: fault, address, seed, server: kind, webSocketUrl: wsUrl });
  closeOnSignals(() => open.close());
  process.stdout.write(`${open.server.padEnd(8)} ${open.url}\n${' '.repeat(8)} ${open.webSocketUrl}\n`);
  for (const active of open.faults)
    process.stdout.write(`${String(active.id).padStart(8)} ${faultText(active.fault)}\n`);
  process.stdout.write('Ctrl-C ends the proxy.\n');
}

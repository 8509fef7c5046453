/** Implements `halley debug HASH`, which debugs a transaction of a running devnet for an editor. */
import type { Command } from 'commander';
import { EVM_RPC_URL } from '../../settings/default_ports.js';

export function debug(program: Command): void {
  const command = program
    .command('debug')
    .argument('<hash>', 'Hash of a transaction in a block')
    .description(
      'Debug a transaction of a running devnet, for an editor: speaks the Debug Adapter Protocol on the standard input and output. Steps go forwards and back. Sources need the artifacts of the contracts on the devnet (--artifacts)',
    )
    .summary('Debug a transaction in an editor')
    .option('--url <url>', `EVM JSON-RPC of the devnet (default: ${EVM_RPC_URL})`);
  command.action(async (hash: string, { url }: { readonly url?: string }) => {
    const [{ DevnetClient, RUN_TIMEOUT_MS }, { DebugAdapter }, { framed, requestsIn }] = await Promise.all([
      import('../network/devnet_client.js'),
      import('../debug/adapter.js'),
      import('../debug/messages.js'),
    ]);
    let seq = 0;
    const send = (message: object): void => void process.stdout.write(framed({ seq: ++seq, ...message }));
    const adapter = new DebugAdapter(new DevnetClient(url, { timeoutMs: RUN_TIMEOUT_MS }), hash, send);
    for await (const request of requestsIn(process.stdin)) {
      await adapter.take(request);
      if (adapter.isClosed) break;
    }
    process.stdin.destroy();
  });
}

/** Implements `halley debug`, which debugs a transaction or a call on a running devnet for an editor. */
import type { Command } from 'commander';
import { HalleyError } from '../../kernel/errors.js';
import { EVM_RPC_URL } from '../../settings/default_ports.js';

interface Options {
  readonly url?: string;
  readonly call?: string;
  readonly block?: string;
}

function callIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new HalleyError(
      'invalid-argument',
      `--call ${text} is not JSON: expected an object such as {"to":"0x…","data":"0x…"}`,
    );
  }
}

export function debug(program: Command): void {
  const command = program
    .command('debug')
    .argument('[hash]', 'Hash of a transaction in a block')
    .description(
      'Debug a transaction or a call on a running devnet, for an editor: speaks the Debug Adapter Protocol on the standard input and output. Steps go forwards and back. Sources need the artifacts of the contracts on the devnet (--artifacts)',
    )
    .summary('Debug a transaction or a call in an editor')
    .option('--call <json>', 'Debug this call instead, an object as of eth_call: {"to": "0x…", "data": "0x…"}')
    .option('--block <block>', 'Number, hash or tag of the block of the call (default: latest)')
    .option('--url <url>', `EVM JSON-RPC of the devnet (default: ${EVM_RPC_URL})`);
  command.action(async (hash: string | undefined, { url, call, block }: Options) => {
    if ((hash === undefined) === (call === undefined))
      throw new HalleyError(
        'invalid-argument',
        'expected either the hash of a transaction or --call, such as --call {"to":"0x…"}',
      );
    const [
      { DevnetClient, RUN_TIMEOUT_MS },
      { callSubject, DebugAdapter, transactionSubject },
      { framed, requestsIn },
    ] = await Promise.all([
      import('../network/devnet_client.js'),
      import('../debug/adapter.js'),
      import('../debug/messages.js'),
    ]);
    const subject = call === undefined ? transactionSubject(hash) : callSubject(callIn(call), block);
    let seq = 0;
    const send = (message: object): void => void process.stdout.write(framed({ seq: ++seq, ...message }));
    const adapter = new DebugAdapter(new DevnetClient(url, { timeoutMs: RUN_TIMEOUT_MS }), subject, send);
    for await (const request of requestsIn(process.stdin)) {
      await adapter.take(request);
      if (adapter.isClosed) break;
    }
    process.stdin.destroy();
  });
}

/** Follows the blocks of a node that was away for a number of heights. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocketServer } from 'ws';
import { BlockFollower } from '../../src/cli/testnet/block_follower.js';
import { parseEndpoint } from '../../src/client/endpoint.js';
import { JsonRpcClient } from '../../src/client/json_rpc_client.js';

const NEW_HEADER = JSON.stringify({
  id: 0,
  result: { data: { value: {} }, events: { 'tm.event': ['NewBlockHeader'] } },
});

interface Flaws {
  /** First header that it sends where a later one was asked for. */
  readonly from?: number;
  /** Requests that fail, before others are answered. */
  readonly failures?: number;
}

/** Starts a node at a height. Like CometBFT, it returns at most the newest 20 headers of a range. */
async function aNode(head: number, { from: least = 0, failures = 0 }: Flaws = {}): Promise<string> {
  const metaOf = (height: number) => ({ header: { height: `${height}`, proposer_address: 'AA' }, num_txs: '0' });
  const answers: Readonly<Record<string, (params: Readonly<Record<string, string>>) => unknown>> = {
    status: () => ({ sync_info: { latest_block_height: `${head}` } }),
    blockchain: ({ minHeight, maxHeight }) => {
      const from = least > 0 ? least : Math.max(Number(minHeight), Number(maxHeight) - 19);
      const heights = Array.from({ length: Number(maxHeight) - from + 1 }, (_, i) => Number(maxHeight) - i);
      return { block_metas: heights.map(metaOf) };
    },
    commit: ({ height }) => ({ signed_header: { commit: { round: Number(height) % 3 } } }),
  };
  let asked = 0;
  const server = createServer((request, response) => {
    request.on('data', (body: Buffer) => {
      if (asked++ < failures) {
        response.writeHead(503).end();
        return;
      }
      const { method, params } = JSON.parse(String(body));
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: answers[method]?.(params) }));
    });
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => {
    socket.send('{"jsonrpc":"2.0","id":0,"result":{}}');
    if (failures > 0) socket.send(NEW_HEADER);
  });
  onTestFinished(() => {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    server.close();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Returns what is shown of a node at a height, after a height that was shown before. */
async function shownAfter(shown: bigint | undefined, head: number, flaws: Flaws = {}): Promise<readonly string[]> {
  const client = new JsonRpcClient(parseEndpoint(await aNode(head, flaws), 1));
  const lines: string[] = [];
  await new Promise<void>((resolve) => {
    const follower = new BlockFollower(
      client,
      new Map(),
      (event) => {
        if (event.type === 'missed') lines.push(`missed ${event.first} to ${event.last}`);
        if (event.type === 'block') lines.push(`${event.block.height} in round ${event.round}`);
        if (follower.height === BigInt(head)) resolve();
      },
      shown,
    );
    onTestFinished(() => follower.close());
  });
  return lines;
}

const blocks = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => `${from + i} in round ${(from + i) % 3}`);

describe('a follower of blocks', () => {
  it.each<[heights: number, expected: readonly string[]]>([
    [1, blocks(11, 11)],
    [20, blocks(11, 30)],
    [21, ['missed 11 to 11', ...blocks(12, 31)]],
    [22, ['missed 11 to 12', ...blocks(13, 32)]],
  ])('shows each of %i heights, or says which it does not show', async (heights, expected) => {
    expect(await shownAfter(10n, 10 + heights)).toEqual(expected);
  });

  it('shows no height again that the node sends again', async () => {
    expect(await shownAfter(10n, 13, { from: 9 })).toEqual(blocks(11, 13));
  });

  it('goes on after a request that failed', async () => {
    expect(await shownAfter(10n, 12, { failures: 1 })).toEqual(blocks(11, 12));
  });

  it('begins with the newest height', async () => {
    expect(await shownAfter(undefined, 40)).toEqual(blocks(40, 40));
  });
});

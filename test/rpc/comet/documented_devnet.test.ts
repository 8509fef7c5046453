/** Checks the documented tables against the answers of a real devnet that has executed a transaction. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import {
  BLOCK_BY_HASH,
  CONSENSUS_STATE,
  ENVELOPE,
  NET_INFO,
  NEW_BLOCK,
  problems,
  strangers,
} from './documented_tables.js';

describe('the documented tables, on a devnet', () => {
  let devnet: Devnet;
  beforeAll(async () => {
    devnet = await createDevnet({
      seed: 'documented',
      jsonRpc: false,
      assets: false,
      rpc: { address: 'tcp://127.0.0.1:0', dialect: 'documented' },
    });
    await transfer();
  });
  afterAll(() => devnet.close());

  const transfer = () => {
    const [from, to] = devnet.accounts.map(({ address }) => address);
    return devnet.provider.request({
      method: 'eth_sendTransaction',
      params: [{ from, to, value: '0x1', gas: '0x5208' }],
    });
  };
  const ask = async (path: string) => {
    const response = await fetch(`${devnet.urls.cometRpc}${path}`);
    // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
    return (await response.json()) as any;
  };

  it('match the envelope, block and block_by_hash of a block with a transaction', async () => {
    const byHeight = await ask(`/block?height=${devnet.height}`);
    expect(problems(byHeight, ENVELOPE)).toEqual([]);
    const byHash = await ask(`/block_by_hash?hash=0x${byHeight.result.block_id.hash}`);
    for (const { result } of [byHeight, byHash]) {
      expect(problems(result, BLOCK_BY_HASH)).toEqual([]);
      expect(strangers(result, BLOCK_BY_HASH)).toEqual([]);
      expect(result.block.data).toHaveLength(1);
      expect(result.block.evidence).toEqual([]);
    }
  });

  it('match net_info and consensus_state', async () => {
    const [net, state] = [await ask('/net_info'), await ask('/consensus_state')];
    expect(problems(net.result, NET_INFO)).toEqual([]);
    expect(strangers(net.result, NET_INFO)).toEqual([]);
    expect(problems(state.result, CONSENSUS_STATE)).toEqual([]);
    expect(strangers(state.result, CONSENSUS_STATE)).toEqual([]);
  });

  it('match the notification of a new block over a WebSocket', async () => {
    const socket = new WebSocket(`${devnet.urls.cometRpc?.replace('http', 'ws')}/websocket`);
    const frames: unknown[] = [];
    const arrived = (count: number) =>
      new Promise<void>((resolve) => {
        socket.on('message', () => frames.length >= count && resolve());
      });
    socket.on('message', (data) => frames.push(JSON.parse(data.toString())));
    await new Promise((resolve) => socket.once('open', resolve));
    const confirmed = arrived(1);
    socket.send('{"jsonrpc":"2.0","id":1,"method":"subscribe","params":{"query":"tm.event=\'NewBlock\'"}}');
    await confirmed;
    const received = arrived(2);
    await transfer();
    await received;
    socket.close();
    const [, frame] = frames as { result: unknown }[];
    expect(problems(frame, ENVELOPE)).toEqual([]);
    expect(problems(frame?.result, NEW_BLOCK)).toEqual([]);
  });
});

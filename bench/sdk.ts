/**
 * Measures REST and gRPC of the Cosmos SDK, beside wasmd if it is found: one balance, asked again and again over one
 * connection, one request after the other.
 */
import { type ClientHttp2Session, connect } from 'node:http2';
import { ADDRESSES } from '../scripts/wasmd/chain.js';
import { startWasmd } from '../scripts/wasmd/node.js';
import { bech32Address } from '../src/app/types/address.js';
import { string } from '../src/codec/protobuf/field.js';
import { message } from '../src/codec/protobuf/message.js';
import { framed } from '../src/rpc/grpc/framing.js';
import { figureOf, rates } from './figures.js';
import { Load } from './load.js';
import { type Column, printTable, type Row } from './table.js';
import { goProgram, halley, launch } from './targets.js';
import { type Sender, senders } from './transactions.js';

const MS = 3000;
const WARM_UP_MS = 1000;
const API_PORT = 28_317;
const GRPC_PORT = 28_390;

const QueryBalanceRequest = message('cosmos.bank.v1beta1.QueryBalanceRequest', {
  address: string(1),
  denom: string(2),
});

interface Node {
  readonly name: string;
  readonly restPort: number;
  readonly grpc: string;
  readonly address: string;
  readonly denom: string;
}

export async function measureSdk(quick: boolean): Promise<void> {
  const rounds = quick ? 2 : 5;
  const [{ address }] = (await senders()) as [Sender];
  const target = await launch({
    ...halley,
    args: (...given) => [
      ...halley.args(...given),
      `--api.address=127.0.0.1:${API_PORT}`,
      `--grpc.address=127.0.0.1:${GRPC_PORT}`,
    ],
  });
  const columns: Column[] = [
    await measured(
      {
        name: 'Halley',
        restPort: API_PORT,
        grpc: `127.0.0.1:${GRPC_PORT}`,
        address: bech32Address(address, 'halley'),
        denom: 'ahalley',
      },
      rounds,
    ),
  ];
  await target.stop();
  const program = goProgram('wasmd');
  if (program !== undefined) {
    const { rest, grpc, stop } = await startWasmd(program);
    const restPort = Number(new URL(rest).port);
    columns.push(await measured({ name: 'wasmd', restPort, grpc, address: ADDRESSES.alice, denom: 'stake' }, rounds));
    stop();
  }
  printTable(columns, true);
}

async function measured({ name, restPort, grpc, address, denom }: Node, rounds: number): Promise<Column> {
  const load = new Load();
  const request = `GET /cosmos/bank/v1beta1/balances/${address}/by_denom?denom=${denom} HTTP/1.1\r\nhost: 127.0.0.1:${restPort}\r\n\r\n`;
  const overRest: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const order = { port: restPort, request, connections: 1, warmUpMs: WARM_UP_MS, ms: MS };
    overRest.push((await load.http(order)).rate);
  }
  load.stop();
  const session = connect(`http://${grpc}`);
  const bytes = framed(QueryBalanceRequest.encode({ address, denom }));
  await rates(1, 2000, 1, () => balance(session, bytes));
  const overGrpc = await rates(rounds, 5000, 1, () => balance(session, bytes));
  const pipelined = await rates(rounds, 10_000, 32, () => balance(session, bytes));
  session.destroy();
  const rows: Row[] = [
    ['a balance over REST', figureOf(overRest, 'calls/s')],
    ['a balance over gRPC', figureOf(overGrpc, 'calls/s')],
    ['a balance over gRPC, 32 in flight', figureOf(pipelined, 'calls/s')],
  ];
  return { name, rows };
}

function balance(session: ClientHttp2Session, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const stream = session.request({
      ':method': 'POST',
      ':path': '/cosmos.bank.v1beta1.Query/Balance',
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    let length = 0;
    stream.on('data', (piece: Buffer) => {
      length += piece.length;
    });
    stream.on('error', reject);
    stream.on('trailers', (trailers) => {
      if (trailers['grpc-status'] !== '0' || length < 10)
        reject(new Error(`no balance: ${trailers['grpc-status']} ${trailers['grpc-message']}`));
    });
    stream.once('close', resolve);
    stream.end(bytes);
  });
}

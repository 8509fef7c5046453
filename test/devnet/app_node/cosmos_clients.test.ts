/** Tests REST and gRPC of an application under an engine. */
import { QueryBalanceRequest, QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { expect, it, onTestFinished } from 'vitest';
import { framed } from '../../../src/rpc/grpc/framing.js';
import { answered, callHeaders, connected } from '../../server/grpc/client.js';
import { SimulatedEngine } from './simulated_engine.js';

const FREE = { address: '127.0.0.1:0' };

it('answers REST and gRPC from the blocks that the engine has decided', async () => {
  await using engine = await SimulatedEngine.start({}, { api: FREE, grpc: FREE });
  const { devnet, node } = engine;
  const [from, to] = devnet.accounts;
  await devnet.provider.request({
    method: 'eth_sendTransaction',
    params: [{ from: from?.address, to: to?.address, value: '0x2bdc545d6b4b87' }],
  });
  await engine.advance();
  const denom = 'ahalley';
  const balance = { denom, amount: `${devnet.accounts[1]?.balance}` };
  const rest = await fetch(`${node.urls?.api}/cosmos/bank/v1beta1/balances/${to?.bech32}/by_denom?denom=${denom}`);
  expect(await rest.json()).toEqual({ balance });
  const session = connected(`${node.urls?.grpc}`, onTestFinished);
  const call = session.request(callHeaders('/cosmos.bank.v1beta1.Query/Balance'));
  call.end(framed(QueryBalanceRequest.encode({ address: to?.bech32 ?? '', denom }).finish()));
  const { status, messages } = await answered(call);
  expect(status).toBe(0);
  expect(QueryBalanceResponse.decode(messages[0] ?? new Uint8Array()).balance).toEqual(balance);
});

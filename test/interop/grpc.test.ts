/** Tests gRPC with clients that others wrote: grpcurl, which knows only what reflection says, and grpc-js. */
import { createRequire } from 'node:module';
import { QueryBalanceRequest, QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { grpcurl, grpcurlIsAbsent } from './peers/grpcurl.js';
import { COMPAT, toolsAreAbsent } from './peers/tools.js';

let devnet: Devnet;
let address: string;
let holder: string;

beforeAll(async () => {
  devnet = await createDevnet({ seed: 'gRPC clients', jsonRpc: false, grpc: true });
  address = devnet.urls.grpc as string;
  holder = devnet.cosmosAccounts[0]?.address as string;
});

afterAll(() => devnet.close());

describe.skipIf(grpcurlIsAbsent)('grpcurl', () => {
  /** Returns the lines of standard output. */
  const lines = async (...args: readonly string[]): Promise<string[]> => {
    const { code, stdout, stderr } = await grpcurl(...args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    return stdout.trim().split('\n');
  };

  it('describes every service, and calls every method without a message of its own errors', async () => {
    const services = await lines(address, 'list');
    expect(services.length).toBeGreaterThan(14);
    const methods = (await Promise.all(services.map((service) => lines(address, 'list', service)))).flat();
    for (const method of methods.filter((name) => !/ServerReflectionInfo$|Watch$/.test(name))) {
      const { code, stderr } = await grpcurl(address, method);
      // A refusal of the server has its code above 64; a failure of the client is 1 or 2.
      if (code !== 0)
        expect(stderr, method).toMatch(/^ERROR:\n {2}Code: (InvalidArgument|NotFound|Unknown|Internal)\n/);
      expect([0, 66, 67, 69, 77], method).toContain(code);
    }
  }, 300_000);

  it('shows a balance at a height, and the text of a refusal', async () => {
    const body = JSON.stringify({ address: holder, denom: 'ahalley' });
    const asked = ['-H', 'x-cosmos-block-height: 1', '-d', body, address, 'cosmos.bank.v1beta1.Query/Balance'];
    expect(JSON.parse((await lines(...asked)).join(''))).toMatchObject({ balance: { denom: 'ahalley' } });
    const { stderr } = await grpcurl('-d', '{"address":"halley1x"}', address, 'cosmos.bank.v1beta1.Query/AllBalances');
    expect(stderr).toContain('Code: InvalidArgument');
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the library is installed beside the tests, its types are not here
type Untyped = any;

describe.skipIf(toolsAreAbsent)('grpc-js', () => {
  let grpc: Untyped;
  let client: Untyped;

  beforeAll(() => {
    grpc = createRequire(COMPAT)('@grpc/grpc-js');
    client = new grpc.Client(address, grpc.credentials.createInsecure());
  });
  afterAll(() => client.close());

  const call = (path: string, body: Uint8Array, options: object = {}): Promise<Uint8Array> =>
    new Promise((resolve, reject) => {
      const same = (bytes: Uint8Array): Buffer => Buffer.from(bytes);
      const done = (error: Error | null, bytes: Uint8Array): void => (error === null ? resolve(bytes) : reject(error));
      client.makeUnaryRequest(path, same, same, body, new grpc.Metadata(), options, done);
    });

  it('reads many balances at once', async () => {
    const request = QueryBalanceRequest.encode({ address: holder, denom: 'ahalley' }).finish();
    const replies = await Promise.all(
      Array.from({ length: 300 }, () => call('/cosmos.bank.v1beta1.Query/Balance', request)),
    );
    const balances = replies.map((reply) => QueryBalanceResponse.decode(reply).balance?.amount);
    expect(new Set(balances).size).toBe(1);
    expect(BigInt(balances[0] as string)).toBeGreaterThan(0n);
  });

  it('gets codes and texts of refusals, and of a deadline that has passed', async () => {
    await expect(call('/cosmos.bank.v1beta1.Query/Nothing', new Uint8Array())).rejects.toMatchObject({
      code: 12,
      details: 'unknown method Nothing for service cosmos.bank.v1beta1.Query',
    });
    const late = call('/cosmos.bank.v1beta1.Query/Params', new Uint8Array(), { deadline: new Date(0) });
    await expect(late).rejects.toMatchObject({ code: 4 });
  });
});

/** Tests which methods are served for the enabled namespaces, over a real socket. */
import { JsonRpcProvider, Network } from 'ethers';
import { createPublicClient, http } from 'viem';
import { afterEach, expect, it } from 'vitest';
import { EVM_REFUSALS } from '../../../scripts/docs/evm_refusals.js';
import { developmentGenesis } from '../../../src/config/development_genesis.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { EVM_METHODS } from '../../../src/rpc/evm/methods/index.generated.js';
import { DEFAULT_NAMESPACES as SERVED } from '../../../src/rpc/evm/service.js';
import { underEachName } from '../../../src/rpc/jsonrpc/method.js';
import { DEFAULT_NAMESPACES, NAMESPACES } from '../../../src/settings/namespaces.js';

let devnet: Devnet | undefined;

afterEach(async () => {
  await devnet?.close();
  devnet = undefined;
});

async function serving(namespaces?: readonly string[]) {
  await devnet?.close();
  devnet = await createDevnet({ miningMode: 'manual', jsonRpc: { address: true, ...(namespaces && { namespaces }) } });
  const url = devnet.urls.evmHttp as string;
  return async (methods: readonly string[], params: unknown = [[], [], [], [], [], [], [], []]) => {
    if (methods.length === 0) return [];
    const batch = methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params }));
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(batch),
    });
    return (await answer.json()) as { result?: unknown; error?: { code: number; message: string; data?: unknown } }[];
  };
}

const notThere = (method: string) => ({
  code: -32601,
  message: `the method ${method} does not exist/is not available`,
});

/**
 * Expects the same of a method whose namespace is not enabled; text and data say how to enable it, except where nodes of
 * Cosmos chains do not know the namespace.
 */
function disabled(method: string, namespace: string) {
  const { code, message } = notThere(method);
  if (namespace === 'trace' || namespace === 'ots') return { code, message };
  const hint = `the namespace "${namespace}" is not enabled: start with --json-rpc.api=.*,${namespace} `;
  return {
    code,
    message: expect.stringMatching(`^${message}: ${hint}`),
    data: { hint: expect.stringMatching(`^${hint}`) },
  };
}

/** Too many and wrong parameters: each method that is served refuses them by itself. */
const ALL = EVM_METHODS.flatMap((method) => underEachName<never>(method));

it('serves eth, net and web3 by default, and the dev methods', async () => {
  const ask = await serving();
  const names = ALL.map(({ name }) => name);
  const answers = await ask(names);
  const there = names.filter((name, i) => answers[i]?.error?.message.startsWith(notThere(name).message) !== true);
  const expected = ALL.filter(
    ({ namespace }) => !NAMESPACES.some((name) => name === namespace) || DEFAULT_NAMESPACES.includes(namespace),
  );
  expect(there.sort()).toEqual(expected.map(({ name }) => name).sort());
  expect([...SERVED].sort()).toEqual([...DEFAULT_NAMESPACES].sort());
  for (const [i, { name, namespace }] of ALL.entries())
    if (!there.includes(name)) expect(answers[i]?.error).toEqual(disabled(name, namespace));
});

it('serves each alone, and rpc_modules lists it', async () => {
  for (const namespace of NAMESPACES) {
    const own = ALL.filter((method) => method.namespace === namespace).map(({ name }) => name);
    const others = ALL.filter(
      (method) => method.namespace !== namespace && NAMESPACES.some((n) => n === method.namespace),
    );
    const ask = await serving([namespace]);
    for (const { error } of await ask(own)) expect(error?.message ?? '').not.toContain('does not exist');
    expect((await ask(others.map(({ name }) => name))).map(({ error }) => error)).toEqual(
      others.map(({ name, namespace }) => disabled(name, namespace)),
    );
    expect((await ask(['rpc_modules'], [])).map(({ result }) => result)).toEqual([{ [namespace]: '1.0', rpc: '1.0' }]);
  }
});

it('serves all of them, and no refused one', async () => {
  const ask = await serving(['all']);
  const [modules] = await ask(['rpc_modules'], []);
  const implemented = NAMESPACES.filter((name) => ALL.some(({ namespace }) => namespace === name));
  expect(Object.keys(modules?.result as object).sort()).toEqual([...implemented, 'rpc'].sort());
  const refused = EVM_REFUSALS.flatMap(({ methods }) => methods);
  for (const [i, { error }] of (await ask(refused)).entries()) {
    expect(error?.code, refused[i]).toBe(-32601);
    expect(error?.message).toContain(`the method ${refused[i]} does not exist/is not available`);
  }
  for (const method of ['eth_blocknumber', 'ETH_blockNumber', 'eth_', 'eth', '_', 'eth_blockNumber ', 'constructor'])
    expect((await ask([method]))[0]?.error).toEqual(notThere(method));
});

/** Asks with the headers of a client whether it may call methods of each kind. */
async function servedTo(headers: Readonly<Record<string, string>>) {
  const methods = ['debug_traceTransaction', 'debug_traceBlock', 'txpool_content', 'personal_sign', 'debug_stacks'];
  const answer = await fetch(devnet?.urls.evmHttp as string, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(methods.map((method, id) => ({ jsonrpc: '2.0', id, method, params: [1, 2, 3, 4, 5, 6] }))),
  });
  const answers = (await answer.json()) as { error: { code: number } }[];
  return methods.filter((_, i) => answers[i]?.error.code !== -32601);
}

const TOOLS = ['debug_traceTransaction', 'debug_traceBlock', 'txpool_content', 'personal_sign'];
const HARDHAT_2 = { 'user-agent': 'hardhat 2.29.1' };
const OTHER = { 'user-agent': 'node' };
const WITHOUT_DEV_METHODS = ((document: { readonly app_state: object }) => {
  const { dev: _, ...app_state } = document.app_state as Record<string, unknown>;
  return { ...document, app_state };
})(developmentGenesis() as { readonly app_state: object });
const PAGE = { origin: 'https://page.example' };

it.each<[headers: Readonly<Record<string, string>>, methods: readonly string[], options?: DevnetOptions]>([
  [HARDHAT_2, TOOLS],
  [{ 'user-agent': 'Hardhat 3.18.0' }, TOOLS],
  [{ 'user-agent': 'foundry/1.7.1' }, TOOLS],
  [OTHER, []],
  [{ ...HARDHAT_2, ...PAGE }, []],
  [OTHER, TOOLS, { compat: 'anvil' }],
  [OTHER, TOOLS, { compat: 'hardhat' }],
  [OTHER, TOOLS, { compat: 'hardhat3' }],
  [PAGE, [], { compat: 'hardhat3' }],
  [HARDHAT_2, [], { jsonRpc: { address: true, namespaces: DEFAULT_NAMESPACES } }],
  [HARDHAT_2, ['txpool_content'], { compat: 'hardhat2', jsonRpc: { address: true, namespaces: ['eth', 'txpool'] } }],
  [HARDHAT_2, [], { genesis: WITHOUT_DEV_METHODS }],
  [OTHER, [], { genesis: WITHOUT_DEV_METHODS, compat: 'anvil' }],
])('a client with the headers %j may call %j (case %#)', async (headers, methods, options = {}) => {
  await devnet?.close();
  devnet = await createDevnet({ miningMode: 'manual', jsonRpc: { address: true }, ...options });
  expect(await servedTo(headers)).toEqual(methods);
});

it('answers the caller in this process as the compat mode says', async () => {
  const signs = (devnet: Devnet) =>
    devnet.provider.request({ method: 'personal_sign', params: ['0x12', devnet.accounts[0]?.address] });
  await using named = await createDevnet({ compat: 'anvil' });
  expect(await signs(named)).toMatch(/^0x/);
  await using unnamed = await createDevnet();
  await expect(signs(unnamed)).rejects.toMatchObject({ code: -32601 });
});

it('names the flag in an error that viem and ethers still recognize', async () => {
  await serving();
  const url = devnet?.urls.evmHttp as string;
  const viem = createPublicClient({ transport: http(url, { retryCount: 0 }) });
  const failure = await viem.request({ method: 'txpool_status' } as never).catch((error: unknown) => error);
  expect(failure).toMatchObject({ name: 'MethodNotFoundRpcError', details: expect.stringContaining('--json-rpc.api') });
  const ethers = new JsonRpcProvider(url, undefined, { staticNetwork: Network.from(31_337) });
  const rejected = await ethers.send('txpool_status', []).catch((error: unknown) => error);
  expect(rejected).toMatchObject({ code: 'UNSUPPORTED_OPERATION' });
  expect(JSON.stringify((rejected as { info: unknown }).info)).toContain('--json-rpc.api');
  ethers.destroy();
});

it.each([
  [
    ['eth', 'clique'],
    /^jsonRpc.namespaces is \["eth","clique"\]: clique is not supported: .*; expected eth, web3, net/,
  ],
  [['les'], /les is not supported: light clients use the CometBFT RPC/],
  [['eth', 'eth'], /: repeated API namespace 'eth'$/],
  [[], /: cannot enable JSON-RPC without defining any API namespace$/],
  [['halley'], /halley cannot be listed: its methods are always enabled/],
])('refuses %j', async (namespaces, message) => {
  await expect(createDevnet({ jsonRpc: { namespaces } })).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringMatching(message),
  });
});

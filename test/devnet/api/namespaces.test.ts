/** Tests which methods are served for the enabled namespaces, over a real socket. */
import { afterEach, expect, it } from 'vitest';
import { EVM_REFUSALS } from '../../../scripts/docs/evm_refusals.js';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
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

/** Expects the same of a method whose namespace is not enabled; its data says how to enable it. */
const disabled = (method: string, namespace: string) => ({
  ...notThere(method),
  data: { hint: expect.stringMatching(`"${namespace}" is not enabled: start with --json-rpc.api=.*,${namespace} `) },
});

/** Too many and wrong parameters: each method that is served refuses them by itself. */
const ALL = EVM_METHODS.flatMap((method) => underEachName<never>(method));

it('serves eth, net and web3 by default, and the dev methods', async () => {
  const ask = await serving();
  const names = ALL.map(({ name }) => name);
  const answers = await ask(names);
  const there = names.filter((name, i) => answers[i]?.error?.message !== notThere(name).message);
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

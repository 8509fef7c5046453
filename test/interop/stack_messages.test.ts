/** Reads errors whose message has a stack trace, with clients that decode reasons and custom errors. */
import { createRequire } from 'node:module';
import { Contract, JsonRpcProvider } from 'ethers';
import { type BaseError, ContractFunctionRevertedError, createPublicClient, type Hex, http } from 'viem';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../src/devnet/index.js';
import { compileKinds, deployKinds, KINDS, VARIANTS } from '../solidity/kinds.js';
import { COMPAT, tool, toolsAreAbsent } from './peers/tools.js';

// biome-ignore lint/suspicious/noExplicitAny: the library is installed beside the tests, its types are not here
type Untyped = any;

let devnet: Devnet;
let url: string;
let address: Hex;
let abi: readonly never[];

/** Returns what a call throws. */
async function thrown(call: () => Promise<unknown>): Promise<Untyped> {
  try {
    await call();
  } catch (error) {
    return error;
  }
  throw new Error('the call succeeded');
}

beforeAll(async () => {
  const variant = VARIANTS.find(({ name }) => name === '0.8.37');
  const kind = KINDS.find(({ name }) => name === 'customArguments');
  if (variant === undefined || kind === undefined) throw new Error('no such kind');
  devnet = await createDevnet({ jsonRpc: { address: '127.0.0.1:0' } });
  url = devnet.urls.evmHttp ?? '';
  const compilation = compileKinds(variant);
  const { input, output } = compilation;
  await devnet.provider.request({ method: 'hardhat_addCompilationResult', params: [variant.version, input, output] });
  address = (await deployKinds(devnet.provider, compilation))(kind)['to'] as Hex;
  abi = output.contracts['contracts/Kinds.sol']?.['Local']?.abi as readonly never[];
});

afterAll(() => devnet?.close());

it('viem', async () => {
  const client = createPublicClient({ transport: http(url) });
  const revert = async (functionName: string, x: bigint) => {
    const error = await thrown(() => client.readContract({ address, abi, functionName, args: [x] } as never));
    expect((error as BaseError).details).toContain(`\n    at Local.${functionName} (contracts/Kinds.sol:`);
    return (error as BaseError).walk(
      (one) => one instanceof ContractFunctionRevertedError,
    ) as ContractFunctionRevertedError;
  };
  expect((await revert('customArguments', 50n)).data).toMatchObject({
    errorName: 'Locked',
    args: [50n, expect.anything()],
  });
  expect((await revert('requireReason', 21n)).reason).toBe('too small');
});

it('ethers', async () => {
  const provider = new JsonRpcProvider(url);
  const contract = new Contract(address, abi, provider);
  const revert = (name: string, x: bigint) => thrown(() => contract.getFunction(name).staticCall(x));
  expect((await revert('customArguments', 51n)).revert).toMatchObject({
    name: 'Locked',
    args: [51n, expect.anything()],
  });
  expect((await revert('requireReason', 22n)).reason).toBe('too small');
  provider.destroy();
});

it.skipIf(toolsAreAbsent)('web3.js', async () => {
  const { Web3 } = createRequire(COMPAT)('web3') as { Web3: Untyped };
  const { methods } = new new Web3(url).eth.Contract(abi, address);
  const custom = await thrown(() => methods.customArguments(52n).call());
  expect(custom.cause).toMatchObject({ errorName: 'Locked', errorArgs: { until: 52n } });
  const reason = await thrown(() => methods.requireReason(23n).call());
  expect(reason.cause.errorArgs ?? reason.cause.message).toMatchObject({ message: 'too small' });
});

it.skipIf(toolsAreAbsent)('cast', async () => {
  const call = ['call', address, 'customArguments(uint256)', '53', '--rpc-url', url];
  const { code, stderr } = await tool('cast', call, '.');
  expect(code).toBe(1);
  expect(stderr).toContain('reverted with custom error Locked(53, ');
  expect(stderr).toContain('\n    at Local.customArguments (contracts/Kinds.sol:');
});

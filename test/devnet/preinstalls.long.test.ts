import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type Address,
  concatHex,
  createPublicClient,
  createWalletClient,
  custom,
  decodeErrorResult,
  domainSeparator,
  encodeFunctionData,
  getCreate2Address,
  type Hex,
  keccak256,
  parseAbi,
  publicActions,
} from 'viem';
import { afterEach, describe, expect, it } from 'vitest';
import { PREINSTALLS } from '../../src/app/state/preinstalls/contracts.generated.js';
import { developmentGenesis } from '../../src/config/development_genesis.js';
import { createDevnet, type Devnet, type DevnetOptions } from '../../src/devnet/index.js';

const MULTICALL3 = '0xcA11bde05977b3631167028862bE2a173976CA11';
const PERMIT2 = '0x000000000022D473030F116dDEE9F6B43aC78BA3';
const CREATE2_DEPLOYER = '0x4e59b44847b379578588920cA78FbF26c0B4956C';
const SAFE_FACTORY = '0x914d7Fec6aaC8cd542e72Bca78B30650d45643d7';
const CREATE_X = '0xba5Ed099633D3B313e4D5F7bdc1305d3c28ba5Ed';
const ENTRY_POINT_06 = '0x5FF137D4b0FDCD49DcA30c7CF57E578a026d2789';
const ENTRY_POINT_07 = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
const ENTRY_POINT_08 = '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108';
const ADDRESSES = Object.values(PREINSTALLS).flatMap((accounts) => accounts.map(({ address }): Hex => `0x${address}`));

const ANSWERING = '0x00000000000000000000000000000000000000c9';
/** Creation code of a contract that answers 42. */
const ANSWER: Hex = '0x67602a5f5260205ff35f5260086018f3';
const SALT: Hex = `0x${'5a'.repeat(32)}`;

const open: Devnet[] = [];
const folders: string[] = [];

afterEach(async () => {
  for (const devnet of open.splice(0).reverse()) await devnet.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

async function aDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'preinstalls', ...options });
  open.push(devnet);
  return devnet;
}

const onChain = (chainId: number): DevnetOptions => ({
  genesis: developmentGenesis({ chainId: `other_${chainId}-1`, seed: 'preinstalls' }),
});

async function aClient({ provider }: Devnet) {
  const transport = custom(provider);
  const publicClient = createPublicClient({ transport });
  const [account] = (await provider.request({ method: 'eth_accounts' })) as [Address];
  const chain = {
    id: await publicClient.getChainId(),
    name: 'development chain',
    nativeCurrency: { name: 'halley', symbol: 'HAL', decimals: 18 },
    rpcUrls: { default: { http: [] } },
    contracts: { multicall3: { address: MULTICALL3 } },
  } as const;
  return createWalletClient({ account, chain, transport, pollingInterval: 10 }).extend(publicActions);
}

type Client = Awaited<ReturnType<typeof aClient>>;

async function succeeds(client: Client, to: Address, data: Hex, value = 0n): Promise<void> {
  const hash = await client.sendTransaction({ to, data, value, gas: 3_000_000n });
  const { status } = await client.waitForTransactionReceipt({ hash });
  expect(status).toBe('success');
}

const codesOf = ({ provider }: Devnet, block = 'latest') =>
  Promise.all(ADDRESSES.map((address) => provider.request({ method: 'eth_getCode', params: [address, block] })));

const multicallAbi = parseAbi([
  'function getChainId() view returns (uint256)',
  'function getEthBalance(address) view returns (uint256)',
]);
const permitAbi = parseAbi(['function DOMAIN_SEPARATOR() view returns (bytes32)']);
const createXAbi = parseAbi([
  'function deployCreate2(bytes32 salt, bytes initCode) returns (address)',
  'function computeCreate2Address(bytes32 salt, bytes32 initCodeHash) view returns (address)',
]);
const entryPointAbi = parseAbi([
  'function getSenderAddress(bytes initCode)',
  'error SenderAddressResult(address sender)',
  'function depositTo(address account) payable',
  'function balanceOf(address account) view returns (uint256)',
  'function getNonce(address sender, uint192 key) view returns (uint256)',
  'function getDomainSeparatorV4() view returns (bytes32)',
]);
const entryPoint06Abi = parseAbi([
  'struct UserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; uint256 callGasLimit; uint256 verificationGasLimit; uint256 preVerificationGas; uint256 maxFeePerGas; uint256 maxPriorityFeePerGas; bytes paymasterAndData; bytes signature; }',
  'function handleOps(UserOperation[] ops, address beneficiary)',
]);
const entryPoint07Abi = parseAbi([
  'struct PackedUserOperation { address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits; uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature; }',
  'function handleOps(PackedUserOperation[] ops, address beneficiary)',
]);

const ACCOUNT = '0x00000000000000000000000000000000000a11ce';
const BENEFICIARY = '0x000000000000000000000000000000000000bee5';
const FEE = 5_000_000_000n;

/** Operation of an account that accepts everything, in the form of version 0.6. */
const operation = {
  sender: ACCOUNT,
  nonce: 0n,
  initCode: '0x',
  callData: '0x12345678',
  callGasLimit: 100_000n,
  verificationGasLimit: 200_000n,
  preVerificationGas: 50_000n,
  maxFeePerGas: FEE,
  maxPriorityFeePerGas: FEE,
  paymasterAndData: '0x',
  signature: '0x',
} as const;

const packed = (high: bigint, low: bigint): Hex => `0x${((high << 128n) | low).toString(16).padStart(64, '0')}`;

const operation07 = {
  sender: ACCOUNT,
  nonce: 0n,
  initCode: '0x',
  callData: '0x12345678',
  accountGasLimits: packed(operation.verificationGasLimit, operation.callGasLimit),
  preVerificationGas: operation.preVerificationGas,
  gasFees: packed(FEE, FEE),
  paymasterAndData: '0x',
  signature: '0x',
} as const;

describe.each([
  ['31337', {}, 31_337],
  ['9001', onChain(9_001), 9_001],
] as const)('The preinstalled contracts of chain %s', (_, options, chainId) => {
  it('exist before the first block, each with the code of its hash', async () => {
    const devnet = await aDevnet(options);
    const codes = (await codesOf(devnet, '0x0')) as Hex[];
    expect(await codesOf(devnet, '0x1')).toEqual(codes);
    const accounts = Object.values(PREINSTALLS).flat();
    accounts.forEach((account, i) => {
      const isOwn = chainId === 31_337 || !('ofChain' in account);
      expect(keccak256(codes[i] as Hex) === `0x${account.codeHash}`, account.address).toBe(isOwn);
    });
  });

  it('answer a multicall of viem', async () => {
    const client = await aClient(await aDevnet(options));
    const answers = await client.multicall({
      contracts: [
        { address: MULTICALL3, abi: multicallAbi, functionName: 'getChainId' },
        { address: MULTICALL3, abi: multicallAbi, functionName: 'getEthBalance', args: [client.account.address] },
      ],
    });
    expect(answers.map(({ result }) => result)).toEqual([BigInt(chainId), 10_000n * 10n ** 18n]);
  });

  it('have the domain separators of the chain', async () => {
    const client = await aClient(await aDevnet(options));
    const permit = { name: 'Permit2', chainId, verifyingContract: PERMIT2 } as const;
    expect(await client.readContract({ address: PERMIT2, abi: permitAbi, functionName: 'DOMAIN_SEPARATOR' })).toBe(
      domainSeparator({ domain: permit }),
    );
    const entryPoint = { name: 'ERC4337', version: '1', chainId, verifyingContract: ENTRY_POINT_08 } as const;
    expect(
      await client.readContract({ address: ENTRY_POINT_08, abi: entryPointAbi, functionName: 'getDomainSeparatorV4' }),
    ).toBe(domainSeparator({ domain: entryPoint }));
  });

  it('deploy at the addresses of CREATE2', async () => {
    const client = await aClient(await aDevnet(options));
    for (const from of [CREATE2_DEPLOYER, SAFE_FACTORY] as const) {
      await succeeds(client, from, concatHex([SALT, ANSWER]));
      const address = getCreate2Address({ from, salt: SALT, bytecode: ANSWER });
      expect(await client.getCode({ address })).toBe('0x602a5f5260205ff3');
    }
    const args = [SALT, ANSWER] as const;
    const { result } = await client.simulateContract({
      ...{ address: CREATE_X, abi: createXAbi, functionName: 'deployCreate2', args },
    });
    await succeeds(client, CREATE_X, encodeFunctionData({ abi: createXAbi, functionName: 'deployCreate2', args }));
    expect(await client.getCode({ address: result })).toBe('0x602a5f5260205ff3');
  });

  it.each([ENTRY_POINT_06, ENTRY_POINT_07, ENTRY_POINT_08] as const)(
    'handle operations of accounts: %s',
    async (entry) => {
      const devnet = await aDevnet(options);
      const client = await aClient(devnet);
      const set = (address: Address, code: Hex) =>
        devnet.provider.request({ method: 'hardhat_setCode', params: [address, code] });
      const factory = '0x00000000000000000000000000000000000fac70';
      await set(factory, `0x73${ACCOUNT.slice(2)}5f5260205ff3`);
      await set(ACCOUNT, '0x5f5f5260205ff3');

      const data = encodeFunctionData({ abi: entryPointAbi, functionName: 'getSenderAddress', args: [factory] });
      const refused = (await client.call({ to: entry, data }).catch((error: unknown) => error)) as {
        walk: (test: (cause: unknown) => boolean) => { data: Hex };
      };
      const raw = refused.walk((cause) => typeof Object(cause).data === 'string').data;
      expect(decodeErrorResult({ abi: entryPointAbi, data: raw }).args).toEqual([
        expect.stringMatching(new RegExp(ACCOUNT, 'i')),
      ]);

      const deposit = encodeFunctionData({ abi: entryPointAbi, functionName: 'depositTo', args: [ACCOUNT] });
      await succeeds(client, entry, deposit, 10n ** 18n);
      const ops =
        entry === ENTRY_POINT_06
          ? encodeFunctionData({ abi: entryPoint06Abi, functionName: 'handleOps', args: [[operation], BENEFICIARY] })
          : encodeFunctionData({ abi: entryPoint07Abi, functionName: 'handleOps', args: [[operation07], BENEFICIARY] });
      await succeeds(client, entry, ops);
      const read = { address: entry, abi: entryPointAbi } as const;
      expect(await client.readContract({ ...read, functionName: 'getNonce', args: [ACCOUNT, 0n] })).toBe(1n);
      const left = await client.readContract({ ...read, functionName: 'balanceOf', args: [ACCOUNT] });
      expect(left).toBe(10n ** 18n - (await client.getBalance({ address: BENEFICIARY })));
    },
  );

  it('come back with a revert, and after a restart', async () => {
    const home = mkdtempSync(join(tmpdir(), 'halley-preinstalls-'));
    folders.push(home);
    const first = await aDevnet({ ...options, home });
    const codes = await codesOf(first);
    const [call] = [{ method: 'eth_getProof', params: [ENTRY_POINT_07, ['0x2'], 'latest'] }];
    const before = await first.provider.request(call as never);
    const id = await first.provider.request({ method: 'evm_snapshot' });
    await first.provider.request({ method: 'hardhat_setCode', params: [PERMIT2, '0x5f'] });
    await first.provider.request({ method: 'evm_mine' });
    expect(await codesOf(first)).not.toEqual(codes);
    await first.provider.request({ method: 'evm_revert', params: [id] as never });
    expect(await codesOf(first)).toEqual(codes);
    expect(await first.provider.request(call as never)).toEqual(before);
    await first.close();
    const second = await aDevnet({ home });
    expect(await codesOf(second)).toEqual(codes);
    expect(await second.provider.request(call as never)).toEqual(before);
  });
});

it("installs the code that an entry of cosmos/evm's form has, beside a name", async () => {
  const document = developmentGenesis({ seed: 'preinstalls' }) as {
    readonly app_state: { readonly evm: { readonly preinstalls: readonly unknown[] } };
  };
  const evm = {
    ...document.app_state.evm,
    preinstalls: ['permit2', { name: 'Answer', address: ANSWERING, code: '0x602a5f5260205ff3' }],
  };
  const genesis = { ...document, app_state: { ...document.app_state, evm } };
  const { provider } = await aDevnet({ genesis });
  const call = [{ to: ANSWERING }, 'latest'];
  expect(await provider.request({ method: 'eth_call', params: call })).toBe(`0x${'2a'.padStart(64, '0')}`);
  expect(await provider.request({ method: 'eth_getCode', params: [PERMIT2, 'latest'] })).not.toBe('0x');
  expect(await provider.request({ method: 'eth_getCode', params: [MULTICALL3, 'latest'] })).toBe('0x');
});

describe('A chain has no preinstalled contracts', () => {
  const none = ADDRESSES.map(() => '0x');

  it('when the option says so, and it continues only so', async () => {
    const home = mkdtempSync(join(tmpdir(), 'halley-preinstalls-'));
    folders.push(home);
    const devnet = await aDevnet({ preinstalls: false, home });
    expect(await codesOf(devnet)).toEqual(none);
    await devnet.close();
    await expect(aDevnet({ preinstalls: true, home })).rejects.toMatchObject({ code: 'invalid-genesis' });
    expect(await codesOf(await aDevnet({ home }))).toEqual(none);
  });

  it('when it is a fork, has a state file, or a genesis document that names none', async () => {
    const origin = await aDevnet({ preinstalls: false, jsonRpc: { address: '127.0.0.1:0' } });
    const fork = await aDevnet({ fork: { url: origin.urls.evmHttp ?? '', noStorageCaching: true } });
    expect(await codesOf(fork)).toEqual(none);
    const dump = (await origin.provider.request({ method: 'anvil_dumpState' })) as Hex;
    expect(await codesOf(await aDevnet({ loadState: Buffer.from(dump.slice(2), 'hex') }))).toEqual(none);
    const document = JSON.parse(readFileSync(new URL('../../genesis/dev.json', import.meta.url), 'utf8'));
    expect(await codesOf(await aDevnet({ genesis: document }))).toEqual(none);
    expect(await codesOf(await aDevnet({ genesis: { config: { chainId: 7 }, alloc: {} } }))).toEqual(none);
  });

  it('whose name is unknown or given twice', async () => {
    const document = developmentGenesis() as { app_state: { evm: { preinstalls: unknown } } };
    for (const [names, expected] of [
      [['multicall3', 'multicall4'], 'one of multicall3, permit2'],
      [['permit2', 'permit2'], 'a contract that the list does not have yet'],
      [['constructor'], 'one of multicall3, permit2'],
      ['permit2', 'preinstalls'],
    ] as const) {
      document.app_state.evm.preinstalls = names;
      await expect(aDevnet({ genesis: document })).rejects.toMatchObject({
        code: 'invalid-genesis',
        message: expect.stringContaining(expected),
      });
    }
  });
});

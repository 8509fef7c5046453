/** Tests the limit of code size: Ethereum's, the one that a chain chose, or none. Both EVMs agree. */
import { describe, expect, it, onTestFinished } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { MACHINE_KINDS } from '../../../src/evm/machines.js';
import { ask } from '../../support/ask.js';

const GAS = '0x1c9c380';
const hex = (value: number, bytes = 3): string => value.toString(16).padStart(2 * bytes, '0');

/** Makes initcode that deploys `size` bytes of STOP: PUSH3 size, PUSH0, RETURN. */
const deploying = (size: number): string => `62${hex(size)}5ff3`;

/**
 * Makes a contract that creates such code, and returns the address: PUSH6 initcode, PUSH0, MSTORE, CREATE of 6 bytes.
 */
const factoryOf = (size: number): string => `0x65${deploying(size)}5f526006601a5ff05f5260205ff3`;

/** Makes a contract that creates from `size` zero bytes of initcode: PUSH3 size, PUSH0, PUSH0, CREATE. */
const creatingFrom = (size: number): string => `0x62${hex(size)}5f5ff05f5260205ff3`;

const FACTORY = `0x${'fa'.repeat(20)}`;

async function started(options: DevnetOptions): Promise<Devnet> {
  const devnet = await createDevnet(options);
  onTestFinished(() => devnet.close());
  return devnet;
}

const failureOf = (answer: Promise<unknown>): Promise<string> =>
  answer.then(
    (value) => `no failure, but ${JSON.stringify(value)}`,
    (error: Error) => error.message,
  );

/** Returns the bytes of code that a transaction deploys, or the error in its trace. */
async function deploy(devnet: Devnet, data: string): Promise<number | string> {
  const [from] = devnet.accounts;
  const hash = await ask(devnet, 'eth_sendTransaction', { from: from?.address, data, gas: GAS });
  const receipt = (await ask(devnet, 'eth_getTransactionReceipt', hash)) as { contractAddress: string; status: string };
  if (receipt.status === '0x1') return codeBytes(devnet, receipt.contractAddress);
  const trace = (await ask(devnet, 'debug_traceTransaction', hash, { tracer: 'callTracer' })) as { error: string };
  return trace.error;
}

async function codeBytes(devnet: Devnet, address: string): Promise<number> {
  return ((await ask(devnet, 'eth_getCode', address, 'latest')) as string).length / 2 - 1;
}

/** Does the same by a contract. Returns the bytes of the created code, or undefined after a failure. */
async function deployByContract(devnet: Devnet, code: string): Promise<number | undefined> {
  await ask(devnet, 'hardhat_setCode', FACTORY, code);
  const call = { from: devnet.accounts[0]?.address, to: FACTORY, gas: GAS };
  const created = `0x${((await ask(devnet, 'eth_call', call)) as string).slice(26)}`;
  await ask(devnet, 'eth_sendTransaction', call);
  return BigInt(created) === 0n ? undefined : codeBytes(devnet, created);
}

const all = { jsonRpc: { namespaces: ['all'] } } as const;

describe.each(MACHINE_KINDS)('on %s', (machine) => {
  it('code has at most 24,576 bytes, and initcode 49,152', async () => {
    const devnet = await started({ ...all, machine });
    const data = `0x${deploying(24_577)}`;
    expect(await deploy(devnet, `0x${deploying(24_576)}`)).toBe(24_576);
    expect(await deploy(devnet, data)).toBe('max code size exceeded');
    expect(await failureOf(ask(devnet, 'eth_call', { data }))).toContain('max code size exceeded');
    expect(await failureOf(ask(devnet, 'eth_estimateGas', { data }))).toContain('max code size exceeded');
    expect(await deployByContract(devnet, factoryOf(24_577))).toBe(undefined);
    const long = `0x${'00'.repeat(49_153)}`;
    expect(await failureOf(deploy(devnet, long))).toBe('max initcode size exceeded: code size 49153, limit 49152');
    for (const method of ['eth_call', 'eth_estimateGas', 'eth_createAccessList', 'debug_traceCall'])
      expect(await failureOf(ask(devnet, method, { data: long, gas: GAS }, 'latest'))).toContain(
        'max initcode size exceeded: code size 49153 limit 49152',
      );
    const [block] = [{ blockStateCalls: [{ calls: [{ data: long, gas: GAS }] }] }];
    expect(await failureOf(ask(devnet, 'eth_simulateV1', block))).toBe(
      'max initcode size exceeded: code size 49153 limit 49152',
    );
  });

  it('a chain chooses another limit, and initcode has twice as many bytes', async () => {
    const devnet = await started({ ...all, machine, codeSizeLimit: 30_000 });
    expect(await deploy(devnet, `0x${deploying(30_000)}`)).toBe(30_000);
    expect(await deploy(devnet, `0x${deploying(30_001)}`)).toBe('max code size exceeded');
    expect(await deployByContract(devnet, factoryOf(30_000))).toBe(30_000);
    expect(await deployByContract(devnet, factoryOf(30_001))).toBe(undefined);
    expect(await deploy(devnet, `0x${'00'.repeat(60_000)}`)).toBe(0);
    expect(await failureOf(deploy(devnet, `0x${'00'.repeat(60_001)}`))).toBe(
      'max initcode size exceeded: code size 60001, limit 60000',
    );
    await ask(devnet, 'hardhat_setCode', FACTORY, creatingFrom(60_001));
    const call = { to: FACTORY, gas: '0x7a1200' };
    expect(await failureOf(ask(devnet, 'eth_call', call))).toContain('max initcode size exceeded');
    const { structLogs } = (await ask(devnet, 'debug_traceCall', call, 'latest', {})) as {
      structLogs: { error?: string }[];
    };
    expect(structLogs.at(-1)?.error).toBe('out of gas: max initcode size exceeded: code size 60001 limit 60000');
    await ask(devnet, 'hardhat_setCode', FACTORY, creatingFrom(60_000));
    expect(BigInt((await ask(devnet, 'eth_call', call)) as string)).not.toBe(0n);
  });

  it('a chain without a limit accepts code of any size', async () => {
    const devnet = await started({ ...all, machine, allowUnlimitedContractSize: true, gasLimit: 100_000_000n });
    expect(await deploy(devnet, `0x${deploying(100_000)}`)).toBe(100_000);
    expect(await deployByContract(devnet, factoryOf(100_000))).toBe(100_000);
    const data = `0x${'00'.repeat(200_000)}`;
    expect(await deploy(devnet, data)).toBe(0);
    expect(await ask(devnet, 'eth_estimateGas', { data })).toMatch(/^0x/);
  });
});

it('both options together are refused', async () => {
  const both = createDevnet({ codeSizeLimit: 30_000, allowUnlimitedContractSize: true });
  await expect(both).rejects.toMatchObject({ code: 'invalid-argument' });
});

/**
 * Runs a bundler of ERC-4337 (Alto) in safe mode against a devnet with EntryPoint 0.7: it simulates user operations with
 * its own JavaScript tracer, refuses those that break the rules of ERC-7562, and sends the others in bundles. The first
 * run installs the bundler in `test/interop/bundler`: 350 packages, 350 MB. Prints what it did and what the bundler sent.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Abi, encodeFunctionData, type Hex, type PrivateKeyAccount, toHex } from 'viem';
import { getUserOperationHash, type UserOperation } from 'viem/account-abstraction';
import { privateKeyToAccount } from 'viem/accounts';
import { createDevnet } from '../src/devnet/index.js';
import { compileSolidity } from '../test/support/solidity.js';

const FOLDER = fileURLToPath(new URL('../test/interop/bundler/', import.meta.url));
const ENTRY_POINT = '0x0000000071727De22E5E9d8BAf0edAc6f37da032';
const GWEI = 10n ** 9n;
/** Code of a refusal by the rules of ERC-7562 (ERC-7769). */
const OPCODE_VALIDATION = -32502;
/** Milliseconds between two looks, and the most that anything takes. */
const POLL_MS = 100;
const PATIENCE_MS = 60_000;

/** Rules that the accounts of each kind break in their validation. */
const KINDS = ['none', 'TIMESTAMP', 'storage of another contract'] as const;

const SOURCE = `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
struct PackedUserOperation {
  address sender; uint256 nonce; bytes initCode; bytes callData; bytes32 accountGasLimits;
  uint256 preVerificationGas; bytes32 gasFees; bytes paymasterAndData; bytes signature;
}
contract Account {
  address immutable entryPoint;
  address immutable owner;
  address immutable maker;
  uint256 immutable kind;
  uint256 public count;
  constructor(address entryPoint_, address owner_, uint256 kind_) {
    (entryPoint, owner, kind, maker) = (entryPoint_, owner_, kind_, msg.sender);
  }
  receive() external payable {}
  function validateUserOp(PackedUserOperation calldata op, bytes32 hash, uint256 missing) external returns (uint256) {
    require(msg.sender == entryPoint, "not the entry point");
    if (kind == 1) require(block.timestamp > 1);
    if (kind == 2) require(Factory(maker).made() < 1000);
    bytes32 signed = keccak256(abi.encodePacked("\\x19Ethereum Signed Message:\\n32", hash));
    (bytes32 r, bytes32 s, uint8 v) = (bytes32(op.signature[:32]), bytes32(op.signature[32:64]), uint8(op.signature[64]));
    if (missing > 0) { (bool paid, ) = entryPoint.call{value: missing}(""); paid; }
    return ecrecover(signed, v, r, s) == owner ? 0 : 1;
  }
  function execute(address to, uint256 value, bytes calldata data) external {
    require(msg.sender == entryPoint, "not the entry point");
    count++;
    (bool ok, ) = to.call{value: value}(data);
    require(ok, "failed");
  }
}
contract Factory {
  uint256 public made;
  address immutable entryPoint;
  constructor(address entryPoint_) { entryPoint = entryPoint_; }
  function bump() external { made++; }
  function make(address owner, uint256 kind) external returns (address) {
    return address(new Account{salt: bytes32(kind)}(entryPoint, owner, kind));
  }
  function addressOf(address owner, uint256 kind) external view returns (address) {
    bytes32 code = keccak256(abi.encodePacked(type(Account).creationCode, abi.encode(entryPoint, owner, kind)));
    return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), bytes32(kind), code)))));
  }
}`;

// biome-ignore lint/suspicious/noExplicitAny: answers of any shape
type Json = any;

async function ask(url: string, method: string, ...params: readonly unknown[]): Promise<Json> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { result, error } = (await response.json()) as Json;
  if (error !== undefined) throw new Error(`${method}: ${error.message}`, { cause: error });
  return result;
}

/** Repeats a request until its answer is there. */
async function until(what: string, look: () => Promise<Json>): Promise<Json> {
  for (let waited = 0; waited < PATIENCE_MS; waited += POLL_MS) {
    const found = await look().catch(() => undefined);
    if (found !== undefined && found !== null) return found;
    await delay(POLL_MS);
  }
  throw new Error(`${what} took more than ${PATIENCE_MS / 1000} s`);
}

/** Counts requests by method. Traces are counted by the name of their tracer, and by `JavaScript` for a program. */
async function countingProxy(target: string): Promise<{ server: Server; url: string; counts: Map<string, number> }> {
  const counts = new Map<string, number>();
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const body = Buffer.concat(chunks);
      for (const { method, params } of [JSON.parse(body.toString())].flat()) {
        const tracer: unknown = params?.[2]?.tracer;
        const isProgram = typeof tracer === 'string' && tracer.includes('{');
        const name = tracer === undefined ? method : `${method} (${isProgram ? 'JavaScript' : tracer})`;
        counts.set(name, (counts.get(name) ?? 0) + 1);
      }
      const answer = await fetch(target, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
    })();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, counts };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

const run = (command: string, args: readonly string[]): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, [...args], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', resolve);
  });

function startBundler(rpc: string, port: number, executor: string, utility: string): ChildProcess {
  const flags = {
    ...{ entrypoints: ENTRY_POINT, 'rpc-url': rpc, port, 'safe-mode': true, 'min-bundle-interval': 100 },
    ...{ 'executor-private-keys': executor, 'utility-private-key': utility, 'log-level': 'fatal' },
  };
  const args = Object.entries(flags).map(([name, value]) => `--${name}=${value}`);
  return spawn(process.execPath, [`${FOLDER}node_modules/@pimlico/alto/esm/cli/alto.js`, 'run', ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

if (!existsSync(`${FOLDER}node_modules`) && (await run('npm', ['install', '--prefix', FOLDER])) !== 0) process.exit(1);
await using devnet = await createDevnet({
  ...{ seed: 'bundler', jsonRpc: { address: '127.0.0.1:0', namespaces: ['eth', 'net', 'web3', 'debug'] } },
});
const node = devnet.urls.evmHttp as string;
const [deployer, executor, utility, holder] = devnet.accounts.slice(1);
const owner: PrivateKeyAccount = privateKeyToAccount(holder?.privateKey as Hex);
const { abi, bytecode } = await compileSolidity(SOURCE, 'Factory');
const encode = (functionName: string, args: readonly unknown[], of = abi): Hex =>
  encodeFunctionData({ abi: of as Abi, functionName, args });
const word = (address: string): string => address.slice(2).toLowerCase().padStart(64, '0');
const send = async (tx: object): Promise<Json> =>
  ask(node, 'eth_getTransactionReceipt', await ask(node, 'eth_sendTransaction', { from: deployer?.address, ...tx }));
const { contractAddress: factory } = await send({ data: bytecode + word(ENTRY_POINT) });
await send({ to: factory, data: encode('bump', []) });

const proxy = await countingProxy(node);
const port = await freePort();
const bundler = `http://127.0.0.1:${port}`;
const began = performance.now();
const child = startBundler(proxy.url, port, executor?.privateKey as string, utility?.privateKey as string);
const ended = new Promise<never>((_, reject) =>
  child.on('close', (code) => reject(new Error(`the bundler ended with ${code}`))),
);
ended.catch(() => undefined);
const execute = [
  {
    ...{ type: 'function', name: 'execute', stateMutability: 'nonpayable', outputs: [] },
    inputs: ['address', 'uint256', 'bytes'].map((type) => ({ type, name: '' })),
  },
] as const;

/** Makes the next signed operation of the account of a kind, which sends `value` to the factory's deployer. */
async function operationOf(kind: number, value: bigint): Promise<Json> {
  const sender =
    `0x${(await ask(node, 'eth_call', { to: factory, data: encode('addressOf', [owner.address, kind]) }, 'latest')).slice(26)}` as Hex;
  const isNew = (await ask(node, 'eth_getCode', sender, 'latest')) === '0x';
  if (isNew) await send({ to: sender, value: toHex(10n ** 18n) });
  const nonce = await ask(
    node,
    'eth_call',
    { to: ENTRY_POINT, data: `0x35567e1a${word(sender)}${'0'.repeat(64)}` },
    'latest',
  );
  const prices = await ask(bundler, 'pimlico_getUserOperationGasPrice');
  const draft = {
    ...{
      sender,
      nonce: toHex(BigInt(nonce)),
      callData: encode('execute', [deployer?.address, value, '0x'], execute as never),
    },
    ...(isNew && { factory, factoryData: encode('make', [owner.address, kind]) }),
    ...prices.fast,
  };
  const dummy = { ...draft, signature: `0x${'11'.repeat(64)}1b` };
  const gas = { callGasLimit: 100_000n, verificationGasLimit: 1_500_000n, preVerificationGas: 100_000n };
  const estimated = kind === 0 ? await ask(bundler, 'eth_estimateUserOperationGas', dummy, ENTRY_POINT) : {};
  const limits = {
    ...Object.fromEntries(Object.entries(gas).map(([name, limit]) => [name, toHex(limit)])),
    ...estimated,
  };
  for (const [name, limit] of Object.entries(limits))
    if (limit === null || name.startsWith('paymaster')) delete limits[name];
  const filled = { ...draft, ...limits };
  const numbers = Object.fromEntries(
    Object.entries<Hex>(filled).map(([name, text]) => [name, /gas|fee|nonce/i.test(name) ? BigInt(text) : text]),
  );
  const hash = getUserOperationHash({
    ...{ chainId: Number(devnet.evmChainId), entryPointAddress: ENTRY_POINT, entryPointVersion: '0.7' },
    userOperation: { ...numbers, signature: '0x' } as unknown as UserOperation<'0.7'>,
  });
  return { ...filled, signature: await owner.signMessage({ message: { raw: hash } }) };
}

try {
  const supported = await Promise.race([until('the start', () => ask(bundler, 'eth_supportedEntryPoints')), ended]);
  console.log(`started in ${Math.round(performance.now() - began)} ms, for ${supported}`);
  for (const value of [21n * GWEI, 34n * GWEI]) {
    const hash = await ask(bundler, 'eth_sendUserOperation', await operationOf(0, value), ENTRY_POINT);
    const begun = performance.now();
    const { success, receipt, actualGasUsed } = await until('the bundle', () =>
      ask(bundler, 'eth_getUserOperationReceipt', hash),
    );
    const took = Math.round(performance.now() - begun);
    console.log(
      `${hash}: success ${success}, ${Number(actualGasUsed)} gas, block ${Number(receipt.blockNumber)}, ${took} ms`,
    );
    if (success !== true) process.exitCode = 1;
  }
  for (const [kind, rule] of KINDS.entries()) {
    if (kind === 0) continue;
    const refused: Json = await ask(bundler, 'eth_sendUserOperation', await operationOf(kind, 0n), ENTRY_POINT).then(
      () => ({ code: 0, message: 'accepted' }),
      (error: Error) => error.cause,
    );
    console.log(`an account that uses ${rule}: ${refused.code} ${refused.message}`);
    if (refused.code !== OPCODE_VALIDATION) process.exitCode = 1;
  }
  console.log(
    [...proxy.counts]
      .sort()
      .map(([name, count]) => `${count} ${name}`)
      .join('\n'),
  );
} finally {
  child.kill();
  proxy.server.close();
  proxy.server.closeAllConnections();
}

/**
 * Tests gRPC with a Go program (`cosmos_api/`) whose clients are generated from the SDK's own `.proto` files. Without Go
 * it is skipped; with CI=true it fails.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createDevnet } from '../../src/devnet/index.js';
import { BUILD_MS, goIsAbsent } from './peers/ibc_go.js';
import { runProgram } from './peers/tools.js';

const SOURCES = fileURLToPath(new URL('cosmos_api/', import.meta.url));
const PROGRAM = join(SOURCES, 'cosmos_api');

it.skipIf(goIsAbsent)(
  'serves a Go program that reads the chain, simulates a transfer, signs it and broadcasts it',
  async () => {
    const built = spawnSync('go', ['build', '-o', PROGRAM, '.'], { cwd: SOURCES, encoding: 'utf8' });
    expect(built.stderr).toBe('');
    await using devnet = await createDevnet({ seed: 'Go', validators: 3, jsonRpc: false, grpc: true });
    const [sender, receiver] = devnet.cosmosAccounts;
    const { denom, urls, chainId, height } = devnet.chains.get(devnet.chainId);
    const [key, from, to] = [sender?.privateKey.slice(2), sender?.address, receiver?.address] as string[];
    const run = await runProgram(PROGRAM, [`${urls.grpc}`, `${key}`, `${from}`, `${to}`, denom, '1234567'], '.');
    expect(run).toMatchObject({ code: 0, stderr: '' });
    const seen = JSON.parse(run.stdout) as Record<string, unknown>;
    expect(seen).toMatchObject({
      ...{ network: chainId, height: Number(height), validators: 3, bondDenom: denom },
      ...{ code: 0, hash: expect.stringMatching(/^[0-9A-F]{64}$/), memo: 'from Go' },
      refusal: expect.stringMatching(/^rpc error: code = InvalidArgument desc = invalid address/),
    });
    expect(BigInt(`${seen['after']}`) - BigInt(`${seen['before']}`)).toBe(1_234_567n);
    expect(Number(seen['gasUsed'])).toBeGreaterThan(50_000);
    expect(Number(seen['events'])).toBeGreaterThan(5);
    expect(devnet.cosmosAccounts[1]?.balance).toBe(BigInt(`${seen['after']}`));
  },
  BUILD_MS,
);

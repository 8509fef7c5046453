/**
 * Asks both chains of a devnet what Hermes asks, with the libraries that Hermes is built from. It needs Rust, and builds
 * the program of `test/interop/hermes_client` first, which takes minutes.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { decodeBech32, encodeBech32 } from '../src/codec/bech32.js';
import { createDevnet } from '../src/devnet/index.js';

const MANIFEST = fileURLToPath(new URL('../test/interop/hermes_client/Cargo.toml', import.meta.url));

const run = (args: readonly string[]): Promise<number | null> =>
  new Promise((resolve, reject) => {
    const child = spawn('cargo', [...args], { stdio: 'inherit' });
    child.on('error', reject);
    child.on('close', resolve);
  });

if ((await run(['build', '--manifest-path', MANIFEST])) !== 0) process.exit(1);
await using devnet = await createDevnet({
  ...{ seed: 'Hermes', grpc: true, rpc: true, listenOnAllChains: true },
  chains: [{ id: 'hub-1', denom: 'uhub' }],
});
await devnet.openChannel({ a: { chain: devnet.chainId }, b: { chain: 'hub-1' } });
const { bytes } = decodeBech32(devnet.cosmosAccounts[0]?.address ?? '');
for (const { urls, bech32Prefix } of devnet.chains) {
  const asked = [`http://${urls.grpc}`, `${urls.cometRpc}/v0.38`, encodeBech32(bech32Prefix, bytes)];
  const code = await run(['run', '--quiet', '--manifest-path', MANIFEST, '--', ...asked]);
  if (code !== 0) process.exitCode = 1;
}

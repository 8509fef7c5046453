import { fileURLToPath } from 'node:url';
import hardhatNetworkHelpers from '@nomicfoundation/hardhat-network-helpers';
import hardhatNodeTestRunner from '@nomicfoundation/hardhat-node-test-runner';
import hardhatViem from '@nomicfoundation/hardhat-viem';
import hardhatViemAssertions from '@nomicfoundation/hardhat-viem-assertions';
import { defineConfig } from 'hardhat/config';

export default defineConfig({
  plugins: [hardhatViem, hardhatViemAssertions, hardhatNetworkHelpers, hardhatNodeTestRunner],
  // This is the compiler that npm has installed; without `path` Hardhat downloads one.
  solidity: { version: '0.8.37', path: fileURLToPath(import.meta.resolve('solc/soljson.js')) },
  networks: {
    // This entry is all that a project needs to run on Halley: npx hardhat test --network halley
    halley: { type: 'http', url: process.env.HALLEY_URL ?? 'http://127.0.0.1:8545' },
  },
});

/** A Hardhat 2 project that knows Halley by its URL alone; the compiler is the repository's, so that nothing is fetched. */
require('@nomicfoundation/hardhat-ethers');
require('@nomicfoundation/hardhat-chai-matchers');
const { subtask } = require('hardhat/config');

const { version } = require('solc/package.json');

subtask('compile:solidity:solc:get-build', async () => ({
  compilerPath: require.resolve('solc/soljson.js'),
  isSolcJs: true,
  version,
  longVersion: version,
}));

module.exports = {
  solidity: { version, settings: { evmVersion: 'cancun' } },
  // On a network of this name Hardhat gives every transaction a whole block's gas when the node has `hardhat_metadata`; on
  // all others it asks for an estimate.
  networks: {
    localhost: { url: process.env.HALLEY_COMPAT_URL ?? '' },
    halley: { url: process.env.HALLEY_COMPAT_URL ?? '' },
  },
  paths: { artifacts: process.env.HALLEY_COMPAT_ARTIFACTS, cache: `${process.env.HALLEY_COMPAT_ARTIFACTS}/cache` },
  mocha: { timeout: 60_000, reporter: 'json', reporterOptions: { output: process.env.HALLEY_COMPAT_REPORT } },
};

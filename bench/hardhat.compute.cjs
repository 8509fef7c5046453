/**
 * Extends hardhat.config.cjs with limits for long calls. It selects Prague, because from Osaka on a call has no more
 * gas than a transaction.
 */
const { solidity, networks } = require('./hardhat.config.cjs');

const hardhat = { ...networks.hardhat, blockGasLimit: 900_000_000, hardfork: 'prague' };

module.exports = { solidity, networks: { hardhat } };

/** Configures `hardhat node` with the defaults of a user who changes nothing. */
module.exports = { solidity: '0.8.28', networks: { hardhat: { chainId: 31337 } } };

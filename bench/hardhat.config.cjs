/** What `hardhat node` is started with: as somebody has it who changes nothing. */
module.exports = { solidity: '0.8.28', networks: { hardhat: { chainId: 31337 } } };

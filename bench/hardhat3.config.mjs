/** Configures Hardhat 3 with the defaults of a user who changes nothing, and no plugins. */
export default { networks: { default: { type: 'edr-simulated', chainId: 31337 } } };
